// Exercises in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { readKind } from '../alarm/alarm.wire.ts';
import type { WireExerciseReview } from './exercise.calls.ts';
import type { WireExercise } from './exercise.schema.ts';
import type { Exercise } from './exercise.ts';

export const writeExercise = (e: Exercise, nameOf: GridNames): WireExercise => ({
  id: e.id,
  gridNo: e.gridNo,
  gridName: nameOf(e.gridNo) ?? e.gridNo,
  name: e.name,
  leaderId: e.leaderId,
  leaderName: e.leaderName,
  beginTime: formatTime(e.beganAt),
  endTime: e.endedAt && formatTime(e.endedAt),
  endUser: e.endedBy,
  verdict: e.verdict?.text ?? null,
  verdictUser: e.verdict?.by ?? null,
  verdictTime: e.verdict && formatTime(e.verdict.at),
  version: e.version,
});

/** The inverse of `writeExercise`, to the second. */
export const readExercise = (w: WireExercise): Named<Exercise> => ({
  id: w.id,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  name: w.name,
  leaderId: w.leaderId,
  leaderName: w.leaderName,
  beganAt: readTime(w.beginTime),
  endedAt: w.endTime === null ? null : readTime(w.endTime),
  endedBy: w.endUser,
  verdict:
    w.verdict === null || w.verdictUser === null || w.verdictTime === null
      ? null
      : { text: w.verdict, by: w.verdictUser, at: readTime(w.verdictTime) },
  version: w.version,
});

export const readExerciseReview = ({ exercise, script, events, alarms, median }: WireExerciseReview) => ({
  exercise: readExercise(exercise),
  script: script.map(({ kind, dueTime, longitude: lng, latitude: lat, ...inject }) => ({
    ...inject,
    kind: readKind(kind),
    position: { lng, lat },
    dueAt: readTime(dueTime),
  })),
  events: events.map(({ at, ...event }) => ({ ...event, at: readTime(at) })),
  alarms: alarms.map(({ kind, arriveTime, longitude: lng, latitude: lat, ...alarm }) => ({
    ...alarm,
    kind: readKind(kind),
    position: { lng, lat },
    arrivedAt: readTime(arriveTime),
  })),
  median,
});
export type ExerciseReview = ReturnType<typeof readExerciseReview>;

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const exerciseReaders = {
  exercise: readExercise,
  'exercise-review': readExerciseReview,
} as const;
