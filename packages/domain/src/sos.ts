// 求救 (SOS): a ranger in distress calls every desk above; an officer takes it and closes it, or the ranger calls it off.
import type { Position } from './alarm.ts';
import { isWithinReach } from './fix-belief.ts';
import type { GridNo } from './grid.ts';
import { ok, type Result, refuse } from './result.ts';

/** How long the button is held before an SOS is sent: long enough that a pocket does not send it. */
export const SOS_HOLD_MS = 3_000;

/** Where the phone was, and when it knew it: the last known place may be hours old. */
export interface SosPlace {
  readonly position: Position;
  /** 95 % confidence radius; null: the phone did not say. */
  readonly accuracyMetres: number | null;
  readonly foundAt: Date;
}

/** 已获救、自行脱险、已移交、误报、其他. */
export const SOS_OUTCOMES = ['rescued', 'safe', 'handed-over', 'false-alarm', 'other'] as const;
export type SosOutcome = (typeof SOS_OUTCOMES)[number];

export interface Sos {
  /** Made by the phone: sent again, it is the same one. */
  readonly id: string;
  readonly userId: string;
  readonly fullName: string;
  readonly phone: string | null;
  /** The ranger's own grid, wherever he stands: his own desks know him. */
  readonly gridNo: GridNo;
  /** null: the phone knew no position. */
  readonly place: SosPlace | null;
  readonly address: string | null;
  /** By the phone's time; without signal it arrives later. */
  readonly raisedAt: Date;
  readonly receivedAt: Date;
  readonly taken: { readonly at: Date; readonly by: string; readonly accountId: string } | null;
  /** By the ranger himself. */
  readonly cancelled: { readonly at: Date; readonly reason: string } | null;
  readonly closed: { readonly at: Date; readonly by: string; readonly outcome: SosOutcome; readonly note: string | null } | null;
  /** Incremented by each change. */
  readonly revision: number;
}

export interface SosPayloads {
  'sos.raised': { readonly sos: Sos };
  /** A better position than the one it was raised with. */
  'sos.located': { readonly place: SosPlace; readonly address: string | null };
  'sos.taken': { readonly accountId: string };
  'sos.cancelled': { readonly reason: string };
  'sos.closed': { readonly outcome: SosOutcome; readonly note: string | null };
}
type Change = {
  readonly [K in keyof SosPayloads]: { readonly kind: K; readonly payload: SosPayloads[K]; readonly happenedAt: Date };
}[keyof SosPayloads];

/** @param by the name of who acted. @returns the SOS after the event */
export function applyToSos(sos: Sos | null, event: Change, by: string): Sos | null {
  if (event.kind === 'sos.raised') return event.payload.sos;
  if (sos === null) return null;
  const at = event.happenedAt;
  const next = { ...sos, revision: sos.revision + 1 };
  switch (event.kind) {
    case 'sos.located':
      return { ...next, ...event.payload };
    case 'sos.taken':
      return { ...next, taken: { at, by, accountId: event.payload.accountId } };
    case 'sos.cancelled':
      return { ...next, cancelled: { at, reason: event.payload.reason } };
    case 'sos.closed':
      return { ...next, closed: { at, by, ...event.payload } };
  }
}

/** 待接手、已接手、已取消、已结束. */
export const SOS_STATES = ['raised', 'taken', 'cancelled', 'closed'] as const;
export type SosState = (typeof SOS_STATES)[number];

export function sosState({ taken, cancelled, closed }: Pick<Sos, 'taken' | 'cancelled' | 'closed'>): SosState {
  if (closed !== null) return 'closed';
  if (cancelled !== null) return 'cancelled';
  return taken === null ? 'raised' : 'taken';
}

/** Somebody still has to see to it. */
export const isSosOpen = (sos: Pick<Sos, 'taken' | 'cancelled' | 'closed'>): boolean => sos.cancelled === null && sos.closed === null;

/** The first officer takes it. */
export function mayTakeSos(sos: Pick<Sos, 'taken' | 'cancelled' | 'closed'>): Result<null, 'over' | 'taken'> {
  if (!isSosOpen(sos)) return refuse('over');
  return sos.taken === null ? ok(null) : refuse('taken');
}

/** Only what was taken is closed, from the revision that the officer saw. */
export function mayCloseSos(
  sos: Pick<Sos, 'taken' | 'cancelled' | 'closed' | 'revision'>,
  revision: number,
): Result<null, 'over' | 'not-taken' | 'revised'> {
  if (!isSosOpen(sos)) return refuse('over');
  if (sos.taken === null) return refuse('not-taken');
  return sos.revision === revision ? ok(null) : refuse('revised');
}

/** The ranger calls it off; a phone that sends it twice changes nothing. */
export function mayCancelSos(sos: Pick<Sos, 'cancelled' | 'closed'>): Result<'cancel' | 'done', 'over'> {
  if (sos.cancelled !== null) return ok('done');
  return sos.closed === null ? ok('cancel') : refuse('over');
}

/** A later fix counts when it is newer than the one known. */
export const isNewerPlace = (place: SosPlace, before: SosPlace | null): boolean => before === null || place.foundAt > before.foundAt;

/**
 * Does a newer place move an SOS? He can have come there from the one it has, or is there by a newer position that his page has sent besides (fix-belief.ts): an SOS
 * keeps its good place when a phone sends nonsense, and loses a wrong one. @param here where he is believed to be; null: not known
 */
export function isBelievedPlace(place: SosPlace, before: SosPlace | null, here: SosPlace | null): boolean {
  const placed = ({ position, foundAt: at, accuracyMetres }: SosPlace) => ({ position, at, accuracyMetres });
  if (before === null || isWithinReach(placed(before), placed(place))) return true;
  return here !== null && here.foundAt >= before.foundAt && isWithinReach(placed(here), placed(place));
}
