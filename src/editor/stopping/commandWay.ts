import { commands, l10n } from 'vscode';
import type { StopOffer, StopScope, StopWay } from '../../stop/stopRequest';
import type { Configuration } from '../configuration';
import { inLabel } from '../names';

/** Runs the VS Code command that a person named for stopping their agent. Reaches whole sessions only. */
export class CommandWay implements StopWay {
  readonly #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  async offer(scope: StopScope): Promise<StopOffer | undefined> {
    const id = this.#configuration.get('stop.command');
    if (id === '' || scope.actor !== null) return undefined;
    return {
      kind: 'command',
      label: l10n.t('command {id}', { id: inLabel(id) }),
      send: async () => {
        if (!(await commands.getCommands(true)).includes(id)) {
          throw new Error(
            l10n.t('There is no command {id}: look at the setting readCoverage.stop.command.', {
              id: inLabel(id),
            }),
          );
        }
        await commands.executeCommand(id);
      },
      withdraw: async () => undefined,
    };
  }
}
