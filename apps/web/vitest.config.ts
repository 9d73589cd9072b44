// Component tests: parts of the real pages in a DOM without a browser, with calls answered by the test (src/app/testing).
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineProject } from 'vitest/config';
import { TEST_MS, WAIT_MS } from '../../scripts/lib/deadlines.mjs';
import { callsModule } from './build/calls-module.ts';
import { iconModules } from './build/icon-modules.ts';
import { regionModule } from './build/region-module.ts';

export default defineProject({
  root: import.meta.dirname,
  plugins: [iconModules(), react(), regionModule('sichuan'), callsModule()],
  // As in the browser tests, a flat map replaces the globe.
  resolve: {
    alias: [
      {
        find: /^@lookout\/features\/globe\.generated\.ts$/,
        replacement: join(import.meta.dirname, '../../features/testing/flat-globe.ts'),
      },
    ],
  },
  test: {
    name: 'component',
    include: ['src/**/*.test.tsx', '../../features/**/*.test.tsx'],
    setupFiles: [
      ...['mark-test-file', 'long-waits'].map((name) => join(import.meta.dirname, `../../scripts/lib/${name}.mjs`)),
      join(import.meta.dirname, 'src/app/testing/setup.ts'),
    ],
    expect: { poll: { timeout: WAIT_MS } },
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://127.0.0.1/', width: 2200, height: 900 } },
    // With NODE_ENV=test antd gives every dialog the same id, and Esc then closes no dialog or the wrong one.
    env: { NODE_ENV: 'development' },
    isolate: false,
    maxWorkers: 2,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
  },
});
