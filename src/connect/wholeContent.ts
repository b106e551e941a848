import type { FileContent, HookCall } from './agentConnector';
import { Refusal } from './refusal';

export interface WholeContent {
  /** All of the file. */
  text(call: HookCall): string;
  /** Whether a text is one that this product wrote, in any version. */
  isOurs(text: string): boolean;
}

/** A file that is ours alone. One that stands there and is not stays: it is refused. */
export function wholeContent({ text: textFor, isOurs }: WholeContent): FileContent {
  return {
    isWhole: true,
    add(_, call) {
      const text = textFor(call);
      return { text, inserted: [{ start: 0, end: text.length }] };
    },
    remove(text, _, file) {
      if (!isOurs(text)) throw new Refusal('occupied', file);
      return '';
    },
    has: isOurs,
    isEmpty: (text) => text === '',
  };
}
