// When the fire closes roads and terrain, from the arrival times of its growth.

import { distanceMetres, type LngLat } from '@lookout/geo';
import { type ArrivalRaster, arrivalIn, NEVER_STEP } from '../growth/arrival-raster.ts';
import type { FireArrival } from '../growth/fire-arrival.ts';
import type { Stage } from './journey-legs.ts';
import type { RoadNet } from './road-net.ts';
import type { Journey } from './travel.ts';
import type { Closing } from './travel-search.ts';
import { cellAt, type GroundFrame, placeOfCell, type WalkGround } from './walk-ground.ts';

/** A road or cell is closed this long before the fire arrives. 待核对. */
export const CLOSING_MARGIN_MINUTES = 10;

/**
 * People sent to a fire go to its edge, wherever that is by then: within this distance of the goal, and of what burns there already, a
 * route is not closed. 待核对. They decide themselves how to approach the edge.
 */
export const APPROACH_METRES = 500;

/** A stored forecast of a fire, and how long ago it began. */
export interface ForecastFire {
  readonly raster: Pick<ArrivalRaster, 'frame' | 'stepMinutes' | 'early'>;
  readonly elapsedMinutes: number;
}

/** The earliest arrival of several fires; negative where it burns already. */
export function arrivalOfFires(fires: readonly ForecastFire[]): FireArrival {
  const arrivals = fires.map(({ raster, elapsedMinutes }) => ({ at: arrivalIn(raster, raster.early), elapsedMinutes }));
  return (place) => {
    let least = Number.POSITIVE_INFINITY;
    for (const { at, elapsedMinutes } of arrivals) least = Math.min(least, at(place) - elapsedMinutes);
    return least;
  };
}

/**
 * Radius around a place in which routes stay open because the place is at a fire that burns now: the distance to the farthest burning cell
 * plus the approach; 0: it is at no fire.
 */
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

/**
 * Whether a place is at a fire, so that a journey there may end at its edge: it burns near there, or the place is in the box of a forecast.
 */
export const isAtFire = (goal: LngLat, fires: readonly ForecastFire[]): boolean =>
  approachMetresOf(goal, fires) > 0 || fires.some(({ raster: { frame } }) => cellAt(frame, goal) !== -1);

/** The same arrivals, except that the area around a place is open. */
export const openAround =
  (place: LngLat, metres: number, arrivalAt: FireArrival): FireArrival =>
  (at) => {
    const minutes = arrivalAt(at);
    return minutes < Number.POSITIVE_INFINITY && distanceMetres(place, at) <= metres ? Number.POSITIVE_INFINITY : minutes;
  };

/** The roads and cells that the fire closes, and when. */
export const closingBy = (
  arrivalAt: FireArrival,
  { net, ground }: { readonly net: RoadNet | null; readonly ground: WalkGround | null },
): Closing => ({
  ...(net && { edges: closedEdges(net, arrivalAt) }),
  ...(ground && { cells: closedCells(ground, arrivalAt) }),
  marginMinutes: CLOSING_MARGIN_MINUTES,
});

/** Part of a route that is travelled at an even speed. */
export interface EvenLeg {
  readonly path: readonly LngLat[];
  readonly seconds: number;
}

/**
 * Latest departure on a route before the fire cuts it off, minutes from now, including the margin; infinity: not within the forecast. 0 or
 * less: it is cut off already. The legs are travelled one after another.
 */
export function cutOffMinutes(legs: readonly EvenLeg[], arrivalAt: FireArrival, marginMinutes = CLOSING_MARGIN_MINUTES): number {
  let cutOff = Number.POSITIVE_INFINITY;
  let before = 0;
  for (const { path, seconds } of legs) {
    const passed = passedOf(path);
    const total = passed.at(-1) ?? 0;
    for (let index = 0; index + 1 < path.length; index++)
      for (const at of along(path[index] as LngLat, path[index + 1] as LngLat)) {
        const metres = (passed[index] as number) + at.share * ((passed[index + 1] as number) - (passed[index] as number));
        const minutes = (before + (total === 0 ? 0 : (metres / total) * seconds)) / 60;
        cutOff = Math.min(cutOff, arrivalAt(at) - marginMinutes - minutes);
      }
    before += seconds;
  }
  return cutOff;
}

