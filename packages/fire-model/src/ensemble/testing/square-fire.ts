// A fire on a small square of one fuel, centred at 0, 0.
import type { Offset } from '@lookout/geo';
import { expect } from 'vitest';
import { fuelModelOf } from '../../fuel-models.ts';
import type { Ground } from '../../growth/ground.ts';
import { grow } from '../../growth/grow.ts';
import type { GrowthRequest } from '../../growth/request.ts';
import type { WeatherHour } from '../../growth/weather.ts';
import { type MemberArrivals, memberArrivals } from '../arrivals.ts';

const model = fuelModelOf('2') ?? expect.fail('no fuel model 2');
const lake = fuelModelOf('NB8') ?? expect.fail('no fuel model NB8');

export const BREEZE: WeatherHour = {
  atMs: 0,
  windSpeedMetresPerSecond: 4,
  windFromDegrees: 225,
  temperatureCelsius: 25,
  humidityPercent: 30,
  moisturePercent: { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 },
};

export function aSquare(columns: number, cellMetres: number): Ground {
  const half = (columns * cellMetres) / 2;
  const fuel = new Uint8Array(columns ** 2);
  return { columns, rows: columns, cellMetres, westMetres: -half, northMetres: half, slope: null, fuel, barrier: null };
}

/** Fuel 0 is grass under trees, 1 a lake. */
export const aFire = (overrides: Partial<GrowthRequest> = {}): GrowthRequest => ({
  ground: aSquare(81, 30),
  fuels: [
    { model, canopy: null, factor: 1.6 },
    { model: lake, canopy: null, factor: null },
  ],
  model: 'rothermel',
  weather: [BREEZE],
  beginMs: 0,
  hours: 2,
  ignitions: [{ kind: 'point', atMinutes: 0, point: { east: 0, north: 0 } }],
  burnt: null,
  ...overrides,
});

export function arrivalsOf(request: GrowthRequest): MemberArrivals {
  const growth = grow(request);
  if (!growth.ok) expect.fail(growth.error.en);
  return memberArrivals(growth.value);
}

/** A ring of corners around a place. */
export const aBox = ({ east, north }: Offset, half: number): Offset[] => [
  { east: east - half, north: north - half },
  { east: east + half, north: north - half },
  { east: east + half, north: north + half },
  { east: east - half, north: north + half },
];
