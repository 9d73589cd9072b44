// What is worked out of a run, in worker threads: when the fire comes to each cell of its window, the isochrones of that, and when it comes near to what may be
// hit. One member is told as it grew; of an ensemble each part of the members is grown and counted by itself, and one thread tells what all of them say.
// Pure but for what the threads share in memory: the flag of cancelling, the progress, and that alarms are on their way, for which a thread stands still.

import { ok, type Result, refuse } from '@lookout/domain';
import {
  type ArrivalRaster,
  addMember,
  areasWithin,
  arrivalOrder,
  arrivalQuantiles,
  arrivalRasterOf,
  type ClassFuel,
  cellsOf,
  createTally,
  DEFAULT_ENSEMBLE_ERRORS,
  type EnsembleTally,
  fuelsByClass,
  type GroundCells,
  type Growth,
  type GrowthRefusal,
  type GrowthRequest,
  groundOfClasses,
  grow,
  ignitionsOf,
  isochroneLevels,
  isochronesOf,
  LAND_COVER_FUELS,
  longestFlameMetres,
  type MemberArrivals,
  memberArrivals,
  memberRequest,
  mergeTally,
  minutesAt,
  multiPolygonOf,
  offsetIn,
  orderOf,
  probabilityAreas,
  type Shape,
  stepMinutesFor,
} from '@lookout/fire-model';
import type { Ellipse, LngLat } from '@lookout/geo';
import type { GroundWindow } from '../../terrain/service/ground-window.ts';
import { createStandAside } from '../../travel/service/right-of-way.ts';
import {
  ISOCHRONE_MINUTES,
  type SeenKind,
  type SeenOfFire,
  type SpreadBehaviour,
  type SpreadHour,
  type SpreadImpact,
  type SpreadInputs,
  type SpreadIsochrone,
  type SpreadModel,
  type SpreadUnknownGround,
  type SpreadWeighing,
  worstBehaviour,
} from '../spread.ts';
import { cellsNearTargets, firstAt, reachesEdge, samplesOf } from './arrivals.ts';
import { behaviourOf } from './behaviour.ts';
import { unknownGroundOf } from './unknown-ground.ts';

/** Numbers in memory that the threads share: whether it was cancelled, and the thousandths that each part has done. */
export const CANCELLED = 0;
const FIRST_PROGRESS = 1;
export const createControl = (parts: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer((FIRST_PROGRESS + parts) * Int32Array.BYTES_PER_ELEMENT));
/** Of all parts, 0–1. */
export const progressOf = (control: Int32Array): number =>
  control.subarray(FIRST_PROGRESS).reduce((sum, thousandths) => sum + thousandths, 0) / (1_000 * (control.length - FIRST_PROGRESS));

export interface ForecastQuestion {
  readonly window: Pick<GroundWindow, 'frame' | 'grid' | 'heights' | 'classes' | 'table' | 'canopies'>;
  /** The deployment's own rows of the table of fuels. */
  readonly ownFuels: readonly ClassFuel[];
  readonly model: SpreadModel;
  readonly ignition: SpreadInputs['ignition'];
  /** Lines that hold it. */
  readonly barriers: readonly (readonly LngLat[])[];
  /** Lines and areas of water that hold it. */
  readonly waters: readonly Shape[];
  readonly weather: readonly SpreadHour[];
  readonly beginMs: number;
  readonly hours: number;
  readonly members: number;
  readonly seed: number;
  /** 95 % ellipse of where it was lit; null: it is known. */
  readonly ellipse: Ellipse | null;
  /** What was seen of it since it began: the members are weighed by it. */
  readonly seen: readonly SeenOfFire[];
  /** Whole numbers, by the member's index; null: all count alike, or they are not weighed yet. */
  readonly weights: readonly number[] | null;
  /** What may be hit. */
  readonly targets: readonly Shape[];
  readonly control: Int32Array;
  /** The flag of alarms that are on their way (features/travel/service/right-of-way.ts). */
  readonly rightOfWay: Int32Array;
}

type ArrivalMinutes = SpreadImpact['arrivalMinutes'];

