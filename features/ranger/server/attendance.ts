// Attendance and replay of rangers: the totals of their days, their tracks for the replay, and a track as a file.

import { formatTime } from '@lookout/contract';
import { beginOfDayText, beijingDayOf, beijingDayText, DAY_MS, dayText, type GridNo, withGridName } from '@lookout/domain';
import {
  CELL_SQUARE_KILOMETRES,
  EMPTY_PATROL,
  extendPatrol,
  GAP_MS,
  type Patrol,
  soundFixes,
  type TrackFix,
  thinTrack,
} from '@lookout/geo';
import { gpxOf, kmlOf, TRACK_MEDIA_TYPES, type TrackToWrite } from '@lookout/ingest';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { Handlers, RawRoute } from '@lookout/server/serve/context.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import type { Contract } from '../../contract.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import type { Store } from '../../store.ts';
import {
  ACTIVITY_COUNTS,
  ACTIVITY_SECONDS,
  MOST_ATTENDANCE_DAYS,
  MOST_LISTED_GAPS,
  MOST_REPLAYED_POSITIONS,
  type ReplayTrack,
} from '../attendance.ts';
import { attendanceGapOf } from '../patrol-days.store.ts';
import { TRACK_FILE_SUMMARY, TRACK_FORMATS, type TrackFormat, trackFilePath } from '../ranger.calls.ts';
import type { RangerPerson } from '../rangers.store.ts';

/** 近7天: today and the six days before. */
const USUAL_DAYS = 7;
/** Limit for a ranger's day, before thinning: one position a second, more than any phone sends. */
const MOST_OF_A_DAY = 86_400;
/** Positions counted in one tick of the event loop: some milliseconds. */
const COUNTED_AT_ONCE = 1_000;

// Positions are counted asynchronously to their writers.

/** Counting interval without a reader; with a reader, positions are counted at most this often. */
const COUNT_EVERY_MS = 120_000;
const COUNTED_LATELY_MS = 10_000;
/** With a large backlog the job works a quarter of the time: it runs for this long, then pauses three times as long. */
const BUSY_MS = 2_000;
const RESTS = 3;

export interface AttendanceCounter {
  /** Call it when attendance is read, or positions arrived late: the days are counted now, or ten seconds after the last count. */
  wake(): void;
  stop(): Promise<void>;
}

/** Counts the days whose positions have arrived (`store.patrolDays`). Several servers share the work. */
export function startAttendanceCounts(
  store: Pick<Store, 'patrolDays' | 'transaction'>,
  failed: (error: unknown) => void,
  everyMs = COUNT_EVERY_MS,
): AttendanceCounter {
  let endedAt = Number.NEGATIVE_INFINITY;
  let isBehind = false;
  let woken: NodeJS.Timeout | null = null;
  /** @returns false: there is more to count, but the time is up so that the server can do other work */
  const countAll = async (untilMs: number): Promise<boolean> => {
    while (performance.now() < untilMs) if ((await store.transaction(({ patrolDays }) => patrolDays.countSome())) === 0) return true;
    return false;
  };
  const polling: Polling = poll({
    everyMs: ({ tookMs }) => (isBehind ? tookMs * RESTS : everyMs),
    failed,
    async run() {
      const untilMs = performance.now() + BUSY_MS;
      // Days claimed by a server that was killed are counted first.
      let isDone = await countAll(untilMs);
      while (isDone && (await store.patrolDays.take()) > 0) isDone = await countAll(untilMs);
      isBehind = !isDone;
      endedAt = performance.now();
    },
  });
  return {
    wake() {
      if (isBehind || woken !== null) return;
      const restMs = endedAt + Math.min(everyMs, COUNTED_LATELY_MS) - performance.now();
      if (restMs <= 0) return void polling.wake();
      // If the call were dropped instead, a user who reads just after a count would not see what has arrived since.
      woken = setTimeout(() => {
        woken = null;
        void polling.wake();
      }, restMs).unref();
    },
    async stop() {
      if (woken !== null) clearTimeout(woken);
      await polling.stop();
    },
  };
}

type Calls = Handlers<Contract['ranger']>;
type Needs = {
  readonly store: Store;
  readonly grids: () => GridCatalogue;
  readonly counter: Pick<AttendanceCounter, 'wake'>;
};

export function attendanceReads({ store, grids, counter }: Needs): Pick<Calls, 'rangerAttendance' | 'rangerReplay'> {
  return {
    async rangerAttendance({ scope, now }, { body }) {
      const { pageNo, pageSize, step } = body;
      const today = beijingDayOf(now.getTime());
      const endDay = body.endDay ?? dayText(today);
      const end = beginOfDayText(endDay);
      const beginDay = body.beginDay ?? beijingDayText(end - (USUAL_DAYS - 1) * DAY_MS);
      const begin = beginOfDayText(beginDay);
      if (begin > end) throw invalid('endDay', 'end-day-before-begin');
      if (end - begin >= MOST_ATTENDANCE_DAYS * DAY_MS) throw invalid('endDay', 'attendance-days-at-most', { most: MOST_ATTENDANCE_DAYS });
      counter.wake();
      // Future days do not count as absence.
      const last = Math.min(beijingDayOf(end), today);
      if (beijingDayOf(begin) > last) return { total: 0, pageNo, pageSize, list: [] };
      const { total, list } = await store.patrolDays.attendance(
        scope,
        {
          step,
          beginDay,
          endDay: dayText(last),
          name: body.name || undefined,
          userId: body.userId ?? undefined,
          mostGaps: MOST_LISTED_GAPS,
        },
        { offset: (pageNo - 1) * pageSize, limit: pageSize },
      );
      return { total, pageNo, pageSize, list: list.map((one) => withGridName(one, grids().nameOf)) };
    },

    async rangerReplay({ scope }, { body }) {
      const userIds = [...new Set(body.userIds)];
      const people = await peopleOf(store, scope, userIds);
      const fixes = await fixesOf(store, userIds, body.day);
      const rows = [];
      for (const person of people) {
        const track = await replayOf(person, body.day, fixes.get(person.userId) ?? []);
        rows.push(withGridName(track, grids().nameOf));
      }
      return { rows };
    },
  };
}

