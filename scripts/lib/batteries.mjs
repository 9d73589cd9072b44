// The test files with a short form, which `npm test` runs, and a full one for `npm run battery` (BATTERY=full). The only list of them.
import { relative, sep } from 'node:path';

const ofTheServer = [
  ...['killed', 'killed-acts', 'running', 'several-servers', 'lines', 'disks', 'clock', 'memory', 'children'],
  ...['event-log', 'hostile-input', 'hostile-topics', 'hostile-uploads'],
];

export const batteries = [
  ...ofTheServer.map((name) => `apps/server/src/reliability/${name}.integration.test.ts`),
  'apps/server/src/serve/fence.integration.test.ts',
  'features/video/server/bad-cameras.integration.test.ts',
  'packages/live/src/broker-hostile.integration.test.ts',
  'packages/store/src/embedded/embedded.integration.test.ts',
  'e2e/src/first-hours.test.ts',
  'e2e/src/pages-memory.test.ts',
  'e2e/src/story.test.ts',
  'e2e/src/video.test.ts',
];

/**
 * @param {string[]} names parts of paths
 * @returns {string[]} the batteries whose path contains one of them; all batteries without names
 */
export const batteriesNamed = (names) => batteries.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));

/**
 * The record of the last runs, in which the current runs replace earlier ones of the same files.
 * @param {Record<string, unknown>} before by test file
 * @param {readonly import('./outcome.mjs').Outcome[]} outcomes
 * @param {readonly ({ file: string } & Record<string, number | string>)[]} figures what the tests measured; `file`: absolute
 * @param {{ root: string, date: string, commit: string }} of
 * @returns {Record<string, unknown>}
 */
export function withRuns(before, outcomes, figures, { root, date, commit }) {
  const runs = outcomes.flatMap(({ ran, failures, broken }) =>
    ran.map(({ file, seconds }) => {
      const measured = figures.filter((one) => relative(root, one.file).split(sep).join('/') === file).map(({ file: _, ...rest }) => rest);
      const passed = ![...failures, ...broken].some((failure) => failure.file === file || failure.file === null);
      return [file, { date, commit, seconds: Math.round(seconds), passed, figures: measured }];
    }),
  );
  return Object.fromEntries(Object.entries({ ...before, ...Object.fromEntries(runs) }).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
