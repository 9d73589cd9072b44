// 求救 (SOS): a ranger in distress calls every desk above; an officer takes it and closes it, or the ranger calls it off.

import { actorName, eventObject, type GridNo, ok, type Position, type Result, refuse } from '@lookout/domain';
import { isWithinReach } from '../ranger/fix-belief.ts';

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
  /** He pressed again while it was open: so often in all, when last, and the id that the phone gave that press. null: once. */
  readonly pressedAgain: { readonly count: number; readonly at: Date; readonly id: string } | null;
  /** When the duty list was last called by short message; null: it was not. */
  readonly calledAt: Date | null;
  readonly taken: { readonly at: Date; readonly by: string; readonly accountId: string } | null;
  /** By the ranger himself. */
  readonly cancelled: { readonly at: Date; readonly reason: string } | null;
  readonly closed: { readonly at: Date; readonly by: string; readonly outcome: SosOutcome; readonly note: string | null } | null;
  /** Incremented by each change. */
  readonly revision: number;
}

export interface SosPayloads {
  'sos.raised': { readonly sos: Sos };
  /** Again, while it is open: it joins the first. `place` null: it is where it was. `calls`: the duty list is called anew. */
  'sos.pressed': { readonly id: string; readonly place: SosPlace | null; readonly address: string | null; readonly calls: boolean };
  /** A better position than the one it was raised with. */
  'sos.located': { readonly place: SosPlace; readonly address: string | null };
  'sos.taken': { readonly accountId: string };
  'sos.cancelled': { readonly reason: string };
  'sos.closed': { readonly outcome: SosOutcome; readonly note: string | null };
}
type Change = {
  readonly [K in keyof SosPayloads]: { readonly kind: K; readonly payload: SosPayloads[K]; readonly happenedAt: Date };
}[keyof SosPayloads];

const PRESSED_ONCE = { pressedAgain: null, calledAt: null } as const;

/** @param by the name of who acted. @returns the SOS after the event */
export function applyToSos(sos: Sos | null, event: Change, by: string): Sos | null {
  // Of the log before one could press again.
  if (event.kind === 'sos.raised') return { ...PRESSED_ONCE, ...event.payload.sos };
  if (sos === null) return null;
  const at = event.happenedAt;
  const next = { ...sos, revision: sos.revision + 1 };
  switch (event.kind) {
    case 'sos.pressed': {
      const { id, place, address, calls } = event.payload;
      return {
        ...next,
        ...(place !== null && { place, address }),
        pressedAgain: { count: (sos.pressedAgain?.count ?? 1) + 1, at, id },
        ...(calls && { calledAt: at }),
      };
    }
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

/** The duty list is not called anew for the same SOS within this time. */
export const SOS_CALL_AGAIN_MS = 10 * 60_000;
/** Nor for a further one of the same person, when it was called for so many within this time: the desks have each of them at once all the same. */
export const MOST_SOS_CALLS = 3;

/**
 * Is the duty list called by short message? The budget of the one call of a ranger that reaches many.
 * @param joined the open SOS that it joins; null: it is a new one
 * @param earlier when the list was called for his SOS, of the last ones
 */
export function callsForSos(joined: Pick<Sos, 'calledAt'> | null, earlier: readonly (Date | null)[], now: Date): boolean {
  const isRecent = (at: Date | null): boolean => at !== null && now.getTime() - at.getTime() < SOS_CALL_AGAIN_MS;
  return joined !== null ? !isRecent(joined.calledAt) : earlier.filter(isRecent).length < MOST_SOS_CALLS;
}

export const sosObject = eventObject<SosPayloads, Sos>()({
  apply: (sos, event) => applyToSos(sos, event, actorName(event.actor)),
  keeping: {
    'sos.raised': 'while-open',
    'sos.pressed': 'while-open',
    'sos.located': 'while-open',
    'sos.taken': 'while-open',
    'sos.cancelled': 'while-open',
    'sos.closed': 'while-open',
  },
  isOpen: isSosOpen,
  summaries: {
    'sos.raised': ({ sos: { raisedAt, place } }) => ({ raisedAt, isLocated: place !== null }),
  },
});
