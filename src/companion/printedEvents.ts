import type { JsonObject } from '../agents/adapter';
import { type CallEvents, hookEvents } from '../agents/claudeCode/hookEvents';
import type { HookFrame } from '../agents/hooks/report';
import { toNative } from '../agents/native/print';
import { installationKey } from '../ingest/installationKey';
import { LineHasher } from '../text/lineHash';

/** What the parts of the companion are for: the events of a hook as they are sent, in the product's folder. */
export type PrintedEvents = (frame: HookFrame, payload: JsonObject, userFolder: string) => JsonObject[];

export function printedEvents(callEvents: CallEvents): PrintedEvents {
  return (frame, payload, userFolder) => {
    const hasher = new LineHasher(installationKey(userFolder));
    // The report says when it was. The first date that a process writes costs a millisecond.
    return hookEvents(frame, payload, hasher, callEvents).map((event) =>
      toNative({ ...event, time: null }, hasher),
    );
  };
}
