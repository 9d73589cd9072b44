import { HOUR_MS, MINUTE_MS } from '@lookout/domain';
import { expect, test } from 'vitest';
import type { Answer } from '../wire/sender.ts';
import type { PositionBody, Wire } from '../wire/wire.ts';
import type { Ranger } from './ranger.ts';
import { createPositionBuffer, GAP_MINUTES, hasSignal, MOST_A_CALL, POSITION_INTERVAL_MS, runSquad } from './squad.ts';

const START = Date.parse('2026-11-21T09:00:00+08:00');
const delivered: Answer<null> = { kind: 'delivered', data: null };

/** Runs two rangers for the given number of minutes on a clock that only pauses advance. */
const runFor = async (
  minutes: number,
  {
    signalAt = () => true,
    positionsFailure = () => null,
    tasksAnswer = delivered,
    tasksDelayMs = 0,
    canLogIn = true,
  }: {
    signalAt?: (userName: string, ms: number) => boolean;
    positionsFailure?: (ms: number) => Answer<never> | null;
    tasksAnswer?: Answer<null>;
    /** Response time of the server for each poll of tasks. */
    tasksDelayMs?: number;
    canLogIn?: boolean;
  } = {},
) => {
  let wall = START;
  const batches: { atMs: number; rows: readonly PositionBody[] }[] = [];
  const polls: { who: string; atMs: number }[] = [];
  const refused: string[] = [];
  const ending = new AbortController();
  const rangers = ['one', 'two'].map((userName): Ranger => {
    let isLoggedIn = false;
    return {
      userName,
      accountId: () => (isLoggedIn && canLogIn ? `id-${userName}` : null),
      positionAt: (ms) => ({ lng: 103 + (ms - START) / 1e9, lat: 31 }),
      sendsPositions: () => true,
      async processTasks(nowMs) {
        isLoggedIn = true;
        polls.push({ who: userName, atMs: nowMs });
        wall += tasksDelayMs;
        return tasksAnswer;
      },
    };
  });
  const wire: Pick<Wire, 'positions'> = {
    async positions(rows) {
      const failure = positionsFailure(wall);
      if (failure) return failure;
      batches.push({ atMs: wall, rows });
      return { kind: 'delivered', data: { received: rows.length, accepted: rows.length, duplicates: 0, rejected: [] } };
    },
  };
  await runSquad({
    rangers,
    wire,
    clock: () => wall,
    random: () => 0.5,
    hasSignal: signalAt,
    signal: ending.signal,
    onRefused: (who) => refused.push(who),
    onKeyRefused: () => ending.abort(),
    pause: async (ms) => {
      wall += ms;
      if (wall - START >= minutes * 60_000) ending.abort();
    },
  });
  const timesOf = (who: string) =>
    batches.flatMap(({ rows }) => rows.filter(({ userId }) => userId === `id-${who}`).map((row) => Date.parse(row.actualUploadTime)));
  return { batches, polls, refused, timesOf };
};

const allTimes = (minutes: number) =>
  Array.from({ length: (minutes * 60_000) / POSITION_INTERVAL_MS - 1 }, (_, n) => START + (n + 1) * POSITION_INTERVAL_MS);

test('all positions are sent every 15 s in one batch; tasks are polled every 10 to 15 s', async () => {
  const { batches, polls, timesOf } = await runFor(5);
  expect(timesOf('one')).toEqual(allTimes(5));
  expect(batches.every(({ rows }) => rows.length === 2)).toBe(true);
  const gaps = polls.filter(({ who }) => who === 'two').map(({ atMs }, n, all) => atMs - (all[n - 1]?.atMs ?? atMs - 12_000));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(15_000);
});

test('Without signal nothing is sent and no task is polled; afterwards all positions are sent in one burst, sorted and complete', async () => {
  const [from, to] = [START + 60_000, START + 4 * 60_000];
  const { batches, polls, timesOf } = await runFor(6, { signalAt: (who, ms) => who !== 'two' || ms < from || ms >= to });
  expect(polls.filter(({ who, atMs }) => who === 'two' && atMs >= from && atMs < to)).toEqual([]);
  const burst = batches.find(({ rows }) => rows.filter(({ userId }) => userId === 'id-two').length > 1);
  expect(burst?.atMs).toBe(to);
  expect(burst?.rows.filter(({ userId }) => userId === 'id-two')).toHaveLength(13);
  expect(timesOf('two')).toEqual(allTimes(6));
  expect(timesOf('one')).toEqual(allTimes(6));
});

