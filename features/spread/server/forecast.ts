// The calculation of a run, in worker threads: when the fire reaches each cell of its window, the isochrones, and when it comes near
// possible targets. One member is reported as it grew. The members of an ensemble are grown and counted in parts, and one thread combines
// them. The functions are pure except for memory that the threads share: the cancel flag, the progress, and the flag of alarms under way,
// for which a thread pauses.

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

/** Layout of the shared memory: the cancel flag, then the progress of each part in thousandths. */
export const CANCELLED = 0;
const FIRST_PROGRESS = 1;
export const createControl = (parts: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer((FIRST_PROGRESS + parts) * Int32Array.BYTES_PER_ELEMENT));
/** The progress of all parts, 0–1. */
export const progressOf = (control: Int32Array): number =>
  control.subarray(FIRST_PROGRESS).reduce((sum, thousandths) => sum + thousandths, 0) / (1_000 * (control.length - FIRST_PROGRESS));

export interface ForecastQuestion {
  readonly window: Pick<GroundWindow, 'frame' | 'grid' | 'heights' | 'classes' | 'table' | 'canopies'>;
  /** The deployment's own rows of the table of fuels. */
  readonly ownFuels: readonly ClassFuel[];
  readonly model: SpreadModel;
  readonly ignition: SpreadInputs['ignition'];
  /** Lines that stop the fire. */
  readonly barriers: readonly (readonly LngLat[])[];
  /** Lines and areas of water that stop the fire. */
  readonly waters: readonly Shape[];
  readonly weather: readonly SpreadHour[];
  readonly beginMs: number;
  readonly hours: number;
  readonly members: number;
  readonly seed: number;
  /** The 95 % ellipse of the ignition; null: its position is known. */
  readonly ellipse: Ellipse | null;
  /** Observations of the fire since its start, by which the members are weighted. */
  readonly seen: readonly SeenOfFire[];
  /** Integers, by the member's index; null: all members have equal weight, or they are not weighted yet. */
  readonly weights: readonly number[] | null;
  /** Things that the fire may hit. */
  readonly targets: readonly Shape[];
  readonly control: Int32Array;
  /** The flag of alarms under way (features/travel/service/right-of-way.ts). */
  readonly rightOfWay: Int32Array;
}

type ArrivalMinutes = SpreadImpact['arrivalMinutes'];

export interface ForecastAnswer {
  readonly isochrones: readonly SpreadIsochrone[];
  readonly areaHectares: number;
  readonly reachesEdge: boolean;
  /** By the hour. For an ensemble, that of the base run from which its members vary. */
  readonly behaviour: readonly SpreadBehaviour[];
  /** When the fire comes near each target, minutes from the start; null: not within the hours. */
  readonly arrivals: readonly (ArrivalMinutes | null)[];
  /** Burnt places a few hundred metres apart, to find the grids that the fire enters. */
  readonly samples: readonly (LngLat & { readonly arrivalMinutes: ArrivalMinutes })[];
  /** The arrival times of the cells in the burned box. */
  readonly raster: ArrivalRaster;
  readonly flameLengthMetres: number;
  /** null: all members have equal weight. */
  readonly weighing: SpreadWeighing | null;
  readonly unknownGround: SpreadUnknownGround;
}

/** The result of a part of the members. */
export interface MembersPart {
  readonly members: readonly number[];
  /**
   * The tally in which the members were counted, without its shared memory, because the garbage collector counts shared memory as new each
   * time it is transferred.
   */
  readonly counted: Omit<EnsembleTally, 'counts'>;
  /** The minutes of each member, in their order, to each target; infinity: not within the hours. */
  readonly arrivals: Float32Array;
}

/** The data that is the same for all members, calculated once and stored in shared memory. */
export interface Prepared {
  /** For the given inputs, without variation. */
  readonly request: GrowthRequest;
  /** The cells near each target. */
  readonly near: readonly Int32Array[];
}

