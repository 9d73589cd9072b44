// Exercises (演练): separate alarms, tasks and messages, distinguished from the real ones by the exercise's id.

import { actorName, eventObject, type GridNo, type Named, type OccurrencesOf, type Position } from '@lookout/domain';
import { type AlarmFacts, type AlarmKind, type FindType, LATER_CAMERA_FACTS, LATER_REPORT_FACTS } from '../alarm/alarm.ts';

export interface Exercise {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly name: string;
  /** The leader of the exercise: only this account inserts alarms. */
  readonly leaderId: string;
  readonly leaderName: string;
  readonly beganAt: Date;
  /** null: running. */
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  /** Entered after the end; the last verdict applies. */
  readonly verdict: ExerciseVerdict | null;
  /** Incremented with each change, from 1. */
  readonly version: number;
}

export interface ExerciseVerdict {
  readonly text: string;
  readonly by: string;
  readonly at: Date;
}

export interface ExercisePayloads {
  'exercise.begun': { readonly exercise: Exercise };
  'exercise.ended': Readonly<Record<never, never>>;
  'exercise.judged': { readonly text: string };
}

/** The sources an exercise can imitate: those whose alarms are judged. */
export const DRILL_KINDS = ['satellite', 'camera', 'report'] as const satisfies readonly AlarmKind[];
export type DrillKind = (typeof DRILL_KINDS)[number];

/** An alarm of the script: its minute in the exercise, its source and position. */
export interface Inject {
  readonly id: string;
  readonly kind: DrillKind;
  readonly position: Position;
  readonly description: string | null;
  readonly dueAt: Date;
  /** The alarm created from it; null: not due yet, or the exercise ended before. */
  readonly alarmId: string | null;
}

/** The find type of each source. */
export const DRILL_FIND_TYPES = { satellite: 'satellite', camera: 'camera-smoke', report: 'person' } as const satisfies Record<
  DrillKind,
  FindType
>;

/** The facts that an imitated source reports: only those in the script. @param name of the exercise, as the device */
export function drillFacts(kind: DrillKind, { id, description }: Pick<Inject, 'id' | 'description'>, name: string): AlarmFacts {
  switch (kind) {
    case 'satellite':
      return { ...NO_SATELLITE_FACTS, fireNo: `drill-${id}`, satellite: name };
    case 'camera':
      return { ...NO_CAMERA_FACTS, deviceId: name, handleOpinions: description };
    case 'report':
      return { ...NO_REPORT_FACTS, description };
  }
}

const NO_SATELLITE_FACTS = {
  kind: 'satellite',
  instrument: null,
  version: null,
  confidence: 'n',
  credibility: 60,
  brightnessKelvin: null,
  brightness2Kelvin: null,
  frpMegawatts: null,
  scanKilometres: null,
  trackKilometres: null,
  dayNight: null,
  areaHectares: null,
  observationFrequency: null,
  pixelAreaHectares: null,
  pixelNumber: null,
  woodland: null,
  grassland: null,
  farmland: null,
  otherland: null,
  strength: null,
  strengthLevel: null,
  infraredImage: null,
  visibleImage: null,
} as const;

const NO_CAMERA_FACTS = {
  ...LATER_CAMERA_FACTS,
  kind: 'camera',
  monitoringPointId: null,
  horizontalDegrees: null,
  verticalDegrees: null,
  maxHeat: null,
  distanceMetres: null,
  nearMetres: null,
  farMetres: null,
  alarmType: null,
  pictures: [],
  videos: [],
} as const;

const NO_REPORT_FACTS = {
  kind: 'report',
  ...LATER_REPORT_FACTS,
  altitudeMetres: null,
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: [],
} as const;

// The review of an exercise: how long each alarm waited.

/** The steps by which an exercise is judged, in the order of duty. */
export const EXERCISE_STEPS = ['acknowledged', 'judged', 'dispatched'] as const;
export type ExerciseStep = (typeof EXERCISE_STEPS)[number];

/** Seconds from an alarm's arrival to each first step; null: it was never done. */
export type StepSeconds = Readonly<Record<ExerciseStep, number | null>>;

export interface DrillTimes {
  readonly alarmId: string;
  readonly arrivedAt: Date;
  readonly seconds: StepSeconds;
}

export interface ExerciseReview {
  readonly exercise: Named<Exercise>;
  readonly script: readonly Inject[];
  /** Oldest first. */
  readonly events: readonly ReviewedEvent[];
  readonly alarms: readonly ReviewedAlarm[];
  readonly medianSeconds: StepSeconds;
}

export interface ReviewedEvent {
  readonly at: Date;
  /** The kind as named in `features/events.ts`. */
  readonly kind: string;
  readonly alarmId: string | null;
  readonly taskId: string | null;
  readonly by: string;
  /** The text that was entered with the event. */
  readonly detail: string | null;
}

export interface ReviewedAlarm extends DrillTimes {
  readonly kind: AlarmKind;
  readonly position: Position;
  readonly formattedAddress: string;
}

const KIND_OF_STEP = { acknowledged: 'alarm.acknowledged', judged: 'alarm.judged', dispatched: 'alarm.dispatched' } as const;

/** @param events of the exercise's alarms, oldest first, `alarm.recorded` included */
export function drillTimes(
  events: readonly { readonly kind: string; readonly objectId: string; readonly recordedAt: Date }[],
): DrillTimes[] {
  const firsts = Map.groupBy(events, ({ objectId }) => objectId);
  return [...firsts].flatMap(([alarmId, own]) => {
    const arrivedAt = own.find(({ kind }) => kind === 'alarm.recorded')?.recordedAt;
    if (arrivedAt === undefined) return [];
    const after = (step: ExerciseStep): number | null => {
      const first = own.find(({ kind }) => kind === KIND_OF_STEP[step]);
      return first ? (first.recordedAt.getTime() - arrivedAt.getTime()) / 1000 : null;
    };
    return [
      { alarmId, arrivedAt, seconds: { acknowledged: after('acknowledged'), judged: after('judged'), dispatched: after('dispatched') } },
    ];
  });
}

/** The median of the non-null values; null: there are none. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const done = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (done.length === 0) return null;
  const middle = Math.floor(done.length / 2);
  const [low, high] = [done[middle - 1] as number, done[middle] as number];
  return done.length % 2 === 1 ? high : (low + high) / 2;
}

export type ExerciseEvent = OccurrencesOf<ExercisePayloads>;

/** @returns the exercise after the event */
export function applyToExercise(exercise: Exercise | null, event: ExerciseEvent): Exercise | null {
  if (event.kind === 'exercise.begun') return event.payload.exercise;
  if (exercise === null) return null;
  const [by, at] = [actorName(event.actor), event.happenedAt];
  const version = exercise.version + 1;
  return event.kind === 'exercise.ended'
    ? { ...exercise, version, endedAt: at, endedBy: by }
    : { ...exercise, version, verdict: { text: event.payload.text, by, at } };
}

export const exerciseObject = eventObject<ExercisePayloads, Exercise>()({
  apply: applyToExercise,
  keeping: {
    'exercise.begun': 'always',
    'exercise.ended': 'always',
    'exercise.judged': 'always',
  },
});
