// What the events record about a fire: the part of its archive that no officer enters. It is read-only; a sealed archive stores it as it
// was.

import { fileUrl, formatTime } from '@lookout/contract';
import { ancestorAt, boxAround, DAY_MS, type GridNo } from '@lookout/domain';
import { evenlySpaced } from '@lookout/geo';
import { type Alarm, closureOf } from '../../alarm/alarm.ts';
import { writeAlarm } from '../../alarm/alarm.wire.ts';
import type { AlarmEvent } from '../../alarm/alarm-events.ts';
import { writeHistoryLine } from '../../alarm/alarm-history.wire.ts';
import { isStoryEvent, storyMoments } from '../../fire-story/fire-story.ts';
import { MOST_STORY_EVENTS, withoutDoubleArrival } from '../../fire-story/service/fire-story.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import { writeArchivedPlot } from '../../plot/plot.wire.ts';
import type { Store } from '../../store.ts';
import type { Task, TaskStep } from '../../task/task.ts';
import { writeTask, writeTaskStep } from '../../task/task.wire.ts';
import type { WireFireRecord } from '../fire-archive.schema.ts';

const MOST_TASKS = 200;
const MOST_PLOTS = 500;
const MOST_STORED_POINTS = 5_000;
/** Tracks are thinned to this many evenly spaced points. */
const MOST_TRACK_POINTS = 500;
const NEAR_METRES = 10_000;
const MOST_WEATHER_DAYS = 60;

type RecordStore = Pick<Store, 'events' | 'tasks' | 'rangers' | 'plots' | 'fireWeather'>;

/** A closed fire as seen by one caller. */
export interface ClosedFire {
  /** The id of the fire; for an alarm that belongs to no fire, its own id. */
  readonly id: string;
  /** The first of the fire's alarms that was closed as a fire. */
  readonly lead: Alarm;
  /** The alarms in scope, by their arrival. */
  readonly alarms: readonly Alarm[];
}

export async function recordOf(
  store: RecordStore,
  { nameOf }: Pick<GridCatalogue, 'nameOf'>,
  scope: GridNo,
  { lead, alarms }: ClosedFire,
): Promise<WireFireRecord> {
  const begin = new Date(Math.min(...alarms.flatMap(({ observedAt, arrivedAt }) => [observedAt.getTime(), arrivedAt.getTime()])));
  const end = new Date(Math.max(...alarms.map(({ response, arrivedAt }) => (closureOf(response)?.at ?? arrivedAt).getTime())));
  const county = ancestorAt(lead.gridNo, 'county') ?? lead.gridNo;
  const alarmIds = alarms.map(({ id }) => id);
  const [logged, tasks, plots, weather] = await Promise.all([
    store.events.ofEach(
      alarmIds.map((id) => ({ kind: 'alarm', id })),
      { limit: MOST_STORY_EVENTS },
    ),
    store.tasks.ofFires(scope, alarmIds, { limit: MOST_TASKS }),
    store.plots.around(scope, alarmIds, { begin, end, box: boxAround(lead.position, NEAR_METRES) }, { limit: MOST_PLOTS }),
    store.fireWeather.list(scope, { gridNos: [county], firstDay: dayOf(begin), lastDay: dayOf(end) }, { limit: MOST_WEATHER_DAYS }),
  ]);
  const [steps, tracks] = await Promise.all([
    store.tasks.stepsOf(tasks.map(({ id }) => id)),
    store.rangers.tracks(staysOf(tasks, end), { limit: MOST_STORED_POINTS }),
  ]);
  // An act on several alarms of the fire is listed once, as in its story.
  const events = storyMoments(withoutDoubleArrival(logged.list.filter(isStoryEvent))).map(({ event }) => event as AlarmEvent);
  const names = new Map(tasks.flatMap(({ members }) => members.map(({ userId, fullName }) => [userId, fullName] as const)));
  return {
    alarms: alarms.map((alarm) => writeAlarm(alarm, nameOf)),
    events: events.filter(({ kind }) => kind !== 'alarm.seen').map((event) => writeHistoryLine(event, nameOf)),
    tasks: tasks.map((task) => ({
      task: writeTask(task, nameOf),
      steps: steps.filter(({ taskId }) => taskId === task.id).map(writeTaskStep),
    })),
    tracks: [...Map.groupBy(tracks, ({ userId }) => userId)].map(([userId, points]) => ({
      userId,
      fullName: names.get(userId) ?? userId,
      points: evenlySpaced(points, MOST_TRACK_POINTS).map(({ position: { lng, lat }, at }): [number, number, string] => [
        lng,
        lat,
        formatTime(at),
      ]),
    })),
    weather: weather.map((day) => ({
      day: day.day,
      gridName: nameOf(day.gridNo) ?? day.gridNo,
      temperature: day.temperatureCelsius,
      humidity: day.humidityPercent,
      windSpeed: day.windKilometresPerHour,
      rain: day.rainMillimetres,
      fwi: day.fwi,
    })),
    plots: plots.map((plot) => writeArchivedPlot(plot, nameOf)),
    pictures: picturesOf(alarms, tasks, steps, events),
  };
}

/** Days are in Beijing time. */
const BEIJING_AHEAD_MS = 8 * 3_600_000;
const dayOf = (at: Date): string => new Date(at.getTime() + BEIJING_AHEAD_MS).toISOString().slice(0, 10);

/** Each person once, from the first dispatch to the end of the fire; for a dispatch after that end, one day. */
function staysOf(tasks: readonly Task[], closedAt: Date) {
  const begins = new Map<string, Date>();
  for (const { createdAt, members } of tasks)
    for (const { userId } of members) {
      const known = begins.get(userId);
      if (known === undefined || createdAt < known) begins.set(userId, createdAt);
    }
  return [...begins].map(([userId, begin]) => ({
    userId,
    begin,
    end: closedAt > begin ? closedAt : new Date(begin.getTime() + DAY_MS),
  }));
}

function picturesOf(
  alarms: readonly Alarm[],
  tasks: readonly Task[],
  steps: readonly TaskStep[],
  events: readonly AlarmEvent[],
): WireFireRecord['pictures'] {
  const recordedAt = new Map(
    events.flatMap(({ kind, objectId, happenedAt }) => (kind === 'alarm.recorded' ? [[objectId, happenedAt]] : [])),
  );
  const ofAlarms = alarms.flatMap(({ id: alarmId, facts, observedAt }) => {
    const by = facts.kind === 'report' ? facts.reporterName : null;
    const at = recordedAt.get(alarmId) ?? observedAt;
    return ('pictures' in facts ? facts.pictures : []).map((id) => ({ id, at, from: 'alarm' as const, by }));
  });
  return [
    ...ofAlarms,
    ...tasks.flatMap(({ photos, createdAt: at, operatorName: by }) => photos.map((id) => ({ id, at, from: 'task' as const, by }))),
    ...steps.flatMap(({ photos, at, fullName: by }) => photos.map((id) => ({ id, at, from: 'report' as const, by }))),
  ]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ id, at, from, by }) => ({ url: fileUrl(id), time: formatTime(at), from, by }));
}
