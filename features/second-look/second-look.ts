// Second look by itself (自动复核): the cameras that see the place of an alarm turn there, and what their pictures show stands beside the alarm.

import { eventObject, type GridNo, MINUTE_MS, type OccurrencesOf, type Position } from '@lookout/domain';
import type { Alarm, AlarmKind } from '../alarm/alarm.ts';
import { isDrill } from '../exercise/drill.ts';

/** The actor shown in histories and the audit log. Histories are read in Chinese whatever language a desk shows. */
export const SECOND_LOOK_NAME = '自动复核';

/**
 * Alarms that cameras check. An alarm of a camera was seen by one already, and a danger found by an inspection is not a sighting of a fire.
 */
export const IS_CHECKED: Readonly<Record<AlarmKind, boolean>> = {
  satellite: true,
  report: true,
  smoke: true,
  camera: false,
  danger: false,
};

/**
 * `smoke`: smoke rose while the camera watched. `nothing`: enough good pictures show none rising; smoke that stood there before and did not
 * change is not looked for. `unclear`: the pictures do not decide it.
 */
export const LOOK_VERDICTS = ['smoke', 'nothing', 'unclear'] as const;
export type LookVerdict = (typeof LOOK_VERDICTS)[number];

/**
 * Why a look or one of its cameras waits, has no verdict or is unclear.
 *
 * `unseen`: no camera sees the place. `off`: those that see it are switched off for second looks. `offline`: they do not answer. `fixed`:
 * they cannot be turned by this server, or not there. `no-position`: the camera does not report where it looks. `busy`: officers steer
 * them, or a second look does. `resting`: they were turned less than a minute ago. `taken`: an officer took the camera. `moved`: somebody
 * else moved it. `not-reached`: it did not arrive in time. `refused`: it refused to turn. `no-picture`: it sent no picture. `dark`,
 * `frozen`: what its pictures are. `few`: too few pictures. `unsteady`: the size of its pictures changes. `faint`: something stands out and
 * is too faint for a find. `alarm-over`: the alarm was judged, handled, deleted or moved meanwhile. `too-late`: no camera was free for a
 * quarter of an hour. `interrupted`: the server stopped. `failed`: an unexpected error.
 */
export const LOOK_REASONS = [
  'unseen',
  'off',
  'offline',
  'fixed',
  'no-position',
  'busy',
  'resting',
  'taken',
  'moved',
  'not-reached',
  'refused',
  'no-picture',
  'dark',
  'frozen',
  'few',
  'unsteady',
  'faint',
  'alarm-over',
  'too-late',
  'interrupted',
  'failed',
] as const;
export type LookReason = (typeof LOOK_REASONS)[number];

/** `waiting`: in the queue. `looking`: cameras are on their way or take pictures. `done`: over. */
export const LOOK_STATES = ['waiting', 'looking', 'done'] as const;
export type LookState = (typeof LOOK_STATES)[number];

/** What the thermal picture shows in its middle third. */
export interface LookHeat {
  readonly isHot: boolean;
  /** How much lighter its hottest part is than the middle of the whole picture, grey levels 0 to 255. */
  readonly levels: number;
}

/** One camera of a look. */
export interface LookView {
  readonly cameraId: string;
  readonly cameraName: string;
  readonly distanceMetres: number;
  /** True azimuth of the place. */
  readonly azimuthDegrees: number;
  /** Horizontal field of view for the pictures; null: the lens is not set up, and the zoom was left as it was. */
  readonly fieldDegrees: number | null;
  /** null: still turning or taking pictures, or it took none. */
  readonly verdict: LookVerdict | null;
  /** Why it took no pictures, or why they are unclear. */
  readonly reason: LookReason | null;
  /** Number of pictures so far. */
  readonly frames: number;
  /** Id of the uploaded picture; null: none yet. */
  readonly pictureId: string | null;
  readonly takenAt: Date | null;
  /** null: the camera has no thermal channel, or it gave no picture. */
  readonly heat: LookHeat | null;
  /** Where smoke was found, in shares of width and height from the upper left; null: none. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number] | null;
}

export interface SecondLook {
  readonly id: string;
  /** The grid of its first alarm. */
  readonly gridNo: GridNo;
  /** Alarms close to each other share a look. */
  readonly alarmIds: readonly string[];
  readonly position: Position;
  /** The fire lies within this radius with 95 % probability, as its source states. */
  readonly radiusMetres: number;
  readonly priority: number;
  readonly state: LookState;
  /** null until it is done, and if no camera took pictures. */
  readonly verdict: LookVerdict | null;
  readonly reason: LookReason | null;
  readonly heat: LookHeat | null;
  readonly views: readonly LookView[];
  readonly askedAt: Date;
  readonly beganAt: Date | null;
  readonly endedAt: Date | null;
}

