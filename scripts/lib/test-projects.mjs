// The test projects in the order in which they run, and the files of each: the ONE table, read by vitest.config.ts and by the commands.

/** These tests check promised times in seconds, so they run one file at a time. */
const RECOVERY = [
  ...['running', 'killed', 'several-servers', 'lines', 'disks', 'clock', 'memory', 'alarm-path'].map(
    (name) => `apps/server/src/reliability/${name}.integration.test.ts`,
  ),
  'packages/store/src/embedded/embedded.integration.test.ts',
];

/** Files that are broken on purpose, for a test of the checks. */
const FIXTURES = 'scripts/fixtures/';

/**
 * @typedef {'unit' | 'component' | 'recovery' | 'integration' | 'browser'} ProjectName
 * @typedef {{ name: ProjectName, include: string[], exclude: string[], startsServers: boolean, has: (file: string) => boolean }} Project
 *   include, exclude: patterns from the root for Vitest; startsServers: the project starts databases, servers or browsers, which depend on
 *   the
 *   machine's load, so that a failed file is tried a second time; has: whether a test file (relative to the root) belongs to it, checked in
 *   the order of the table
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

/** @param {string} file relative to the root @returns {ProjectName | null} null when it is not a test file */
export function projectOf(file) {
  if (!/\.test\.tsx?$/.test(file) || file.startsWith(FIXTURES)) return null;
  return PROJECTS.find(({ has }) => has(file))?.name ?? null;
}

/** @param {ProjectName} name @returns {Project} */
export const projectNamed = (name) => /** @type {Project} */ (PROJECTS.find((project) => project.name === name));
