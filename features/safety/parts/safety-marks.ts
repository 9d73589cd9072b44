// How people near a fire, and the escape route of one of them, are drawn on the globe. Pure.

import type { EscapeWayMark, PersonSafetyMark } from '../layer/people-safety.ts';
import type { PersonSafety } from '../safety.ts';
import type { SafetyMessages } from './messages.ts';
import { wayOutText } from './safety-text.ts';
import { lookOf, marginMinutesAt } from './safety-view.ts';

type Position = PersonSafety['position'];

/**
 * @param position the current position, which may be newer than the one the margin was computed for. @returns null: no mark is drawn for
 * the person
 */
export function markOfPerson(person: PersonSafety, position: Position, now: number, messages: SafetyMessages): PersonSafetyMark | null {
  const look = lookOf(person);
  if (look === null) return null;
  const margin = marginMinutesAt(person, now);
  const words = look === 'lost-contact' || margin === null ? messages.looks[look] : messages.margin(margin);
  return { userId: person.userId, ...position, look, label: person.alarm === null ? null : `${person.fullName} ${words}` };
}

/** @returns null: the person has no escape route */
export function escapeMark(person: PersonSafety | undefined, messages: SafetyMessages): EscapeWayMark | null {
  if (person === undefined || person.escape === null) return null;
  return { path: person.escape.path, text: wayOutText(person, messages) ?? '' };
}
