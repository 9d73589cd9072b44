// Travel times and routes from many places to one, and from one to many, over roads and terrain, with a single search each. Places are in
// WGS 84 degrees; the only state is what was computed from the nets.
import type { NoJourney } from '@lookout/features/task/task-journey.ts';
import { distanceMetres, type LngLat } from '@lookout/geo';
import { flightSeconds, type HelicopterKind } from './helicopters.ts';
import {
  beginOfHalf,
  EMPTY_LEG,
  joinLegs,
  type Leg,
  legOfWay,
  roadLeg,
  type Stage,
  type StateWay,
  stagesOf,
  wayOf,
} from './journey-legs.ts';
import { accessLeg, type FindAccess, roadAccessOf } from './road-access.ts';
import { ROAD_SPEEDS, type RoadClassSpeed, type VehicleKind } from './road-classes.ts';
import { endOfHalf, type RoadNet, secondsOfHalves } from './road-net.ts';
import { type Closing, joinNets, type SearchResult, searchTravel, type TravelNets } from './travel-search.ts';
import { startCell, type WalkGround } from './walk-ground.ts';

export type Mover =
  | { readonly means: 'foot' }
  /** The vehicle is on the road near the place; its people walk the last stretch. */
  | { readonly means: 'vehicle'; readonly vehicle: VehicleKind }
  /** The helicopter flies straight to a landing point; its people walk from there. */
  | { readonly means: 'helicopter'; readonly helicopter: HelicopterKind };

export interface TravelPlace {
  readonly position: LngLat;
  readonly mover: Mover;
}

export interface Journey {
  readonly means: Mover['means'];
  readonly seconds: number;
  readonly metres: number;
  readonly roadMetres: number;
  readonly footMetres: number;
  readonly flightMetres: number;
  /** Metres climbed on foot. */
  readonly climbMetres: number;
  /** Metres climbed on the road. */
  readonly roadClimbMetres: number;
  readonly path: readonly LngLat[];
  /** The stretches of the path that are driven, walked and flown. */
  readonly stages: readonly Stage[];
  /** The fire closes the fastest route; this is another. */
  readonly avoidsFire: boolean;
  /** The route ends at the edge that the fire will have by then, short of the goal. */
  readonly endsAtFire?: true;
}

export type JourneyOutcome = { readonly ok: true; readonly journey: Journey } | { readonly ok: false; readonly why: NoJourney };

/** Joins two journeys: for example a man's walk to his vehicle, and his drive. */
export function joinJourneys(first: Journey, next: Journey): Journey {
  const sum = (field: 'seconds' | 'metres' | 'roadMetres' | 'footMetres' | 'flightMetres' | 'climbMetres' | 'roadClimbMetres'): number =>
    first[field] + next[field];
  const [end, begin] = [first.path.at(-1), next.path[0]];
  const isJoined = end !== undefined && end.lng === begin?.lng && end.lat === begin.lat;
  const path = [...first.path, ...(isJoined ? next.path.slice(1) : next.path)];
  const offset = path.length - next.path.length;
  return {
    means: next.means,
    seconds: sum('seconds'),
    metres: sum('metres'),
    roadMetres: sum('roadMetres'),
    footMetres: sum('footMetres'),
    flightMetres: sum('flightMetres'),
    climbMetres: sum('climbMetres'),
    roadClimbMetres: sum('roadClimbMetres'),
    path,
    stages: [...first.stages, ...next.stages.map((stage) => ({ by: stage.by, end: stage.end + offset }))],
    avoidsFire: first.avoidsFire || next.avoidsFire,
  };
}

export interface TravelOptions {
  readonly net: RoadNet | null;
  readonly ground: WalkGround | null;
  /** Landing points of helicopters. */
  readonly landings?: readonly LngLat[];
  readonly speeds?: readonly RoadClassSpeed[];
}

interface Common {
  readonly closing?: Closing;
  /** A longer journey is `too-far`; default 12 hours. */
  readonly mostMinutes?: number;
}

export interface Travel {
  /** One outcome for each place, in their order. */
  toOne(request: Common & { readonly goal: LngLat; readonly places: readonly TravelPlace[] }): readonly JourneyOutcome[];
  /** One outcome for each goal, in their order. */
  fromOne(request: Common & { readonly start: TravelPlace; readonly goals: readonly LngLat[] }): readonly JourneyOutcome[];
  /** The times from a place to all others, for isochrones, limited by `mostMinutes`. */
  reachOf(request: Common & { readonly start: TravelPlace }): { readonly result: SearchResult; readonly halfSeconds: Float64Array | null };
  readonly nets: TravelNets;
}

