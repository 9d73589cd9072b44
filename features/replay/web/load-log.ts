// Loads the data of a replay step by step, with progress. It uses the calls with which a live desk catches up, and two additional ones.

import { type Client, loadLiveReader } from '@lookout/client';
import { HOUR_MS } from '@lookout/domain';
import { loadScript } from '@lookout/web/shared/lazily.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import type { ReceivedPositions } from '../replay.wire.ts';
import { type ReplayLog, timesOf, trackOf } from './replay-log.ts';

export interface Progress {
  readonly events: number;
  readonly positions: number;
  /** 0–1, by time. */
  readonly share: number;
}

/** The longest period of positions in one call, and the most positions in it. */
const LONGEST_TAKE_MS = 24 * HOUR_MS;
const MOST_AT_ONCE = 100_000;
/** Events processed before the page is given time to render. */
const READ_AT_ONCE = 100;
const EVENTS_AT_ONCE = 1_000;
/** In the browser's memory, 40 bytes each. */
const MOST_POSITIONS = 1_500_000;
/** Phones send every 15 s. */
const SENT_EVERY_SECONDS = 15;
/** How far before the beginning positions are loaded, to find where people were who have sent nothing since. */
const BEFORE_MS = 12 * HOUR_MS;

const QUIETLY = { occasion: 'background', silent: true } as const;

interface LoadOptions {
  readonly client: Client;
  readonly begin: Date;
  readonly end: Date;
  /** Whether this desk may see positions of people. */
  readonly seesPeople: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** @throws CallFailed */
export async function loadLog({ client, begin, end, seesPeople, signal, onProgress }: LoadOptions): Promise<ReplayLog> {
  const progress = { events: 0, positions: 0, share: 0 };
  const quietly = { ...QUIETLY, signal };
  const [readLive, moment, people] = await Promise.all([
    loadScript(loadLiveReader),
    client.replay.deskMoment({ query: { at: begin.toISOString() }, ...quietly }),
    seesPeople ? client.ranger.rangerList({ body: {}, ...quietly }) : [],
  ]);
  const span = Math.max(1, end.getTime() - begin.getTime());
  const half = people.length > 0 ? 0.5 : 1;
  const updates: LiveUpdate[] = [];
  for (let since = moment.seq, isDone = false; !isDone; ) {
    const page = await client.duty.events({ query: { since, limit: EVENTS_AT_ONCE }, ...quietly });
    for (const [index, { at, payload }] of page.events.entries()) {
      if (new Date(at) > end) {
        isDone = true;
        break;
      }
      // A message unknown to this page, written by a newer server.
      const update = readLive(payload);
      if (update !== null) updates.push(update);
      if (index % READ_AT_ONCE === 0) await breath();
    }
    since = page.next;
    isDone ||= !page.more;
    const reached = updates.at(-1)?.publishedAt ?? begin;
    onProgress(Object.assign(progress, { events: updates.length, share: (half * (reached.getTime() - begin.getTime())) / span }));
  }
  const parts = new Map<string, ReceivedPositions[]>();
  const take = async (from: number, to: number, everySeconds: number) => {
    const found = await client.replay.receivedPositions({
      query: { beginTime: new Date(from).toISOString(), endTime: new Date(to).toISOString(), everySeconds },
      ...quietly,
    });
    for (const part of found) {
      const known = parts.get(part.userId);
      if (known) known.push(part);
      else parts.set(part.userId, [part]);
      progress.positions += part.at.length;
    }
  };
  if (people.length > 0) {
    await take(begin.getTime() - BEFORE_MS, begin.getTime(), BEFORE_MS / 1_000);
    const wantedSeconds = (people.length * span) / 1_000 / MOST_POSITIONS;
    const every = wantedSeconds <= SENT_EVERY_SECONDS ? 1 : Math.ceil(wantedSeconds);
    const perPersonMs = Math.max(every, SENT_EVERY_SECONDS) * 1_000;
    const takeMs = Math.min(LONGEST_TAKE_MS, Math.max(HOUR_MS, (MOST_AT_ONCE / people.length) * perPersonMs));
    for (let from = begin.getTime(); from < end.getTime(); from += takeMs) {
      await take(from, Math.min(from + takeMs, end.getTime()), every);
      onProgress(Object.assign(progress, { share: half + (half * (from - begin.getTime())) / span }));
    }
  }
  return {
    begin: begin.getTime(),
    end: end.getTime(),
    moment,
    updates,
    times: timesOf(updates),
    people,
    tracks: new Map([...parts].map(([userId, found]) => [userId, trackOf(found)])),
  };
}

/** Lets the page render and respond to input. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve));
