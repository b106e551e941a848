import type { FileContent, HookCall } from './agentConnector';
import {
  addHooks,
  type HookEntry,
  type HookForm,
  type IsOurs,
  ourHandlers,
  removeHooks,
  saysNothing,
} from './hookText';

export interface SharedHooks {
  readonly form: HookForm;
  /** What is appended to the list of each event; one an event at most. */
  entries(call: HookCall): readonly HookEntry[];
  /** @param userFolder the product's own folder */
  isOurs(userFolder: string): IsOurs;
}

/** Hooks in a JSON file that holds more than ours. */
export function sharedHooks({ form, entries, isOurs }: SharedHooks): FileContent {
  return {
    isWhole: false,
    add: (text, call, file) => addHooks(text, form, entries(call), file),
    remove: (text, userFolder, file) => removeHooks(text, form, isOurs(userFolder), file),
    has: (text, userFolder) => ourHandlers(text, form, isOurs(userFolder)).length > 0,
    isEmpty: (text) => saysNothing(text, form),
  };
}
