import type { Ingest, IngestOptions } from '../ingest/ingest';
import { Pace } from '../ingest/pace';
import type { TrackerSettings } from '../tracker/settings';
import type { CalibrationReport } from './calibration';
import { CalibrationBuilder } from './calibrationBuilder';

export type PastListeners = Required<Pick<IngestOptions, 'onEvents' | 'onCaughtUp' | 'onFault'>>;
export type PastIngest = Pick<Ingest, 'poll' | 'state' | 'dispose'>;

export interface PastOptions {
  /** Opens what reads the sessions, here or on another thread. */
  readonly open: (told: PastListeners) => PastIngest;
  readonly settings: Partial<TrackerSettings>;
  readonly onFault: (fault: unknown) => void;
  /** Called with the number of sessions so far, when it grows. */
  readonly onProgress: (sessions: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Calibrates on the past sessions of some folders, one after the other: what is known of one is given back before the next
 * is read. Undefined where it was broken off: then nothing more is read.
 */
export async function calibratePast(options: PastOptions): Promise<CalibrationReport | undefined> {
  const { open, settings, onFault, onProgress, signal } = options;
  const builder = new CalibrationBuilder(settings);
  const pace = new Pace();
  let told = 0;
  const ingest = open({
    onEvents: async (events) => {
      for (const { event, live } of events) {
        if (signal.aborted) return;
        // What happens now is for another time: its session may have been finished already.
        if (!live) builder.add(event);
        await pace.rest();
      }
      if (builder.sessions === told) return;
      told = builder.sessions;
      onProgress(told);
    },
    onCaughtUp: () => builder.finishSessions(),
    onFault,
  });
  const stop = () => {
    ingest.dispose().catch(onFault);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (!signal.aborted) await ingest.poll();
  } finally {
    signal.removeEventListener('abort', stop);
    await ingest.dispose();
  }
  if (signal.aborted) return undefined;
  builder.finishSessions();
  return builder.report(ingest.state().files.reduce((sum, { skipped }) => sum + skipped, 0));
}
