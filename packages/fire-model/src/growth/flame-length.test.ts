import { describe, expect, it } from 'vitest';
import { type FuelModel, fuelModelOf } from '../fuel-models.ts';
import { longestFlameMetres } from './flame-length.ts';
import type { WeatherHour } from './weather.ts';

const hour = (given: Partial<WeatherHour> = {}): WeatherHour => ({
  atMs: 0,
  windSpeedMetresPerSecond: 3,
  windFromDegrees: 90,
  temperatureCelsius: 25,
  humidityPercent: 30,
  moisturePercent: { oneHour: 5, tenHour: 6, hundredHour: 7, liveHerbaceous: 30, liveWoody: 60 },
  ...given,
});
const fuelOf = (code: string) => ({ model: fuelModelOf(code) as FuelModel, canopy: null, factor: null });
const fuels = [fuelOf('GR4'), fuelOf('TL1'), fuelOf('NB9')];
const level = (...fuel: number[]) => ({ slope: null, fuel: Uint8Array.from(fuel) });

describe('the longest flame of a run', () => {
  it('the longest flame is that of the worst fuel that the fire reaches', () => {
    const [grass, litter] = [
      longestFlameMetres(level(0), fuels, [hour()], Float32Array.of(1)),
      longestFlameMetres(level(1), fuels, [hour()], Float32Array.of(1)),
    ];
    expect(grass).toBeGreaterThan(5 * litter);
    expect(litter).toBeGreaterThan(0);
    expect(longestFlameMetres(level(0, 1, 2), fuels, [hour()], Float32Array.of(5, 1, Infinity))).toBe(grass);
    expect(longestFlameMetres(level(0, 1), fuels, [hour()], Float32Array.of(Infinity, 1))).toBe(litter);
    expect(longestFlameMetres(level(0), fuels, [hour()], Float32Array.of(Infinity))).toBe(0);
  });

  it('the longest flame is that of the worst hour, and of the slope', () => {
    const one = longestFlameMetres(level(0), fuels, [hour()], Float32Array.of(1));
    const windy = [hour(), hour({ windSpeedMetresPerSecond: 9 }), hour({ windSpeedMetresPerSecond: 1 })];
    expect(longestFlameMetres(level(0), fuels, windy, Float32Array.of(1))).toBeGreaterThan(one);
    const steep = { slope: { east: Float32Array.of(0.3), north: Float32Array.of(-0.4) }, fuel: Uint8Array.of(0) };
    expect(longestFlameMetres(steep, fuels, [hour()], Float32Array.of(1))).toBeGreaterThan(one);
  });

  it('the longest flame is not that of a single steep cell', () => {
    const cells = 100;
    const slope = { east: new Float32Array(cells), north: new Float32Array(cells) };
    slope.east[7] = 3;
    const ground = { slope, fuel: new Uint8Array(cells) };
    expect(longestFlameMetres(ground, fuels, [hour()], new Float32Array(cells))).toBe(
      longestFlameMetres(level(0), fuels, [hour()], Float32Array.of(1)),
    );
  });
});
