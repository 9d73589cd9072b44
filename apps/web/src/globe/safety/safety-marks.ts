// How people before a fire, and the way out of one of them, are drawn on the globe. Pure.

import type { SafetyMessages } from '@lookout/features/safety/parts/messages.ts';
import { wayOutText } from '@lookout/features/safety/parts/safety-text.ts';
import { lookOf, marginMinutesAt } from '@lookout/features/safety/parts/safety-view.ts';
import type { PersonSafety } from '@lookout/features/safety/safety.ts';
import type { EscapeWayMark, PersonSafetyMark } from '@lookout/map';

type Position = PersonSafety['position'];

/** @param position where he is now, which may be newer than what his margin was worked out for; null: he has no mark */
export function markOfPerson(person: PersonSafety, position: Position, now: number, messages: SafetyMessages): PersonSafetyMark | null {
  const look = lookOf(person);
  if (look === null) return null;
  const margin = marginMinutesAt(person, now);
  const words = look === 'lost-contact' || margin === null ? messages.looks[look] : messages.margin(margin);
  return { userId: person.userId, ...position, look, label: person.alarm === null ? null : `${person.fullName} ${words}` };
}

/** null: he has none. */
export function escapeMark(person: PersonSafety | undefined, messages: SafetyMessages): EscapeWayMark | null {
  if (person === undefined || person.escape === null) return null;
  return { path: person.escape.path, text: wayOutText(person, messages) ?? '' };
}
