import { defineConfig } from 'vitest/config';

// unit: pure and fast, side by side. integration: starts databases, brokers, servers. browser: a real Chromium against the real server.
// Integration tests wait for other processes half of their time: two files side by side fill two cores. A browser that draws a globe
// without a graphics card fills them by itself.
const SIDE_BY_SIDE = 2;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts', 'scripts/fixtures/**'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,apps,scripts,bench}/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: SIDE_BY_SIDE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: SIDE_BY_SIDE,
          // A worker keeps its browser, and what it has loaded, from file to file.
          isolate: false,
          globalSetup: 'e2e/src/lib/global-setup.ts',
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
