// The box of a forecast, for viewing it from above.
import type { GeoBox } from '@lookout/map';
import type { SpreadRunFile } from '../spread.schema.ts';

/** @returns null: nothing burns */
export function boxOfForecast({ features }: NonNullable<SpreadRunFile['isochrones']>): GeoBox | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { geometry } of features)
    for (const [outer = []] of geometry.coordinates)
      for (const [lng, lat] of outer) {
        [west, east] = [Math.min(west, lng), Math.max(east, lng)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
      }
  return west > east ? null : { west, south, east, north };
}
