import { describe, expect, it } from 'vitest';
import { type MemberArrivals, NEVER } from './arrivals.ts';
import { DEFAULT_ENSEMBLE_ERRORS, memberRequest } from './members.ts';
import {
  addMember,
  arrivalQuantiles,
  arrivalQuantilesAt,
  createTally,
  type EnsembleTally,
  mergeTally,
  probabilityAreas,
  probabilityBy,
  stepMinutesFor,
} from './tally.ts';
import { aFire, arrivalsOf } from './testing/square-fire.ts';

const GRID = { columns: 2, rows: 1, cellMetres: 10, westMetres: 0, northMetres: 10 };

/** A member whose fire reaches the only two cells at these minutes. */
const comesAt = (...minutes: readonly number[]): MemberArrivals => ({
  grid: GRID,
  limitMinutes: 60,
  quarters: Uint16Array.from(minutes, (at) => (at === Number.POSITIVE_INFINITY ? NEVER : 4 * at)),
});

function tallied(members: readonly MemberArrivals[], weights: readonly number[] = []): EnsembleTally {
  const [first] = members;
  if (first === undefined) expect.fail('no members');
  const tally = createTally(first.grid, first.limitMinutes, 15);
  members.forEach((member, i) => {
    expect(addMember(tally, member, weights[i] ?? 1).ok).toBe(true);
  });
  return tally;
}

describe('the combined result of the members', () => {
  const tally = tallied([comesAt(0, 15), comesAt(0, 20), comesAt(10, 30), comesAt(20, Number.POSITIVE_INFINITY)]);

  it('a tally gives the probability that a cell has burned by a minute', () => {
    const at = (minutes: number) => [...probabilityBy(tally, minutes)];
    expect(at(-1)).toEqual([0, 0]);
    expect(at(0)).toEqual([0.5, 0]);
    expect(at(15)).toEqual([0.75, 0.25]);
    expect(at(22.5)).toEqual([0.875, 0.5]);
    expect(at(60)).toEqual([1, 0.75]);
    expect(at(1_000)).toEqual([1, 0.75]);
  });

  it('a tally gives the time by which a share of the members has arrived', () => {
    expect(arrivalQuantilesAt(tally, [0, 1], [0.1, 0.5, 0.75, 0.9])).toEqual([
      [0, 0, 15, 24],
      [6, 22.5, 30, Number.POSITIVE_INFINITY],
    ]);
    expect([...arrivalQuantiles(tally, 0.5)]).toEqual([0, 22.5]);
  });

  it('a weighted member counts as if it were present more than once', () => {
    const weighted = tallied([comesAt(0, 15), comesAt(20, 40)], [3, 1]);
    const repeated = tallied([comesAt(0, 15), comesAt(0, 15), comesAt(0, 15), comesAt(20, 40)]);
    expect(weighted.counts).toEqual(repeated.counts);
    expect([...probabilityBy(weighted, 15)]).toEqual([0.75, 0.75]);
  });

  it('an empty tally gives no result', () => {
    const empty = createTally(GRID, 60, 15);
    expect([...probabilityBy(empty, 60)]).toEqual([0, 0]);
    expect(arrivalQuantilesAt(empty, [0], [0.1])).toEqual([[Number.POSITIVE_INFINITY]]);
  });

  it('a tally needs at most 25 counts a cell', () => {
    for (let hours = 1; hours <= 24; hours++) expect(createTally(GRID, hours * 60, stepMinutesFor(hours)).steps).toBeLessThanOrEqual(24);
  });
});

describe('tallies of several workers', () => {
  const members = Array.from({ length: 12 }, (_, index) => arrivalsOf(memberRequest(aFire(), DEFAULT_ENSEMBLE_ERRORS, 1, index)));

  it('tallies add up to the same sum, whichever worker grew which member and in whatever order', () => {
    const all = tallied(members);
    const parts = [members.slice(8), members.slice(0, 3), members.slice(3, 8)].map((part) => tallied(part.toReversed()));
    const merged = createTally(all.grid, all.grid.columns === 81 ? 120 : 0, 15);
    for (const part of parts) expect(mergeTally(merged, part).ok).toBe(true);
    expect(merged).toEqual(all);
    expect(probabilityBy(all, 120).some((value) => value > 0 && value < 1)).toBe(true);
  });

  it('tallies give areas of a probability: the higher the probability, the smaller the area, and each cell inside has at least that probability', () => {
    const tally = tallied(members);
    const areas = probabilityAreas(tally, 90, [0.1, 0.5, 0.9]);
    const cellHectares = tally.grid.cellMetres ** 2 / 10_000;
    const probability = probabilityBy(tally, 90);
    expect(areas.map(({ probability: level }) => level)).toEqual([0.1, 0.5, 0.9]);
    for (const { probability: level, areaHectares, polygons } of areas) {
      const cells = probability.filter((value) => value >= level).length;
      expect(cells).toBeGreaterThan(10);
      expect(polygons.length).toBeGreaterThan(0);
      expect(Math.abs(areaHectares / (cells * cellHectares) - 1)).toBeLessThan(0.25);
    }
    const [tenth, half, most] = areas.map(({ areaHectares }) => areaHectares) as [number, number, number];
    expect(tenth).toBeGreaterThan(half);
    expect(half).toBeGreaterThan(most);
  });

  it('tallies of another ground, other hours or more weight than fits are refused', () => {
    const tally = tallied(members.slice(0, 1));
    const [other] = members;
    if (other === undefined) expect.fail('no members');
    const refusal = { ok: false, error: { field: 'members' } };
    expect(addMember(tally, comesAt(1, 2))).toMatchObject(refusal);
    expect(addMember(tally, { ...other, limitMinutes: 600 })).toMatchObject(refusal);
    expect(addMember(tally, other, 65_535)).toMatchObject(refusal);
    for (const weight of [0.5, -1, Number.NaN]) expect(addMember(tally, other, weight)).toMatchObject(refusal);
    expect(mergeTally(tally, tallied([comesAt(1, 2)]))).toMatchObject(refusal);
    expect(mergeTally(tally, createTally(tally.grid, 120, 30))).toMatchObject(refusal);
    expect(tally.members).toBe(1);
  });
});
