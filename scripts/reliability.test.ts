import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS, reliabilityPage } from './reliability.ts';

const { batteries, withRuns } = await import(new URL('lib/batteries.mjs', import.meta.url).href);
const root = join(import.meta.dirname, '..');

it('every fault has tests that exist, and every battery belongs to a fault', () => {
  const named = FAULTS.flatMap(({ files }) => files);
  expect(FAULTS.filter(({ files }) => files.length === 0)).toEqual([]);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(batteries.filter((file: string) => !named.includes(file))).toEqual([]);
});

it('the page states the results of a full run, and names what was not run', () => {
  const [first] = FAULTS;
  const file = first?.files[0] ?? '';
  expect(reliabilityPage({})).not.toContain('passed 2');
  const page = reliabilityPage({
    [file]: { date: '2026-11-25', commit: 'abc', seconds: 9.6, passed: false, figures: [{ seed: 7, kills: 100 }] },
  });
  expect(page).toContain(`(../${file}) | **FAILED** 2026-11-25, abc | 10 s | seed 7, kills 100 |`);
  expect(page).toContain('not run in full yet');
});

it('a run replaces only the earlier one of the same file; a failed run is recorded as failed', () => {
  const before = { a: { passed: true }, b: { passed: true } };
  const outcomes = [{ ran: [{ file: 'b', seconds: 3 }], failures: [{ file: 'b' }], broken: [] }];
  const after = withRuns(
    before,
    outcomes,
    [
      { file: '/root/b', n: 1 },
      { file: '/root/c', n: 2 },
    ],
    { root: '/root', date: 'd', commit: 'c' },
  );
  expect(after).toEqual({ a: { passed: true }, b: { date: 'd', commit: 'c', seconds: 3, passed: false, figures: [{ n: 1 }] } });
});
