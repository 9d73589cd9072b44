import { expect, it } from 'vitest';
import { anArrival } from '../../testing/builders.ts';
import { areasOf, routeOf } from './travel-marks.ts';

it('a route is cut into its stages, each beginning where the previous one ends', () => {
  const { stages, text } = routeOf(anArrival(), '一队');
  expect(text).toBe('一队');
  expect(stages.map(({ by }) => by)).toEqual(['road', 'foot']);
  expect(stages[0]?.path.at(-1)).toEqual({ lng: 103.55, lat: 31.45 });
  expect(stages[1]?.path).toEqual([
    { lng: 103.55, lat: 31.45 },
    { lng: 103.56, lat: 31.46 },
  ]);
});

it('areas retain their holes', () => {
  const ring = (half: number): [number, number][] => [
    [-half, -half],
    [half, -half],
    [half, half],
  ];
  const area = { type: 'MultiPolygon' as const, coordinates: [[ring(2), ring(1)]] };
  expect(areasOf({ areas: [{ minutes: 15, area }] })).toEqual([
    { minutes: 15, polygons: [[ring(2), ring(1)].map((one) => one.map(([lng, lat]) => ({ lng, lat })))] },
  ]);
});
