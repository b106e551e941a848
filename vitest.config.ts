import { defineConfig } from 'vitest/config';

/** No test is timed: this only ends one that hangs, on a machine as slow as it may be. Milliseconds. */
const testTimeout = 120_000;

// Two projects, so that each can be run alone: the logic, and the golden replays of real transcripts.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout } },
      { test: { name: 'golden', include: ['test/golden/**/*.test.ts'], testTimeout } },
    ],
  },
});