/** @throws notFound when one of them is not a ranger of the scope */
async function peopleOf(store: Store, scope: GridNo, userIds: readonly string[]): Promise<readonly RangerPerson[]> {
  const found = new Map((await store.rangers.named(scope, userIds)).map((person) => [person.userId, person]));
  return userIds.map((userId) => {
    const person = found.get(userId.toLowerCase());
    if (!person) throw notFound();
    return person;
  });
}

/** The rangers' positions of a day, in order of time. One query for all. */
async function fixesOf(store: Store, userIds: readonly string[], day: string): Promise<ReadonlyMap<string, readonly TrackFix[]>> {
  const begin = new Date(beginOfDayText(day));
  const end = new Date(begin.getTime() + DAY_MS);
  const rows = await store.rangers.tracks(
    userIds.map((userId) => ({ userId, begin, end })),
    { limit: MOST_OF_A_DAY },
  );
  const fixes = new Map<string, TrackFix[]>();
  for (const { userId, position, at, isDoubtful } of rows) {
    const own = fixes.get(userId);
    const fix = { ...position, ms: at.getTime(), isDoubtful };
    if (own) own.push(fix);
    else fixes.set(userId, [fix]);
  }
  return fixes;
}

const nextTick = () => new Promise(setImmediate);

async function replayOf(person: RangerPerson, day: string, fixes: readonly TrackFix[]): Promise<ReplayTrack> {
  const begin = beginOfDayText(day);
  let patrol: Patrol = EMPTY_PATROL;
  for (let from = 0; from < fixes.length; from += COUNTED_AT_ONCE) {
    patrol = extendPatrol(patrol, fixes.slice(from, from + COUNTED_AT_ONCE));
    await nextTick();
  }
  const activity = new Array<number>(ACTIVITY_COUNTS).fill(0);
  for (const { ms } of fixes) {
    const slot = Math.floor((ms - begin) / 1000 / ACTIVITY_SECONDS);
    activity[slot] = (activity[slot] ?? 0) + 1;
  }
  const shown = thinTrack(soundFixes(fixes), MOST_REPLAYED_POSITIONS);
  await nextTick();
  return {
    ...person,
    seconds: shown.map(({ ms }) => (ms - begin) / 1000),
    // Six decimals are a decimetre: enough to draw, and half the bytes.
    longitudes: shown.map(({ lng }) => rounded(lng)),
    latitudes: shown.map(({ lat }) => rounded(lat)),
    activity,
    positions: patrol.positions,
    leftOut: patrol.leftOut,
    movingSeconds: patrol.movingMs / 1000,
    distanceMetres: patrol.metres,
    seenSquareKilometres: patrol.cells.size * CELL_SQUARE_KILOMETRES,
    gaps: patrol.gaps.map(attendanceGapOf),
  };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

// A track as a file.

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const writers: Readonly<Record<TrackFormat, (track: TrackToWrite) => Iterable<string>>> = { gpx: gpxOf, kml: kmlOf };

/** `GET …/track/file?userId=&day=&format=gpx|kml`: all believed positions of a day; 404 outside the grid, like every object. */
export const trackFileRoute = ({ store, grids }: Omit<Needs, 'counter'>): RawRoute => ({
  name: 'ranger-track-file',
  method: 'GET',
  path: trackFilePath,
  summary: TRACK_FILE_SUMMARY,
  weight: 20,
  permission: { anyOf: ['see-rangers'] },
  scope: 'object',
  async handle({ scope }, request, reply) {
    const { userId = '', day = '', format: asked = 'gpx' } = request.query as Record<string, string | undefined>;
    const format = TRACK_FORMATS.find((one) => one === asked);
    if (format === undefined) throw invalid('format', 'track-format');
    if (!UUID.test(userId)) throw invalid('userId', 'id-format');
    if (!DAY.test(day) || dayText(beijingDayOf(beginOfDayText(day))) !== day) throw invalid('day', 'day-format');
    const [person] = await peopleOf(store, scope, [userId]);
    if (!person) throw notFound();
    const fixes = soundFixes((await fixesOf(store, [person.userId], day)).get(person.userId) ?? []);
    const track = {
      name: `${person.fullName} ${day}`,
      description: `${grids().fullNameOf(person.gridNo)} · ${fixes.length > 0 ? `${timeOf(fixes.at(0))}–${timeOf(fixes.at(-1))}` : ''}`,
      pieces: piecesOf(fixes),
    };
    return reply
      .header('content-type', TRACK_MEDIA_TYPES[format])
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${track.name}.${format}`)}`)
      .header('x-content-type-options', 'nosniff')
      .send([...writers[format](track)].join(''));
  },
});

const timeOf = (fix: TrackFix | undefined): string => (fix === undefined ? '' : formatTime(new Date(fix.ms)));

/** The track cut at its gaps. */
function piecesOf(fixes: readonly TrackFix[]): TrackToWrite['pieces'] {
  const pieces: { lng: number; lat: number; at: Date }[][] = [];
  for (const [index, { lng, lat, ms }] of fixes.entries()) {
    const before = fixes[index - 1];
    if (before === undefined || ms - before.ms > GAP_MS) pieces.push([]);
    pieces.at(-1)?.push({ lng, lat, at: new Date(ms) });
  }
  return pieces;
}