/** Why there is no look at an alarm: its kind is not checked, its grid switched them off, or no camera is near. */
export const NO_LOOK_REASONS = ['not-checked', 'off', 'unseen', 'pending'] as const;
export type NoLookReason = (typeof NO_LOOK_REASONS)[number];

/** The look at an alarm, or why there is none. */
export interface AlarmLook {
  readonly look: SecondLook | null;
  readonly why: NoLookReason | null;
}

/** Whether a grid's alarms and cameras take part, as set for it or for a grid above. */
export interface SecondLookPolicy {
  readonly gridNo: GridNo;
  readonly isOn: boolean;
  readonly changedBy: string;
  readonly changedAt: Date;
}

/** The setting that applies to a grid. `fromGridName` null: none was set, and the default applies. */
export interface SecondLookSetting {
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly isOn: boolean;
  readonly fromGridName: string | null;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
}

// Which alarms.

/** An alarm that arrived longer ago is not looked at any more: duty has had it for that time. */
export const FRESH_MS = 15 * MINUTE_MS;

/** Whether an alarm still needs a second look. Real cameras never turn for a drill. */
export const needsLook = (alarm: Alarm, now: Date): boolean =>
  IS_CHECKED[alarm.facts.kind] &&
  !isDrill(alarm) &&
  alarm.response.stage === 'open' &&
  now.getTime() - alarm.arrivedAt.getTime() <= FRESH_MS;

/** Whether a look's alarm is over for it: every one of its alarms has left the queue. */
export const isOver = (alarms: readonly Alarm[]): boolean => alarms.every(({ response }) => response.stage !== 'open');

/** Alarms within this distance share a look even if their sources are exact. */
export const LEAST_SHARED_METRES = 500;
/** A look that ended this long ago still serves a new alarm beside it: the place was just seen. */
export const SERVES_MS = 5 * MINUTE_MS;

/** Whether a look at one place serves an alarm at another: the alarm lies in what the pictures of the look show around the place. */
export const servesAt = (radiusMetres: number, metres: number): boolean => metres <= Math.max(LEAST_SHARED_METRES, radiusMetres);

/** A look that ended without an answer serves no further alarm. */
export const mayServe = ({ state, verdict, reason }: Pick<SecondLook, 'state' | 'verdict' | 'reason'>): boolean =>
  state !== 'done' || verdict !== null || reason === 'unseen';

// The queue.

/** Danger of a grid whose level is not known: the middle of the five. */
const USUAL_DANGER = 3;
/** A certain alarm stands this many danger levels above one that is certainly false. */
const CERTAINTY_LEVELS = 2;
/** Waiting this long raises a look by one danger level, so that a flood of urgent looks does not starve the others. */
const LEVEL_OF_WAITING_MS = 2 * MINUTE_MS;

/**
 * @param dangerLevel 1 to 5; null: not known
 * @param probability that a fire burns, 0 to 1; null: not known
 */
export const lookPriority = (dangerLevel: number | null, probability: number | null): number =>
  (dangerLevel ?? USUAL_DANGER) + CERTAINTY_LEVELS * (probability ?? 0.5);

/** The queue in the order in which it is served: by danger and certainty, and by waiting time. */
export function inOrder<T extends Pick<SecondLook, 'id' | 'priority' | 'askedAt'>>(looks: readonly T[], now: Date): T[] {
  const urgency = ({ priority, askedAt }: T): number => priority + (now.getTime() - askedAt.getTime()) / LEVEL_OF_WAITING_MS;
  return looks.toSorted((a, b) => urgency(b) - urgency(a) || a.askedAt.getTime() - b.askedAt.getTime() || (a.id < b.id ? -1 : 1));
}

// Which cameras.

/** At most so many cameras look at one place. */
export const MOST_CAMERAS = 3;
/** A camera is turned at most once in this time; its return belongs to the same movement. */
export const REST_MS = MINUTE_MS;
/** Bearings that cross at a smaller angle do not locate smoke. */
const CROSSING_DEGREES = 15;

/** A camera that sees the place. */
export interface LookCandidate {
  readonly cameraId: string;
  /** Its head: channels that turn together have the same. */
  readonly head: string;
  readonly distanceMetres: number;
  readonly azimuthDegrees: number;
  readonly isThermal: boolean;
  /** Why it cannot be used now; null: it can. */
  readonly hindrance: Extract<LookReason, 'off' | 'offline' | 'fixed' | 'busy' | 'resting'> | null;
}

/** Hindrances that pass by themselves. */
const PASSING: readonly LookReason[] = ['busy', 'resting'];

