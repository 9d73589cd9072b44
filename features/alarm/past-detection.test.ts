import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAST_DETECTION_MS, pastReason } from './past-detection.ts';

const NOW = new Date('2026-11-21T05:30:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

it.each<[string, number, number | null, string | null, ReturnType<typeof pastReason>]>([
  ['near real time', 2, null, '2.0NRT', null],
  ['ultra real time', 0.1, null, '2.0URT', null],
  ['late, of the same day', 20, null, '6.1NRT', null],
  ['of yesterday', 30, null, '6.1NRT', null],
  ['of the day before yesterday', 50, null, '6.1NRT', 'age'],
  ['of a file of archives', 5, 0, '6.1', 'archive'],
  ['of an older file of archives', 5, 0, '61.03', 'archive'],
  ['of another provider, whose version is a number', 1, null, '1.0', null],
  ['with the column of archives, but near real time', 1, 0, '2.0NRT', null],
  ['of a volcano', 1, 1, '2.0NRT', 'source'],
  ['of a static source on land', 1, 2, '2.0NRT', 'source'],
  ['offshore', 1, 3, '2', 'source'],
  ['without a version', 1, null, null, null],
])('a detection %s', (_, hours, heatType, version, reason) => {
  expect(pastReason(ago(hours), { heatType, version }, NOW)).toBe(reason);
});

it('seen more than two days ago is never current, whatever its product states', () => {
  const product = fc.record({ heatType: fc.constantFrom(null, 0, 1, 2, 3), version: fc.constantFrom(null, '2.0NRT', '6.1', 'x', '') });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), product, (age, of) => {
      const reason = pastReason(new Date(NOW.getTime() - age), of, NOW);
      if (age > PAST_DETECTION_MS) expect(reason).not.toBeNull();
    }),
    { numRuns: 60 },
  );
});
