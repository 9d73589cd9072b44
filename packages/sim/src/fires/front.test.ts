import { HOUR_MS, MINUTE_MS, type Position } from '@lookout/domain';
import { DEMO_COVER, type DemoCover, degreesAt, demoLandCover, planeOffset } from '@lookout/geo';
import { describe, expect, test } from 'vitest';
import { demoGround } from '../testing/demo-ground.ts';
import { createWeatherField, type Weather } from '../weather/field.ts';
import {
  arrivalsByPlace,
  burningPlaces,
  CELL_HECTARES,
  cellsBurnedBy,
  type FireFront,
  type FireGround,
  type FrontOptions,
  growFront,
} from './front.ts';

const START = Date.parse('2026-03-10T12:00:00+08:00');
const HERE: Position = { lng: 102.4, lat: 31.9 };
const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(HERE.lat);

const calm = { windFromDegrees: 0, windMetresPerSecond: 0, temperatureCelsius: 20, humidityPercent: 25 } as Weather;
const weatherOf = (overrides: Partial<Weather>) => ({ at: (): Weather => ({ ...calm, ...overrides }) });
/** Conifers on a plane that rises towards the east. @param coverAt land cover by metres east and north of the fire */
const groundOf = (risePerMetre = 0, coverAt: (east: number, north: number) => DemoCover = () => DEMO_COVER.conifer): FireGround => ({
  heightAt: (lng) => 2_000 + risePerMetre * (lng - HERE.lng) * eastMetresPerDegree,
  coverAt: (lng, lat) => coverAt((lng - HERE.lng) * eastMetresPerDegree, (lat - HERE.lat) * northMetresPerDegree),
});
const aFront = (overrides: Partial<FrontOptions> = {}): FireFront =>
  growFront({
    seed: 1,
    id: 'fire',
    ground: groundOf(),
    weather: weatherOf({}),
    position: HERE,
    startsAtMs: START,
    endsAtMs: START + 3 * HOUR_MS,
    mostHectares: Number.POSITIVE_INFINITY,
    ...overrides,
  });
/** How far the fire spread in each direction, metres, averaged over many fires, because each has its own gusts and patches. */
function reaches(overrides: Partial<FrontOptions>) {
  const fronts = Array.from({ length: 8 }, (_, n) => aFront({ seed: n, endsAtMs: START + 2 * HOUR_MS, ...overrides }));
  const mean = (of: (front: FireFront) => number): number => (fronts.reduce((sum, front) => sum + of(front), 0) / fronts.length) * 30;
  return {
    east: mean(({ east }) => Math.max(...east)),
    west: mean(({ east }) => -Math.min(...east)),
    north: mean(({ north }) => Math.max(...north)),
    south: mean(({ north }) => -Math.min(...north)),
  };
}