export interface ForecastAnswer {
  readonly isochrones: readonly SpreadIsochrone[];
  readonly areaHectares: number;
  readonly reachesEdge: boolean;
  /** By the hour; of an ensemble of what its members differ from. */
  readonly behaviour: readonly SpreadBehaviour[];
  /** When the fire comes near to each target, minutes from the beginning; null: not within the hours. */
  readonly arrivals: readonly (ArrivalMinutes | null)[];
  /** Burnt places a few hundred metres apart, for the grids that it comes into. */
  readonly samples: readonly (LngLat & { readonly arrivalMinutes: ArrivalMinutes })[];
  /** When it comes to the cells of the box that burns. */
  readonly raster: ArrivalRaster;
  readonly flameLengthMetres: number;
  /** null: all members count alike. */
  readonly weighing: SpreadWeighing | null;
  readonly unknownGround: SpreadUnknownGround;
}

/** What a part of the members says. */
export interface MembersPart {
  readonly members: readonly number[];
  /** The tally that they were counted in, but for its memory, which the threads share: each time that it is handed over it counts as new memory for the collector. */
  readonly counted: Omit<EnsembleTally, 'counts'>;
  /** Of each member in turn the minutes to each target; infinity: not within the hours. */
  readonly arrivals: Float32Array;
}

/** What is the same for all members, worked out once; over shared memory. */
export interface Prepared {
  /** As the inputs are given. */
  readonly request: GrowthRequest;
  /** Of each target the cells near it. */
  readonly near: readonly Int32Array[];
}

/** The rest of a question when that is known: without shapes, which are dear to copy to a thread. */
export type EnsembleQuestion = Omit<ForecastQuestion, 'ownFuels' | 'model' | 'ignition' | 'barriers' | 'waters' | 'weather' | 'targets'> &
  Prepared;

/** @param prepared of the same question */
export function ensembleQuestionOf(
  { ownFuels, model, ignition, barriers, waters, weather, targets, ...rest }: ForecastQuestion,
  prepared: Prepared,
): EnsembleQuestion {
  return { ...rest, ...prepared };
}

export interface MembersQuestion {
  readonly question: EnsembleQuestion;
  /** Their indexes. */
  readonly members: readonly number[];
  /** Over shared memory: they are counted in it. */
  readonly tally: EnsembleTally;
  /** The lane, how many members it has grown before, and of how many. */
  readonly progress: { readonly lane: number; readonly from: number; readonly of: number };
}

/** How well one member agrees with what was seen, by its kind: logarithms of likelihoods, each at most 0. */
export type Agreement = Readonly<Partial<Record<SeenKind, number>>>;

export interface WeighQuestion {
  readonly question: EnsembleQuestion;
  /** Their indexes. */
  readonly members: readonly number[];
  readonly progress: MembersQuestion['progress'];
}

export interface TogetherQuestion {
  readonly question: EnsembleQuestion;
  /** Of all lanes. */
  readonly tallies: readonly EnsembleTally[];
  /** Of all parts, as `MembersPart` has them, and the indexes of their members in turn. */
  readonly arrivals: readonly Float32Array[];
  readonly order: readonly number[];
}

/**
 * To one thread: a forecast of one member, what the members of another share, a part of them, how well a part agrees with what was seen, or what all parts say.
 */
export type WorkerQuestion =
  | { readonly kind: 'single' | 'prepare'; readonly question: ForecastQuestion }
  | ({ readonly kind: 'members' } & MembersQuestion)
  | ({ readonly kind: 'weigh' } & WeighQuestion)
  | ({ readonly kind: 'together' } & TogetherQuestion);
export type WorkerAnswer = Result<ForecastAnswer | Prepared | MembersPart | readonly Agreement[], ForecastRefusal>;
export type ForecastRefusal = 'cancelled' | 'nothing-burns';

/** Around a single run: of so few the second is their early tenth. */
const FEW_MEMBERS = 20;
/** The share of the work of a single run that all of its growth is; the rest is its lines. */
const GROWN_SHARE = 0.9;
const SQUARE_METRES_PER_HECTARE = 10_000;
const MINUTES_PER_HOUR = 60;
const MS_PER_MINUTE = 60_000;
/** Early and cautious, the middle, late. */
const QUANTILES = { p10: 0.1, p50: 0.5, p90: 0.9 } as const;
/** Areas that are drawn of an ensemble: by the hour, and only the middle in between. */
const BY_HOUR = [0.1, 0.5, 0.9];
const MIDDLE = [0.5];

/** The ground of a window and its fuels, by the product's table and the deployment's own rows over it. */
export const groundOf = (window: ForecastQuestion['window'], ownFuels: readonly ClassFuel[]) =>
  groundOfClasses(window, fuelsByClass([...LAND_COVER_FUELS, ...ownFuels]));

