// The sentences about a person near a fire. Pure functions.
import { compassOf, MINUTE_MS } from '@lookout/domain';
import { bearingDegrees } from '@lookout/geo';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import type { PersonSafety } from '../safety.ts';
import type { SafetyMessages } from './messages.ts';
import { escapeMinutesOf, marginMinutesAt, minutesToFire } from './safety-view.ts';

/**
 * `火约 25 分钟后到达，撤离需 12 分钟，余量 13 分钟`. For a person out of contact, the age of the last position comes first. @param comma separates two facts
 */
export function safetyText(person: PersonSafety, now: number, messages: SafetyMessages, comma: string): string {
  const lost = person.contact === 'lost' ? [messages.lost(positionAge(person, now, messages))] : [];
  return [...lost, ...fireFacts(person, now, messages)].join(comma);
}

function fireFacts(person: PersonSafety, now: number, messages: SafetyMessages): readonly string[] {
  const { escape: way } = person;
  const minutes = minutesToFire(person, now);
  if (minutes === null) return [messages.noFire];
  const fire = messages.fireIn(minutes);
  const margin = marginMinutesAt(person, now);
  if (way === null || margin === null) return [fire, messages.noWay];
  return [fire, messages.escapeTakes(escapeMinutesOf(way)), messages.margin(margin)];
}

/** `向东北 600 米，水边，步行约 12 分钟`; null: no way out is known. */
export function wayOutText({ position, escape: way }: Pick<PersonSafety, 'position' | 'escape'>, messages: SafetyMessages): string | null {
  if (way === null) return null;
  const kind = messages.kinds[way.kind];
  if (way.metres === 0) return messages.inSafePlace(kind);
  const point = messages.compass[compassOf(bearingDegrees(position, way.place))];
  return messages.way(point, distanceText(way.metres, messages.units, 'phone'), kind, escapeMinutesOf(way));
}

/** The age of the person's last position. */
export const positionAge = ({ positionAt }: Pick<PersonSafety, 'positionAt'>, now: number, { age }: SafetyMessages): string =>
  age(Math.max(0, Math.floor((now - positionAt.getTime()) / MINUTE_MS)));
