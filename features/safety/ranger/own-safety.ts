// What the ranger's page says of his own safety, from what the server last told, where his phone is, and the time. Pure.

import type { CompassPoint } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';
import { wayTo } from '../../task/ranger/own-tasks.ts';
import { marginMinutesAt, minutesToFire } from '../parts/safety-view.ts';
import { ALARM_MARGIN_MINUTES, type OwnSafety, type SafePlaceKind } from '../safety.ts';

/** What this phone keeps of it for when it has no line. */
export interface KeptSafety {
  readonly owner: string;
  /** null: nothing threatens him. */
  readonly of: OwnSafety | null;
}

export interface SafePlaceAhead {
  readonly kind: SafePlaceKind;
  readonly place: LngLat;
  /** From where the phone is now, in a straight line; without its position as the server found it. */
  readonly metres: number;
  readonly point: CompassPoint;
}

export type OwnSafetyView =
  /** Nothing threatens him, as far as is known. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'danger' | 'near';
      /** Whole minutes until the fire is where he stood. */
      readonly fireMinutes: number;
      readonly safePlace: SafePlaceAhead | null;
      /** One of a warning: a later one calls him again. */
      readonly id: string;
      readonly forecastAt: Date;
    }
  /** He has reached the safe place. */
  | { readonly kind: 'arrived'; readonly safePlaceKind: SafePlaceKind; readonly forecastAt: Date }
  /** He was threatened when the server last told, and the forecast of that is over. */
  | { readonly kind: 'expired'; readonly forecastAt: Date; readonly validUntil: Date };

/** A phone is hardly more exact. */
const ARRIVED_METRES = 30;

const NONE: OwnSafetyView = { kind: 'none' };

/**
 * The margin goes on running down between two answers of the server, and without a line.
 * @param here where the phone is
 * @param now by the server's clock as known here
 */
export function ownSafetyView(kept: OwnSafety | null, here: LngLat | null, now: number): OwnSafetyView {
  if (kept === null) return NONE;
  const { safety: person, validUntil } = kept;
  const { checkedAt: forecastAt } = person;
  const fireMinutes = minutesToFire(person, now);
  if (fireMinutes === null) return NONE;
  if (validUntil.getTime() < now) return { kind: 'expired', forecastAt, validUntil };
  const { escape: out } = person;
  const way = out && wayTo(here ?? person.position, out.place);
  if (out && way && way.metres <= ARRIVED_METRES) return { kind: 'arrived', safePlaceKind: out.kind, forecastAt };
  const margin = marginMinutesAt(person, now);
  const isBelow = margin !== null && margin < ALARM_MARGIN_MINUTES.begins;
  // The server's alarm ends later than it begins; the phone does not end it earlier.
  const isAlarmed = person.alarm?.reasons.some((reason) => reason !== 'lost-contact') === true;
  return {
    kind: out === null || isBelow || isAlarmed ? 'danger' : 'near',
    fireMinutes,
    safePlace: out && way && { kind: out.kind, place: out.place, point: way.point, metres: here === null ? out.metres : way.metres },
    id: `${person.id} ${person.alarm?.raisedAt.getTime() ?? ''}`,
    forecastAt,
  };
}
