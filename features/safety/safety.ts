// Are my people safe: a person near a fire (人员安全). The forecast says when the fire comes to where he was last seen, a search says how long he needs to a
// safe place; the difference is his margin. A model's word, never an observation. Every event states the whole of it.

import { eventObject, type GridNo, MINUTE_MS, ok, type Position, type Result, refuse } from '@lookout/domain';

/** 来不及, 告警, 注意, 安全, 无路可退, 不受威胁: by the limits of `MARGIN_LIMITS` of the fire model. */
export const MARGIN_CLASSES = ['too-late', 'alarm', 'watch', 'safe', 'no-way-out', 'not-threatened'] as const;
export type MarginClass = (typeof MARGIN_CLASSES)[number];

/** Where one is safe: 已烧过, 无可燃物, 水边, and beyond what burns within the hours of the forecast. */
export const SAFE_PLACE_KINDS = ['burnt', 'bare', 'water', 'clear'] as const;
export type SafePlaceKind = (typeof SAFE_PLACE_KINDS)[number];

/** The way on foot to the nearest safe place that is reached before the fire closes it. */
export interface EscapeWay {
  readonly seconds: number;
  readonly metres: number;
  readonly kind: SafePlaceKind;
  readonly place: Position;
  /** From where he is to the place. */
  readonly path: readonly Position[];
}

/** `lost`: his last position is old, and near what burns. */
export const SAFETY_CONTACTS = ['live', 'lost'] as const;
export type SafetyContact = (typeof SAFETY_CONTACTS)[number];

/** 余量不足, 无路可退, 失联. */
export const SAFETY_REASONS = ['no-way-out', 'margin', 'lost-contact'] as const;
export type SafetyReason = (typeof SAFETY_REASONS)[number];

export interface SafetyAlarm {
  /** When the newest of its reasons came. */
  readonly raisedAt: Date;
  /** At least one. */
  readonly reasons: readonly SafetyReason[];
  /** An officer sees to it. A new reason has to be taken anew. */
  readonly taken: { readonly by: string; readonly accountId: string; readonly at: Date } | null;
}

/** A person at a fire: of two fires that threaten him there are two. */
export interface PersonSafety {
  readonly id: string;
  readonly userId: string;
  readonly fullName: string;
  readonly phone: string | null;
  /** His own grid, wherever he stands: his own desks know him. */
  readonly gridNo: GridNo;
  readonly fireId: string;
  /** The forecast by which it was found. */
  readonly runId: string;
  readonly position: Position;
  /** By the phone's time. */
  readonly positionAt: Date;
  /** When the fire comes to him, by the early tenth of the members; null: not within the hours of the forecast. */
  readonly arrivesAt: Date | null;
  /** null: he is not threatened, or there is no way out. */
  readonly escape: EscapeWay | null;
  /** As it was at `checkedAt`; null as of the class. */
  readonly marginMinutes: number | null;
  readonly class: MarginClass;
  readonly contact: SafetyContact;
  /** null: there is none, or no more. */
  readonly alarm: SafetyAlarm | null;
  readonly checkedAt: Date;
  /** Incremented by each event. */
  readonly revision: number;
}

/** What a check finds of a person. */
export type SafetyFinding = Omit<PersonSafety, 'id' | 'alarm' | 'revision'>;

/** 脱离危险; the forecast's hours are over, or the fire is: nothing is said any more. */
export const SAFETY_ENDS = ['out-of-danger', 'no-forecast'] as const;
export type SafetyEnd = (typeof SAFETY_ENDS)[number];

interface Stated {
  readonly safety: PersonSafety;
}
export interface SafetyPayloads {
  /** His class or contact changed, or a reason of his alarm is gone. */
  'safety.changed': Stated;
  /** An alarm, or a new reason for the one that stands. */
  'safety.alarm-raised': Stated;
  'safety.alarm-taken': Stated;
  'safety.alarm-ended': Stated & { readonly reason: SafetyEnd };
}
type Change = { readonly [K in keyof SafetyPayloads]: { readonly kind: K; readonly payload: SafetyPayloads[K] } }[keyof SafetyPayloads];

/** A margin alarm begins below the first and ends above the second, so that it does not come and go with each position. 待核对 the second. */
export const ALARM_MARGIN_MINUTES = { begins: 30, ends: 40 } as const;
/** A position older than this says nothing of where he is now. 待核对. */
export const CONTACT_LOST_MINUTES = 10;
/** Who is in no task, and of whom nobody had to know before, has gone home when he was last seen longer ago than this. 待核对. */
export const CONTACT_FORGOTTEN_HOURS = 6;
/** He is near a fire where it comes within so many minutes, or its front is so near. */
export const NEAR_FIRE = { minutes: 120, metres: 1_000 } as const;

