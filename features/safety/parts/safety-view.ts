// What an officer's page shows of a person near a fire at a given time. The server reports changes of class; the minutes in between are
// calculated here. Pure functions.

import { MINUTE_MS } from '@lookout/domain';
import type { SafetyLookName } from '../layer/safety-looks.ts';
import { bySafety, type MarginClass, marginAt, type PersonSafety } from '../safety.ts';

/**
 * Whole minutes until the fire reaches the person's position, rounded down. 0: it has arrived. null: it does not arrive within the
 * forecast.
 */
export const minutesToFire = ({ arrivesAt }: Pick<PersonSafety, 'arrivesAt'>, now: number): number | null =>
  arrivesAt === null ? null : Math.max(0, Math.floor((arrivesAt.getTime() - now) / MINUTE_MS));

/** Minutes on foot to the safe place, rounded up. */
export const escapeMinutesOf = ({ seconds }: { readonly seconds: number }): number => Math.ceil(seconds / 60);

/** The margin in whole minutes for a person who does not move. null: the fire does not arrive, or there is no way out. */
export function marginMinutesAt(person: Pick<PersonSafety, 'arrivesAt' | 'escape'>, now: number): number | null {
  const minutes = marginAt(person, new Date(now));
  return minutes === null ? null : Math.floor(minutes);
}

/** Classes in which the last position is dangerous, even if contact is lost. */
const DANGEROUS: readonly MarginClass[] = ['no-way-out', 'too-late', 'alarm'];

/** The appearance of the person's mark; null: no mark. */
export function lookOf({ class: margin, contact }: Pick<PersonSafety, 'class' | 'contact'>): SafetyLookName | null {
  if (contact === 'lost' && !DANGEROUS.includes(margin)) return 'lost-contact';
  return margin === 'not-threatened' ? null : margin;
}

/** True while the alarm is not taken, so that officers must be alerted. */
export const isWaiting = ({ alarm }: Pick<PersonSafety, 'alarm'>): boolean => alarm !== null && alarm.taken === null;

/** One record for each person; of a person threatened by two fires, the more urgent. */
export const mostUrgent = (people: readonly PersonSafety[]): readonly PersonSafety[] =>
  [...Map.groupBy(people.toSorted(bySafety), ({ userId }) => userId).values()].flatMap(([first]) => first ?? []);
