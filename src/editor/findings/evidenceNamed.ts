import { isObject } from '../../agents/json';
import type { SessionKey } from '../../tracker/views';

/** What a link, or a code action, hands to a command. */
export type EvidenceNamed =
  | { readonly kind: 'blind-change'; readonly key: string }
  | {
      readonly kind: 'read';
      readonly session: SessionKey;
      readonly actor: string;
      /** Which of the actor's reads. */
      readonly ordinal: number;
    };

/** Anybody may run a command: undefined for what no link of ours says. */
export function evidenceNamed(context: unknown): EvidenceNamed | undefined {
  if (!isObject(context)) return undefined;
  const { blindChange, read } = context;
  if (typeof blindChange === 'string') return { kind: 'blind-change', key: blindChange };
  if (!isObject(read)) return undefined;
  const { session, actor, ordinal } = read;
  if (typeof session !== 'string' || typeof actor !== 'string' || typeof ordinal !== 'number')
    return undefined;
  return { kind: 'read', session: session as SessionKey, actor, ordinal };
}

/** The argument of a command that is about a read. */
export function nameOfRead(
  session: SessionKey,
  { actor, ordinal }: { readonly actor: string; readonly ordinal: number },
): unknown {
  return { read: { session, actor, ordinal } };
}
