// The story of a fire (经过): its events and those of every object that refers to one of its alarms, and also people's positions and the
// weather. The number of queries does not depend on the fire. Used by the page of the story and by its sealed package.

import { ancestorAt, type Capability, covers, DAY_MS, type GridNo, type Position } from '@lookout/domain';
import type { LogArchive } from '@lookout/store';
import { writeArchived } from '../../alarm/alarm-history.wire.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import type { Store } from '../../store.ts';
import type { Task } from '../../task/task.ts';
import type { Stay, StayPositions } from '../fire-stories.store.ts';
import type { WireStoryLine } from '../fire-story.schema.ts';
import { isStoryEvent, mayReadStory, type StoryEvent, type StoryMoment, storyMoments } from '../fire-story.ts';
import { type StoryRecord, type StoryWriting, writeStoryLine, writeStoryRecord } from '../fire-story.wire.ts';

/** In addition to the arrivals of the fire's alarms. */
export const MOST_STORY_EVENTS = 20_000;
const MOST_TASKS = 500;
/** A person within this distance has arrived. */
export const ARRIVED_METRES = 500;
/** The end of a stay whose task was never ended: long after the dispatch, the task no longer explains where its people are. */
const LONGEST_STAY_MS = 3 * DAY_MS;
const MOST_WEATHER_DAYS = 60;
const NOON_MS = 4 * 3_600_000;
const BEIJING_AHEAD_MS = 8 * 3_600_000;

type StoryStore = Pick<Store, 'events' | 'fireStories' | 'tasks' | 'fireWeather' | 'logParts'>;

export interface StoryReader {
  readonly scope: GridNo;
  readonly rights: ReadonlySet<Capability>;
  readonly now: Date;
}

export interface FireStory {
  /** The lines in the order of their sequence numbers in the log, oldest first. */
  readonly lines: readonly WireStoryLine[];
  /** Whether later events were left out. */
  readonly more: boolean;
  /** The people who were sent, each for the duration of the task. */
  readonly stays: readonly (Stay & { readonly fullName: string })[];
}

/**
 * The story of a fire as this reader may see it: the alarms and objects of the reader's own grid, limited by the reader's capabilities.
 * @param incident as found in the reader's grid
 */
export async function storyOf(
  store: StoryStore,
  { nameOf }: Pick<GridCatalogue, 'nameOf'>,
  { scope, rights, now }: StoryReader,
  incident: VisibleIncident,
): Promise<FireStory> {
  const alarmIds = incident.alarms.map(({ alarm }) => alarm.id);
  const { objects, decisionIds } = await store.fireStories.objectsOf(scope, alarmIds);
  const [logged, tasks, archives] = await Promise.all([
    store.events.ofEach(objects, { limit: MOST_STORY_EVENTS }),
    store.tasks.ofFires(scope, alarmIds, { limit: MOST_TASKS }),
    store.logParts.archives('event'),
  ]);
  const known = new Set(alarmIds);
  const events = logged.list
    .filter(isStoryEvent)
    .filter((event) => mayReadStory(event.kind, rights) && isOfThisFire(event, known, decisionIds));
  const moments = storyMoments(withoutDoubleArrival(events));
  const openings = new Map<string, StoryEvent>();
  for (const event of events) if (!openings.has(event.objectId)) openings.set(event.objectId, event);
  const writing: StoryWriting = { nameOf, alarmIds: known, openingOf: (id) => openings.get(id) ?? null };
  const stays = mayReadStory('record.people', rights) ? staysOf(tasks, scope, now) : [];
  const place = centreOf(incident);
  const [positions, weather] = await Promise.all([
    store.fireStories.positionsDuring(stays, place, ARRIVED_METRES),
    weatherOf(store, scope, incident, endOf(incident, moments, now)),
  ]);
  const records = [...peopleRecords(positions, stays), ...weather.map((day) => weatherRecord(day, incident.id, nameOf))];
  const lines = withArchived(inOrder(moments, records, writing), incident, archives);
  return { lines, more: logged.more, stays };
}

/** Decisions are events of the id that a fire had at the time. Another fire may have had the id of one of these alarms. */
function isOfThisFire(event: StoryEvent, alarmIds: ReadonlySet<string>, decisionIds: ReadonlySet<string>): boolean {
  if (event.kind === 'incident.split' || event.kind === 'incident.merged' || event.kind === 'incident.undone')
    return decisionIds.has(event.payload.decisionId);
  return !event.kind.startsWith('incident.') || alarmIds.has(event.objectId);
}

/** An alarm created from another one shows the link in place of its creation. */
export function withoutDoubleArrival<E extends StoryEvent>(events: readonly E[]): E[] {
  const linked = new Set(events.flatMap(({ kind, objectId }) => (kind === 'alarm.linked' ? [objectId] : [])));
  return events.filter(({ kind, objectId }) => kind !== 'alarm.recorded' || !linked.has(objectId));
}

