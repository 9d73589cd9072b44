// What the ranger's page shows of the ranger's own safety, from the server's last reply, the phone's position and the time. Pure functions.

import type { CompassPoint } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';
import { wayTo } from '../../task/ranger/own-tasks.ts';
import { marginMinutesAt, minutesToFire } from '../parts/safety-view.ts';
import { ALARM_MARGIN_MINUTES, type OwnSafety, type SafePlaceKind } from '../safety.ts';

/** The ranger's own safety as this phone stores it for use offline. */
export interface StoredSafety {
  readonly owner: string;
  /** null: no fire threatens the ranger. */
  readonly of: OwnSafety | null;
}

export interface SafePlaceAhead {
  readonly kind: SafePlaceKind;
  readonly place: LngLat;
  /** Straight-line distance from the phone's current position. Without that position, the distance in the server's last reply. */
  readonly metres: number;
  readonly point: CompassPoint;
}

export type OwnSafetyView =
  /** No threat is known. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'danger' | 'near';
      /** Whole minutes until the fire reaches the ranger's last known position. */
      readonly fireMinutes: number;
      readonly safePlace: SafePlaceAhead | null;
      /** Identifies one warning. A later warning has another id and alerts the ranger again. */
      readonly id: string;
      readonly forecastAt: Date;
    }
  /** The ranger has reached the safe place. */
  | { readonly kind: 'arrived'; readonly safePlaceKind: SafePlaceKind; readonly forecastAt: Date }
  /** The ranger was threatened in the server's last reply, and the forecast of that reply is over. */
  | { readonly kind: 'expired'; readonly forecastAt: Date; readonly validUntil: Date };

/** About the accuracy of a phone's position. */
const ARRIVED_METRES = 30;

const NONE: OwnSafetyView = { kind: 'none' };

/**
 * The margin continues to decrease between two replies of the server, and offline.
 * @param here the phone's position
 * @param now the server's time, as known on the phone
 */
export function ownSafetyView(stored: OwnSafety | null, here: LngLat | null, now: number): OwnSafetyView {
  if (stored === null) return NONE;
  const { safety: person, validUntil } = stored;
  const { checkedAt: forecastAt } = person;
  const fireMinutes = minutesToFire(person, now);
  if (fireMinutes === null) return NONE;
  if (validUntil.getTime() < now) return { kind: 'expired', forecastAt, validUntil };
  const { escape: out } = person;
  const way = out && wayTo(here ?? person.position, out.place);
  if (out && way && way.metres <= ARRIVED_METRES) return { kind: 'arrived', safePlaceKind: out.kind, forecastAt };
  const margin = marginMinutesAt(person, now);
  const isBelow = margin !== null && margin < ALARM_MARGIN_MINUTES.begins;
  // The server ends an alarm at a larger margin than it raises one, and the phone does not end it earlier.
  const isAlarmed = person.alarm?.reasons.some((reason) => reason !== 'lost-contact') === true;
  return {
    kind: out === null || isBelow || isAlarmed ? 'danger' : 'near',
    fireMinutes,
    safePlace: out && way && { kind: out.kind, place: out.place, point: way.point, metres: here === null ? out.metres : way.metres },
    id: `${person.id} ${person.alarm?.raisedAt.getTime() ?? ''}`,
    forecastAt,
  };
}