/** Of several hindrances the one that is reported: that which passes first. */
const REPORTED_FIRST: readonly LookReason[] = ['resting', 'busy', 'offline', 'fixed', 'off'];

export interface ChosenCameras<T extends LookCandidate> {
  readonly cameras: readonly T[];
  /** Why there are none; null: there are. */
  readonly reason: LookReason | null;
  /** Whether waiting may help. */
  readonly mayWait: boolean;
}

/**
 * Chooses the cameras: one for each head, its visible channel first, the nearest, then those whose bearings cross.
 * @param seeing the cameras that see the place
 */
export function chooseCameras<T extends LookCandidate>(seeing: readonly T[]): ChosenCameras<T> {
  const nearest = seeing
    .filter(({ hindrance }) => hindrance === null)
    .toSorted((a, b) => Number(a.isThermal) - Number(b.isThermal) || a.distanceMetres - b.distanceMetres);
  const heads = [...Map.groupBy(nearest, ({ head }) => head).values()].map(([first]) => first as T);
  const left = heads.toSorted((a, b) => a.distanceMetres - b.distanceMetres);
  const cameras: T[] = [];
  while (left.length > 0 && cameras.length < MOST_CAMERAS) {
    const crossing = left.findIndex((one) => cameras.every((other) => crossingDegrees(one, other) >= CROSSING_DEGREES));
    cameras.push(...left.splice(Math.max(0, crossing), 1));
  }
  if (cameras.length > 0) return { cameras, reason: null, mayWait: false };
  const hindrances = new Set(seeing.map(({ hindrance }) => hindrance as LookReason));
  const reason = REPORTED_FIRST.find((one) => hindrances.has(one)) ?? 'unseen';
  return { cameras, reason, mayWait: PASSING.includes(reason) };
}

function crossingDegrees(a: LookCandidate, b: LookCandidate): number {
  const between = Math.abs(a.azimuthDegrees - b.azimuthDegrees) % 180;
  return Math.min(between, 180 - between);
}

const DEGREES = 180 / Math.PI;
/** A narrower picture shows no surroundings, and no smoke that has drifted from its source. */
const LEAST_FIELD_DEGREES = 3;

/** The horizontal field of view in which the uncertainty of the place fills the middle third of the picture. */
export const fieldFor = (radiusMetres: number, distanceMetres: number): number =>
  Math.max(LEAST_FIELD_DEGREES, 2 * Math.atan2(3 * radiusMetres, distanceMetres) * DEGREES);

// The verdict.

/** Pictures of one pose from which a verdict is given, and the fewest that are enough for `nothing`. */
export const FRAMES = 20;
export const LEAST_FRAMES = 12;

/** Smoke in one camera is enough. Nothing is only concluded if no camera is unclear. */
export function verdictOf(views: readonly Pick<LookView, 'verdict' | 'reason'>[]): Pick<SecondLook, 'verdict' | 'reason'> {
  const verdicts = new Set(views.map(({ verdict }) => verdict));
  if (verdicts.has('smoke')) return { verdict: 'smoke', reason: null };
  const unclear = views.find(({ verdict }) => verdict === 'unclear');
  if (unclear !== undefined) return { verdict: 'unclear', reason: unclear.reason };
  if (verdicts.has('nothing')) return { verdict: 'nothing', reason: null };
  return { verdict: null, reason: views[0]?.reason ?? 'unseen' };
}

/** The hottest of the thermal pictures; null: none has one. */
export const hottestOf = (views: readonly Pick<LookView, 'heat'>[]): LookHeat | null =>
  views.flatMap(({ heat }) => heat ?? []).toSorted((a, b) => Number(b.isHot) - Number(a.isHot) || b.levels - a.levels)[0] ?? null;

// Its events. Each states the whole look.

export interface SecondLookPayloads {
  'second-look.asked': { readonly look: SecondLook };
  /** Cameras were chosen, a picture was taken, or another alarm joined. */
  'second-look.changed': { readonly look: SecondLook };
  'second-look.ended': { readonly look: SecondLook };
}
type SecondLookEvent = OccurrencesOf<SecondLookPayloads>;

export const applyToSecondLook = (_look: SecondLook | null, { payload }: Pick<SecondLookEvent, 'payload'>): SecondLook => payload.look;

const summary = ({ look: { state, verdict, reason, alarmIds } }: { readonly look: SecondLook }) => ({ state, verdict, reason, alarmIds });

export const secondLookObject = eventObject<SecondLookPayloads, SecondLook>()({
  apply: applyToSecondLook,
  keeping: {
    'second-look.asked': 'until-next-state',
    'second-look.changed': 'until-next-state',
    'second-look.ended': 'until-next-state',
  },
  summaries: { 'second-look.asked': summary, 'second-look.changed': summary, 'second-look.ended': summary },
});
