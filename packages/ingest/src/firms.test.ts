import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDetection } from './firms.ts';

const NOW = new Date('2026-11-21T08:00:00Z');

function fireNoOf(latitude: string, longitude: string): string {
  const row: Record<string, string> = { latitude, longitude, acq_date: '2026-01-01', acq_time: '5', satellite: 'N', confidence: 'n' };
  const read = readDetection((name) => row[name], NOW);
  if (!read.ok) throw new Error(read.error.code);
  return read.value.facts.fireNo;
}

const degrees = (most: number) =>
  fc.tuple(fc.double({ min: -most, max: most, noNaN: true }), fc.integer({ min: 0, max: 8 })).map(([n, places]) => n.toFixed(places));

test('the number of a detection is its position to five decimals, however many the file gives', () => {
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const [lat, lng] = [Number(latitude), Number(longitude)];
      const east = `${lng < 0 ? 'W' : 'E'}${Math.abs(lng).toFixed(5)}`;
      const north = `${lat < 0 ? 'S' : 'N'}${Math.abs(lat).toFixed(5)}`;
      expect(fireNoOf(latitude, longitude)).toBe(`N-202601010005-${east}${north}`);
    }),
  );
});

test.each(['026.5', '+26.5', '26.50', '26.500000', '2.65e1', '26.5'])('%s is the same place as 26.5', (latitude) => {
  expect(fireNoOf(latitude, '-0.0')).toBe('N-202601010005-E0.00000N26.50000');
});
