// Computes what rangers saw, day by day, in the background: days that are over, and the present day while somebody looks at it. One of
// several servers does it for all.
import { beginOfDayText, beijingDayOf, beijingDayText, DAY_MS, dayText } from '@lookout/domain';
import {
  mayShareTrack,
  OPEN_SIGHT_METRES,
  type PatrolGround,
  type SharedWay,
  SIGHT_COVERS,
  soundFixes,
  type TrackFix,
  trackPieces,
  wayRepeated,
  wayTogether,
} from '@lookout/geo';
import type { Room } from '@lookout/server/services/open.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import type { WorkerHost } from '@lookout/server/services/worker-host.ts';
import type { GroundPosts } from '../../terrain/service/ground-window.ts';
import { PATROL_SEEN_VERSION, type PatrolQuestion } from '../patrol-quality.ts';
import type { DueQuestion, DueSight, SeenPatrol } from '../patrol-seen.store.ts';
import type { SightOfDay, SightQuestion } from './sight-question.ts';

/** Interval without a reader. */
const EVERY_MS = 10 * 60_000;
/** The present day is computed anew when its positions reach this much further. */
const TODAY_BEHIND_MS = 10 * 60_000;
/** A page that was open this recently still looks at the present day. */
const WATCHED_MS = 15 * 60_000;
/** After an import of elevation or land cover this much of the past is computed anew. */
const RENEWED_DAYS = 31;
/** A track is compared with those of this many days before. */
const COMPARED_DAYS = 30;
const DUE_AT_ONCE = 20;
/** One position a second, more than any phone sends. */
const MOST_OF_A_DAY = 86_400;
/** Pieces of 30 km. A track of more is none of a patrol, and the rest of it is not looked at. */
const MOST_PIECES = 40;
/** Tracks that are read because they may be the same: the nearest days first. */
const MOST_COMPARED = 8;

export type SightNeeds = Pick<Room, 'store' | 'groundWindows' | 'elevation' | 'landCover' | 'rightOfWay' | 'sharedJobs' | 'clock' | 'log'>;

export interface SightDays {
  /** What is due now, for counts of what is missing. */
  dueNow(): DueQuestion;
  /** Somebody looks at the results: what is due is computed now, the present day included. */
  watched(): void;
  stop(): Promise<void>;
}

type AskSight = Pick<WorkerHost<SightQuestion, SightOfDay>, 'ask'>;

export function startSightDays(room: SightNeeds, worker: AskSight, everyMs = EVERY_MS): SightDays {
  const { store, elevation, landCover, rightOfWay, sharedJobs, clock, log } = room;
  let watchedUntilMs = Number.NEGATIVE_INFINITY;
  let isOpen = true;
  const dueNow = (): DueQuestion => {
    const now = clock().getTime();
    const today = dayText(beijingDayOf(now));
    return {
      version: [PATROL_SEEN_VERSION, elevation().version(), landCover.version()].join(' '),
      today,
      renewedSince: beijingDayText(beginOfDayText(today) - RENEWED_DAYS * DAY_MS),
      todayBehindMs: now < watchedUntilMs ? TODAY_BEHIND_MS : null,
    };
  };
  const polling: Polling = poll({
    everyMs: sharedJobs.pause('patrol-seen', everyMs),
    failed: (err) => log.warn({ err }, 'what rangers saw was not computed'),
    run: sharedJobs.alone('patrol-seen', async () => {
      for (;;) {
        const due = dueNow();
        const days = await store.patrolSeen.due(due, DUE_AT_ONCE);
        for (const day of days) {
          if (!isOpen) return;
          await rightOfWay.untilFilesAreIn();
          await computeDay(room, worker, day, due.version);
        }
        if (days.length < DUE_AT_ONCE) return;
      }
    }),
  });
  return {
    dueNow,
    watched() {
      watchedUntilMs = clock().getTime() + WATCHED_MS;
      void polling.wake();
    },
    async stop() {
      isOpen = false;
      await polling.stop();
    },
  };
}

