// Who arrives first, how he returns, and how far a person can travel. The searches are in features/travel/service/travel.ts. This module
// decides who is included, and within which grid.
import { type Answer, formatTime, type Remark } from '@lookout/contract';
import { boxAround, haversineMetres, type Position } from '@lookout/domain';
import {
  flightSeconds,
  type Journey,
  type JourneyOutcome,
  journeyText,
  type Mover,
  noJourneyText,
  type ReachArea,
} from '@lookout/fire-model';
import { destination, type LngLat } from '@lookout/geo';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { locatePosition } from '../grid/service/gazetteer.ts';
import type { NoJourney } from '../task/task-journey.ts';
import { MOVER_OF_MODE, moverOf } from './server/movers.ts';
import { roundedDegrees, roundedPath } from './server/rounded.ts';
import { keepJourneys, underWayHandler } from './server/under-way.ts';
import type { RoadOrigin } from './service/roads.ts';
import type { NoWayBack, TravelBasis, WayBack } from './service/travel.ts';
import { FLIGHT_RADIUS_METRES, type LandKind, TRAVEL_RADIUS_METRES, type TravelKind } from './travel.calls.ts';

export const travel: ServerFeature<'travel'> = {
  open: (room) => ({ calls: travelHandlers(room), jobs: [keepJourneys(room)] }),
};

type Needs = Pick<Room, 'store' | 'assetIndex' | 'travels' | 'gazetteer'>;
type Row = Answer<Contract['travel']['nearest']>['rows'][number];

/** The number of each kind that is searched: the nearest by straight-line distance. Anyone farther away would hardly arrive first. */
const MOST_OF_KIND = 60;
const MOST_RANGERS = 10_000;

interface Candidate {
  readonly kind: TravelKind;
  readonly id: string;
  readonly name: string;
  readonly position: Position;
  readonly positionTime: string | null;
  readonly distance: number;
}

function travelHandlers({ store, assetIndex, travels, gazetteer }: Needs): Handlers<Contract['travel']> {
  /** Positions of rangers are shown only to users who may see rangers or send them (docs/interface.md). */
  async function rangersNear(context: Context, centre: Position): Promise<Candidate[]> {
    const { rights } = accountOf(context);
    if (!rights.has('see-rangers') && !rights.has('dispatch')) return [];
    const { list } = await store.rangers.list(context.scope, { box: boxAround(centre, TRAVEL_RADIUS_METRES) }, { limit: MOST_RANGERS });
    return list
      .flatMap(({ userId, fullName, last }) => {
        if (last === null) return [];
        const distance = haversineMetres(centre, last.position);
        const positionTime = formatTime(last.at);
        return [{ kind: 'ranger' as const, id: userId, name: fullName, position: last.position, positionTime, distance }];
      })
      .filter(({ distance }) => distance <= TRAVEL_RADIUS_METRES)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_OF_KIND);
  }

  async function assetsNear(
    { scope }: Context,
    centre: Position,
    kinds: readonly TravelKind[],
    radiusMetres: number,
  ): Promise<Candidate[]> {
    const requested = kinds.filter((kind) => kind !== 'ranger');
    if (requested.length === 0) return [];
    const { list } = await assetIndex.around(scope, { centre, radiusMetres, kinds: requested, byKind: true }, MOST_OF_KIND);
    return list.map(({ kind, id, name, position }) => ({
      kind: kind as TravelKind,
      id,
      name,
      position,
      positionTime: null,
      distance: haversineMetres(centre, position),
    }));
  }

  return {
    async nearest(context, { body }) {
      const goal = placeIn(context, { lng: body.longitude, lat: body.latitude }, 'longitude');
      const kinds = [...new Set(body.kinds)];
      const isFlown = (kind: TravelKind): boolean => moverOf(kind).means === 'helicopter';
      const near = await Promise.all([
        kinds.includes('ranger') ? rangersNear(context, goal) : [],
        assetsNear(
          context,
          goal,
          kinds.filter((kind) => !isFlown(kind)),
          TRAVEL_RADIUS_METRES,
        ),
        assetsNear(context, goal, kinds.filter(isFlown), FLIGHT_RADIUS_METRES),
      ]);
      const candidates = near.flat();
      const places = candidates.map(({ kind, position }) => ({ position, mover: moverOf(kind) }));
      const { outcomes, ...basis } = await travels.toPlace(goal, places);
      const rows = candidates.map((candidate, index) => rowOf(candidate, outcomes[index] as JourneyOutcome, basis));
      rows.sort((a, b) => (a.seconds ?? Infinity) - (b.seconds ?? Infinity) || a.distance - b.distance || (a.id < b.id ? -1 : 1));
      const remark = remarkOf(basis);
      return { rows: rows.slice(0, body.limit), ...(remark && { remark }) };
    },

    async reach(context, { body }) {
      const position = placeIn(context, body.position, 'position');
      const mover = MOVER_OF_MODE[body.mode];
      const { minutes } = body;
      // A helicopter flies straight to any landing place, so roads and terrain do not matter.
      if (mover.means === 'helicopter')
        return { roads: 'none', forecastAt: null, areas: minutes.map((limit) => flightArea(position, mover, limit)) };
      const { areas, ...basis } = await travels.reach({ position, mover }, minutes);
      return { ...basisOf(basis), areas: areas.map(roundedArea) };
    },

    async back(context, { body }) {
      const goal = placeIn(context, body.goal, 'goal');
      // The same limit as in `nearest`: nothing farther away is searched.
      if (haversineMetres(goal, body.from) > TRAVEL_RADIUS_METRES) return tooFar();
      const began = context.now.getTime();
      const { back, ...basis } = await travels.back(goal, { position: body.from, mover: moverOf(body.kind as LandKind) });
      return { ...wayBackOf(back, began), ...basisOf(basis) };
    },

    ...underWayHandler({ store }),
  };

  /** @param path of the field that a refusal names */
  function placeIn(context: Context, position: Position, path: string): Position {
    return locatePosition(position, gazetteer(), context.scope, path).position;
  }
}

