// The test files with a short form, which `npm test` runs, and a full one for `npm run battery` (BATTERY=full). The only list of them.

export const batteries = [
  ...['event-log', 'killed', 'killed-acts', 'hostile-input', 'hostile-topics', 'hostile-uploads', 'running', 'several-servers'].map(
    (name) => `apps/server/src/reliability/${name}.integration.test.ts`,
  ),
  'apps/server/src/features/video/bad-cameras.integration.test.ts',
  'packages/live/src/broker-hostile.integration.test.ts',
  'packages/store/src/embedded/embedded.integration.test.ts',
  'e2e/src/pages-memory.test.ts',
  'e2e/src/video.test.ts',
];

/**
 * @param {string[]} names parts of paths
 * @returns {string[]} the batteries whose path has one of them in it; all without names
 */
export const batteriesNamed = (names) => batteries.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
