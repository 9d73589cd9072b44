// What is sent to the worker threads that calculate a forecast, and what they answer. One member is reported as it grew. The members of an
// ensemble are grown and counted in parts, and one thread joins them.

import type { Result } from '@lookout/domain';
import type { ArrivalRaster, ClassFuel, EnsembleTally, GrowthRequest, Shape } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import type { GroundWindow } from '../../terrain/service/ground-window.ts';
import { type ObservationKind, observedAfter, type SpreadInputs, type SpreadObservation } from '../spread-inputs.ts';
import type { SpreadImpact, SpreadResult } from '../spread-result.ts';

/** Layout of the shared memory: the cancel flag, then the progress of each part in thousandths. */
export const CANCELLED = 0;
const FIRST_PROGRESS = 1;
export const createControl = (parts: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer((FIRST_PROGRESS + parts) * Int32Array.BYTES_PER_ELEMENT));
/** The progress of all parts, 0–1. */
export const progressOf = (control: Int32Array): number =>
  control.subarray(FIRST_PROGRESS).reduce((sum, thousandths) => sum + thousandths, 0) / (1_000 * (control.length - FIRST_PROGRESS));
/** Stores the progress of a part, 0–1. */
export const reportProgress = ({ control }: Pick<ForecastJob, 'control'>, part: number, share: number): void =>
  void Atomics.store(control, FIRST_PROGRESS + part, Math.round(1_000 * share));
export const isCancelled = ({ control }: Pick<ForecastJob, 'control'>): boolean => Atomics.load(control, CANCELLED) !== 0;

/** The calculation of a run, with the data of its terrain. */
export interface ForecastJob {
  readonly inputs: Omit<SpreadInputs, 'ground' | 'barriers'>;
  readonly window: Pick<GroundWindow, 'frame' | 'grid' | 'heights' | 'classes' | 'table' | 'canopies'>;
  /** The deployment's own rows of the table of fuels. */
  readonly ownFuels: readonly ClassFuel[];
  /** Lines that stop the fire. */
  readonly barriers: readonly (readonly LngLat[])[];
  /** Lines and areas of water that stop the fire. */
  readonly waters: readonly Shape[];
  /** Things that the fire may hit. */
  readonly targets: readonly Shape[];
  /** Shared memory: the cancel flag and the progress. */
  readonly control: Int32Array;
  /** The flag of alarms under way (features/travel/service/right-of-way.ts), for which a thread pauses. */
  readonly rightOfWay: Int32Array;
}

/** The observations by which the members are weighted. */
export const weighingObservations = ({ inputs: { correction, begin } }: Pick<ForecastJob, 'inputs'>): SpreadObservation[] =>
  observedAfter(correction?.observations ?? [], begin);

export type ArrivalMinutes = SpreadImpact['arrivalMinutes'];

/** The answer of the threads: the result before the targets are named, and the arrival times that are stored with it. */
export interface Forecast extends Omit<SpreadResult, 'impacts' | 'seconds'> {
  readonly behaviour: NonNullable<SpreadResult['behaviour']>;
  /** When the fire comes near each target, minutes from the start; null: not within the hours. */
  readonly arrivals: readonly (ArrivalMinutes | null)[];
  /** Burnt places a few hundred metres apart, to find the grids that the fire enters. */
  readonly samples: readonly (LngLat & { readonly arrivalMinutes: ArrivalMinutes })[];
  /** The arrival times of the cells in the burned box. */
  readonly raster: ArrivalRaster;
  readonly flameLengthMetres: number;
}

/** The data that is the same for all members, calculated once and stored in shared memory. */
export interface SharedGround {
  /** For the given inputs, without variation. */
  readonly request: GrowthRequest;
  /** The cells near each target. */
  readonly near: readonly Int32Array[];
}

/** The calculation of an ensemble. It has no shapes of targets and barriers, which are expensive to copy to a thread. */
export interface EnsembleJob extends Pick<ForecastJob, 'inputs' | 'window' | 'control' | 'rightOfWay'>, SharedGround {
  /** Integers, by the member's index; null: all members have equal weight, or they are not weighted yet. */
  readonly weights: readonly number[] | null;
}

/** Some members of an ensemble, which one thread grows in a second at most. */
interface MembersOf {
  readonly job: EnsembleJob;
  /** Indexes of the members. */
  readonly members: readonly number[];
  /** The lane, the number of members that it has grown before, and its total. */
  readonly progress: { readonly lane: number; readonly from: number; readonly of: number };
}
export interface MembersToGrow extends MembersOf {
  /** In shared memory; the members are counted in it. */
  readonly tally: EnsembleTally;
}
export type MembersToWeigh = MembersOf;

/** Members that were grown and counted. */
export interface GrownMembers {
  readonly members: readonly number[];
  /**
   * The tally in which the members were counted, without its shared memory, because the garbage collector counts shared memory as new each
   * time it is transferred.
   */
  readonly counted: Omit<EnsembleTally, 'counts'>;
  /** The minutes of each member, in their order, to each target; infinity: not within the hours. */
  readonly arrivals: Float32Array;
}

/** How well one member agrees with the observations of each kind: log-likelihoods, each at most 0. */
export type Agreement = Readonly<Partial<Record<ObservationKind, number>>>;

export interface MembersToJoin {
  readonly job: EnsembleJob;
  /** The tallies of all lanes. */
  readonly tallies: readonly EnsembleTally[];
  /** The arrival times of all parts, as in `GrownMembers`, and the indexes of their members in the same order. */
  readonly arrivals: readonly Float32Array[];
  readonly order: readonly number[];
}

/**
 * A message to one thread: calculate the forecast of a single member, prepare the shared data of an ensemble, grow some members, weigh some
 * members by the observations, or join all members.
 */
export type WorkerMessage =
  | { readonly kind: 'single' | 'prepare'; readonly job: ForecastJob }
  | ({ readonly kind: 'grow' } & MembersToGrow)
  | ({ readonly kind: 'weigh' } & MembersToWeigh)
  | ({ readonly kind: 'join' } & MembersToJoin);
export type WorkerAnswer = Result<Forecast | SharedGround | GrownMembers | readonly Agreement[], ForecastRefusal>;
export type ForecastRefusal = 'cancelled' | 'nothing-burns';
