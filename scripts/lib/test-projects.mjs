// The projects of the tests, in the order they run, and which files each has: the ONE table, read by vitest.config.ts and by the commands.

/** Judged by seconds that are promised: one file at a time. */
const RECOVERY = [
  ...['running', 'killed', 'several-servers', 'lines', 'disks', 'clock', 'memory', 'alarm-path'].map(
    (name) => `apps/server/src/reliability/${name}.integration.test.ts`,
  ),
  'packages/store/src/embedded/embedded.integration.test.ts',
];

/** Broken on purpose, for a test of the checks. */
const FIXTURES = 'scripts/fixtures/';

/**
 * @typedef {'unit' | 'component' | 'recovery' | 'integration' | 'browser'} ProjectName
 * @typedef {{ name: ProjectName, include: string[], exclude: string[], startsServers: boolean, has: (file: string) => boolean }} Project
 *   include, exclude: patterns from the root for Vitest; startsServers: databases, servers or browsers, which depend on what else the machine does, so
 *   that a failed file is tried a second time; has: whether a test file (seen from the root) is one of it, asked in the order of the table
 */

/** @type {readonly Project[]} */
export const PROJECTS = [
  {
    name: 'unit',
    include: ['{features,packages,apps,scripts,bench}/**/*.test.ts'],
    exclude: ['**/*.integration.test.ts', `${FIXTURES}**`],
    startsServers: false,
    has: (file) => file.endsWith('.test.ts') && !file.endsWith('.integration.test.ts') && !file.startsWith('e2e/'),
  },
  {
    name: 'component',
    include: ['{features,apps/web/src}/**/*.test.tsx'],
    exclude: [],
    startsServers: false,
    has: (file) => file.endsWith('.test.tsx'),
  },
  { name: 'recovery', include: RECOVERY, exclude: [], startsServers: true, has: (file) => RECOVERY.includes(file) },
  {
    name: 'integration',
    include: ['{features,packages,apps,scripts,bench}/**/*.integration.test.ts'],
    exclude: RECOVERY,
    startsServers: true,
    has: (file) => file.endsWith('.integration.test.ts') && !RECOVERY.includes(file),
  },
  { name: 'browser', include: ['e2e/**/*.test.ts'], exclude: [], startsServers: true, has: (file) => file.startsWith('e2e/') },
];

/** @param {string} file seen from the root @returns {ProjectName | null} null when it is no test file */
export function projectOf(file) {
  if (!/\.test\.tsx?$/.test(file) || file.startsWith(FIXTURES)) return null;
  return PROJECTS.find(({ has }) => has(file))?.name ?? null;
}

/** @param {ProjectName} name @returns {Project} */
export const projectNamed = (name) => /** @type {Project} */ (PROJECTS.find((project) => project.name === name));
