// The safety of a person near a fire (人员安全). The forecast gives the time when the fire reaches the person's last position, and a search
// gives the time the person needs to a safe place. The difference is the person's margin. It is a model result, never an observation. Every
// event contains the complete state.

import { eventObject, type GridNo, MINUTE_MS, type Named, ok, type Position, type Result, refuse } from '@lookout/domain';

/** 来不及, 告警, 注意, 安全, 无路可退, 不受威胁, by the limits in `MARGIN_LIMITS` of the fire model. */
export const MARGIN_CLASSES = ['too-late', 'alarm', 'watch', 'safe', 'no-way-out', 'not-threatened'] as const;
export type MarginClass = (typeof MARGIN_CLASSES)[number];

/** Kinds of safe places: 已烧过, 无可燃物, 水边, and places that do not burn within the hours of the forecast. */
export const SAFE_PLACE_KINDS = ['burnt', 'bare', 'water', 'clear'] as const;
export type SafePlaceKind = (typeof SAFE_PLACE_KINDS)[number];

/** The way on foot to the nearest safe place that can be reached before the fire closes the way. */
export interface EscapeWay {
  readonly seconds: number;
  readonly metres: number;
  readonly kind: SafePlaceKind;
  readonly place: Position;
  /** The route from the person to the place. */
  readonly path: readonly Position[];
}

/** `lost`: the last position is old, and near the fire. */
export const SAFETY_CONTACTS = ['live', 'lost'] as const;
export type SafetyContact = (typeof SAFETY_CONTACTS)[number];

/** 余量不足, 无路可退, 失联. */
export const SAFETY_REASONS = ['no-way-out', 'margin', 'lost-contact'] as const;
export type SafetyReason = (typeof SAFETY_REASONS)[number];

export interface SafetyAlarm {
  /** When the newest reason arose. */
  readonly raisedAt: Date;
  /** The reasons, at least one. */
  readonly reasons: readonly SafetyReason[];
  /** Set when an officer has taken the alarm. A new reason must be taken again. */
  readonly taken: { readonly by: string; readonly accountId: string; readonly at: Date } | null;
}

/** The state of one person near one fire. A person threatened by two fires has two. */
export interface PersonSafety {
  readonly id: string;
  readonly userId: string;
  readonly fullName: string;
  readonly phone: string | null;
  /** The person's own grid, wherever the person is, because the officers of that grid know him. */
  readonly gridNo: GridNo;
  readonly fireId: string;
  /** The forecast that the check used. */
  readonly runId: string;
  readonly position: Position;
  /** The phone's clock. */
  readonly positionAt: Date;
  /** When the fire reaches the person, by the earliest tenth of the ensemble members; null: not within the hours of the forecast. */
  readonly arrivesAt: Date | null;
  /** null: the person is not threatened, or there is no way out. */
  readonly escape: EscapeWay | null;
  /** The margin at `checkedAt`; null: the person has no way out or is not threatened. */
  readonly marginMinutes: number | null;
  readonly class: MarginClass;
  readonly contact: SafetyContact;
  /** null: no alarm, or no longer. */
  readonly alarm: SafetyAlarm | null;
  readonly checkedAt: Date;
  /** Incremented by each event. */
  readonly revision: number;
}

/** What a check finds about a person. */
export type SafetyFinding = Omit<PersonSafety, 'id' | 'alarm' | 'revision'>;

/** 脱离危险; or no forecast applies any more, because its hours or the fire are over. */
export const SAFETY_ENDS = ['out-of-danger', 'no-forecast'] as const;
export type SafetyEnd = (typeof SAFETY_ENDS)[number];

interface Stated {
  readonly safety: PersonSafety;
}
export interface SafetyPayloads {
  /** The class or the contact changed, or one of several reasons of the alarm ended. */
  'safety.changed': Stated;
  /** An alarm was raised, or the active one has a new reason. */
  'safety.alarm-raised': Stated;
  'safety.alarm-taken': Stated;
  'safety.alarm-ended': Stated & { readonly reason: SafetyEnd };
}
type Change = { readonly [K in keyof SafetyPayloads]: { readonly kind: K; readonly payload: SafetyPayloads[K] } }[keyof SafetyPayloads];

/**
 * A margin alarm begins below the first value and ends above the second, so that it does not switch on and off with each position. 待核对 the
 * second.
 */
export const ALARM_MARGIN_MINUTES = { begins: 30, ends: 40 } as const;
/** A position older than this does not show where the person is now. 待核对. */
export const CONTACT_LOST_MINUTES = 10;
/** A person who is in no task and was not watched before is assumed to have gone home when last seen longer ago than this. 待核对. */
export const CONTACT_FORGOTTEN_HOURS = 6;
/** A person is near a fire if it arrives within so many minutes, or if its front is within so many metres. */
export const NEAR_FIRE = { minutes: 120, metres: 1_000 } as const;

