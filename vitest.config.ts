import { defineConfig } from 'vitest/config';

// Two projects, so that each can be run alone: the logic, and the golden replays of real transcripts.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'golden', include: ['test/golden/**/*.test.ts'] } },
    ],
  },
});
