// Runs in a worker thread and searches routes over roads and terrain (travel.ts).

import {
  approachMetresOf,
  arrivalOfFires,
  cellsAround,
  closingBy,
  createTravel,
  createWalkGround,
  cutOffMinutes,
  type FireArrival,
  type GroundFrame,
  isAtFire,
  type Journey,
  type JourneyOutcome,
  joinJourneys,
  landingSites,
  openAround,
  openRoadNet,
  placeOfCell,
  type RoadNet,
  reachAreasOf,
  type Travel,
  type TravelPlace,
  untilFire,
  type WalkGround,
} from '@lookout/fire-model';
import { distanceMetres, type LngLat, thinTrack } from '@lookout/geo';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { UNKNOWN_CLASS } from '../../terrain/service/ground-window.ts';
import { UNKNOWN_WALKING_FACTOR, walkingOfClasses } from './class-walking.ts';
import type { ReachFrame } from './reach-frame.ts';
import type { NoWayBack, TravelAnswer, TravelQuestion, WayBack } from './travel.ts';

/** The longest travel time searched. Anyone who needs longer is of no use. */
const MOST_MINUTES = 360;
/** The most points of a path; more are not visible on a map of a county. */
const MOST_PATH_POINTS = 200;
/** The most cells per side of an area. Each is at least as large as two terrain cells, so that the area has no gaps. */
const REACH_CELLS = 400;
const LEAST_REACH_CELL_METRES = 120;

let opened: { readonly version: string; readonly buffer: RoadNet['buffer']; readonly net: RoadNet } | null = null;

function netOf(given: TravelQuestion['net']): RoadNet | null {
  if (given === null) return null;
  if (opened?.version === given.version) return opened.net;
  const read = openRoadNet(given.buffer);
  // The server has already opened the same memory, so this cannot fail.
  if (!read.ok) throw new Error(read.error);
  opened = { ...given, net: read.value };
  return read.value;
}

function groundOf({ frame, heights, classes, table }: TravelQuestion['ground'], net: RoadNet | null) {
  const rows = walkingOfClasses(table).map(({ factor }, index) => {
    const cover = table[index]?.cover ?? null;
    return { factor, isOpen: factor > 0 && cover !== null && cover !== 'forest' };
  });
  const factors = Float32Array.from(classes, (index) =>
    index === UNKNOWN_CLASS ? UNKNOWN_WALKING_FACTOR : (rows[index]?.factor ?? UNKNOWN_WALKING_FACTOR),
  );
  const ground: WalkGround = createWalkGround(frame, { heights, factors, ...(net && { net }) });
  return { ground, isOpen: (cell: number): boolean => rows[classes[cell] as number]?.isOpen === true };
}

function thinned(journey: Journey): Journey {
  let metres = 0;
  const fixes = journey.path.map((place, index) => {
    metres += index === 0 ? 0 : distanceMetres(journey.path[index - 1] as LngLat, place);
    // As if walked at one metre a millisecond, so that thinning removes the points nearest to the line between their neighbours.
    return { ...place, ms: metres };
  });
  const path: LngLat[] = fixes.slice(0, 1).map(({ lng, lat }) => ({ lng, lat }));
  // Each stage is thinned separately, so that the points where it leaves the road remain.
  const stages = journey.stages.map(({ by, end }, index) => {
    const stretch = fixes.slice(journey.stages[index - 1]?.end ?? 0, end + 1);
    const most = Math.max(2, Math.floor((MOST_PATH_POINTS * stretch.length) / fixes.length));
    path.push(
      ...thinTrack(stretch, most)
        .slice(1)
        .map(({ lng, lat }) => ({ lng, lat })),
    );
    return { by, end: path.length - 1 };
  });
  return { ...journey, path, stages };
}

function frameOf(frame: ReachFrame, ground: GroundFrame, centre: LngLat): GroundFrame {
  if (frame.kind === 'ground') return ground;
  return cellsAround(centre, frame.halfMetres, Math.max((2 * frame.halfMetres) / REACH_CELLS, LEAST_REACH_CELL_METRES)).frame;
}

interface Approach {
  readonly goal: LngLat;
  readonly places: readonly TravelPlace[];
  readonly strict: readonly JourneyOutcome[];
}

/**
 * A fire that has grown around the goal closes every route to it. A person without another route goes to the fire's edge, unless the route
 * leads through the fire and out of it again.
 */