/** Does anybody have to know: he is threatened, out of contact near the fire, or an alarm stands? */
export const isWatched = ({ class: of, contact, alarm }: Pick<PersonSafety, 'class' | 'contact' | 'alarm'>): boolean =>
  of !== 'not-threatened' || contact === 'lost' || alarm !== null;

/** The margin at a later moment, for who stands still: the fire comes nearer, the way stays as long. */
export function marginAt({ arrivesAt, escape: way }: Pick<PersonSafety, 'arrivesAt' | 'escape'>, now: Date): number | null {
  if (arrivesAt === null || way === null) return null;
  return (arrivesAt.getTime() - now.getTime()) / MINUTE_MS - way.seconds / SECONDS_PER_MINUTE;
}

const SECONDS_PER_MINUTE = 60;

/** The reasons for an alarm that hold now, of which some may have held before. */
export function reasonsOf(
  { class: of, marginMinutes, contact }: Pick<SafetyFinding, 'class' | 'marginMinutes' | 'contact'>,
  before: readonly SafetyReason[],
): SafetyReason[] {
  const below = (minutes: number): boolean => marginMinutes !== null && marginMinutes < minutes;
  // Who had no way out a moment ago has one again only when it is a good one.
  const isShut = of === 'no-way-out' || (before.includes('no-way-out') && below(ALARM_MARGIN_MINUTES.ends));
  const limit = before.length > 0 && before.includes('margin') ? ALARM_MARGIN_MINUTES.ends : ALARM_MARGIN_MINUTES.begins;
  return [
    ...(isShut ? (['no-way-out'] as const) : []),
    ...(!isShut && below(limit) ? (['margin'] as const) : []),
    ...(contact === 'lost' ? (['lost-contact'] as const) : []),
  ];
}

/** What follows from a check: how it stands now, and the event that tells it; null: nobody has to be told. */
export interface SafetyStep {
  readonly safety: PersonSafety;
  readonly change: Change | null;
}

/**
 * @param before as it stood at the check before; null: nothing was known of him at this fire
 * @param id of a new one
 */
export function stepSafety(before: PersonSafety | null, found: SafetyFinding, id: string): SafetyStep {
  const had = before?.alarm?.reasons ?? [];
  const reasons = reasonsOf(found, had);
  const isNew = reasons.some((reason) => !had.includes(reason));
  const alarm: SafetyAlarm | null =
    reasons.length === 0
      ? null
      : isNew || before?.alarm == null
        ? { raisedAt: found.checkedAt, reasons, taken: null }
        : { ...before.alarm, reasons };
  const unchanged: PersonSafety = { ...found, id: before?.id ?? id, alarm, revision: before?.revision ?? 0 };
  const safety = { ...unchanged, revision: unchanged.revision + 1 };
  if (isNew) return { safety, change: { kind: 'safety.alarm-raised', payload: { safety } } };
  if (had.length > 0 && reasons.length === 0)
    return { safety, change: { kind: 'safety.alarm-ended', payload: { safety, reason: 'out-of-danger' } } };
  const isTold = before === null ? isWatched(safety) : isOther(before, safety);
  return isTold ? { safety, change: { kind: 'safety.changed', payload: { safety } } } : { safety: unchanged, change: null };
}

const isOther = (before: PersonSafety, after: PersonSafety): boolean =>
  before.class !== after.class || before.contact !== after.contact || before.alarm?.reasons.length !== after.alarm?.reasons.length;

/** Nothing is said of him any more: there is no forecast of this fire whose hours are not over, or he is far away from it. */
export function endSafety(before: PersonSafety, checkedAt: Date, reason: SafetyEnd): SafetyStep {
  const safety: PersonSafety = {
    ...before,
    arrivesAt: null,
    escape: null,
    marginMinutes: null,
    class: 'not-threatened',
    contact: 'live',
    alarm: null,
    checkedAt,
    revision: before.revision + 1,
  };
  return {
    safety,
    change:
      before.alarm === null ? { kind: 'safety.changed', payload: { safety } } : { kind: 'safety.alarm-ended', payload: { safety, reason } },
  };
}