/** The mean position of the fire's alarms, which is accurate enough to decide who has arrived. */
function centreOf({ alarms }: VisibleIncident): Position {
  const sum = alarms.reduce((total, { alarm: { position } }) => ({ lng: total.lng + position.lng, lat: total.lat + position.lat }), {
    lng: 0,
    lat: 0,
  });
  return { lng: sum.lng / alarms.length, lat: sum.lat / alarms.length };
}

/** The stays of the people whom the reader may see, from the dispatch until they are done. */
function staysOf(tasks: readonly Task[], scope: GridNo, now: Date): FireStory['stays'] {
  return tasks.flatMap(({ id: taskId, createdAt: begin, cancelledAt, members }) =>
    members
      .filter(({ gridNo }) => covers(scope, gridNo))
      .map(({ userId, fullName, state, stateAt }) => {
        const end = cancelledAt ?? (state === 'done' ? stateAt : now);
        return { taskId, userId, fullName, begin, end: new Date(Math.min(end.getTime(), begin.getTime() + LONGEST_STAY_MS)) };
      }),
  );
}

/** One line for each task, at the first position of its people. */
function peopleRecords(found: readonly StayPositions[], stays: FireStory['stays']): StoryRecord<'record.people'>[] {
  const names = new Map(stays.map(({ userId, fullName }) => [userId, fullName]));
  const iso = (at: Date): string => at.toISOString();
  return [...Map.groupBy(found, ({ taskId }) => taskId)].map(([taskId, people]) => ({
    kind: 'record.people',
    id: `people-${taskId}`,
    // The query returns the people in order of `firstAt`.
    at: (people[0] as StayPositions).firstAt,
    object: { kind: 'task', id: taskId },
    position: (people[0] as StayPositions).last,
    detail: {
      people: people.map(({ userId, positions, firstAt, lastAt, arrivedAt }) => ({
        fullName: names.get(userId) ?? userId,
        positions,
        first: iso(firstAt),
        last: iso(lastAt),
        arrived: arrivedAt && iso(arrivedAt),
      })),
    },
  }));
}

function endOf({ state }: VisibleIncident, moments: readonly StoryMoment[], now: Date): Date {
  return state === 'open' ? now : (moments.at(-1)?.event.recordedAt ?? now);
}

const beijingDay = (at: Date): string => new Date(at.getTime() + BEIJING_AHEAD_MS).toISOString().slice(0, 10);

/** Weather is stored for each noon and county. */
function weatherOf(store: StoryStore, scope: GridNo, { alarms }: VisibleIncident, end: Date) {
  const counties = alarms.map(({ alarm }) => ancestorAt(alarm.gridNo, 'county') ?? alarm.gridNo);
  // Alarms are in order of observation.
  const begin = alarms[0]?.alarm.observedAt ?? end;
  return store.fireWeather.list(
    scope,
    { gridNos: [...new Set(counties)], firstDay: beijingDay(begin), lastDay: beijingDay(end) },
    { limit: MOST_WEATHER_DAYS },
  );
}

type Day = Awaited<ReturnType<typeof weatherOf>>[number];

const weatherRecord = (day: Day, incidentId: string, nameOf: GridCatalogue['nameOf']): StoryRecord<'record.weather'> => ({
  kind: 'record.weather',
  id: `weather-${day.gridNo}-${day.day}`,
  at: new Date(Date.parse(`${day.day}T00:00:00Z`) + NOON_MS),
  object: { kind: 'incident', id: incidentId },
  position: null,
  detail: {
    gridName: nameOf(day.gridNo) ?? day.gridNo,
    temperature: day.temperatureCelsius,
    humidity: day.humidityPercent,
    windSpeed: day.windKilometresPerHour,
    rain: day.rainMillimetres,
    fwi: day.fwi,
  },
});

/**
 * If a fire ended in months that were archived out of the log, its first arrival states where the other events are. Later events are still
 * in the log.
 */
function withArchived(lines: WireStoryLine[], { state }: VisibleIncident, archives: readonly LogArchive[]): WireStoryLine[] {
  const [newest, first] = [archives.at(-1), lines.find(({ kind }) => kind === 'alarm.recorded')];
  if (state === 'open' || newest === undefined || first === undefined || first.seq > newest.last) return lines;
  const files = archives.filter(({ last }) => last >= first.seq).map(({ file }) => file);
  const archived = writeArchived({ before: newest.endedAt, files });
  return lines.map((line) => (line === first ? { ...line, detail: { ...line.detail, archived } } : line));
}

/** Events by their number; a record after the last event that was known by then. */
function inOrder(moments: readonly StoryMoment[], records: readonly StoryRecord[], writing: StoryWriting): WireStoryLine[] {
  const waiting = records.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const lines: WireStoryLine[] = [];
  let seq = 0;
  for (const moment of moments) {
    for (let next = waiting[0]; next !== undefined && next.at < moment.event.recordedAt; next = waiting[0]) {
      lines.push(writeStoryRecord(next, seq));
      waiting.shift();
    }
    lines.push(writeStoryLine(moment, writing));
    seq = moment.event.seq;
  }
  return [...lines, ...waiting.map((record) => writeStoryRecord(record, seq))];
}
