// From what the server says of ways and areas to what the map draws of them, and from where it is seen. Pure.
import { haversineMetres } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';
import type { ReachAreaMark, RouteMark } from '@lookout/map';
import type { Arrival, Reach } from '../../entities/travel/arrivals.ts';
import type { ChosenWay } from '../../entities/travel/chosen-way.ts';

/** As the map draws it. @param text at its beginning */
export function routeOf({ path, stages }: Pick<Arrival, 'path' | 'stages'>, text: string): RouteMark {
  return {
    text,
    stages: stages.map(({ by, end }, index) => ({
      by,
      path: path.slice(stages[index - 1]?.end ?? 0, end + 1).map(([lng, lat]) => ({ lng, lat })),
    })),
  };
}

/** The planned way of one who is under way; how each stretch of it is gone is not kept. */
export const wayOf = ({ text, path }: Pick<ChosenWay, 'text' | 'path'>): RouteMark => ({ text, stages: [{ by: 'road', path }] });

export const areasOf = ({ areas }: Pick<Reach, 'areas'>): readonly ReachAreaMark[] =>
  areas.map(({ minutes, area }) => ({
    minutes,
    polygons: area.coordinates.map((rings) => rings.map((ring) => ring.map(([lng, lat]) => ({ lng, lat })))),
  }));

/** Panels cover a part of the map. */
const ROOM = 3;
const LEAST_RANGE_METRES = 2_000;

/** Straight above some places, so that all are in view. */
export function viewOver(places: readonly LngLat[]): { readonly lng: number; readonly lat: number; readonly rangeMetres: number } {
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)];
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)];
  const across = haversineMetres({ lng: west, lat: south }, { lng: east, lat: north });
  return { lng: (west + east) / 2, lat: (south + north) / 2, rangeMetres: Math.max(across * ROOM, LEAST_RANGE_METRES) };
}