/** The first officer takes an alarm. */
export function takeSafety(
  safety: PersonSafety,
  taken: NonNullable<SafetyAlarm['taken']>,
): Result<Extract<Change, { kind: 'safety.alarm-taken' }>, 'over' | 'taken'> {
  if (safety.alarm === null) return refuse('over');
  if (safety.alarm.taken !== null) return refuse('taken');
  const after = { ...safety, alarm: { ...safety.alarm, taken }, revision: safety.revision + 1 };
  return ok({ kind: 'safety.alarm-taken', payload: { safety: after } });
}

/** Is his last position too old, and he near the fire? @param isExpected he is in a task, or watched already @param nearMinutes until it comes to him @param frontMetres to what burns already */
export function contactOf(
  { positionAt, isExpected }: { readonly positionAt: Date; readonly isExpected: boolean },
  { nearMinutes, frontMetres }: { readonly nearMinutes: number | null; readonly frontMetres: number | null },
  now: Date,
): SafetyContact {
  const isNear = (nearMinutes !== null && nearMinutes <= NEAR_FIRE.minutes) || (frontMetres !== null && frontMetres <= NEAR_FIRE.metres);
  const ageMinutes = (now.getTime() - positionAt.getTime()) / MINUTE_MS;
  if (!isNear || ageMinutes <= CONTACT_LOST_MINUTES || isForgotten({ positionAt, isExpected }, now)) return 'live';
  return 'lost';
}

/** Was he last seen so long ago that he is no longer thought to be there? Who is in a task, or watched already, is never forgotten. */
export const isForgotten = ({ positionAt, isExpected }: { readonly positionAt: Date; readonly isExpected: boolean }, now: Date): boolean =>
  !isExpected && now.getTime() - positionAt.getTime() > CONTACT_FORGOTTEN_HOURS * 60 * MINUTE_MS;

/** How urgent it is, the most first: for lists, and for which of two fires a person is shown by. */
export function bySafety(a: PersonSafety, b: PersonSafety): number {
  const rank = ({ alarm, class: of, contact }: PersonSafety): number =>
    (alarm === null ? 2 : alarm.taken === null ? 0 : 1) * 100 + URGENCY.indexOf(of) * 10 + (contact === 'lost' ? 0 : 1);
  return (
    rank(a) - rank(b) ||
    (a.marginMinutes ?? Number.POSITIVE_INFINITY) - (b.marginMinutes ?? Number.POSITIVE_INFINITY) ||
    (a.id < b.id ? -1 : 1)
  );
}
const URGENCY: readonly MarginClass[] = ['no-way-out', 'too-late', 'alarm', 'watch', 'safe', 'not-threatened'];

/** A place where one is safe, for a phone without a line. */
export interface SafePlace {
  readonly kind: SafePlaceKind;
  readonly position: Position;
  /** In a straight line. */
  readonly metres: number;
}

/** What has burned by a time, around a person: polygons, rings, longitude and latitude. */
export interface FireOutline {
  readonly at: Date;
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

/** What a ranger's phone keeps for when it has no line (本人安全). */
export interface OwnSafety {
  readonly safety: PersonSafety;
  /** The nearest first. */
  readonly safePlaces: readonly SafePlace[];
  /** How far one keeps from what burns: four lengths of its flames. */
  readonly separationMetres: number;
  /** By the hour, those that are over left out. */
  readonly outlines: readonly FireOutline[];
  /** The end of the forecast. */
  readonly validUntil: Date;
  /** The ground or the weather of the forecast is made up (演示). */
  readonly isDemo: boolean;
}

/** Without the way out and the telephone number. */
const safetySummary = ({
  userId,
  fullName,
  fireId,
  marginMinutes,
  class: of,
  contact,
  alarm,
}: PersonSafety): Pick<PersonSafety, 'userId' | 'fullName' | 'fireId' | 'marginMinutes' | 'class' | 'contact'> & {
  readonly reasons: readonly SafetyReason[];
} => ({
  userId,
  fullName,
  fireId,
  marginMinutes,
  class: of,
  contact,
  reasons: alarm?.reasons ?? [],
});

export const safetyObject = eventObject<SafetyPayloads, PersonSafety>()({
  apply: (_safety, event) => event.payload.safety,
  keeping: {
    // Each states the whole of it, and how it stands is a row beside the log.
    'safety.changed': 'never',
    'safety.alarm-raised': 'never',
    'safety.alarm-taken': 'never',
    'safety.alarm-ended': 'never',
  },
  summaries: {
    'safety.changed': ({ safety }) => safetySummary(safety),
    'safety.alarm-raised': ({ safety }) => safetySummary(safety),
    'safety.alarm-taken': ({ safety }) => safetySummary(safety),
    'safety.alarm-ended': ({ safety, reason }) => ({ ...safetySummary(safety), reason }),
  },
});
