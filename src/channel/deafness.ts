/**
 * Why a window hears no hooks:
 * - `starting`: it has only just come to life
 * - `no-folder`: it has no folder, so no agent works in it
 * - `switched-off`: a person does not want to see the agent
 * - `cannot-listen`: its socket could not be opened
 */
export type Deafness = 'starting' | 'no-folder' | 'switched-off' | 'cannot-listen';
