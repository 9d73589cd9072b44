import { expect, it } from 'vitest';
import { anArrival } from '../../entities/testing/builders.ts';
import { areasOf, routeOf, viewOver } from './travel-marks.ts';

it('a way is cut into its stages, each beginning where the one before ends', () => {
  const { stages, text } = routeOf(anArrival(), '一队');
  expect(text).toBe('一队');
  expect(stages.map(({ by }) => by)).toEqual(['road', 'foot']);
  expect(stages[0]?.path.at(-1)).toEqual({ lng: 103.55, lat: 31.45 });
  expect(stages[1]?.path).toEqual([
    { lng: 103.55, lat: 31.45 },
    { lng: 103.56, lat: 31.46 },
  ]);
});

it('the view is above the middle, far enough to see both ends; a single place is seen from near', () => {
  const view = viewOver([
    { lng: 103.4, lat: 31.4 },
    { lng: 103.6, lat: 31.4 },
  ]);
  expect(view).toMatchObject({ lng: expect.closeTo(103.5, 6), lat: 31.4 });
  // 19 km along the parallel.
  expect(view.rangeMetres).toBeGreaterThan(19_000);
  expect(viewOver([{ lng: 103.4, lat: 31.4 }]).rangeMetres).toBe(2_000);
});

it('areas keep their holes', () => {
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
