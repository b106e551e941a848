import { commands, Disposable } from 'vscode';
import { COMMANDS, type CommandName } from './commandNames';
import type { FindingsLog } from './findingsLog';

/** What each command does; `context` is whatever its caller hands over. */
export type CommandActions = { readonly [K in CommandName]: (context: unknown) => Promise<void> | void };

/** Registers all commands. A fault of one goes to the log and to the person who called it. */
export function registerCommands(actions: CommandActions, log: FindingsLog): Disposable {
  return Disposable.from(
    ...(Object.keys(COMMANDS) as CommandName[]).map((name) =>
      commands.registerCommand(COMMANDS[name], async (context: unknown) => {
        try {
          await actions[name](context);
        } catch (error) {
          log.failure(`The command ${COMMANDS[name]} failed`, error);
          throw error;
        }
      }),
    ),
  );
}
