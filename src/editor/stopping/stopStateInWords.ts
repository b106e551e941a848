import { l10n } from 'vscode';
import type { StopRequest } from '../../stop/stopRequest';

/** What became of a stop so far, in one sentence; names of terminals in it are as the ways wrote them. */
export function stopStateInWords({ state, via, requestedAt, problems }: StopRequest): string {
  const ways = via.join(l10n.t(', and '));
  const time = new Date(requestedAt).toLocaleTimeString();
  switch (state) {
    case 'requested':
      return l10n.t('Stop requested at {time} by {ways}. Waiting for the agent.', { time, ways });
    case 'acknowledged':
      return l10n.t('The agent took the stop that was requested at {time}.', { time });
    case 'stopped':
      return l10n.t('The agent stopped, as requested at {time}.', { time });
    case 'timed-out':
      return l10n.t('The agent has not answered the stop that was requested at {time} by {ways}.', {
        time,
        ways,
      });
    case 'withdrawn':
      return problems.length > 0 && problems.length === via.length
        ? l10n.t('The agent could not be asked to stop. {problems}', { problems: problems.join(' ') })
        : l10n.t('The stop that was requested at {time} was taken back.', { time });
  }
}
