import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  areasShown,
  borderBetween,
  crossesBorder,
  impactKindOfLayer,
  likelyImpacts,
  type SpreadImpact,
  worstBehaviour,
} from './spread-result.ts';

const grid = (no: string) => no as GridNo;

describe('what a fire may hit', () => {
  it.each([
    ['village', '威州镇村界', 'village'],
    ['forest-farm', '', 'forest-farm'],
    ['other', '500千伏输电线路', 'power-line'],
    ['other', '四川电网', 'power-line'],
    ['other', '卧龙自然保护区', 'reserve'],
    // A power line in a reserve counts as part of the reserve.
    ['other', '保护区内电力设施', 'reserve'],
    ['other', '隔离带', 'line'],
    ['road', '国道', null],
    ['water', '岷江', null],
  ] as const)('a feature of a layer of kind %s with the name %s is classed as %s', (kind, name, told) => {
    expect(impactKindOfLayer({ kind, name })).toBe(told);
  });

  it('crosses the highest border that differs, if both grids have that level', () => {
    expect(['621225', '513301', '513222', '513221101', '513221', '510000'].map((no) => borderBetween(grid('513221'), grid(no)))).toEqual([
      'province',
      'prefecture',
      'county',
      null,
      null,
      null,
    ]);
    expect(crossesBorder(grid('513221'), grid('621225'), 'county')).toBe(true);
    // For a forecast of a whole prefecture, the county that the fire leaves is unknown.
    expect(borderBetween(grid('513200'), grid('513222'))).toBeNull();
    expect(borderBetween(grid('513200'), grid('621225'))).toBe('province');
  });
});

it('the summary has some hours of the likely area, and the last', () => {
  const at = (minutes: number, areaHectares: number, probability: number | null) => ({
    minutes,
    areaHectares,
    probability,
    coordinates: [],
  });
  const isochrones = [1, 2, 3, 4, 5].flatMap((hour) => [
    at(60 * hour, hour, 0.9),
    at(60 * hour, 10 * hour, 0.5),
    at(60 * hour - 15, 1, 0.5),
  ]);
  expect(areasShown({ isochrones }, 5)).toEqual([1, 3, 5].map((hour) => ({ minutes: 60 * hour, areaHectares: 10 * hour })));
});

it('what half of the members hit is likely, sorted by time', () => {
  const of = (id: string, p50: number | null) => ({ id, arrivalMinutes: { p10: 5, p50, p90: null } }) as unknown as SpreadImpact;
  expect(likelyImpacts([of('late', 90), of('hardly', null), of('soon', 10)]).map(({ id, atMinutes }) => [id, atMinutes])).toEqual([
    ['soon', 10],
    ['late', 90],
  ]);
});

it('the worst hour has the longest flames, then the greatest intensity, then the earliest time', () => {
  expect(worstBehaviour([])).toBeNull();
  const worst = (...hours: readonly (readonly [flames: number | null, intensity: number | null])[]) =>
    worstBehaviour(
      hours.map(([flameLengthMetres, intensityKilowattsPerMetre], i) => ({ flameLengthMetres, intensityKilowattsPerMetre, hour: i + 1 })),
    )?.hour;
  expect(worst([1, 300], [3, 2_500], [3, 2_500], [2, 9_000])).toBe(2);
  expect(worst([1.4, 538], [1.4, 556], [1.3, 600])).toBe(2);
  expect(worst([null, null])).toBeUndefined();
});