export function requestOf({
  window,
  ownFuels,
  model,
  ignition,
  barriers,
  waters,
  weather,
  beginMs,
  hours,
}: ForecastQuestion): GrowthRequest {
  const { ground, fuels } = groundOf(window, ownFuels);
  return {
    ground: { ...ground, barrier: barrierOf(window, barriers, waters) },
    fuels,
    model,
    weather,
    beginMs,
    hours,
    ignitions: [
      ...ignitionsOf(window, ignition.shape),
      ...(ignition.later ?? []).flatMap(({ shape, atMs }) => ignitionsOf(window, shape, (atMs - beginMs) / MS_PER_MINUTE)),
    ],
    burnt: null,
  };
}

/** Of this thread. */
const standAside = createStandAside();

type Controlled = Pick<ForecastQuestion, 'control' | 'rightOfWay'>;

const isCancelled = ({ control }: Controlled): boolean => Atomics.load(control, CANCELLED) !== 0;
export const reported = ({ control }: Controlled, part: number, share: number): void =>
  void Atomics.store(control, FIRST_PROGRESS + part, Math.round(1_000 * share));

/** Grows one fire that may be cancelled on the way. */
function grown(
  request: GrowthRequest,
  question: Controlled,
  onProgress: (share: number) => void,
  withFront = false,
): Result<Growth, ForecastRefusal> {
  const signal = {
    get aborted() {
      return isCancelled(question);
    },
  };
  // A small fire is over before the signal is looked at.
  standAside(question.rightOfWay);
  if (isCancelled(question)) return refuse('cancelled');
  const onLook = (share: number): void => {
    onProgress(share);
    standAside(question.rightOfWay);
  };
  const found = grow(request, { signal, onProgress: onLook, withFront });
  return found.ok ? found : refuse(refusalOf(found.error));
}

/** Whatever else was asked is checked before: another refusal is a fault of ours. */
function refusalOf({ field, en }: GrowthRefusal): ForecastRefusal {
  if (field === 'signal') return 'cancelled';
  if (field === 'ignitions') return 'nothing-burns';
  throw new Error(en);
}

/**
 * A forecast of one member. Lines and areas are its own; what is early for people, and the early and late of what is hit, is said by a few members more, as an
 * ensemble would say it.
 */
export function forecastOf(question: ForecastQuestion): Result<ForecastAnswer, ForecastRefusal> {
  const { window, hours } = question;
  const { grid } = window;
  const { request, near } = preparedOf(question);
  const grownAt = (index: number) => (share: number) => reported(question, 0, (GROWN_SHARE * (index + share)) / (1 + FEW_MEMBERS));
  const growth = grown(request, question, grownAt(0), true);
  if (!growth.ok) return growth;
  const { arrivalMinutes, cellsReached } = growth.value;
  const own = firstAt(arrivalMinutes, near);
  const members: MemberArrivals[] = [];
  const toTargets: number[][] = [];
  for (let index = 0; index < FEW_MEMBERS; index++) {
    const member = grownMember(question, request, index, grownAt(1 + index));
    if (!member.ok) return member;
    members.push(memberArrivals(member.value));
    toTargets.push(firstAt(member.value.arrivalMinutes, near));
  }
  const early = earlierOf(arrivalOrder(members, orderOf(FEW_MEMBERS, QUANTILES.p10)), arrivalMinutes);
  if (isCancelled(question)) return refuse('cancelled');
  const isochrones = isochronesOf(growth.value, isochroneLevels(hours, ISOCHRONE_MINUTES)).map(
    ({ minutes, areaHectares, polygons }): SpreadIsochrone => ({
      minutes,
      areaHectares,
      probability: null,
      coordinates: multiPolygonOf(window, polygons),
    }),
  );
  reported(question, 0, 1);
  return ok({
    isochrones,
    areaHectares: (cellsReached * grid.cellMetres ** 2) / SQUARE_METRES_PER_HECTARE,
    reachesEdge: reachesEdge(window, request, early),
    arrivals: own.map((minutes, target) => {
      const found = aroundOwn(
        minutes,
        toTargets.map((ofMember) => ofMember[target] as number),
      );
      return found.p10 === null ? null : found;
    }),
    samples: samplesOf(window, early).map(({ cell, ...place }) => ({
      ...place,
      arrivalMinutes: aroundOwn(
        arrivalMinutes[cell] as number,
        members.map((member) => minutesAt(member, cell)),
      ),
    })),
    ...toldOf(question, request, growth.value, early, arrivalMinutes),
    weighing: null,
  });
}