/** Metres from the beginning to each point. */
function passedOf(path: readonly LngLat[]): number[] {
  const passed = [0];
  for (let index = 1; index < path.length; index++)
    passed.push((passed[index - 1] as number) + distanceMetres(path[index - 1] as LngLat, path[index] as LngLat));
  return passed;
}

/**
 * The journey as far as the edge that its fire will have by then; times are spread evenly along it. A fire does not close flights.
 * @returns null: the route leaves the fire again, so the place where it meets the fire is not the edge it goes to
 */
export function untilFire(journey: Journey, arrivalAt: FireArrival, marginMinutes = CLOSING_MARGIN_MINUTES): Journey | null {
  const { path, seconds, stages } = journey;
  const passed = passedOf(path);
  const total = passed.at(-1) ?? 0;
  let met: { readonly index: number; readonly place: LngLat; readonly share: number } | null = null;
  for (let index = 0; index + 1 < path.length; index++) {
    if (stages.find(({ end }) => index < end)?.by === 'air') continue;
    for (const at of along(path[index] as LngLat, path[index + 1] as LngLat)) {
      const minutes = arrivalAt(at);
      if (met !== null) {
        if (minutes === Number.POSITIVE_INFINITY) return null;
        continue;
      }
      const metres = (passed[index] as number) + at.share * ((passed[index + 1] as number) - (passed[index] as number));
      const share = total === 0 ? 1 : metres / total;
      if ((share * seconds) / 60 > minutes - marginMinutes) met = { index, place: { lng: at.lng, lat: at.lat }, share };
    }
  }
  if (met === null) return journey;
  const cut = [...path.slice(0, met.index + 1), met.place];
  const end = cut.length - 1;
  const remaining = stages
    .filter((_, index) => index === 0 || (stages[index - 1]?.end ?? 0) < end)
    .map((stage) => ({ by: stage.by, end: Math.min(stage.end, end) }));
  const cutPassed = passedOf(cut);
  const metresBy = (by: Stage['by']): number =>
    remaining.reduce((sum, stage, index) => {
      const begin = remaining[index - 1]?.end ?? 0;
      return sum + (stage.by === by ? (cutPassed[stage.end] as number) - (cutPassed[begin] as number) : 0);
    }, 0);
  const [roadMetres, footMetres, flightMetres] = [metresBy('road'), metresBy('foot'), metresBy('air')];
  const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(part / whole, 1));
  return {
    ...journey,
    seconds: seconds * met.share,
    metres: roadMetres + footMetres + flightMetres,
    roadMetres,
    footMetres,
    flightMetres,
    climbMetres: journey.climbMetres * shareOf(footMetres, journey.footMetres),
    roadClimbMetres: journey.roadClimbMetres * shareOf(roadMetres, journey.roadMetres),
    path: cut,
    stages: remaining,
    endsAtFire: true,
  };
}

/** Some 50 m, so that a narrow fire is not missed. */
const LOOK_DEGREES = 0.0005;

/** Places along a straight stretch, including both ends, and the position of each, 0 to 1. */
function* along(from: LngLat, to: LngLat): Generator<LngLat & { readonly share: number }> {
  const [lng, lat] = [to.lng - from.lng, to.lat - from.lat];
  const parts = Math.max(Math.ceil(Math.max(Math.abs(lng), Math.abs(lat)) / LOOK_DEGREES), 1);
  for (let part = 0; part <= parts; part++) {
    const share = part / parts;
    yield { lng: from.lng + lng * share, lat: from.lat + lat * share, share };
  }
}

/** For each edge, when the fire first reaches any place of it. */
export function closedEdges({ edges, shape, shapeStart }: RoadNet, arrivalAt: FireArrival): Float32Array {
  const closed = new Float32Array(edges).fill(Number.POSITIVE_INFINITY);
  const place = (point: number): LngLat => ({ lng: shape[2 * point] as number, lat: shape[2 * point + 1] as number });
  for (let edge = 0; edge < edges; edge++)
    for (let point = shapeStart[edge] as number; point + 1 < (shapeStart[edge + 1] as number); point++)
      for (const at of along(place(point), place(point + 1))) closed[edge] = Math.min(closed[edge] as number, arrivalAt(at));
  return closed;
}

/** For each cell, when the fire reaches its middle. */
export const closedCells = (frame: GroundFrame, arrivalAt: FireArrival): Float32Array =>
  Float32Array.from({ length: frame.columns * frame.rows }, (_, cell) => arrivalAt(placeOfCell(frame, cell)));