test('While the server is unavailable positions are buffered, and none is lost', async () => {
  const later: Answer<never> = { kind: 'later', why: 'ECONNREFUSED' };
  const { timesOf } = await runFor(6, { positionsFailure: (ms) => (ms > START + 60_000 && ms < START + 4 * 60_000 ? later : null) });
  expect(timesOf('one')).toEqual(allTimes(6));
});

test('A slow server costs no position: those that became due in the meantime are added afterwards', async () => {
  const { timesOf } = await runFor(4, { tasksDelayMs: 9_000 });
  expect(timesOf('two')).toEqual(allTimes(4));
});

test('a refused login is retried only after ten minutes, and reported once each time', async () => {
  const { polls, refused, batches } = await runFor(15, { tasksAnswer: { kind: 'refused', why: 'HTTP 401' }, canLogIn: false });
  expect(polls.filter(({ who }) => who === 'one')).toHaveLength(2);
  expect(refused).toEqual(['one', 'two', 'one', 'two']);
  expect(batches).toEqual([]);
});

test('a refused key ends the run', async () => {
  const { polls } = await runFor(60, { positionsFailure: () => ({ kind: 'key-refused' }) });
  expect(polls.length).toBeLessThan(10);
});

const row = (userId: string, seconds: number): PositionBody => ({
  userId,
  position: { lng: 103.5 + seconds / 1e6, lat: 31.4 },
  actualUploadTime: new Date(START + seconds * 1000).toISOString(),
});
const all = () => true;

test('a phone that was out of signal sends all positions in one burst, sorted and complete', () => {
  const buffer = createPositionBuffer();
  const arrived: PositionBody[] = [];
  for (let seconds = 0; seconds <= 600; seconds += 15) {
    buffer.add(row('near', seconds));
    buffer.add(row('far', seconds));
    const batch = buffer.ready((userId) => userId === 'near' || seconds < 120 || seconds >= 480);
    arrived.push(...batch);
    buffer.sent(batch);
    if (seconds === 480) expect(batch.filter(({ userId }) => userId === 'far')).toHaveLength(25);
  }
  for (const userId of ['near', 'far']) {
    const times = arrived.filter((one) => one.userId === userId).map(({ actualUploadTime }) => actualUploadTime);
    expect(times).toEqual(Array.from({ length: 41 }, (_, n) => new Date(START + n * 15_000).toISOString()));
  }
  expect(buffer.waiting()).toBe(0);
});

test('Positions that the server did not accept stay buffered, also when more are added in the meantime', () => {
  const buffer = createPositionBuffer();
  buffer.add(row('one', 15));
  const batch = buffer.ready(all);
  buffer.add(row('one', 30));
  expect(buffer.ready(all)).toHaveLength(2);
  buffer.sent(batch);
  expect(buffer.ready(all)).toEqual([row('one', 30)]);
});

test('A call is never larger than the server accepts: the oldest positions are sent first', () => {
  const buffer = createPositionBuffer();
  for (let n = MOST_A_CALL + 10; n > 0; n--) buffer.add(row('one', n));
  const batch = buffer.ready(all);
  expect(batch).toHaveLength(MOST_A_CALL);
  expect(batch[0]).toEqual(row('one', 1));
});

const SIGNAL_FROM = Date.parse('2026-11-21T00:00:00+08:00');

test('a phone is out of signal for some minutes, a few times a day, the same in every run', () => {
  const gaps: number[] = [];
  let lostAt: number | null = null;
  for (let ms = SIGNAL_FROM; ms < SIGNAL_FROM + 96 * HOUR_MS; ms += 5_000) {
    const has = hasSignal(1, 'ranger03', ms);
    expect(hasSignal(1, 'ranger03', ms)).toBe(has);
    if (!has) lostAt ??= ms;
    else if (lostAt !== null) {
      gaps.push((ms - lostAt) / MINUTE_MS);
      lostAt = null;
    }
  }
  expect(gaps.length).toBeGreaterThan(12);
  expect(gaps.length).toBeLessThan(40);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(GAP_MINUTES.least - 0.1);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * GAP_MINUTES.most);
});
