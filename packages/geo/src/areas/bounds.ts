import type { MultiPolygon, Polygon } from 'geojson';

/** Degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box around a geometry, degrees. An empty geometry has an empty box: west > east, south > north. */
export function boundsOf(geometry: Polygon | MultiPolygon): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  // Holes lie within the outer ring, which stands first.
  for (const [outer] of polygons) {
    for (const [lng, lat] of (outer ?? []) as [number, number][]) {
      if (lng < west) west = lng;
      if (lng > east) east = lng;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
  }
  return { west, south, east, north };
}
