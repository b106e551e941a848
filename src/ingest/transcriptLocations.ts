import type { Adapter } from '../agents/adapter';
import { AgentTranscripts } from './agentTranscripts';
import type { CanonicalPaths } from './canonicalPath';
import { machineOf } from './machine';
import type { RememberedHeads } from './rememberedHeads';
import type { RowStore } from './rowStore';
import type { TranscriptLocation } from './transcriptLocation';
import type { WorkspaceFolders } from './workspaceFolders';

/** Everything that tells where transcripts are. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** The `User` folder of the editor that asks. */
  readonly editorFolder?: string | undefined;
  readonly folders: WorkspaceFolders;
  readonly paths: CanonicalPaths;
  /** Missing: databases are not read. */
  readonly rows?: RowStore | undefined;
  /** Missing: nothing is known of earlier windows. */
  readonly heads?: RememberedHeads | undefined;
}

/** Where the agents of these kinds keep their transcripts, as far as they keep any. */
export function transcriptLocations(
  adapters: readonly Adapter[],
  agents: readonly string[],
  surroundings: Surroundings,
): TranscriptLocation[] {
  const machine = machineOf(surroundings.env, surroundings.home, surroundings);
  return adapters.flatMap(({ kind, transcripts }) =>
    transcripts !== undefined && agents.includes(kind)
      ? [new AgentTranscripts(kind, transcripts, transcripts.roots(machine), surroundings)]
      : [],
  );
}
