import { DAY_MS } from '@lookout/domain';
import { destination, roundCovariance } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { type HeatDetection, isOfHeat, isUsualHeat, proposedHeat, usualFrp } from './known-heat.ts';

const KILN = { lng: 103.6, lat: 31.5 };
const MIDNIGHT = Date.parse('2026-03-01T00:00:00+08:00');

const hot = (id: string, day: number, { east = 0, hour = 13, frp = 5 as number | null } = {}): HeatDetection => ({
  id,
  ...destination(KILN, 90, east),
  atMs: MIDNIGHT + day * DAY_MS + hour * 3_600_000,
  frpMegawatts: frp,
});

describe('a heat source is proposed', () => {
  it('A source is proposed from four different days within 30', () => {
    const days = [0, 3, 9, 29];
    expect(proposedHeat(days.map((day) => hot(`${day}`, day)))).toMatchObject([
      { days: ['2026-03-01', '2026-03-04', '2026-03-10', '2026-03-30'], hours: [13], usualFrpMegawatts: 5 },
    ]);
    expect(proposedHeat([0, 3, 9].map((day) => hot(`${day}`, day)))).toEqual([]);
    expect(proposedHeat([0, 3, 9, 30].map((day) => hot(`${day}`, day)))).toEqual([]);
  });

  it('Many detections of one night propose no source', () => {
    expect(proposedHeat([0, 1, 2, 3, 4].map((n) => hot(`${n}`, 0, { hour: n })))).toEqual([]);
  });

  it('A source is proposed wherever the grid lines lie', () => {
    for (let east = 0; east < 750; east += 50) {
      const scattered = [-150, 150, -100, 100, 0].map((off, day) => hot(`${day}`, day, { east: east + off }));
      expect(proposedHeat(scattered).map(({ detectionIds }) => detectionIds.length)).toEqual([5]);
    }
  });

  it('Each place is proposed once, the one with the most days first', () => {
    const near = [0, 1, 2, 3].map((day) => hot(`a${day}`, day));
    const far = [0, 1, 2, 3, 4].map((day) => hot(`b${day}`, day, { east: 5_000 }));
    expect(proposedHeat([...near, ...far]).map(({ days }) => days.length)).toEqual([5, 4]);
  });
});

it('The usual strength is the 95th percentile', () => {
  expect(usualFrp(Array.from({ length: 100 }, (_, n) => n + 1))).toBe(95);
  expect(usualFrp([])).toBeNull();
});

describe('a known place', () => {
  const place = { position: KILN, radiusMetres: 750, usualFrpMegawatts: 5 };

  it('A known place silences its usual heat but not stronger heat', () => {
    expect(isUsualHeat(place, KILN, 5)).toBe(true);
    expect(isUsualHeat(place, KILN, 5.1)).toBe(false);
    expect(isUsualHeat(place, KILN, null)).toBe(true);
  });

  it('A known place does not silence heat outside its radius, even when a wide error might place it inside', () => {
    const beside = destination(KILN, 0, 1_000);
    expect(isUsualHeat(place, beside, 1)).toBe(false);
    expect(isOfHeat(place, beside, roundCovariance(50))).toBe(false);
    expect(isOfHeat(place, beside, roundCovariance(100))).toBe(true);
    expect(isOfHeat(place, destination(KILN, 0, 749), roundCovariance(1))).toBe(true);
  });
});
