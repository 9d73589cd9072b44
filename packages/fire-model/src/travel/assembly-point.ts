// Where people assemble who are sent to a fire whose head cannot be approached: on a road, behind the head or at its side, away from
// everything that is forecast to burn.
import type { AssemblyPoint, AssemblySide } from '@lookout/features/decision/approach.ts';
import { bearingDegrees, destination, distanceMetres, type LngLat } from '@lookout/geo';
import type { FireArrival } from '../growth/fire-arrival.ts';
import { ROAD_SPEEDS, type RoadClass } from './road-classes.ts';

/** Search radius for roads around the fire. */
export const ASSEMBLY_RADIUS_METRES = 5_000;
/** Distance from everything that burns, or four flame lengths where that is more. Our own figure. 待核对. */
export const LEAST_ASSEMBLY_MARGIN_METRES = 300;
/** Penalty of a place at the side compared with one behind: a shift of the wind turns the side into the head. 待核对. */
const FLANK_METRES = 1_000;
/**
 * Angle between the direction of the head and that of the place: from these values on the place is at the side, or behind. A smaller angle
 * is in the path of the fire. 待核对.
 */
const SIDE_DEGREES = { flank: 90, behind: 120 } as const;
/** Distance between the places of a road that are checked. */
const STEP_METRES = 100;
const RING_STEP_METRES = 100;
const RING_POINTS = 12;

export interface AssemblyQuestion {
  readonly fire: LngLat;
  /** Headings of the fire's head in the next hours, clockwise from north; empty: unknown. */
  readonly headingsDegrees: readonly number[];
  /** Infinity: not within the hours of the forecast. */
  readonly arrival: FireArrival;
  readonly roads: readonly {
    readonly class: RoadClass;
    readonly points: readonly LngLat[];
    readonly isBridge: boolean;
    readonly isTunnel: boolean;
  }[];
  /** Four flame lengths. */
  readonly separationMetres: number;
}

/** Classes of roads that a fire engine can drive and where it may stop. */
const ROADS = new Map(
  ROAD_SPEEDS.filter(({ vehicles, mayStop }) => mayStop && vehicles.includes('fire-engine')).map((row) => [row.class, row.name]),
);

/** @returns the place nearest to the fire, with those behind its head first; null: none is safe, or no road is known */
export function assemblyPoint({ fire, headingsDegrees, arrival, roads, separationMetres }: AssemblyQuestion): AssemblyPoint | null {
  const margin = Math.max(LEAST_ASSEMBLY_MARGIN_METRES, separationMetres);
  const candidates = roads.flatMap(({ class: roadClass, points, isBridge, isTunnel }) => {
    const road = ROADS.get(roadClass);
    if (road === undefined || isBridge || isTunnel) return [];
    return placesAlong(points).flatMap((position) => {
      const metres = distanceMetres(fire, position);
      if (metres > ASSEMBLY_RADIUS_METRES) return [];
      const bearing = bearingDegrees(fire, position);
      const side = headingsDegrees.length === 0 ? null : sideOf(headingsDegrees, bearing);
      return side === 'ahead' ? [] : [{ position, side, road, distanceMetres: metres, bearingDegrees: bearing }];
    });
  });
  const rank = ({ side, distanceMetres: metres }: Pick<AssemblyPoint, 'side' | 'distanceMetres'>): number =>
    metres + (side === 'flank' ? FLANK_METRES : 0);
  return candidates.sort((a, b) => rank(a) - rank(b)).find(({ position }) => isClear(position, arrival, margin)) ?? null;
}

function sideOf(headings: readonly number[], bearing: number): AssemblySide | 'ahead' {
  const apart = Math.min(...headings.map((heading) => Math.abs(((bearing - heading + 540) % 360) - 180)));
  if (apart < SIDE_DEGREES.flank) return 'ahead';
  return apart < SIDE_DEGREES.behind ? 'flank' : 'behind';
}

/** Whether nothing burns at a place or around it within the hours of the forecast. */
function isClear(place: LngLat, arrival: FireArrival, marginMetres: number): boolean {
  if (arrival(place) !== Number.POSITIVE_INFINITY) return false;
  const rings = Math.ceil(marginMetres / RING_STEP_METRES);
  for (let ring = 1; ring <= rings; ring++)
    for (let point = 0; point < RING_POINTS; point++) {
      const around = destination(place, (360 / RING_POINTS) * point, (marginMetres / rings) * ring);
      if (arrival(around) !== Number.POSITIVE_INFINITY) return false;
    }
  return true;
}

/** The points of a line, and places between them at most one step apart. */
function placesAlong(points: readonly LngLat[]): LngLat[] {
  const places: LngLat[] = [];
  for (let index = 0; index + 1 < points.length; index++) {
    const [from, to] = [points[index] as LngLat, points[index + 1] as LngLat];
    const steps = Math.max(1, Math.ceil(distanceMetres(from, to) / STEP_METRES));
    for (let step = 0; step < steps; step++)
      places.push({ lng: from.lng + ((to.lng - from.lng) * step) / steps, lat: from.lat + ((to.lat - from.lat) * step) / steps });
  }
  const last = points.at(-1);
  return last === undefined ? places : [...places, last];
}