/** One member, by the stated errors. */
export function grownMember(
  question: Controlled & Pick<ForecastQuestion, 'seed' | 'ellipse'>,
  base: GrowthRequest,
  index: number,
  onProgress: (share: number) => void,
) {
  const { seed, ellipse } = question;
  return grown(memberRequest(base, { ...DEFAULT_ENSEMBLE_ERRORS, ignition: ellipse }, seed, index), question, onProgress);
}

/** A run's own time in the middle, and what a few members say early and late, never later and earlier than that. */
function aroundOwn(own: number, members: readonly number[]): ArrivalMinutes {
  const byTime = members.toSorted((a, b) => a - b);
  const by = (share: number): number => byTime[orderOf(members.length, share) - 1] as number;
  return { p10: known(Math.min(by(QUANTILES.p10), own)), p50: known(own), p90: known(Math.max(by(QUANTILES.p90), own)) };
}

/** Grows some members, and counts them. */
export function membersOf({ question, members, tally, progress }: MembersQuestion): Result<MembersPart, ForecastRefusal> {
  const { request, near } = question;
  const arrivals = new Float32Array(new SharedArrayBuffer(members.length * near.length * Float32Array.BYTES_PER_ELEMENT));
  for (const [i, index] of members.entries()) {
    const grownBefore = progress.from + i;
    const growth = grownMember(question, request, index, (share) => reported(question, progress.lane, (grownBefore + share) / progress.of));
    if (!growth.ok) return growth;
    const counted = addMember(tally, memberArrivals(growth.value), question.weights?.[index] ?? 1);
    if (!counted.ok) throw new Error(counted.error.en);
    arrivals.set(firstAt(growth.value.arrivalMinutes, near), i * near.length);
    reported(question, progress.lane, (grownBefore + 1) / progress.of);
  }
  const { counts, ...counted } = tally;
  return ok({ members, counted, arrivals });
}

/** What all members share. */
export function preparedOf(question: ForecastQuestion): Prepared {
  const request = requestOf(question);
  const { slope, fuel, barrier } = request.ground;
  const ground = {
    ...request.ground,
    slope: slope && { east: inSharedMemory(slope.east), north: inSharedMemory(slope.north) },
    fuel: inSharedMemory(fuel),
    barrier: barrier && inSharedMemory(barrier),
  };
  return { request: { ...request, ground }, near: cellsNearTargets(question.window, question.targets).map(inSharedMemory) };
}

