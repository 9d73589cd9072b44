import { distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { journeyEta, straightEta } from './journey-eta.ts';
import { journeyText, noJourneyText } from './journey-texts.ts';
import { isMarginAlarm, safetyMarginOf, safetyZoneOf } from './safety-margin.ts';
import { spot } from './testing/nets.ts';
import type { Journey } from './travel.ts';

const METRES_PER_FOOT = 0.3048;

describe('the size of a safe place', () => {
  it('a safe place is as large as in firelab/behave: flames of 5 ft, six people and a machine', () => {
    const { separationMetres, radiusMetres, squareMetres } = safetyZoneOf({
      flameHeightMetres: 5 * METRES_PER_FOOT,
      people: 6,
      personSquareMetres: 50 * METRES_PER_FOOT ** 2,
      machines: 1,
      machineSquareMetres: 300 * METRES_PER_FOOT ** 2,
    });
    expect(separationMetres / METRES_PER_FOOT).toBeCloseTo(20, 9);
    expect(radiusMetres / METRES_PER_FOOT).toBeCloseTo(33.819_766, 6);
    expect(squareMetres / METRES_PER_FOOT ** 2 / 43_560).toBeCloseTo(0.082_49, 6);
  });

  it.each([
    [null, 60, null, 'not-threatened'],
    [40, null, null, 'no-way-out'],
    [10, 660, -1, 'too-late'],
    [40, 660, 29, 'alarm'],
    [40, 600, 30, 'watch'],
    [90, 1_800, 60, 'safe'],
  ] as const)('fire after %s min, %s s of walking: margin %s, %s', (arrival, toSafety, minutes, marginClass) => {
    expect(safetyMarginOf(arrival, toSafety)).toEqual({ minutes, class: marginClass });
    expect(isMarginAlarm({ class: marginClass })).toBe(['too-late', 'alarm', 'no-way-out'].includes(marginClass));
  });
});

describe('the arrival of a person under way', () => {
  const path = [spot(0, 0), spot(20, 0), spot(20, 20)];
  const metres = distanceMetres(spot(0, 0), spot(20, 0)) + distanceMetres(spot(20, 0), spot(20, 20));
  const way = { path, seconds: 3_600 };
  const track = (...fixes: readonly (readonly [minute: number, east: number, north: number])[]) =>
    fixes.map(([minute, east, north]) => ({ ...spot(east, north), ms: minute * 60_000 }));

  it('a person arrives at their own pace', () => {
    const done = distanceMetres(spot(0, 0), spot(10, 0));
    const eta = journeyEta(way, track([0, 0, 0], [5, 5, 0], [10, 10, 0]));
    const speed = done / 600;
    expect(eta.state).toBe('under-way');
    expect(eta.leftMetres).toBeCloseTo(metres - done, 0);
    expect(((eta.arrivesMs as number) - 600_000) / 1000).toBeCloseTo((metres - done) / speed, -1);
    expect(eta.pace).toBeCloseTo(speed / (metres / 3_600), 3);
  });

  it('a person without a track is expected as planned', () => {
    expect(journeyEta(way, track([3, 0, 0]))).toMatchObject({ state: 'under-way', pace: null, arrivesMs: 3 * 60_000 + 3_600_000 });
  });

  it('a person without a route is expected in a straight line, at the pace of approach or else on foot', () => {
    const goal = spot(20, 0);
    const left = distanceMetres(spot(10, 0), goal);
    const coming = straightEta(goal, track([0, 5, 0], [10, 10, 0]));
    expect(coming).toMatchObject({ state: 'straight', leftMetres: left, pace: null });
    const seconds = (eta: typeof coming, minute: number) => ((eta.arrivesMs as number) - minute * 60_000) / 1000;
    // The person covered half of the remaining distance in ten minutes; the assumed pace is at least half a metre a second.
    expect(seconds(coming, 10)).toBeCloseTo(left / Math.max(distanceMetres(spot(5, 0), spot(10, 0)) / 600, 0.5), -1);
    for (const fixes of [track([3, 10, 0]), track([0, 9.9, 0], [3, 10, 0]), track([0, 12, 0], [3, 10, 0])])
      expect(seconds(straightEta(goal, fixes), 3)).toBeCloseTo(left * 1.4, 6);
    expect(straightEta(goal, track([5, 20, 0.1]))).toMatchObject({ state: 'arrived', leftMetres: 0 });
    expect(straightEta(goal, []).state).toBe('unknown');
  });

  it('arrived, off the route, standing still and unknown are distinguished', () => {
    expect(journeyEta(way, track([0, 19, 15], [5, 20, 19.9]))).toMatchObject({ state: 'arrived', leftMetres: 0, arrivesMs: 300_000 });
    expect(journeyEta(way, track([0, 5, 0], [5, 5, 6], [6, 5, 8]))).toMatchObject({ state: 'off-route', arrivesMs: null });
    // A single position off the route is a bad fix.
    expect(journeyEta(way, track([0, 5, 0], [5, 8, 0], [6, 8, 8])).state).toBe('under-way');
    expect(journeyEta(way, track([0, 5, 0], [5, 5.1, 0], [9, 5.1, 0.1]))).toMatchObject({ state: 'standing', pace: 0 });
    expect([journeyEta(way, []).state, journeyEta({ path: [], seconds: 0 }, track([0, 0, 0])).state]).toEqual(['unknown', 'unknown']);
  });
});

describe('the text of a journey', () => {
  const journey: Journey = {
    means: 'vehicle',
    seconds: 4_000,
    metres: 13_800,
    roadMetres: 12_010,
    footMetres: 1_790,
    flightMetres: 0,
    climbMetres: 338,
    roadClimbMetres: 100,
    path: [],
    stages: [],
    avoidsFire: false,
  };

  it('the text explains the arrival time', () => {
    expect(journeyText(journey, 'zh')).toBe('公路 12 公里，步行 1.8 公里爬升 340 米');
    expect(journeyText({ ...journey, avoidsFire: true, climbMetres: 0 }, 'en')).toBe('12 km by road, 1.8 km on foot, around the fire');
    expect(journeyText({ ...journey, roadMetres: 10, footMetres: 0 }, 'zh')).toBe('就在现场');
    expect(journeyText({ ...journey, roadMetres: 0, footMetres: 400, climbMetres: 19, flightMetres: 9_960 }, 'en')).toBe(
      '10 km by air, 0.4 km on foot',
    );
  });

  it('the text explains why a person cannot come', () => {
    expect(noJourneyText('closed-by-fire', 'zh')).toBe('道路将被火封闭');
    expect(noJourneyText('island', 'en')).toBe('on roads that are not joined to those at the fire');
  });
});
