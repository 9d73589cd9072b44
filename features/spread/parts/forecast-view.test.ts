import { expect, it } from 'vitest';
import { boxOfForecast } from './forecast-view.ts';

const areaOf = (west: number, south: number, degrees: number) => ({
  coordinates: [[[[west, south] as const, [west + degrees, south + degrees] as const]]],
});

it('the box contains every area of a forecast; a forecast in which nothing burns has none', () => {
  const box = boxOfForecast([areaOf(103.6, 31.5, 0.01), areaOf(103.6, 31.5, 0.03)]);
  expect(box).toEqual({ west: 103.6, south: 31.5, east: expect.closeTo(103.63, 9), north: expect.closeTo(31.53, 9) });
  expect(boxOfForecast([])).toBeNull();
});