/** The rest of a question once the shared data is prepared. It has no shapes, which are expensive to copy to a thread. */
export type EnsembleQuestion = Omit<ForecastQuestion, 'ownFuels' | 'model' | 'ignition' | 'barriers' | 'waters' | 'weather' | 'targets'> &
  Prepared;

/** @param prepared the prepared data of the same question */
export function ensembleQuestionOf(
  { ownFuels, model, ignition, barriers, waters, weather, targets, ...rest }: ForecastQuestion,
  prepared: Prepared,
): EnsembleQuestion {
  return { ...rest, ...prepared };
}

export interface MembersQuestion {
  readonly question: EnsembleQuestion;
  /** Indexes of the members. */
  readonly members: readonly number[];
  /** In shared memory; the members are counted in it. */
  readonly tally: EnsembleTally;
  /** The lane, the number of members that it has grown before, and its total. */
  readonly progress: { readonly lane: number; readonly from: number; readonly of: number };
}

/** How well one member agrees with the observations of each kind: log-likelihoods, each at most 0. */
export type Agreement = Readonly<Partial<Record<SeenKind, number>>>;

export interface WeighQuestion {
  readonly question: EnsembleQuestion;
  /** Indexes of the members. */
  readonly members: readonly number[];
  readonly progress: MembersQuestion['progress'];
}

export interface JoinQuestion {
  readonly question: EnsembleQuestion;
  /** The tallies of all lanes. */
  readonly tallies: readonly EnsembleTally[];
  /** The arrival times of all parts, as in `MembersPart`, and the indexes of their members in the same order. */
  readonly arrivals: readonly Float32Array[];
  readonly order: readonly number[];
}

/**
 * A question to one thread: the forecast of a single member, the shared data of an ensemble, the growth of some members, the agreement of
 * some members with the observations, or the combination of all parts.
 */
export type WorkerQuestion =
  | { readonly kind: 'single' | 'prepare'; readonly question: ForecastQuestion }
  | ({ readonly kind: 'members' } & MembersQuestion)
  | ({ readonly kind: 'weigh' } & WeighQuestion)
  | ({ readonly kind: 'together' } & JoinQuestion);
export type WorkerAnswer = Result<ForecastAnswer | Prepared | MembersPart | readonly Agreement[], ForecastRefusal>;
export type ForecastRefusal = 'cancelled' | 'nothing-burns';

/** The number of additional members of a single run. The second earliest of them is the early tenth. */
const FEW_MEMBERS = 20;
/** The share of a single run's work that is growth; the rest is isochrones. */
const GROWN_SHARE = 0.9;
const SQUARE_METRES_PER_HECTARE = 10_000;
const MINUTES_PER_HOUR = 60;
const MS_PER_MINUTE = 60_000;
/** Early (cautious), median, late. */
const QUANTILES = { p10: 0.1, p50: 0.5, p90: 0.9 } as const;
/** The probabilities of an ensemble's areas: all three for full hours, only the median in between. */
const BY_HOUR = [0.1, 0.5, 0.9];
const MIDDLE = [0.5];

/** The terrain of a window and its fuels, by the product's table, with the deployment's own rows taking precedence. */
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

/** Separate for each thread. */
const standAside = createStandAside();

type Controlled = Pick<ForecastQuestion, 'control' | 'rightOfWay'>;

const isCancelled = ({ control }: Controlled): boolean => Atomics.load(control, CANCELLED) !== 0;
export const reported = ({ control }: Controlled, part: number, share: number): void =>
  void Atomics.store(control, FIRST_PROGRESS + part, Math.round(1_000 * share));

/** Grows one fire, which can be cancelled meanwhile. */
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
  // A small fire is finished before the signal is checked.
  standAside(question.rightOfWay);
  if (isCancelled(question)) return refuse('cancelled');
  const onLook = (share: number): void => {
    onProgress(share);
    standAside(question.rightOfWay);
  };
  const found = grow(request, { signal, onProgress: onLook, withFront });
  return found.ok ? found : refuse(refusalOf(found.error));
}

