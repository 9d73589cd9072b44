// Applications to burn (用火报备), with place and time window. An approved one is shown with the alarms at its place, but never closes one.
import { actorName, eventObject, type GridNo, type OccurrencesOf, ok, type Position, type Result, refuse } from '@lookout/domain';

/** 农事用火、祭祀用火、生活用火、工程用火、计划烧除、其他. */
export const BURNING_PURPOSES = ['farm', 'folk-custom', 'domestic', 'construction', 'prescribed', 'other'] as const;
export type BurningPurpose = (typeof BURNING_PURPOSES)[number];

/** 待审批、已批准、已驳回、已撤回. */
export const BURNING_STATES = ['pending', 'approved', 'refused', 'withdrawn'] as const;
export type BurningState = (typeof BURNING_STATES)[number];

/** The longest window of an application. */
export const MOST_BURNING_DAYS = 30;

export interface BurningDraft {
  readonly applicant: string;
  readonly phone: string;
  readonly purpose: BurningPurpose;
  readonly position: Position;
  readonly address: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Hectares; null: unknown. */
  readonly areaHectares: number | null;
  readonly peopleCount: number;
  /** Measures against spreading: fire break, water, guards. */
  readonly measures: string | null;
}

export interface Burning extends BurningDraft {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly state: BurningState;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
  /** Why the application was refused or withdrawn, or the conditions of its approval. */
  readonly reviewNote: string | null;
}

/** The applicant may withdraw it until its window ends; only a pending one can be approved or refused. */
export function reviewBurning(
  { state, endsAt }: Pick<Burning, 'state' | 'endsAt'>,
  next: Exclude<BurningState, 'pending'>,
  at: Date,
): Result<BurningState, 'already-reviewed' | 'window-over'> {
  if (at > endsAt) return refuse('window-over');
  const isOpen = next === 'withdrawn' ? state === 'pending' || state === 'approved' : state === 'pending';
  return isOpen ? ok(next) : refuse('already-reviewed');
}

/** 未开始、进行中、已结束. null unless the application was approved. */
export type BurningPhase = 'before' | 'burning' | 'over';
export function burningPhase({ state, startsAt, endsAt }: Pick<Burning, 'state' | 'startsAt' | 'endsAt'>, at: Date): BurningPhase | null {
  if (state !== 'approved') return null;
  if (at < startsAt) return 'before';
  return at <= endsAt ? 'burning' : 'over';
}

/**
 * Metres, about one satellite pixel: an approved burning is shown with each alarm that was observed within this distance and inside its
 * window.
 */
export const BURNING_CALMS_METRES = 1_000;
/** A fire still burns down after its window ends. A fire that is still visible later than this has outlasted its permit. */
export const BURNING_GRACE_MS = 30 * 60_000;

export interface BurningPayloads {
  'burning.applied': { readonly burning: Burning };
  'burning.reviewed': { readonly from: BurningState; readonly to: BurningState; readonly note: string | null };
}
export type BurningEvent = OccurrencesOf<BurningPayloads>;

/** @returns the application after the event */
export function applyToBurning(burning: Burning | null, event: BurningEvent): Burning | null {
  if (event.kind === 'burning.applied') return event.payload.burning;
  if (burning === null) return null;
  const { to, note } = event.payload;
  return { ...burning, state: to, reviewedBy: actorName(event.actor), reviewedAt: event.happenedAt, reviewNote: note };
}

export const burningObject = eventObject<BurningPayloads, Burning>()({
  apply: applyToBurning,
  keeping: {
    'burning.applied': 'while-open',
    'burning.reviewed': 'while-open',
  },
  isOpen: ({ endsAt }, now) => now <= endsAt,
  summaries: {
    'burning.applied': ({ burning: { applicant, purpose } }) => ({ applicant, purpose }),
  },
});
