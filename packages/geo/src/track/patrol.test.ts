import { describe, expect, it } from 'vitest';
import { destination } from '../coordinates/geodesic.ts';
import { CELL_SQUARE_KILOMETRES } from './cells.ts';
import { EMPTY_PATROL, extendPatrol, type Patrol, soundFixes, type TrackFix } from './patrol.ts';

const START = { lng: 103.5, lat: 31.4 };
const T0 = Date.parse('2026-11-24T00:00:00Z');
const MINUTE = 60_000;
const fix = (seconds: number, metresEast: number, metresNorth = 0): TrackFix => ({
  ...destination(destination(START, 90, metresEast), 0, metresNorth),
  ms: T0 + seconds * 1000,
});
/** 1.2 m/s to the east, a position every 15 s. */
const walk = (fromSeconds: number, count: number, fromMetres = 0): TrackFix[] =>
  Array.from({ length: count }, (_, index) => fix(fromSeconds + index * 15, fromMetres + index * 18));
const patrolOf = (fixes: readonly TrackFix[]): Patrol => extendPatrol(EMPTY_PATROL, fixes);
const areaOf = ({ cells }: Patrol) => cells.size * CELL_SQUARE_KILOMETRES;

describe('a day of positions', () => {
  it('a day is on duty from the first to the last position, moves the whole time and has the distance walked', () => {
    const day = patrolOf(walk(0, 401));
    expect(day).toMatchObject({ positions: 401, leftOut: 0, beginMs: T0, endMs: T0 + 400 * 15_000, movingMs: 400 * 15_000, gaps: [] });
    expect(day.metres).toBeCloseTo(7_200, 0);
  });

  it('a day sees 500 m on either side: a strip of length × 1 km with two half circles', () => {
    const aslant = Array.from({ length: 401 }, (_, n) => ({ ...destination(START, 37, n * 18), ms: T0 + n * 15_000 }));
    const wanted = 7.2 + Math.PI / 4;
    expect(Math.abs(areaOf(patrolOf(aslant)) / wanted - 1)).toBeLessThan(0.02);
    // Along a parallel whole rows of cells are either in or out.
    const area = areaOf(patrolOf(walk(0, 401)));
    expect(Math.abs(area / wanted - 1)).toBeLessThan(0.12);
    // An area walked to and fro is seen once.
    const back = walk(6_015, 401).map(({ ms }, index) => ({ ...fix(0, 7_200 - index * 18), ms }));
    expect(areaOf(patrolOf([...walk(0, 401), ...back]))).toBeCloseTo(area, 1);
  });

  it('a day with a motionless phone has no distance and no time moving, whatever the jitter of its fixes', () => {
    const still = Array.from({ length: 240 }, (_, index) => fix(index * 15, (index % 2) * 4));
    expect(patrolOf(still)).toMatchObject({ movingMs: 0, metres: 0, positions: 240 });
    expect(areaOf(patrolOf(still))).toBeGreaterThan(0.7);
  });

  it('more than ten minutes without a position are a gap, with its places, and nothing in it is counted', () => {
    const day = patrolOf([...walk(0, 5), ...walk(60 + 601, 5, 900)]);
    expect(day.gaps).toHaveLength(1);
    expect(day.gaps[0]).toMatchObject({ beginMs: T0 + MINUTE, endMs: T0 + 661_000 });
    expect(day.gaps[0]?.from.lng).toBeCloseTo(fix(60, 72).lng, 9);
    expect(day.gaps[0]?.to.lng).toBeCloseTo(fix(661, 900).lng, 9);
    expect(day.metres).toBeCloseTo(144, 1);
    expect(day.movingMs).toBe(120_000);
    expect(patrolOf([fix(0, 0), fix(600, 0)]).gaps).toEqual([]);
  });

  it('a jump of more than 120 km/h is left out, and the day continues from the position before it', () => {
    const fixes = [...walk(0, 5), fix(75, 600), ...walk(90, 5, 108)];
    const day = patrolOf(fixes);
    expect(day).toMatchObject({ positions: 11, leftOut: 1 });
    expect(day.metres).toBeCloseTo(10 * 18, 1);
    expect(soundFixes(fixes)).toEqual(fixes.filter((_, index) => index !== 5));
    // 120 km/h itself is the speed of a vehicle.
    expect(patrolOf([fix(0, 0), fix(15, 499.9)])).toMatchObject({ leftOut: 0 });
    expect(patrolOf([fix(0, 0), fix(15, 500.1)])).toMatchObject({ leftOut: 1 });
  });

  it('three jumps that agree with each other are taken as true: the first position was the wrong one', () => {
    const fixes = [fix(0, 50_000), ...walk(15, 10)];
    const day = patrolOf(fixes);
    expect(day).toMatchObject({ positions: 11, leftOut: 0, endMs: T0 + 150_000 });
    expect(day.metres).toBeCloseTo(9 * 18, 1);
    expect(soundFixes(fixes)).toEqual(fixes);
    expect(patrolOf([...walk(0, 3), fix(45, 9_000), fix(60, -9_000), fix(75, 9_000)])).toMatchObject({ leftOut: 3 });
  });

  it('the result is the same whether positions arrive at once or in parts', () => {
    const fixes = [
      ...walk(0, 7),
      fix(105, 9_000),
      ...walk(120, 9, 150),
      ...walk(2_000, 9, 400),
      fix(2_200, 50_000),
      ...walk(2_215, 4, 50_018),
    ];
    const whole = patrolOf(fixes);
    for (const size of [1, 2, 5]) {
      let parts: Patrol = EMPTY_PATROL;
      for (let from = 0; from < fixes.length; from += size) parts = extendPatrol(parts, fixes.slice(from, from + size));
      expect(parts).toEqual(whole);
    }
    expect(patrolOf([])).toEqual(EMPTY_PATROL);
  });
});
