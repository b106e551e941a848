import { Disposable, languages, type Memento, type TextDocument } from 'vscode';
import type { IngestState } from '../../ingest/diagnostics';
import type { LineHasher } from '../../text/lineHash';
import type { SessionKey } from '../../tracker/views';
import { BlindCodeActions, BlindHover } from '../blindChanges/blindActions';
import { BlindChanges } from '../blindChanges/blindChanges';
import { Dismissed } from '../blindChanges/dismissed';
import { EarlierTexts } from '../blindChanges/earlierTexts';
import type { CommandActions } from '../commands';
import type { CompareRead } from '../compareRead';
import type { Configuration } from '../configuration';
import type { CoverageService } from '../coverageService';
import type { FindingsLog } from '../findingsLog';
import type { GivenTexts } from '../givenTexts';
import { Late } from '../late';
import type { Marks } from '../marks/marks';
import type { NotALoop } from '../notALoop';
import { OpenPlaces } from '../openPlace';
import type { SessionChoice } from '../sessionChoice';
import type { Told } from '../transcripts/callPlaces';

export interface EvidenceParts {
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly configuration: Configuration;
  readonly marks: Marks;
  readonly notALoop: () => Promise<NotALoop>;
  readonly log: FindingsLog;
  readonly hasher: () => LineHasher;
  readonly canonical: (path: string) => Promise<string>;
  readonly given: GivenTexts;
  /** Undefined before following began. */
  readonly followed: () => IngestState | undefined;
  /** Of the workspace. */
  readonly memory: Memento;
}

type EvidenceCommand =
  | 'showFindings'
  | 'showReads'
  | 'showInTranscript'
  | 'compareBlindChange'
  | 'dismissBlindChange';

/** What leads from a verdict to what it rests on. */
export interface Evidence extends Disposable {
  /** Lists an actor's last reads. */
  showReads(session: SessionKey, actor: string): Promise<void>;
  showInTranscript(session: SessionKey, told: Told): Promise<void>;
  readonly places: Pick<OpenPlaces, 'open'>;
  readonly compareRead: Pick<CompareRead, 'show' | 'showActive'>;
  readonly actions: Pick<CommandActions, EvidenceCommand>;
}

export function createEvidence(parts: EvidenceParts): Evidence {
  const { service, choice, configuration, log, hasher, canonical } = parts;
  const earlier = new EarlierTexts();
  const places = new OpenPlaces(canonical);
  const dismissed = new Dismissed(parts.memory);
  const failed = (error: unknown) => log.failure('Warnings of blind changes cannot be shown', error);
  const blind = new BlindChanges({ service, choice, configuration, dismissed, hasher, canonical, failed });
  const shownIn = (document: TextDocument) => blind.in(document);
  const late = new Late(async () => {
    const { createShownEvidence } = await import('./shownEvidence');
    return createShownEvidence({ ...parts, earlier, dismissed, blind, places });
  });
  const action = (name: EvidenceCommand) => async (context: unknown) =>
    (await late.get()).actions[name](context);

  const parted = Disposable.from(
    blind,
    dismissed,
    earlier,
    places,
    late,
    languages.registerCodeActionsProvider({ scheme: 'file' }, new BlindCodeActions(shownIn), {
      providedCodeActionKinds: BlindCodeActions.kinds,
    }),
    languages.registerHoverProvider({ scheme: 'file' }, new BlindHover(shownIn)),
  );
  return {
    places,
    compareRead: {
      show: async (session, path) => (await late.get()).compareRead.show(session, path),
      showActive: async (session) => (await late.get()).compareRead.showActive(session),
    },
    showReads: async (session, actor) => (await late.get()).showReads(session, actor),
    showInTranscript: async (session, told) => (await late.get()).showInTranscript(session, told),
    actions: {
      showFindings: action('showFindings'),
      showReads: action('showReads'),
      showInTranscript: action('showInTranscript'),
      compareBlindChange: action('compareBlindChange'),
      dismissBlindChange: action('dismissBlindChange'),
    },
    dispose: () => parted.dispose(),
  };
}
