import { describe, expect, it } from 'vitest';
import { moistureOfWeather, referenceMoisture } from './dead-moisture.ts';

const celsius = (fahrenheit: number): number => (fahrenheit - 32) / 1.8;

describe('the reference fuel moisture', () => {
  it.each([
    [60, 54, 7],
    [60, 55, 8],
    [0, 0, 1],
    [89.9999, 74.9999, 9],
    [29.9, 100, 14],
    [30, 100, 13],
    [110, 100, 12],
    [85, 12, 2],
  ])('at %d °F and %d %% is %d %%', (fahrenheit, humidity, percent) => {
    expect(referenceMoisture(celsius(fahrenheit), humidity)).toBe(percent);
  });
});

describe('the moisture of an hour', () => {
  it('heavier dead fuels are wetter, and the moisture of live fuels follows the season', () => {
    const weather = { temperatureCelsius: 25, humidityPercent: 30 };
    expect(moistureOfWeather(weather, 3)).toEqual({ oneHour: 5, tenHour: 6, hundredHour: 7, liveHerbaceous: 30, liveWoody: 60 });
    expect([5, 7, 10, 12].map((month) => moistureOfWeather(weather, month).liveHerbaceous)).toEqual([60, 120, 60, 30]);
  });
});
