import { l10n } from 'vscode';
import type { Connection } from '../../channel/connections';

/** How a session is heard, and how late: one sentence. */
export function connectionInWords(connection: Connection | undefined): string {
  if (connection === undefined) return l10n.t('Not connected: known by what the agent records.');
  const { delay, recordDelay } = connection;
  return recordDelay === null
    ? l10n.t('Connected: its hooks are heard after {delay} ms.', { delay })
    : l10n.t('Connected: its hooks are heard after {delay} ms, its record follows {recordDelay} ms later.', {
        delay,
        recordDelay,
      });
}
