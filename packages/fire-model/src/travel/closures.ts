// When the fire closes roads and ground: from the times at which it comes, as its growth says them.
import { distanceMetres, type LngLat } from '@lookout/geo';
import { type ArrivalRaster, arrivalIn, NEVER_STEP } from '../growth/arrival-raster.ts';
import type { RoadNet } from './road-net.ts';
import type { Closing } from './travel-search.ts';
import { type GroundFrame, placeOfCell, type WalkGround } from './walk-ground.ts';

/** Minutes from now; Infinity: not within the forecast. Of an ensemble, the tenth percentile. */
export type FireArrival = (place: LngLat) => number;

/** Nobody passes in the last minutes before the fire. 待核对. */
export const CLOSING_MARGIN_MINUTES = 10;

/**
 * Who goes to a fire comes to its edge, wherever it is by then: so near to the goal, and to what burns there already, a way is not closed. 待核对.
 * How to come up to the edge is for those who do it to decide.
 */
export const APPROACH_METRES = 500;

/** A forecast of a fire as it is kept, and how long ago it began. */
export interface ForecastFire {
  readonly raster: Pick<ArrivalRaster, 'frame' | 'stepMinutes' | 'early'>;
  readonly elapsedMinutes: number;
}

/** Of several fires the first to come; negative where it burns already. */
export function arrivalOfFires(fires: readonly ForecastFire[]): FireArrival {
  const arrivals = fires.map(({ raster, elapsedMinutes }) => ({ at: arrivalIn(raster, raster.early), elapsedMinutes }));
  return (place) => {
    let least = Number.POSITIVE_INFINITY;
    for (const { at, elapsedMinutes } of arrivals) least = Math.min(least, at(place) - elapsedMinutes);
    return least;
  };
}

/** How far around a place ways stay open because it is at a fire that burns now: to the farthest of what burns, and the approach; 0: at none. */
export function approachMetresOf(goal: LngLat, fires: readonly ForecastFire[]): number {
  let most = 0;
  for (const { raster, elapsedMinutes } of fires) {
    const { frame, stepMinutes, early } = raster;
    let [nearest, farthest] = [Number.POSITIVE_INFINITY, 0];
    for (let cell = 0; cell < early.length; cell++) {
      const step = early[cell] as number;
      if (step === NEVER_STEP || step * stepMinutes > elapsedMinutes) continue;
      const metres = distanceMetres(goal, placeOfCell(frame, cell));
      nearest = Math.min(nearest, metres);
      farthest = Math.max(farthest, metres);
    }
    if (nearest <= APPROACH_METRES) most = Math.max(most, farthest + APPROACH_METRES);
  }
  return most;
}

/** The same fire, but for the open ground around a place. */
export const openAround =
  (place: LngLat, metres: number, arrivalAt: FireArrival): FireArrival =>
  (at) => {
    const minutes = arrivalAt(at);
    return minutes < Number.POSITIVE_INFINITY && distanceMetres(place, at) <= metres ? Number.POSITIVE_INFINITY : minutes;
  };

/** What the fire closes of roads and ground, and when. */
export const closingBy = (
  arrivalAt: FireArrival,
  { net, ground }: { readonly net: RoadNet | null; readonly ground: WalkGround | null },
): Closing => ({
  ...(net && { edges: closedEdges(net, arrivalAt) }),
  ...(ground && { cells: closedCells(ground, arrivalAt) }),
  marginMinutes: CLOSING_MARGIN_MINUTES,
});

/** Part of a way that is gone at an even speed. */
export interface EvenLeg {
  readonly path: readonly LngLat[];
  readonly seconds: number;
}

/** Looked at along a way, so that a narrow fire is not stepped over. */
const LOOK_METRES = 50;

/**
 * Until when one may set out on a way before the fire cuts it off, minutes from now, the margin kept; infinity: not within the forecast. 0 or less: it is cut off
 * already. Its legs are gone one after another.
 */
export function cutOffMinutes(legs: readonly EvenLeg[], arrivalAt: FireArrival, marginMinutes = CLOSING_MARGIN_MINUTES): number {
  let cutOff = Number.POSITIVE_INFINITY;
  let before = 0;
  for (const { path, seconds } of legs) {
    const metres = path.slice(1).map((place, index) => distanceMetres(path[index] as LngLat, place));
    const total = metres.reduce((sum, one) => sum + one, 0);
    const look = (place: LngLat, passed: number): void => {
      const minutes = (before + (total === 0 ? 0 : (passed / total) * seconds)) / 60;
      cutOff = Math.min(cutOff, arrivalAt(place) - marginMinutes - minutes);
    };
    let passed = 0;
    for (const [index, length] of metres.entries()) {
      const [from, to] = [path[index] as LngLat, path[index + 1] as LngLat];
      const parts = Math.max(Math.ceil(length / LOOK_METRES), 1);
      for (let part = 0; part <= parts; part++) {
        const share = part / parts;
        const place = { lng: from.lng + (to.lng - from.lng) * share, lat: from.lat + (to.lat - from.lat) * share };
        look(place, passed + share * length);
      }
      passed += length;
    }
    before += seconds;
  }
  return cutOff;
}

/** Of each edge: when the fire comes to the first of its points. Edges are short (`mostEdgeMetres`), so that is enough. */
export function closedEdges({ edges, shape, shapeStart }: RoadNet, arrivalAt: FireArrival): Float32Array {
  const closed = new Float32Array(edges).fill(Number.POSITIVE_INFINITY);
  for (let edge = 0; edge < edges; edge++)
    for (let point = shapeStart[edge] as number; point < (shapeStart[edge + 1] as number); point++)
      closed[edge] = Math.min(closed[edge] as number, arrivalAt({ lng: shape[2 * point] as number, lat: shape[2 * point + 1] as number }));
  return closed;
}

/** Of each cell: when the fire comes to its middle. */
export const closedCells = (frame: GroundFrame, arrivalAt: FireArrival): Float32Array =>
  Float32Array.from({ length: frame.columns * frame.rows }, (_, cell) => arrivalAt(placeOfCell(frame, cell)));
