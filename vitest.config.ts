import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TEST_MS, WAIT_MS } from './scripts/lib/deadlines.mjs';
import { type Project, projectNamed } from './scripts/lib/test-projects.mjs';

// unit: pure and fast, in parallel. component (apps/web/vitest.config.ts): parts of pages in a DOM without a browser. recovery: servers and
// databases that are started, stopped and killed, measured against the times stated in docs/reliability.md and docs/interface.md.
// integration: starts databases, brokers, servers. browser: a real Chromium against the real server. Without isolation a worker loads each
// module once and starts one PostgreSQL and one browser; state that a test file leaves in a module is visible to the next file.
const UNIT_WORKERS = 2;
// Integration tests mostly wait for other processes, so three files in parallel fill two cores.
const INTEGRATION_WORKERS = 3;
// A server start fills more than one core: in parallel with another file, the measured times would not be those of the server alone.
const RECOVERY_WORKERS = 1;
const BROWSER_WORKERS = 2;

/** The compile cache of the programs that tests start, after type stripping. It saves half of a start. */
const COMPILED = fileURLToPath(new URL('node_modules/.cache/lookout-test-compiled', import.meta.url));

/**
 * The slowest files, longest first: if one of them started last, the run would wait for it alone. A clean clone has no recorded times.
 * Files that draw the real globe fill both cores, so a file that does not is placed between two of them.
 */
const LONG = [
  'server/src/reliability/running',
  'store/src/embedded/embedded',
  'server/src/reliability/killed',
  'server/src/backup/backup',
  'server/src/serve/fence',
  'features/video/server/video',
  'server/src/main',
  'server/src/backup/commands',
  'features/video/server/bad-cameras',
  'video/src/media/media',
  'server/src/reliability/several-servers',
  'server/src/reliability/hostile-input',
  ...['map', 'every-page', 'video', 'story', 'tools', 'page-states', 'first-hours', 'pages-memory', 'fires'].map(
    (name) => `e2e/src/${name}`,
  ),
  ...['line', 'layers'].map((name) => `e2e/src/${name}`),
];

/**
 * Node loads the modules itself, as in production, without Vite: nothing is transformed, and a call to a function of another module passes
 * through no getter, which would cost more than the computation in small functions. This mode loads no TSX (which is tested in `component`)
 * and mocks no module.
 */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false };

/** The name, files and setup of a project. */
const of = (name: Project['name']) => ({
  name,
  include: projectNamed(name).include,
  exclude: ['**/node_modules/**', ...projectNamed(name).exclude],
  setupFiles: ['scripts/lib/mark-test-file.mjs', 'scripts/lib/long-waits.mjs'],
  expect: { poll: { timeout: WAIT_MS } },
});

const startsServers = {
  globalSetup: ['packages/store/src/testing/global-setup.ts'],
  env: { NODE_COMPILE_CACHE: COMPILED },
  experimental: BY_NODE,
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONG.findIndex((name) => moduleId.includes(`/${name}.`)) >>> 0;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...of('unit'),
          experimental: BY_NODE,
          isolate: false,
          maxWorkers: UNIT_WORKERS,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      'apps/web/vitest.config.ts',
      { test: { ...startsServers, ...of('recovery'), maxWorkers: RECOVERY_WORKERS, sequence: { groupOrder: 1 } } },
      { test: { ...startsServers, ...of('integration'), maxWorkers: INTEGRATION_WORKERS, sequence: { groupOrder: 2 } } },
      {
        test: {
          ...of('browser'),
          globalSetup: ['e2e/src/lib/global-setup.ts'],
          env: { NODE_COMPILE_CACHE: COMPILED },
          experimental: BY_NODE,
          isolate: false,
          maxWorkers: BROWSER_WORKERS,
          sequence: { groupOrder: 3 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