async function computeDay(room: SightNeeds, worker: AskSight, due: DueSight, version: string): Promise<void> {
  const { store, groundWindows, rightOfWay } = room;
  const { userId, day, readTo, positions } = due;
  const all = await fixesOf(room, userId, day);
  // Positions are stored only for a while: a day whose positions are partly deleted keeps its result.
  if (due.isComputed && all.length < positions) return store.patrolSeen.confirm(due, version);
  const fixes = soundFixes(all);
  const pieces: { readonly fixes: readonly TrackFix[]; readonly ground: PatrolGround }[] = [];
  for (const { fixes: own, box } of trackPieces(fixes, OPEN_SIGHT_METRES).slice(0, MOST_PIECES)) {
    pieces.push({ fixes: own, ground: groundOf(await groundWindows.posts(box, true)) });
  }
  const sight = await worker.ask({
    kind: 'day',
    fixes,
    dayBeginMs: beginOfDayText(day),
    positions: all.length,
    leftOut: all.length - fixes.length,
    pieces,
    rightOfWay: rightOfWay.flag,
  });
  const compared = await comparedWith(room, { userId, day, fixes }, sight);
  const slots = new Uint8Array(sight.slots.buffer, sight.slots.byteOffset, sight.slots.byteLength);
  const seen: SeenPatrol = { ...sight, userId, day, readTo, version, slots, questions: [...sight.questions, ...compared.own] };
  await store.patrolSeen.put(seen);
  for (const { otherId, question } of compared.others) await store.patrolSeen.addTogether(otherId, day, question);
}

async function fixesOf({ store }: Pick<SightNeeds, 'store'>, userId: string, day: string): Promise<TrackFix[]> {
  const begin = new Date(beginOfDayText(day));
  const rows = await store.rangers.tracks([{ userId, begin, end: new Date(begin.getTime() + DAY_MS) }], { limit: MOST_OF_A_DAY });
  return rows.map(({ position, at, isDoubtful }) => ({ ...position, ms: at.getTime(), isDoubtful }));
}

const [UNKNOWN, FOREST, OPEN] = SIGHT_COVERS.map((_, index) => index) as [number, number, number];

function groundOf({ box, heights, classes, table }: GroundPosts): PatrolGround {
  const kinds = table.map(({ cover, isWater }) => (cover === 'forest' ? FOREST : cover === null && !isWater ? UNKNOWN : OPEN));
  return { box, heights, covers: (classes ?? new Uint8Array(heights.length)).map((index) => kinds[index] ?? UNKNOWN) };
}

interface OwnTrack {
  readonly userId: string;
  readonly day: string;
  readonly fixes: readonly TrackFix[];
}

type Together = Extract<PatrolQuestion, { kind: 'together' }>;

/** Tracks of other rangers on the same day, and of the same ranger before, that are the same as this one. */
async function comparedWith(room: SightNeeds, { userId, day, fixes }: OwnTrack, { box, slots }: SightOfDay) {
  const own: PatrolQuestion[] = [];
  const others: { readonly otherId: string; readonly question: Together }[] = [];
  if (box === null) return { own, others };
  const beginMs = beginOfDayText(day);
  const rows = await room.store.patrolSeen.slots(userId, day, box, beijingDayText(beginMs - COMPARED_DAYS * DAY_MS));
  const candidates = rows.filter((row) => mayShareTrack(slots, slotsOf(row.slots))).slice(0, MOST_COMPARED);
  for (const { userId: otherId, day: otherDay } of candidates) {
    const track = soundFixes(await fixesOf(room, otherId, otherDay));
    if (otherDay !== day) {
      const way = own.some(({ kind }) => kind === 'repeated') ? null : wayRepeated(fixes, track, beginMs - beginOfDayText(otherDay));
      if (way !== null) own.push({ kind: 'repeated', earlierDay: otherDay, ...evidenceOf(way) });
      continue;
    }
    const [way, back] = [wayTogether(fixes, track), wayTogether(track, fixes)];
    if (way !== null) own.push({ kind: 'together', userId: otherId, fullName: null, ...evidenceOf(way) });
    if (back !== null) others.push({ otherId, question: { kind: 'together', userId, fullName: null, ...evidenceOf(back) } });
  }
  return { own, others };
}

/** A copy, because the database's bytes lie at any address. */
const slotsOf = (bytes: Buffer): Int32Array => new Int32Array(Uint8Array.from(bytes).buffer);

const evidenceOf = ({ beginMs, endMs, sharedMinutes, metres, meanApartMetres }: SharedWay) => ({
  begin: new Date(beginMs),
  end: new Date(endMs),
  minutes: sharedMinutes,
  metres,
  apartMetres: meanApartMetres,
});
