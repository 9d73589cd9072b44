import { HOUR_MS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { criticalIntensityOf, crownFuelOf, type ForestCanopy } from '../crown-fire.ts';
import { fuelBedOf } from '../fuel-bed.ts';
import { fuelModelOf } from '../fuel-models.ts';
import { headFireOf } from '../head-fire.ts';
import { firelineIntensityOf, flameLengthOf } from '../intensity.ts';
import { midflameWind } from '../midflame-wind.ts';
import { spottingFromSurfaceFire } from '../spotting.ts';
import { grow } from './grow.ts';
import { headBehaviourByHour } from './head-behaviour.ts';
import type { GrowthRequest } from './request.ts';
import type { WeatherHour } from './weather.ts';

const BEGIN = Date.UTC(2026, 3, 1, 4);
const SIDE = 301;
const DRY = { oneHour: 4, tenHour: 5, hundredHour: 6, liveHerbaceous: 40, liveWoody: 70 };
const PINES: ForestCanopy = { coverPercent: 60, heightMetres: 12, crownRatio: 0.5, bulkDensityKilogramsPerCubicMetre: 0.1 };
const fuelOf = (code: string, canopy: ForestCanopy | null = null) => ({
  model: fuelModelOf(code) ?? expect.fail(code),
  canopy,
  factor: null,
});
const hourAt = (hour: number, windSpeedMetresPerSecond: number): WeatherHour => ({
  atMs: BEGIN + hour * HOUR_MS,
  windSpeedMetresPerSecond,
  windFromDegrees: 225,
  temperatureCelsius: 28,
  humidityPercent: 20,
  moisturePercent: DRY,
});

const requestOf = (given: Partial<GrowthRequest>): GrowthRequest => ({
  ground: {
    columns: SIDE,
    rows: SIDE,
    cellMetres: 30,
    westMetres: (-SIDE * 30) / 2,
    northMetres: (SIDE * 30) / 2,
    slope: null,
    fuel: new Uint8Array(SIDE * SIDE),
    barrier: null,
  },
  fuels: [fuelOf('GR2')],
  model: 'rothermel',
  weather: [hourAt(0, 4)],
  beginMs: BEGIN,
  hours: 2,
  ignitions: [{ kind: 'point', atMinutes: 0, point: { east: 0, north: 0 } }],
  burnt: null,
  ...given,
});
const behaviour = (given: Partial<GrowthRequest> = {}) => {
  const request = requestOf(given);
  const growth = grow(request, { withFront: true });
  return headBehaviourByHour(request, growth.ok ? growth.value : expect.fail(growth.error.en));
};

describe('how a fire burns at its head', () => {
  it('on level grass in a wind the head is the head fire of its fuel, downwind, with its brands', () => {
    const hours = behaviour({ hours: 1 });
    expect(hours.map(({ untilMinutes }) => untilMinutes)).toEqual([60]);
    const [head] = hours;
    const bed = fuelBedOf(fuelOf('GR2').model, DRY);
    const wind = {
      midflameMetresPerSecond: midflameWind(4, '10m', bed.depthMetres, null),
      windFromDegrees: 225,
      slopeTangent: 0,
      aspectDegrees: 0,
    };
    const { rateMetresPerMinute } = headFireOf(bed, wind);
    const intensity = firelineIntensityOf(bed, rateMetresPerMinute);
    // With cells of 30 m the head is accurate to some percent.
    expect((head?.rateMetresPerMinute ?? 0) / rateMetresPerMinute).toBeCloseTo(1, 1);
    expect((head?.flameLengthMetres ?? 0) / flameLengthOf(intensity)).toBeCloseTo(1, 1);
    expect(Math.abs((head?.headingDegrees ?? 0) - 45)).toBeLessThan(10);
    expect(head?.crown).toBeNull();
    const far = spottingFromSurfaceFire(intensity, {
      twentyFootMetresPerSecond: 4 / 1.15,
      coverHeightMetres: 0,
      openCover: true,
      relief: null,
    });
    expect(head?.spotting?.towardsDegrees).toBe(45);
    expect((head?.spotting?.metres ?? 0) / far).toBeCloseTo(1, 1);
  });

  it('each hour has its own weather, and without wind no brands', () => {
    const [calm, windy] = behaviour({ weather: [hourAt(0, 0), hourAt(1, 5)] });
    expect(calm?.spotting).toBeNull();
    expect(windy?.flameLengthMetres).toBeGreaterThan(calm?.flameLengthMetres ?? Number.POSITIVE_INFINITY);
    expect(windy?.spotting?.metres).toBeGreaterThan(0);
  });

  it('the head is where the flames are longest, not where the fire began', () => {
    const fuel = new Uint8Array(SIDE * SIDE);
    // Tall grass in the east.
    for (let cell = 0; cell < fuel.length; cell++) if (cell % SIDE > SIDE / 2 + 5) fuel[cell] = 1;
    const [first] = behaviour({ ground: { ...requestOf({}).ground, fuel }, fuels: [fuelOf('TL8'), fuelOf('GR8')], hours: 4 }).slice(-1);
    expect(fuel[first?.cell ?? 0]).toBe(1);
  });

  it('crowns ignite where the intensity is high enough, and nothing is stated for unknown trees', () => {
    const low = { ...PINES, baseHeightMetres: 1 };
    const critical = criticalIntensityOf(crownFuelOf(low) ?? expect.fail('no crowns'));
    const [torching] = behaviour({ fuels: [fuelOf('TU5', low)], hours: 1 });
    const [standing] = behaviour({ fuels: [fuelOf('TU5', { ...low, bulkDensityKilogramsPerCubicMetre: null })], hours: 1 });
    expect(standing?.crown).toBeNull();
    expect(standing?.intensityKilowattsPerMetre).toBeGreaterThan(critical);
    expect(torching?.crown).toBe('passive');
    expect(torching?.flameLengthMetres).toBeGreaterThan(standing?.flameLengthMetres ?? Number.POSITIVE_INFINITY);
    expect(new Set(behaviour({ fuels: [fuelOf('TL8', PINES)], hours: 3 }).map(({ crown }) => crown))).toEqual(new Set(['surface']));
  });

  it('an active crown fire spreads in dense crowns in a storm', () => {
    const dense = { ...PINES, baseHeightMetres: 1, bulkDensityKilogramsPerCubicMetre: 0.2 };
    const [storm] = behaviour({ fuels: [fuelOf('TU5', dense)], weather: [hourAt(0, 18)], hours: 1 });
    expect(storm?.crown).toBe('active');
    expect(storm?.rateMetresPerMinute).toBeGreaterThan(3 / 0.2);
  });

  it('hours in which nothing burns are left out', () => {
    const barrier = new Uint8Array(SIDE * SIDE).fill(1);
    const middle = Math.floor(SIDE / 2);
    for (let row = middle - 2; row <= middle + 2; row++) barrier.fill(0, row * SIDE + middle - 2, row * SIDE + middle + 3);
    expect(behaviour({ ground: { ...requestOf({}).ground, barrier }, hours: 3 }).map(({ untilMinutes }) => untilMinutes)).toEqual([60]);
  });
});
