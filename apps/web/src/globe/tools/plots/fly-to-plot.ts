// From how far off a whole drawing is seen.
import type { Plot } from '@lookout/domain';
import { distanceMetres } from '@lookout/geo';
import type { Globe } from '@lookout/map';

/** A drawing fills about half of the view. */
const ROOM = 2;
const NEAREST_METRES = 3_000;

export function flyToPlot(globe: Globe, { points }: Pick<Plot, 'points'>): void {
  const lngs = points.map(({ lng }) => lng);
  const lats = points.map(({ lat }) => lat);
  const [west, south] = [Math.min(...lngs), Math.min(...lats)];
  const [east, north] = [Math.max(...lngs), Math.max(...lats)];
  const across = distanceMetres({ lng: west, lat: south }, { lng: east, lat: north });
  void globe.flyTo({ lng: (west + east) / 2, lat: (south + north) / 2, rangeMetres: Math.max(NEAREST_METRES, across * ROOM) });
}
