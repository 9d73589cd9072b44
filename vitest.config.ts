import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TEST_MS, WAIT_MS } from './scripts/lib/deadlines.mjs';
import { type Project, projectNamed } from './scripts/lib/test-projects.mjs';

// unit: pure and fast, side by side. component (apps/web/vitest.config.ts): pieces of pages in a DOM without a browser. recovery: servers and
// databases that are started, ended and killed, judged by the seconds that reliability.md and contract.md promise. integration: starts
// databases, brokers, servers. browser: a real Chromium against the real server.
// Without isolation a worker loads each module once and starts one PostgreSQL, one browser; what a file leaves behind in a module, the next
// one meets.
const UNIT_WORKERS = 2;
// Integration tests wait for other processes much of their time: three files side by side fill two cores.
const INTEGRATION_WORKERS = 3;
// A start fills a core and more: beside another file the seconds would be those of the machine, not the promised ones.
const RECOVERY_WORKERS = 1;
const BROWSER_WORKERS = 2;

/** What the programs that tests start come to when their types are taken away and they are compiled: half of a start. */
const COMPILED = fileURLToPath(new URL('node_modules/.cache/lookout-test-compiled', import.meta.url));

/**
 * Files that take longest, longest first: begun last, one of them would be waited for alone. A clean clone has no times of its own. Those that
 * draw the real globe fill both cores: between two of them stands one that does not.
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
 * Node loads the modules itself, as it does the product's, without Vite: nothing is transformed, and a function of another module is called without a
 * getter before it, which costs what computes much more than itself. It loads no TSX (which is of `component`) and mocks no module.
 */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false };

/** What a project's name, files and setup come from. */
const of = (name: Project['name']) => ({
  name,
  include: projectNamed(name).include,
  exclude: ['**/node_modules/**', ...projectNamed(name).exclude],
  setupFiles: ['scripts/lib/mark-test-file.mjs', 'scripts/lib/patient-waits.mjs'],
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