function inSharedMemory<A extends Uint8Array | Int32Array | Float32Array>(array: A): A {
  const Copy = array.constructor as new (memory: SharedArrayBuffer) => A;
  const copy = new Copy(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

/** A tally in which the members of a run can be counted by one thread after the other. */
export function sharedTallyOf({ window, hours }: Pick<EnsembleQuestion, 'window' | 'hours'>): EnsembleTally {
  const tally = createTally(window.grid, hours * MINUTES_PER_HOUR, stepMinutesFor(hours));
  return { ...tally, counts: new Uint16Array(new SharedArrayBuffer(tally.counts.byteLength)) };
}

/** What all members say together; the first tally takes up the others. */
export function togetherOf({ question, tallies, arrivals, order }: TogetherQuestion): Result<ForecastAnswer, ForecastRefusal> {
  const { window, hours, request, near, weights } = question;
  const counted = order.map((index) => weights?.[index] ?? 1);
  const base = grown(request, question, () => undefined, true);
  if (!base.ok) return base;
  const [tally, ...others] = tallies as readonly [EnsembleTally, ...EnsembleTally[]];
  for (const other of others) {
    const merged = mergeTally(tally, other);
    if (!merged.ok) throw new Error(merged.error.en);
  }
  const isochrones: SpreadIsochrone[] = [];
  for (const minutes of isochroneLevels(hours, ISOCHRONE_MINUTES)) {
    standAside(question.rightOfWay);
    if (isCancelled(question)) return refuse('cancelled');
    for (const { probability, areaHectares, polygons } of probabilityAreas(
      tally,
      minutes,
      minutes % MINUTES_PER_HOUR === 0 ? BY_HOUR : MIDDLE,
    ))
      isochrones.push({ minutes, areaHectares, probability, coordinates: multiPolygonOf(window, polygons) });
  }
  const [early, middle, late] = Object.values(QUANTILES).map((share) => arrivalQuantiles(tally, share)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return ok({
    isochrones,
    areaHectares: areasWithin(window.grid, middle, [hours * MINUTES_PER_HOUR])[0]?.areaHectares ?? 0,
    reachesEdge: reachesEdge(window, request, early),
    arrivals: near.map((_, target) => quantilesOf(ofTarget(arrivals, target, near.length), counted)),
    samples: samplesOf(window, early).map(({ cell, ...place }) => ({
      ...place,
      arrivalMinutes: { p10: known(early[cell] as number), p50: known(middle[cell] as number), p90: known(late[cell] as number) },
    })),
    ...toldOf(question, request, base.value, earlierOf(early, base.value.arrivalMinutes), litIn(base.value, middle)),
    weighing: null,
  });
}

/**
 * What is early for people: near where the fire is known to be lit it comes as it does from there. Each member is lit elsewhere within the ellipse, so that a
 * tenth of them are late in its middle, and a way out could lead through it.
 */
const earlierOf = (early: Float32Array, own: Float32Array): Float32Array =>
  early.map((minutes, cell) => Math.min(minutes, own[cell] as number));

/** Where the fire is known to be lit it burns from the first minute. */
const litIn = ({ arrivalMinutes }: Growth, minutes: Float32Array): Float32Array =>
  minutes.map((at, cell) => (arrivalMinutes[cell] === 0 ? 0 : at));

/**
 * What is kept for later questions: how it burns at its head, when it comes to each place, how long its flames are, and what of the ground is not known. Of
 * surface fire the longest length is a bound; crowns that burn at the head are longer. By Wang's model it is Rothermel's as well: how far people keep away must
 * not be unknown.
 * @param growth of the weather as it is given, with its front
 */
function toldOf(
  { window, hours }: Pick<ForecastQuestion, 'window' | 'hours'>,
  request: GrowthRequest,
  growth: Growth,
  early: Float32Array,
  middle: Float32Array,
) {
  const behaviour = behaviourOf(window, request, growth);
  const longest = longestFlameMetres(request.ground, request.fuels, request.weather, early);
  return {
    behaviour,
    raster: arrivalRasterOf(window.frame, hours, early, middle),
    flameLengthMetres: Math.max(longest, worstBehaviour(behaviour)?.flameLengthMetres ?? 0),
    unknownGround: unknownGroundOf(window, request),
  };
}

/** The minutes of every member to one target. */
const ofTarget = (arrivals: readonly Float32Array[], target: number, targets: number): number[] =>
  arrivals.flatMap((part) => Array.from({ length: part.length / targets }, (_, member) => part[member * targets + target] as number));

const known = (minutes: number): number | null => (Number.isFinite(minutes) ? Math.round(minutes) : null);

/**
 * By when so many of the members have come; null: fewer than a tenth of them do.
 * @param weights of the members in turn
 */
export function quantilesOf(minutes: readonly number[], weights: readonly number[]): ArrivalMinutes | null {
  const byTime = minutes.map((at, i) => ({ at, weight: weights[i] as number })).sort((a, b) => a.at - b.at);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const until = byTime.map(({ weight }) => {
    sum += weight;
    return sum;
  });
  const by = (share: number): number | null =>
    known(byTime[until.findIndex((counted) => counted >= share * whole)]?.at ?? Number.POSITIVE_INFINITY);
  const p10 = by(QUANTILES.p10);
  return p10 === null ? null : { p10, p50: by(QUANTILES.p50), p90: by(QUANTILES.p90) };
}

/** Not 0 where a line or a water holds the fire; null: there are none. */
export function barrierOf(cells: GroundCells, lines: readonly (readonly LngLat[])[], waters: readonly Shape[]): Uint8Array | null {
  if (lines.length + waters.length === 0) return null;
  const barrier = new Uint8Array(cells.grid.columns * cells.grid.rows);
  for (const places of lines)
    for (const cell of cellsOf(cells.grid, { kind: 'line', atMinutes: 0, points: places.map((place) => offsetIn(cells, place)) }))
      barrier[cell] = 1;
  for (const water of waters) for (const part of ignitionsOf(cells, water)) for (const cell of cellsOf(cells.grid, part)) barrier[cell] = 1;
  return barrier;
}
