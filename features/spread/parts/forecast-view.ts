// The box of a forecast, for viewing it from above.
import type { GeoBox } from '@lookout/map';
import type { SpreadIsochrone } from '../spread-result.ts';

/** @returns null: nothing burns */
export function boxOfForecast(isochrones: readonly Pick<SpreadIsochrone, 'coordinates'>[]): GeoBox | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { coordinates } of isochrones)
    for (const [outer = []] of coordinates)
      for (const [lng, lat] of outer) {
        [west, east] = [Math.min(west, lng), Math.max(east, lng)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
      }
  return west > east ? null : { west, south, east, north };
}
