import type { SessionKey } from '../../tracker/views';
import type { CommandActions } from '../commands';
import type { CompareRead } from '../compareRead';
import type { NotALoop } from '../notALoop';
import type { OpenPlaces } from '../openPlace';
import type { SessionChoice } from '../sessionChoice';
import type { Told } from '../transcripts/callPlaces';
import type { CoverageView } from './coverageView';

export interface TreeActionParts {
  readonly view: CoverageView;
  readonly choice: SessionChoice;
  readonly notALoop: () => Promise<NotALoop>;
  readonly places: Pick<OpenPlaces, 'open'>;
  readonly stop: (session: SessionKey) => Promise<void>;
  readonly showInTranscript: (session: SessionKey, told: Told) => Promise<void>;
  readonly showMap: (session: SessionKey, path?: string) => Promise<void>;
  readonly comparison: Pick<CompareRead, 'show' | 'showActive'>;
}

type TreeCommand =
  | 'sortByWaste'
  | 'sortByName'
  | 'sortByLatest'
  | 'toggleOnlyRepeats'
  | 'drawSession'
  | 'stopSession'
  | 'openFile'
  | 'openRead'
  | 'showMap'
  | 'compareRead'
  | 'readInTranscript'
  | 'quietFile'
  | 'unquietFile';

/** What the commands of the view and of its nodes do. */
export function treeActions({
  view,
  choice,
  notALoop,
  places,
  stop,
  showInTranscript,
  showMap,
  comparison,
}: TreeActionParts): Pick<CommandActions, TreeCommand> {
  const nodeOf = (context: unknown) => view.tree.nodeOf(context);
  return {
    sortByWaste: () => view.sortBy('waste'),
    sortByName: () => view.sortBy('name'),
    sortByLatest: () => view.sortBy('latest'),
    toggleOnlyRepeats: () => view.toggleOnlyRepeats(),
    drawSession: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'session') await choice.draw(node.key);
    },
    stopSession: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'session') await stop(node.key);
    },
    openFile: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'file') await places.open(node.file.path, []);
    },
    openRead: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'read') await places.open(node.read.path, node.read.returned);
    },
    showMap: async (context) => {
      const node = nodeOf(context);
      const session = node?.key ?? choice.current;
      if (session !== undefined) await showMap(session, node?.kind === 'file' ? node.file.path : undefined);
    },
    compareRead: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'file') await comparison.show(node.key, node.file.path);
      else await comparison.showActive(choice.current);
    },
    readInTranscript: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'read') await showInTranscript(node.key, node.read);
    },
    quietFile: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'file') await (await notALoop()).say(node.key, node.file.path);
    },
    unquietFile: async (context) => {
      const node = nodeOf(context);
      if (node?.kind === 'file') await (await notALoop()).takeBack(node.key, node.file.path);
    },
  };
}
