import type { JsonObject } from '../agents/adapter';
import type { HookEvents } from '../agents/hooks/dialect';
import type { HookFrame } from '../agents/hooks/report';
import { toNative } from '../agents/native/print';
import { installationKey } from '../ingest/installationKey';
import { LineHasher } from '../text/lineHash';

/** The events of a hook as they are sent, in the product's folder. */
export type PrintedEvents = (frame: HookFrame, payload: JsonObject, userFolder: string) => JsonObject[];

export function printedEvents(hookEvents: HookEvents): PrintedEvents {
  return (frame, payload, userFolder) => {
    const hasher = new LineHasher(installationKey(userFolder));
    // The report says when it was. The first date that a process writes costs a millisecond.
    return hookEvents(frame, payload, hasher).map((event) => toNative({ ...event, time: null }, hasher));
  };
}
