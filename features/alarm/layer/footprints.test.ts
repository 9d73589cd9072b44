import { describe, expect, it } from 'vitest';
import { colourOfFootprint, footprintCorners } from './footprints.ts';
import { AGE_LEGEND } from './mark.ts';

const kilometres = (from: readonly [number, number], to: readonly [number, number]): number =>
  Math.hypot((to[0] - from[0]) * Math.cos((from[1] * Math.PI) / 180), to[1] - from[1]) * 111.32;

describe('footprints', () => {
  it('a footprint is scan kilometres wide and track kilometres high, with the hotspot at its centre', () => {
    const [southWest = [0, 0], southEast = [0, 0], northEast = [0, 0]] = footprintCorners(103.45, 31.3, {
      scanKilometres: 0.78,
      trackKilometres: 0.39,
    });
    expect(kilometres(southWest, southEast)).toBeCloseTo(0.78, 3);
    expect(kilometres(southEast, northEast)).toBeCloseTo(0.39, 3);
    expect([(southWest[0] + northEast[0]) / 2, (southWest[1] + northEast[1]) / 2].map((degrees) => degrees.toFixed(6))).toEqual([
      '103.450000',
      '31.300000',
    ]);
  });

  it('a footprint is as wide in kilometres in Heilongjiang as in Yunnan', () => {
    const width = (lat: number): number => {
      const [southWest = [0, 0], southEast = [0, 0]] = footprintCorners(128, lat, { scanKilometres: 1, trackKilometres: 1 });
      return kilometres(southWest, southEast);
    };
    expect(width(50)).toBeCloseTo(width(25), 3);
  });

  it('a footprint has the colour of its age', () => {
    const now = new Date('2026-11-21T04:00:00Z');
    const seen = (hours: number) => ({ observedAt: new Date(now.getTime() - hours * 3_600_000) });
    expect([0.2, 2, 200].map((hours) => colourOfFootprint(seen(hours), now))).toEqual([
      AGE_LEGEND[0].colour,
      AGE_LEGEND[1].colour,
      AGE_LEGEND[6].colour,
    ]);
  });
});
