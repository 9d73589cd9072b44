// What a desk shows of somebody before a fire, at a moment. The server tells when his class changes; the minutes between are counted here. Pure.

import { MINUTE_MS } from '@lookout/domain';
import type { SafetyLookName } from '@lookout/map';
import { bySafety, type MarginClass, marginAt, type PersonSafety } from '../safety.ts';

/** Whole minutes until the fire is where he stands, rounded down; 0: it is there. null: not within the forecast. */
export const minutesToFire = ({ arrivesAt }: Pick<PersonSafety, 'arrivesAt'>, now: number): number | null =>
  arrivesAt === null ? null : Math.max(0, Math.floor((arrivesAt.getTime() - now) / MINUTE_MS));

/** Minutes on foot to the safe place, rounded up. */
export const escapeMinutesOf = ({ seconds }: { readonly seconds: number }): number => Math.ceil(seconds / 60);

/** Whole minutes, of who stays where he is. null: the fire does not come, or there is no way out. */
export function marginMinutesAt(person: Pick<PersonSafety, 'arrivesAt' | 'escape'>, now: number): number | null {
  const minutes = marginAt(person, new Date(now));
  return minutes === null ? null : Math.floor(minutes);
}

/** Whatever else is known, where he was last seen is dangerous. */
const DANGEROUS: readonly MarginClass[] = ['no-way-out', 'too-late', 'alarm'];

/** How his mark looks; null: he has none. */
export function lookOf({ class: margin, contact }: Pick<PersonSafety, 'class' | 'contact'>): SafetyLookName | null {
  if (contact === 'lost' && !DANGEROUS.includes(margin)) return 'lost-contact';
  return margin === 'not-threatened' ? null : margin;
}

/** Whether the desk is to be called: an alarm that nobody has taken. */
export const isWaiting = ({ alarm }: Pick<PersonSafety, 'alarm'>): boolean => alarm !== null && alarm.taken === null;

/** Of somebody whom two fires threaten, the more urgent. */
export const mostUrgent = (people: readonly PersonSafety[]): readonly PersonSafety[] =>
  [...Map.groupBy(people.toSorted(bySafety), ({ userId }) => userId).values()].flatMap(([first]) => first ?? []);
