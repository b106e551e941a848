import { commands, type Disposable, type Memento } from 'vscode';
import { SHOW_AGENT_READS } from './commandNames';
import type { CoverageService } from './coverageService';

const INTRODUCED = 'reads.introduced';

/**
 * Opens the view of all reads when the first session is seen, once in the life of an installation and without taking the
 * focus: VS Code starts with every view collapsed that an extension adds to the Explorer, and few look behind its title.
 *
 * @param memory of the person, in every workspace
 */
export function introduceView(
  service: CoverageService,
  memory: Memento,
  failed: (error: unknown) => void,
): Disposable {
  const listener = service.onDidChange(() => {
    if (service.sessions().length === 0) return;
    listener.dispose();
    if (memory.get<unknown>(INTRODUCED) === true) return;
    Promise.resolve(memory.update(INTRODUCED, true))
      .then(() => commands.executeCommand(SHOW_AGENT_READS, { preserveFocus: true }))
      .catch(failed);
  });
  return listener;
}