/** All other inputs were validated before, so any other refusal is a program error. */
function refusalOf({ field, en }: GrowthRefusal): ForecastRefusal {
  if (field === 'signal') return 'cancelled';
  if (field === 'ignitions') return 'nothing-burns';
  throw new Error(en);
}

/**
 * A forecast of one member. Isochrones and areas are its own. The early arrival for people, and the early and late arrival at targets, come
 * from a few additional members, as in an ensemble.
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

/** Grows one member, varied by the assumed input errors. */
export function grownMember(
  question: Controlled & Pick<ForecastQuestion, 'seed' | 'ellipse'>,
  base: GrowthRequest,
  index: number,
  onProgress: (share: number) => void,
) {
  const { seed, ellipse } = question;
  return grown(memberRequest(base, { ...DEFAULT_ENSEMBLE_ERRORS, ignition: ellipse }, seed, index), question, onProgress);
}

/**
 * The run's own time as the median, with the early and late times of a few members, which are never later or earlier than the run's own.
 */
function aroundOwn(own: number, members: readonly number[]): ArrivalMinutes {
  const byTime = members.toSorted((a, b) => a - b);
  const by = (share: number): number => byTime[orderOf(members.length, share) - 1] as number;
  return { p10: known(Math.min(by(QUANTILES.p10), own)), p50: known(own), p90: known(Math.max(by(QUANTILES.p90), own)) };
}

/** Grows some members and counts them. */
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

/** The data that all members share. */
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

/** A tally in shared memory, so that one thread after the other can count members of a run in it. */
export function sharedTallyOf({ window, hours }: Pick<EnsembleQuestion, 'window' | 'hours'>): EnsembleTally {
  const tally = createTally(window.grid, hours * MINUTES_PER_HOUR, stepMinutesFor(hours));
  return { ...tally, counts: new Uint16Array(new SharedArrayBuffer(tally.counts.byteLength)) };
}

/** Combines all members. The other tallies are merged into the first. */
export function joinMembers({ question, tallies, arrivals, order }: JoinQuestion): Result<ForecastAnswer, ForecastRefusal> {
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
 * The early arrival for people is at most the arrival from the known ignition. Each member starts at another place in the ellipse, so in
 * its middle even the early tenth of them arrives late, and a way out could lead through it.
 */
const earlierOf = (early: Float32Array, own: Float32Array): Float32Array =>
  early.map((minutes, cell) => Math.min(minutes, own[cell] as number));

/** At the known ignition, the fire burns from the first minute. */
const litIn = ({ arrivalMinutes }: Growth, minutes: Float32Array): Float32Array =>
  minutes.map((at, cell) => (arrivalMinutes[cell] === 0 ? 0 : at));

/**
 * The results stored for later questions: the behaviour at the head, the arrival time at each place, the flame length, and the unknown
 * terrain. For surface fire the longest flame is an upper bound; crown fire at the head has longer flames. With Wang's model, the length is
 * also Rothermel's, because the safety distance must not be unknown.
 * @param growth of the given weather, with its front
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
 * The times by which these shares of the members have arrived; null: fewer than a tenth arrive.
 * @param weights of the members, in the same order
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

/** Not 0 where a line or water stops the fire; null: there are no barriers. */
export function barrierOf(cells: GroundCells, lines: readonly (readonly LngLat[])[], waters: readonly Shape[]): Uint8Array | null {
  if (lines.length + waters.length === 0) return null;
  const barrier = new Uint8Array(cells.grid.columns * cells.grid.rows);
  for (const places of lines)
    for (const cell of cellsOf(cells.grid, { kind: 'line', atMinutes: 0, points: places.map((place) => offsetIn(cells, place)) }))
      barrier[cell] = 1;
  for (const water of waters) for (const part of ignitionsOf(cells, water)) for (const cell of cellsOf(cells.grid, part)) barrier[cell] = 1;
  return barrier;
}
