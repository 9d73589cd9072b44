// Where to look at a forecast from.
import type { SpreadRunFile } from './use-spread.ts';

const METRES_PER_DEGREE = 111_320;
/** The whole forecast is in view beside the panel; a fire of a few hectares with the valley around it. */
const RANGE_EXTENTS = 3.5;
const LEAST_RANGE_METRES = 5_000;

/** null: nothing burns. */
export function viewOf({
  features,
}: NonNullable<SpreadRunFile['isochrones']>): { readonly lng: number; readonly lat: number; readonly rangeMetres: number } | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { geometry } of features)
    for (const [outer = []] of geometry.coordinates)
      for (const [lng, lat] of outer) {
        [west, east] = [Math.min(west, lng), Math.max(east, lng)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
      }
  if (west > east) return null;
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  const metres = METRES_PER_DEGREE * Math.max(north - south, (east - west) * Math.cos((lat * Math.PI) / 180));
  return { lng, lat, rangeMetres: Math.max(LEAST_RANGE_METRES, RANGE_EXTENTS * metres) };
}