const NOWHERE = { seconds: null, metres: 0, roadMetres: 0, footMetres: 0, flightMetres: 0, climbMetres: 0 } as const;

const basisOf = ({ roads, forecast }: TravelBasis) => ({ roads, forecastAt: forecast && new Date(forecast.beginMs) });

function rowOf({ position, distance, ...who }: Candidate, outcome: JourneyOutcome, basis: TravelBasis): Row {
  const { roads, forecastAt } = basisOf(basis);
  const forecastTime = forecastAt && formatTime(forecastAt);
  const common = { ...who, longitude: position.lng, latitude: position.lat, distance: Math.round(distance), roads, forecastTime };
  if (!outcome.ok) {
    const { why } = outcome;
    return { ...common, ...NOWHERE, path: [], stages: [], words: whyTexts(why), why, avoidsFire: false };
  }
  const { journey } = outcome;
  return {
    ...common,
    seconds: Math.round(journey.seconds),
    metres: Math.round(journey.metres),
    roadMetres: Math.round(journey.roadMetres),
    footMetres: Math.round(journey.footMetres),
    flightMetres: Math.round(journey.flightMetres),
    climbMetres: Math.round(journey.climbMetres),
    path: roundedPath(journey.path).map(({ lng, lat }) => [lng, lat]),
    stages: [...journey.stages],
    words: wayTexts(journey),
    why: null,
    avoidsFire: journey.avoidsFire,
  };
}

type Back = Answer<Contract['travel']['back']>;

function wayBackOf(back: WayBack | NoWayBack, nowMs: number): Omit<Back, keyof ReturnType<typeof basisOf>> {
  if (!back.ok) {
    const { why } = back;
    return { seconds: null, metres: 0, path: [], stages: [], words: whyTexts(why), why, cutOffAt: null, isCutOffOnArrival: false };
  }
  const { journey, cutOffMinutes, thereSeconds } = back;
  return {
    seconds: Math.round(journey.seconds),
    metres: Math.round(journey.metres),
    path: roundedPath(journey.path),
    stages: [...journey.stages],
    words: wayTexts(journey),
    why: null,
    cutOffAt: cutOffMinutes === Number.POSITIVE_INFINITY ? null : new Date(nowMs + cutOffMinutes * 60_000),
    isCutOffOnArrival: cutOffMinutes * 60 < thereSeconds,
  };
}

/** Nothing was searched, neither roads nor forecasts. */
const tooFar = (): Back => ({ ...wayBackOf({ ok: false, why: 'too-far' }, 0), roads: 'none', forecastAt: null });

const wayTexts = (journey: Journey) => ({ zh: journeyText(journey, 'zh'), en: journeyText(journey, 'en') });
const whyTexts = (why: NoJourney) => ({ zh: noJourneyText(why, 'zh'), en: noJourneyText(why, 'en') });

const REMARKS: Readonly<Partial<Record<RoadOrigin, Remark>>> = {
  none: { code: 'no-roads-imported', params: {} },
  demo: { code: 'demo-roads', params: {} },
};
const remarkOf = ({ roads, forecast }: TravelBasis): Remark | undefined =>
  forecast === null ? REMARKS[roads] : { code: 'past-forecast-fire', params: { time: formatTime(new Date(forecast.beginMs)), roads } };

type Area = Answer<Contract['travel']['reach']>['areas'][number];

const roundedArea = ({ minutes, area }: ReachArea): Area => ({
  minutes,
  area: {
    type: 'MultiPolygon',
    coordinates: area.coordinates.map((rings) =>
      rings.map((ring) => ring.map(([lng, lat]) => [roundedDegrees(lng as number), roundedDegrees(lat as number)])),
    ),
  },
});

const CIRCLE_POINTS = 72;

/** The area where people are on the ground within the time, including start-up and landing. */
function flightArea(centre: LngLat, mover: Extract<Mover, { means: 'helicopter' }>, minutes: number): Area {
  const [fixed, thousand] = [flightSeconds(mover.helicopter, 0), flightSeconds(mover.helicopter, 1_000)];
  const metres = ((minutes * 60 - fixed) / (thousand - fixed)) * 1_000;
  if (metres <= 0) return { minutes, area: { type: 'MultiPolygon', coordinates: [] } };
  const ring = Array.from({ length: CIRCLE_POINTS + 1 }, (_, point): [number, number] => {
    // Counter-clockwise, and closed with exactly the first point.
    const { lng, lat } = destination(centre, 360 - ((point % CIRCLE_POINTS) * 360) / CIRCLE_POINTS, metres);
    return [roundedDegrees(lng), roundedDegrees(lat)];
  });
  return { minutes, area: { type: 'MultiPolygon', coordinates: [[ring]] } };
}