function upToTheFire(travel: Travel, burns: FireArrival, { goal, places, strict }: Approach): readonly JourneyOutcome[] {
  const isShut = (outcome: JourneyOutcome | undefined): boolean => outcome?.ok === false && outcome.why === 'closed-by-fire';
  const shut = places.filter((_, index) => isShut(strict[index]));
  if (shut.length === 0) return strict;
  const free = travel.toOne({ goal, places: shut, mostMinutes: MOST_MINUTES }).values();
  return strict.map((outcome) => {
    if (!isShut(outcome)) return outcome;
    const open = free.next().value as JourneyOutcome;
    // The reason applies also without the fire, so it is reported.
    if (!open.ok) return open;
    const journey = untilFire(open.journey, burns);
    return journey === null ? outcome : { ok: true, journey };
  });
}

/** The return is searched without the fire, because the question is how long the fastest return route remains open. */
function backOf(travel: Travel, arrivalAt: FireArrival | null, goal: LngLat, place: TravelPlace): WayBack | NoWayBack {
  const [there] = travel.toOne({ goal, places: [place], mostMinutes: MOST_MINUTES }) as [JourneyOutcome];
  // A person who cannot come has no return route, and a search for one would cover the whole network.
  if (!there.ok) return there;
  const { position, mover } = place;
  const { stages, path, seconds: thereSeconds } = there.journey;
  const go = (start: TravelPlace, to: LngLat): JourneyOutcome =>
    travel.fromOne({ start, goals: [to], mostMinutes: MOST_MINUTES })[0] as JourneyOutcome;
  // The vehicle is where the person left it.
  const lastDriven = stages.findLast(({ by }) => by === 'road');
  const left = lastDriven === undefined ? undefined : path[lastDriven.end];
  const parts =
    left === undefined
      ? [go({ position: goal, mover: { means: 'foot' } }, position)]
      : [go({ position: goal, mover: { means: 'foot' } }, left), go({ position: left, mover }, position)];
  const missing = parts.find((part) => !part.ok);
  if (missing !== undefined && !missing.ok) return missing;
  const legs = parts.flatMap((part) => (part.ok ? [part.journey] : []));
  const [first, ...more] = legs as [Journey, ...Journey[]];
  const cutOff = arrivalAt === null ? Number.POSITIVE_INFINITY : cutOffMinutes(legs, arrivalAt);
  return { ok: true, journey: thinned(more.reduce(joinJourneys, first)), cutOffMinutes: cutOff, thereSeconds };
}

answerQuestions(async ({ net: given, ground: window, fires, ask }: TravelQuestion): Promise<TravelAnswer> => {
  const net = netOf(given);
  const { ground, isOpen } = groundOf(window, net);
  const burns = fires.length === 0 ? null : arrivalOfFires(fires);
  /** The goal may burn, so routes are open around it. */
  const closesAround = (goal: LngLat): FireArrival | null => burns && openAround(goal, approachMetresOf(goal, fires), burns);
  if (ask.kind === 'back') {
    const { goal, place } = ask;
    return { kind: 'back', back: backOf(createTravel({ net, ground }), closesAround(goal), goal, place) };
  }
  if (ask.kind === 'nearest') {
    const { goal, places } = ask;
    const arrivalAt = closesAround(goal);
    const flies = places.some(({ mover }) => mover.means === 'helicopter');
    // A helicopter does not land where the forecast has fire.
    const mayLand = (cell: number): boolean =>
      isOpen(cell) && (burns === null || burns(placeOfCell(ground, cell)) === Number.POSITIVE_INFINITY);
    const landings = flies ? landingSites(ground, mayLand, goal) : [];
    const closing = arrivalAt && closingBy(arrivalAt, { net, ground });
    const travel = createTravel({ net, ground, landings });
    const strict = travel.toOne({ goal, places, mostMinutes: MOST_MINUTES, ...(closing && { closing }) });
    const outcomes = burns !== null && isAtFire(goal, fires) ? upToTheFire(travel, burns, { goal, places, strict }) : strict;
    return { kind: 'nearest', outcomes: outcomes.map((one) => (one.ok ? { ok: true, journey: thinned(one.journey) } : one)) };
  }
  const { start, minutes, frame } = ask;
  const travel = createTravel({ net, ground });
  const closing = burns && closingBy(burns, { net, ground });
  const { result, halfSeconds } = travel.reachOf({ start, mostMinutes: Math.max(...minutes), ...(closing && { closing }) });
  return { kind: 'reach', areas: reachAreasOf(travel.nets, result, halfSeconds, frameOf(frame, ground, start.position), minutes) };
});