/** True if the person is threatened, is out of contact near the fire, or has an alarm. */
export const isWatched = ({ class: of, contact, alarm }: Pick<PersonSafety, 'class' | 'contact' | 'alarm'>): boolean =>
  of !== 'not-threatened' || contact === 'lost' || alarm !== null;

/** The margin at a later time for a person who does not move: the fire comes nearer, and the way out takes as long as before. */
export function marginAt({ arrivesAt, escape: way }: Pick<PersonSafety, 'arrivesAt' | 'escape'>, now: Date): number | null {
  if (arrivesAt === null || way === null) return null;
  return (arrivesAt.getTime() - now.getTime()) / MINUTE_MS - way.seconds / SECONDS_PER_MINUTE;
}

const SECONDS_PER_MINUTE = 60;

/** The current reasons for an alarm, some of which may already have applied before. */
export function reasonsOf(
  { class: of, marginMinutes, contact }: Pick<SafetyFinding, 'class' | 'marginMinutes' | 'contact'>,
  before: readonly SafetyReason[],
): SafetyReason[] {
  const below = (minutes: number): boolean => marginMinutes !== null && marginMinutes < minutes;
  // After having had no way out, a person counts as having one only if its margin is large enough.
  const isShut = of === 'no-way-out' || (before.includes('no-way-out') && below(ALARM_MARGIN_MINUTES.ends));
  const limit = before.length > 0 && before.includes('margin') ? ALARM_MARGIN_MINUTES.ends : ALARM_MARGIN_MINUTES.begins;
  return [
    ...(isShut ? (['no-way-out'] as const) : []),
    ...(!isShut && below(limit) ? (['margin'] as const) : []),
    ...(contact === 'lost' ? (['lost-contact'] as const) : []),
  ];
}

/** The result of a check: the new state and its event. null: nothing to report. */
export interface SafetyStep {
  readonly safety: PersonSafety;
  readonly change: Change | null;
}

/**
 * @param before the state at the previous check; null: nothing was known of the person at this fire
 * @param id for a new record
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
  const isPublished = before === null ? isWatched(safety) : isOther(before, safety);
  return isPublished ? { safety, change: { kind: 'safety.changed', payload: { safety } } } : { safety: unchanged, change: null };
}

const isOther = (before: PersonSafety, after: PersonSafety): boolean =>
  before.class !== after.class || before.contact !== after.contact || before.alarm?.reasons.length !== after.alarm?.reasons.length;

/** Ends the watch of a person: the fire has no forecast whose hours are not over, or the person is far from it. */
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

/** Takes an alarm for the first officer; later ones are refused. */
export function takeSafety(
  safety: PersonSafety,
  taken: NonNullable<SafetyAlarm['taken']>,
): Result<Extract<Change, { kind: 'safety.alarm-taken' }>, 'over' | 'taken'> {
  if (safety.alarm === null) return refuse('over');
  if (safety.alarm.taken !== null) return refuse('taken');
  const after = { ...safety, alarm: { ...safety.alarm, taken }, revision: safety.revision + 1 };
  return ok({ kind: 'safety.alarm-taken', payload: { safety: after } });
}

/**
 * `lost` if the last position is too old and the person is near the fire. @param isExpected the person is in a task or already watched
 * @param nearMinutes until the fire reaches the person @param frontMetres to the area that already burns
 */
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

/**
 * True if the person was last seen so long ago that he is assumed to have left. A person in a task or already watched is never forgotten.
 */
export const isForgotten = ({ positionAt, isExpected }: { readonly positionAt: Date; readonly isExpected: boolean }, now: Date): boolean =>
  !isExpected && now.getTime() - positionAt.getTime() > CONTACT_FORGOTTEN_HOURS * 60 * MINUTE_MS;

/** Sorts by urgency, most urgent first: for lists, and to choose the fire that is shown for a person. */
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

/** A safe place, for a phone that is offline. */
export interface SafePlace {
  readonly kind: SafePlaceKind;
  readonly position: Position;
  /** Straight-line distance. */
  readonly metres: number;
}

/** The area burned by a time, around a person: polygons, rings, longitude and latitude. */
export interface FireOutline {
  readonly at: Date;
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

/** What a ranger's phone stores for use offline (本人安全). */
export interface OwnSafety {
  readonly safety: Named<PersonSafety>;
  /** Nearest first. */
  readonly safePlaces: readonly SafePlace[];
  /** The distance to keep from the fire: four flame lengths. */
  readonly separationMetres: number;
  /** One for each hour, past hours left out. */
  readonly outlines: readonly FireOutline[];
  /** The end of the forecast. */
  readonly validUntil: Date;
  /** The terrain or the weather of the forecast is simulated (演示). */
  readonly isDemo: boolean;
}

/** The state without the way out and the phone number. */
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
    // Each event contains the complete state, and the current state is stored in a table in addition to the log.
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
