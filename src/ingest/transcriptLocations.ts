import type { CanonicalPaths } from './canonicalPath';
import { ClaudeTranscripts, claudeRoots } from './claudeTranscripts';
import type { TranscriptLocation } from './transcriptLocation';
import type { WorkspaceFolders } from './workspaceFolders';

/** Everything that tells where transcripts are. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly folders: WorkspaceFolders;
  readonly paths: CanonicalPaths;
}

/** Where each agent keeps its transcripts, by the agent's kind. */
const LOCATIONS: ReadonlyMap<string, (surroundings: Surroundings) => TranscriptLocation> = new Map([
  [
    'claude-code',
    ({ env, home, folders, paths }) => new ClaudeTranscripts(claudeRoots(env, home), folders, paths),
  ],
]);

/** The locations of the agents of these kinds that have one. */
export function transcriptLocations(
  agents: readonly string[],
  surroundings: Surroundings,
): TranscriptLocation[] {
  return agents.flatMap((agent) => LOCATIONS.get(agent)?.(surroundings) ?? []);
}
