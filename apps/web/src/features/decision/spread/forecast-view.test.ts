import { expect, it } from 'vitest';
import { viewOf } from './forecast-view.ts';

const areaOf = (west: number, south: number, degrees: number) => ({
  type: 'Feature' as const,
  properties: { minutes: 60, areaHectares: 1, probability: null },
  geometry: {
    type: 'MultiPolygon' as const,
    coordinates: [[[[west, south] as [number, number], [west + degrees, south + degrees] as [number, number]]]],
  },
});

it('a forecast is looked at from above its middle, the whole of it in view', () => {
  const view = viewOf({ type: 'FeatureCollection', features: [areaOf(103.6, 31.5, 0.01), areaOf(103.6, 31.5, 0.03)] });
  expect(view).toEqual({ lng: expect.closeTo(103.615, 6), lat: expect.closeTo(31.515, 6), rangeMetres: expect.closeTo(11_689, -1) });
  expect(viewOf({ type: 'FeatureCollection', features: [areaOf(103.6, 31.5, 0.0001)] })?.rangeMetres).toBe(5_000);
  expect(viewOf({ type: 'FeatureCollection', features: [] })).toBeNull();
});