describe('a front', () => {
  test('A front is the same for the same seed and fire, and differs for others', () => {
    expect(aFront()).toEqual(aFront());
    expect(aFront({ seed: 2 })).not.toEqual(aFront());
    expect(aFront({ id: 'another' })).not.toEqual(aFront());
  });

  test("A front begins at the fire's origin and burns every cell once, in order", () => {
    const { origin, east, north, minutes } = aFront();
    expect([origin, east[0], north[0], minutes[0]]).toEqual([HERE, 0, 0, 0]);
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
    expect(minutes.at(-1)).toBeLessThan(180);
    expect(new Set(east.map((column, n) => `${column}/${north[n]}`)).size).toBe(minutes.length);
    expect(minutes.length).toBeGreaterThan(100);
  });

  test('On level ground without wind a front is about a circle', () => {
    const { east, west, north, south } = reaches({});
    const all = [east, west, north, south];
    expect(Math.max(...all) / Math.min(...all)).toBeLessThan(1.25);
  });

  test('A front spreads faster downwind and uphill', () => {
    const inWind = reaches({ weather: weatherOf({ windFromDegrees: 270, windMetresPerSecond: 6 }) });
    expect(inWind.east / inWind.west).toBeGreaterThan(1.8);
    expect(inWind.east / inWind.north).toBeGreaterThan(1.3);
    const uphill = reaches({ ground: groundOf(0.25) });
    expect(uphill.east / uphill.west).toBeGreaterThan(1.8);
    expect(uphill.east).toBeGreaterThan(1.5 * reaches({}).east);
  });

  test('A front is slower in damp air and in thinner litter, and does not burn at all in grass that is too wet', () => {
    const dry = reaches({}).east;
    expect(reaches({ weather: weatherOf({ humidityPercent: 60 }) }).east).toBeLessThan(0.6 * dry);
    expect(reaches({ ground: groundOf(0, () => DEMO_COVER.broadleaf) }).east).toBeLessThan(0.85 * dry);
    const wet = {
      ground: groundOf(0, () => DEMO_COVER.grass),
      weather: weatherOf({ humidityPercent: 99, temperatureCelsius: 5, windMetresPerSecond: 1 }),
    };
    expect(aFront(wet).minutes).toEqual([0]);
  });

  test('Water stops a front, which passes where the water ends', () => {
    const river = (ends: number) =>
      groundOf(0, (east, north) => (east > 100 && east < 220 && north < ends ? DEMO_COVER.water : DEMO_COVER.conifer));
    const contained = aFront({ ground: river(Number.POSITIVE_INFINITY) });
    expect(Math.max(...contained.east) * 30).toBeLessThanOrEqual(100);
    const round = aFront({ ground: river(150), endsAtMs: START + 6 * HOUR_MS });
    expect(Math.max(...round.east) * 30).toBeGreaterThan(220);
  });

  test('A fire that begins on ground that does not burn does not spread', () => {
    expect(aFront({ ground: groundOf(0, () => DEMO_COVER.bare) }).minutes).toEqual([0]);
  });

  test('A fire that begins in a field spreads to an adjacent forest, not to a distant one', () => {
    const field = (metres: number) => groundOf(0, (east) => (east < metres ? DEMO_COVER.fields : DEMO_COVER.conifer));
    const beside = aFront({ ground: field(200) });
    expect([beside.minutes[0], beside.minutes[1]]).toEqual([0, 0]);
    expect(beside.minutes.length).toBeGreaterThan(50);
    expect(Math.min(...beside.east.filter((column) => column !== 0))).toBeGreaterThanOrEqual(7);
    expect(aFront({ ground: field(400) }).minutes).toEqual([0]);
  });

  test('A front ends when it is put out, and stops growing once crews contain it', () => {
    const short = aFront({ endsAtMs: START + HOUR_MS });
    expect(short.minutes.at(-1)).toBeLessThan(60);
    const whole = aFront();
    expect(whole.minutes.slice(0, short.minutes.length)).toEqual(short.minutes);
    const contained = aFront({ mostHectares: 2 });
    expect(contained.minutes).toEqual(whole.minutes.slice(0, contained.minutes.length));
    expect(contained.minutes.length * CELL_HECTARES).toBeGreaterThan(2 - CELL_HECTARES);
    expect(contained.minutes.length * CELL_HECTARES).toBeLessThan(2 + CELL_HECTARES);
  });

  test('A front burns at its edge: the cells of the last hour, and the last cells where it has stopped', () => {
    const front = aFront();
    const at = START + 2 * HOUR_MS;
    const count = front.minutes.filter((minutes) => minutes <= 120).length;
    expect(cellsBurnedBy(front, at)).toBe(count);
    const burning = burningPlaces(front, at);
    expect(burning).toHaveLength(front.minutes.filter((minutes) => minutes > 60 && minutes <= 120).length);
    const arrivalAt = arrivalsByPlace(front);
    expect(burning.map(arrivalAt)).toEqual(front.minutes.filter((minutes) => minutes > 60 && minutes <= 120));
    expect(arrivalAt({ lng: HERE.lng + 1, lat: HERE.lat })).toBe(Number.POSITIVE_INFINITY);
    const contained = aFront({ mostHectares: 2 });
    expect(burningPlaces(contained, START + 3 * HOUR_MS)).toHaveLength(Math.ceil(0.1 * contained.minutes.length));
    expect(burningPlaces(front, START - MINUTE_MS)).toEqual([]);
    expect(burningPlaces(front, START)).toEqual([HERE]);
  });
});

test('On the demo’s own terrain a fire burns no river and no rock', () => {
  const surface = demoGround;
  const coverAt = demoLandCover(surface.heightAt);
  const front = aFront({
    ground: { heightAt: surface.heightAt, coverAt },
    weather: createWeatherField(1, surface),
    endsAtMs: START + 8 * HOUR_MS,
  });
  expect(front.minutes.length).toBeGreaterThan(20);
  const places = burningPlaces({ ...front, minutes: front.minutes.map(() => 0) }, START);
  expect(places).toHaveLength(front.minutes.length);
  const covers = new Set(places.slice(1).map(({ lng, lat }) => coverAt(lng, lat)));
  for (const held of [DEMO_COVER.water, DEMO_COVER.bare, DEMO_COVER.snow, DEMO_COVER.fields, DEMO_COVER.builtUp, null])
    expect(covers).not.toContain(held);
  expect(Math.hypot(...Object.values(planeOffset(HERE, places.at(-1) as Position)))).toBeGreaterThan(60);
});