const MOST_MINUTES = 720;
/**
 * Of the travellers whose route the fire closes, this many (the soonest) are searched exactly, one by one. The others share one search that
 * treats everything that will burn as closed.
 */
const MOST_EXACT = 12;
const SECONDS_PER_MINUTE = 60;

/** A route from a place to a state of the search, or from a state to a place. */
interface Link {
  readonly state: number;
  readonly seconds: number;
  /** The half of the road that leads to the state; −1: none. */
  readonly half: number;
  readonly leg: () => Leg;
}

/** A route along one road from place to place, without a node between. */
interface Direct {
  readonly seconds: number;
  readonly half: number;
  readonly leg: () => Leg;
}

export function createTravel({ net, ground, landings = [], speeds = ROAD_SPEEDS }: TravelOptions): Travel {
  const nets = joinNets(net, ground);
  const findAccess: FindAccess = net === null ? () => [] : roadAccessOf(net, ground);
  const secondsOf = new Map<VehicleKind, Float64Array>();
  const halfSecondsOf = ({ mover }: Pick<TravelPlace, 'mover'>): Float64Array | null => {
    if (net === null || mover.means !== 'vehicle') return null;
    const known = secondsOf.get(mover.vehicle) ?? secondsOfHalves(net, mover.vehicle, speeds);
    secondsOf.set(mover.vehicle, known);
    return known;
  };

  const cellLink = (place: LngLat, seconds = 0, leg: Leg = { ...EMPTY_LEG, points: [place], by: ['foot'] }): Link[] => {
    const cell = ground === null ? -1 : startCell(ground, place);
    return cell === -1 ? [] : [{ state: nets.nodes + cell, seconds, half: -1, leg: () => leg }];
  };

  /** Links by road: to both ends of the edges near the place, or from them. */
  function roadLinks(place: LngLat, halfSeconds: Float64Array | null, way: 'leave' | 'arrive'): Link[] {
    if (net === null || halfSeconds === null) return [];
    return findAccess(place, halfSeconds).flatMap((access) =>
      [2 * access.edge, 2 * access.edge + 1].flatMap((half) => {
        const share = (half & 1) === 0 ? access.share : 1 - access.share;
        const [fromShare, toShare] = way === 'leave' ? [share, 1] : [0, share];
        const seconds =
          access.seconds[way] +
          ((halfSeconds[half] as number) === Number.POSITIVE_INFINITY
            ? Number.POSITIVE_INFINITY
            : (toShare - fromShare) * (halfSeconds[half] as number));
        if (seconds === Number.POSITIVE_INFINITY) return [];
        const [road, foot] = [() => roadLeg(net, half, fromShare, toShare), accessLeg(place, access, way)];
        const state = way === 'leave' ? endOfHalf(net, half) : beginOfHalf(net, half);
        return [{ state, seconds, half, leg: () => joinLegs(way === 'leave' ? [foot, road()] : [road(), foot]) }];
      }),
    );
  }

  function directLinks(from: LngLat, to: LngLat, halfSeconds: Float64Array | null): Direct[] {
    if (net === null || halfSeconds === null) return [];
    const there = findAccess(to, halfSeconds);
    return findAccess(from, halfSeconds).flatMap((leave) =>
      there.flatMap((arrive) => {
        if (arrive.edge !== leave.edge) return [];
        const half = 2 * leave.edge + (arrive.share < leave.share ? 1 : 0);
        const drive = halfSeconds[half] as number;
        if (drive === Number.POSITIVE_INFINITY) return [];
        const shares = (half & 1) === 0 ? ([leave.share, arrive.share] as const) : ([1 - leave.share, 1 - arrive.share] as const);
        const leg = () => joinLegs([accessLeg(from, leave, 'leave'), roadLeg(net, half, ...shares), accessLeg(to, arrive, 'arrive')]);
        return [{ seconds: leave.seconds.leave + (shares[1] - shares[0]) * drive + arrive.seconds.arrive, half, leg }];
      }),
    );
  }

  /** Where a traveller can begin, by means of travel. */
  function departuresOf({ position, mover }: TravelPlace): Link[] {
    if (mover.means === 'foot') return cellLink(position);
    if (mover.means === 'vehicle') return [...cellLink(position), ...roadLinks(position, halfSecondsOf({ mover }), 'leave')];
    return landings.flatMap((landing) => {
      const flightMetres = distanceMetres(position, landing);
      return cellLink(landing, flightSeconds(mover.helicopter, flightMetres), {
        ...EMPTY_LEG,
        points: [position, landing],
        by: ['air', 'air'],
        flightMetres,
      });
    });
  }
  const arrivalsAt = (goal: LngLat, halfSeconds: Float64Array | null): Link[] => [
    ...cellLink(goal),
    ...roadLinks(goal, halfSeconds, 'arrive'),
  ];

  const best = <L extends { readonly seconds: number }>(
    links: readonly L[],
    rest: (link: L) => number,
  ): { link: L; seconds: number } | null => {
    let found: { link: L; seconds: number } | null = null;
    for (const link of links) {
      const seconds = link.seconds + rest(link);
      if (seconds < (found?.seconds ?? Number.POSITIVE_INFINITY)) found = { link, seconds };
    }
    return found;
  };

  const isOpen = (half: number, seconds: number, closing: Closing | undefined): boolean =>
    half === -1 ||
    closing?.edges === undefined ||
    seconds <= ((closing.edges[half >> 1] as number) - closing.marginMinutes) * SECONDS_PER_MINUTE;

  const journeyOf = ({ mover }: TravelPlace, seconds: number, legs: readonly Leg[], avoidsFire: boolean): JourneyOutcome => {
    const whole = joinLegs(legs);
    const { points: path, roadMetres, footMetres, flightMetres, footClimbMetres: climbMetres, roadClimbMetres } = whole;
    const metres = roadMetres + footMetres + flightMetres;
    const journey = {
      means: mover.means,
      seconds,
      metres,
      roadMetres,
      footMetres,
      flightMetres,
      climbMetres,
      roadClimbMetres,
      path,
      stages: stagesOf(whole),
      avoidsFire,
    };
    return { ok: true, journey };
  };

  function whyNot(place: TravelPlace, goal: LngLat, departures: readonly Link[], isClosing: boolean): NoJourney {
    const [here, there] = [cellLink(place.position), cellLink(goal)];
    if (place.mover.means === 'helicopter' && departures.length === 0) return 'no-landing-point';
    // A helicopter crew starts on foot where it lands, so the ground need not include its base.
    if (place.mover.means === 'foot' && here.length === 0) return 'outside-ground';
    if (place.mover.means !== 'vehicle') return there.length === 0 ? 'outside-ground' : isClosing ? 'closed-by-fire' : 'too-far';
    const roads = departures.filter(({ half }) => half !== -1);
    if (roads.length === 0 && here.length === 0) return 'no-road-near';
    const arrivals = arrivalsAt(goal, halfSecondsOf(place));
    if (arrivals.length === 0) return 'outside-ground';
    if (isClosing) return 'closed-by-fire';
    const islandAt = ({ state }: Link): number => net?.islandOf[state] ?? -1;
    const goalIslands = arrivals.filter(({ half }) => half !== -1).map(islandAt);
    return goalIslands.length > 0 && roads.length > 0 && !roads.some((road) => goalIslands.includes(islandAt(road))) ? 'island' : 'too-far';
  }

  /** Routes from one place at the actual times of travel: the fire may close a route before the traveller passes. */
  function forwards(
    start: TravelPlace,
    goals: readonly LngLat[],
    { closing, mostMinutes = MOST_MINUTES }: Common,
    remaining?: (state: number) => number,
  ) {
    const halfSeconds = halfSecondsOf(start);
    const departures = departuresOf(start);
    const arrivals = goals.map((goal) => arrivalsAt(goal, halfSeconds));
    const directs = goals.map((goal) =>
      directLinks(start.position, goal, halfSeconds).filter(({ half, seconds }) => isOpen(half, seconds, closing)),
    );
    const goalCells = new Set(arrivals.flat().flatMap(({ half, state }) => (half === -1 ? [state - nets.nodes] : [])));
    const bestOf = (index: number, seconds: Float64Array) =>
      best(
        (arrivals[index] ?? []).filter((link) => isOpen(link.half, (seconds[link.state] as number) + link.seconds, closing)),
        ({ state }) => seconds[state] as number,
      );
    let settled = 0;
    const result = searchTravel(nets, {
      direction: 'from',
      seeds: departures.filter(({ half, seconds }) => isOpen(half, seconds, closing)),
      halfSeconds,
      mostSeconds: mostMinutes * SECONDS_PER_MINUTE,
      ...(closing === undefined ? {} : { closing }),
      goalCells,
      ...(remaining === undefined ? {} : { remaining }),
      isDone: (low, seconds) => {
        while (settled < goals.length && (bestOf(settled, seconds)?.seconds ?? Number.POSITIVE_INFINITY) <= low) settled += 1;
        return goals.length > 0 && settled === goals.length;
      },
    });
    const outcomeOf = (index: number, avoidsFire: boolean): JourneyOutcome => {
      const direct = best(directs[index] ?? [], () => 0);
      const arrival = bestOf(index, result.seconds);
      const most = mostMinutes * SECONDS_PER_MINUTE;
      if (direct !== null && direct.seconds <= Math.min(arrival?.seconds ?? most, most))
        return journeyOf(start, direct.seconds, [direct.link.leg()], avoidsFire);
      if (arrival === null || arrival.seconds > most)
        return { ok: false, why: whyNot(start, goals[index] as LngLat, departures, closing !== undefined && avoidsFire) };
      const way = wayOf(result, arrival.link.state, 'from');
      const departure = linkOf(departures, way.states[0] as number);
      return journeyOf(start, arrival.seconds, [departure.leg(), legOfWay(nets, way), arrival.link.leg()], avoidsFire);
    };
    return { result, outcomeOf };
  }

  const linkOf = (links: readonly Link[], state: number): Link =>
    (best(
      links.filter((link) => link.state === state),
      () => 0,
    )?.link ?? links[0]) as Link;

  /** Whether everything on the route is open when the traveller passes. */
  function isWayOpen({ states, halves }: StateWay, before: number, result: SearchResult, closing: Closing, goalState: number): boolean {
    const first = result.seconds[states[0] as number] as number;
    return states.every((state, index) => {
      const seconds = before + first - (result.seconds[state] as number);
      if (index > 0 && !isOpen(halves[index - 1] as number, seconds, closing)) return false;
      if (state < nets.nodes || state === goalState || index === 0 || closing.cells === undefined) return true;
      return seconds <= ((closing.cells[state - nets.nodes] as number) - closing.marginMinutes) * SECONDS_PER_MINUTE;
    });
  }

  /** Routes past everything that burns within the forecast, at whatever time: one search backwards for all, which errs on the safe side. */
  function pastAllFire(
    goal: LngLat,
    places: readonly TravelPlace[],
    halfSeconds: Float64Array | null,
    { edges, cells }: Closing,
    mostSeconds: number,
  ): JourneyOutcome[] {
    const always = (closed: Float32Array): Float32Array =>
      closed.map((minutes) => (minutes < Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : minutes));
    const closing: Closing = { ...(edges && { edges: always(edges) }), ...(cells && { cells: always(cells) }), marginMinutes: 0 };
    const open = (links: readonly Link[]): Link[] => links.filter(({ half, seconds }) => isOpen(half, seconds, closing));
    const arrivals = open(arrivalsAt(goal, halfSeconds));
    const goalCells = new Set(arrivals.flatMap(({ half, state }) => (half === -1 ? [state - nets.nodes] : [])));
    const result = searchTravel(nets, { direction: 'to', seeds: arrivals, halfSeconds, mostSeconds, closing, goalCells });
    return places.map((place) => {
      const departure = best(open(departuresOf(place)), ({ state }) => result.seconds[state] as number);
      if (departure === null || departure.seconds > mostSeconds) return { ok: false, why: 'closed-by-fire' };
      const way = wayOf(result, departure.link.state, 'to');
      const arrival = linkOf(arrivals, way.states.at(-1) as number);
      return journeyOf(place, departure.seconds, [departure.link.leg(), legOfWay(nets, way), arrival.leg()], true);
    });
  }

  function toOne({ goal, places, closing, mostMinutes = MOST_MINUTES }: Parameters<Travel['toOne']>[0]): readonly JourneyOutcome[] {
    const outcomes = new Map<TravelPlace, JourneyOutcome>();
    const closed: { place: TravelPlace; seconds: number; exactly: () => JourneyOutcome; halfSeconds: Float64Array | null }[] = [];
    const most = mostMinutes * SECONDS_PER_MINUTE;
    const vehicles = new Set(places.map((place) => halfSecondsOf(place)));
    // Routes on foot are the same in each search, so travellers without a vehicle are in the first search only.
    if (vehicles.size > 1) vehicles.delete(null);
    const [first] = vehicles;
    for (const halfSeconds of vehicles) {
      const arrivals = arrivalsAt(goal, halfSeconds);
      const mine = places.filter((place) => (halfSecondsOf(place) ?? first) === halfSeconds);
      const departures = mine.map(departuresOf);
      const bestOf = (index: number, seconds: Float64Array) => best(departures[index] ?? [], ({ state }) => seconds[state] as number);
      let settled = 0;
      const result = searchTravel(nets, {
        direction: 'to',
        seeds: arrivals,
        halfSeconds,
        mostSeconds: most,
        isDone: (low, seconds) => {
          while (settled < mine.length && (bestOf(settled, seconds)?.seconds ?? Number.POSITIVE_INFINITY) <= low) settled += 1;
          return settled === mine.length;
        },
      });
      const goalState = arrivals.find(({ half }) => half === -1)?.state ?? -1;
      const remaining = (state: number): number => Math.min(result.seconds[state] as number, result.radiusSeconds);
      /** null: the fire closes the route. */
      const outcomeOf = (place: TravelPlace, index: number): JourneyOutcome | null => {
        const direct = best(directLinks(place.position, goal, halfSecondsOf(place)), () => 0);
        const departure = bestOf(index, result.seconds);
        const seconds = Math.min(direct?.seconds ?? Number.POSITIVE_INFINITY, departure?.seconds ?? Number.POSITIVE_INFINITY);
        if (seconds > most) return { ok: false, why: whyNot(place, goal, departures[index] ?? [], false) };
        const around = (): null => {
          const exactly = (): JourneyOutcome =>
            forwards(place, [goal], { ...(closing === undefined ? {} : { closing }), mostMinutes }, remaining).outcomeOf(0, true);
          closed.push({ place, seconds, exactly, halfSeconds });
          return null;
        };
        if (direct !== null && direct.seconds === seconds)
          return isOpen(direct.link.half, seconds, closing) ? journeyOf(place, seconds, [direct.link.leg()], false) : around();
        const { link } = departure as { link: Link };
        const way = wayOf(result, link.state, 'to');
        const arrival = linkOf(arrivals, way.states.at(-1) as number);
        const isClear =
          closing === undefined ||
          (isOpen(link.half, link.seconds, closing) &&
            isWayOpen(way, link.seconds, result, closing, goalState) &&
            isOpen(arrival.half, seconds, closing));
        return isClear ? journeyOf(place, seconds, [link.leg(), legOfWay(nets, way), arrival.leg()], false) : around();
      };
      for (const [index, place] of mine.entries()) {
        const outcome = outcomeOf(place, index);
        if (outcome !== null) outcomes.set(place, outcome);
      }
    }
    closed.sort((a, b) => a.seconds - b.seconds);
    for (const { place, exactly } of closed.slice(0, MOST_EXACT)) outcomes.set(place, exactly());
    for (const [halfSeconds, group] of Map.groupBy(closed.slice(MOST_EXACT), (one) => one.halfSeconds)) {
      const around = pastAllFire(
        goal,
        group.map(({ place }) => place),
        halfSeconds,
        closing as Closing,
        most,
      );
      for (const [index, { place }] of group.entries()) outcomes.set(place, around[index] as JourneyOutcome);
    }
    return places.map((place) => outcomes.get(place) as JourneyOutcome);
  }

  return {
    toOne,
    fromOne({ start, goals, ...common }) {
      const { outcomeOf } = forwards(start, goals, common);
      const { closing, ...unclosed } = common;
      if (closing === undefined) return goals.map((_, index) => outcomeOf(index, false));
      // The search without the fire: a traveller who is as fast in it does not avoid the fire.
      const free = forwards(start, goals, unclosed);
      return goals.map((_, index) => {
        const [before, now] = [free.outcomeOf(index, false), outcomeOf(index, true)];
        return !before.ok || (now.ok && now.journey.seconds === before.journey.seconds) ? before : now;
      });
    },
    reachOf: ({ start, ...common }) => ({ result: forwards(start, [], common).result, halfSeconds: halfSecondsOf(start) }),
    nets,
  };
}
