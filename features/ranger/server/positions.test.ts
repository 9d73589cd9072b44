import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { errorMessage } from '../../errors.ts';
import type { TeamPosition } from '../ranger.schema.ts';
import type { RangerPosition } from '../ranger.ts';
import type { RangerPerson, SavedPositions } from '../rangers.store.ts';
import {
  createDirectory,
  createPositionPublisher,
  createPositionWriter,
  type RangerReport,
  type RowRules,
  validateRow,
} from './positions.ts';

const person = (userId: string): RangerPerson => ({ userId, fullName: userId, gridNo: '513221' as GridNo });

it('the directory checks at most once a second, and reads all rangers only after a change', async () => {
  let now = 0;
  let people = [person('a')];
  const queries = { stamp: 0, people: 0 };
  const directory = createDirectory(
    {
      peopleStamp: async () => {
        queries.stamp += 1;
        return String(people.length);
      },
      people: async () => {
        queries.people += 1;
        return people;
      },
    },
    () => now,
  );
  const ids = async () => [...(await directory.people()).keys()];
  expect(await Promise.all([ids(), ids()])).toEqual([['a'], ['a']]);
  expect(queries).toEqual({ stamp: 1, people: 1 });
  people = [person('a'), person('b')];
  now = 999;
  expect(await ids()).toEqual(['a']);
  now = 1_000;
  expect(await ids()).toEqual(['a', 'b']);
  now = 2_000;
  expect(await ids()).toEqual(['a', 'b']);
  expect(queries).toEqual({ stamp: 3, people: 2 });
});

it('a directory that cannot be read rejects, and is read again on the next call', async () => {
  let isThere = false;
  const directory = createDirectory(
    {
      peopleStamp: async () => {
        if (!isThere) throw new Error('no database');
        return '1';
      },
      people: async () => [person('a')],
    },
    () => 0,
  );
  await expect(directory.people()).rejects.toThrow('no database');
  isThere = true;
  expect((await directory.people()).size).toBe(1);
});

const RANGER = '0b6f7d4e-53c1-4b43-9f53-0d0e1d7c2a10';
const OTHER = '1b6f7d4e-53c1-4b43-9f53-0d0e1d7c2a10';
const NOW = new Date('2026-11-21T05:30:00Z');
const row = (overrides: object = {}) => ({
  userId: RANGER,
  position: { lng: 103.5, lat: 31.4 },
  actualUploadTime: '2026-11-21 13:29:45',
  ...overrides,
});
const judge = { isKnown: (id: string) => id === RANGER || id === OTHER, onlyFor: null, now: NOW };
const fault = (path: string, reason: unknown) => ({ ok: false, error: { path, reason } });
/** The fault as reported to the sender. */
const judged = (one: unknown, by: RowRules) => {
  const outcome = validateRow(one, by);
  return outcome.ok ? outcome : { ok: false, error: { path: outcome.error.path, reason: errorMessage(outcome.error, 'zh') } };
};

describe('a row of a position batch', () => {
  it('must be a position of a known ranger; the case of the id and the form of the time do not matter', () => {
    const read = {
      ok: true,
      value: { userId: RANGER, position: { lng: 103.5, lat: 31.4 }, at: new Date('2026-11-21T05:29:45Z'), accuracyMetres: null },
    };
    expect(validateRow(row(), judge)).toEqual(read);
    expect(validateRow(row({ userId: RANGER.toUpperCase(), actualUploadTime: '2026-11-21T05:29:45.000Z' }), judge)).toEqual(read);
    expect(validateRow(row({ position: { lng: '103.5', lat: '31.4' } }), judge)).toEqual(read);
  });

  it.each([
    [null, '', expect.any(String)],
    [row({ userId: 'ranger01' }), 'userId', '护林员编号格式不正确'],
    [row({ userId: '9b6f7d4e-53c1-4b43-9f53-0d0e1d7c2a10' }), 'userId', '没有这个护林员'],
    [row({ position: { lng: 181, lat: 0 } }), 'position.lng', '经度应在-180到180之间'],
    [row({ position: { lng: 103 } }), 'position.lat', '请输入纬度'],
    [row({ position: null }), 'position', expect.any(String)],
    [row({ actualUploadTime: '2026-02-31 00:00:00' }), 'actualUploadTime', expect.stringContaining('时间应为')],
    [row({ actualUploadTime: '2026-11-21T05:40:01Z' }), 'actualUploadTime', '时间在未来'],
    [row({ actualUploadTime: '1970-01-01T00:00:05Z' }), 'actualUploadTime', '时间早于一年前：设备的时钟不对'],
    [row({ actualUploadTime: '2007-04-07T05:29:45Z' }), 'actualUploadTime', '时间早于一年前：设备的时钟不对'],
    [row({ position: { lng: 0, lat: 0 } }), 'position', '位置是 (0, 0)，即设备没有定位：没有采用'],
    [row({ position: { lng: 31.4, lat: 103.5 } }), 'position', expect.stringContaining('填反')],
    [row({ position: { lng: 2.35, lat: 48.86 } }), 'position', expect.stringContaining('不在中国范围内')],
    [row({ position: { lng: '103,5', lat: 31.4 } }), 'position.lng', expect.stringContaining('应为数字')],
  ])('%o is refused, naming the field', (bad, path, reason) => {
    expect(judged(bad, judge)).toEqual(fault(path, reason));
  });

  it('has the same result read without the schema as with it', () => {
    const odd = [undefined, null, '', '12', 0, -0, 90.5, -180, 180.000_1, Number.NaN, Number.POSITIVE_INFINITY, {}, [], true];
    const times = ['2026-11-21 13:29:45', '2026-11-21T05:29:45Z', '2026-02-31 00:00:00', '', 7, null, new Date(NOW)];
    const rows = [
      ...odd.flatMap((lng) => odd.map((lat) => row({ position: { lng, lat, more: 1 }, more: 2 }))),
      ...odd.map((position) => row({ position })),
      ...times.map((actualUploadTime) => row({ actualUploadTime })),
    ];
    for (const one of rows) {
      // In capitals the id does not match a known id directly, so that row goes through the schema.
      const bySchema = validateRow({ ...one, userId: RANGER.toUpperCase() }, judge);
      expect(validateRow(one, judge)).toEqual(bySchema);
    }
  });

  it('has an accuracy only if the phone reports one', () => {
    const accuracyOf = (accuracy: unknown) => {
      const read = validateRow(row({ accuracy }), judge);
      return read.ok && read.value.accuracyMetres;
    };
    expect([12, '12', -1, 65_535, undefined].map(accuracyOf)).toEqual([12, 12, null, 65_535, null]);
  });

  it('may be ten minutes ahead of the server’s clock', () => {
    expect(validateRow(row({ actualUploadTime: '2026-11-21T05:40:00Z' }), judge).ok).toBe(true);
  });

  it('sent by a ranger must be that ranger’s own', () => {
    expect(validateRow(row(), { ...judge, onlyFor: RANGER }).ok).toBe(true);
    expect(judged(row({ userId: OTHER }), { ...judge, onlyFor: RANGER })).toEqual(fault('userId', '只能上传自己的位置'));
  });
});

const RECEIVED_AT = new Date('2026-11-21T05:30:00Z');
const at = (userId: string, seconds: number): RangerPosition => ({
  userId,
  at: new Date(RECEIVED_AT.getTime() + seconds * 1000),
  position: { lng: 103, lat: 31 },
});

/** A database whose answers the test triggers. */
function slowDatabase() {
  const saves: { positions: readonly RangerPosition[]; resolve(saved: SavedPositions): void; reject(error: unknown): void }[] = [];
  const save = (positions: readonly RangerPosition[]) =>
    new Promise<SavedPositions>((resolve, reject) => saves.push({ positions, resolve, reject }));
  const nth = async (n: number) => {
    for (;;) {
      const found = saves[n];
      if (found) return found;
      await new Promise(setImmediate);
    }
  };
  return { save, saves, nth, beliefs: async () => new Map() };
}
const NOTHING: SavedPositions = { duplicates: [], newest: [] };

describe('the writer of positions', () => {
  it('stores uploads that arrive during a write together in the next one, and answers each with its own counts', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database);
    const first = writer.write([at('a', 0)], RECEIVED_AT);
    const second = writer.write([at('a', 1), at('b', 1)], RECEIVED_AT);
    const third = writer.write([at('b', 1), at('c', 1), at('c', 2)], RECEIVED_AT);
    (await database.nth(0)).resolve({ duplicates: [], newest: [0] });
    expect(await first).toEqual({ duplicates: 0, newest: [at('a', 0)], unmoved: [] });

    const next = await database.nth(1);
    expect(next.positions).toEqual([at('a', 1), at('b', 1), at('c', 1), at('c', 2)]);
    next.resolve({ duplicates: [0], newest: [1, 3] });
    expect(await second).toEqual({ duplicates: 1, newest: [at('b', 1)], unmoved: [] });
    expect(await third).toEqual({ duplicates: 1, newest: [at('c', 2)], unmoved: [] });
    expect(database.saves).toHaveLength(2);
  });

  it('acknowledges nothing that was not written; the next write starts afresh', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database);
    const lost = writer.write([at('a', 0)], RECEIVED_AT);
    const alsoLost = writer.write([at('a', 1)], RECEIVED_AT);
    (await database.nth(0)).reject(new Error('no database'));
    await expect(lost).rejects.toThrow('no database');
    (await database.nth(1)).reject(new Error('still none'));
    await expect(alsoLost).rejects.toThrow('still none');
    const writing = writer.write([at('a', 1)], RECEIVED_AT);
    (await database.nth(2)).resolve(NOTHING);
    expect(await writing).toEqual({ duplicates: 0, newest: [], unmoved: [] });
  });

  it('stores an impossible position in the track only, and reports it to its sender', async () => {
    const stands: unknown[] = [];
    const stored: unknown[] = [];
    const last = { position: { lng: 103, lat: 31 }, at: at('a', -30).at };
    const writer = createPositionWriter({
      beliefs: async () => new Map([['a', { last, isFast: false, doubt: null }]]),
      save: async (positions, _, where) => {
        stored.push(...positions);
        stands.push(...where);
        return { duplicates: [], newest: where.flatMap(({ newest }) => newest ?? []) };
      },
    });
    const jump = { ...at('a', -1), position: { lng: 104, lat: 31 } };
    const [old, near] = [at('b', -90_000), at('a', -10)];
    const written = await writer.write([jump, old, near], RECEIVED_AT);
    expect(written).toEqual({
      duplicates: 0,
      newest: [near],
      unmoved: [
        { position: jump, verdict: 'doubtful' },
        { position: old, verdict: 'past' },
      ],
    });
    expect(stored).toEqual([{ ...jump, isDoubtful: true }, old, near]);
    expect(stands).toEqual([
      {
        userId: 'a',
        newest: 2,
        belief: {
          last: { position: near.position, at: near.at },
          isFast: false,
          doubt: { position: jump.position, at: jump.at, since: jump.at, count: 1 },
        },
      },
    ]);
  });

  it('splits a batch that is too large for one statement, and loses no position', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database);
    const upload = (user: string) =>
      writer.write(
        Array.from({ length: 9_000 }, (_, second) => at(user, second)),
        RECEIVED_AT,
      );
    const all = [upload('first'), upload('a'), upload('b'), upload('c')];
    for (const [n, count] of [9_000, 18_000, 9_000].entries()) {
      const { positions, resolve } = await database.nth(n);
      expect(positions).toHaveLength(count);
      resolve(NOTHING);
    }
    await Promise.all(all);
    await writer.stop();
  });

  it('writes all pending positions before it stops', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database);
    const written = writer.write([at('a', 0)], RECEIVED_AT);
    let isStopped = false;
    const stopping = writer.stop().then(() => {
      isStopped = true;
    });
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    (await database.nth(0)).resolve(NOTHING);
    await stopping;
    await written;
  });
});

const GRID = '513221' as GridNo;
const report = (n: number): RangerReport => ({
  position: { userId: `u${n}`, position: { lng: n, lat: 31 }, at: new Date('2026-11-21T05:30:00Z') },
  person: { fullName: `护林员${n}`, gridNo: GRID },
});
const some = (from: number, count: number) => Array.from({ length: count }, (_, i) => report(from + i));

it('publishes the first position as one message at once, those that follow shortly after together, and a flood in slices and in order', () => {
  const ticks: (() => void)[] = [];
  const pauses: (() => void)[] = [];
  const published: TeamPosition[] = [];
  const publisher = createPositionPublisher(
    {
      publishDirect(kind, gridNo, data) {
        expect([kind, gridNo]).toEqual(['teamTrajectory', GRID]);
        published.push(data as TeamPosition);
      },
    },
    { setImmediate: (run) => ticks.push(run), setTimeout: (run) => pauses.push(run) },
  );
  publisher.publish([]);
  publisher.publish(some(0, 1));
  expect(published).toEqual([
    { userId: 'u0', createUser: '护林员0', position: { lng: 0, lat: 31 }, actualUploadTime: '2026-11-21 13:30:00' },
  ]);
  publisher.publish(some(1, 300));
  publisher.publish(some(301, 150));
  expect(published).toHaveLength(1);
  pauses.shift()?.();
  expect(published).toHaveLength(201);
  publisher.publish(some(451, 10));
  expect(published).toHaveLength(201);
  for (let tick = ticks.shift(); tick; tick = ticks.shift()) tick();
  expect(published.map(({ userId }) => userId)).toEqual(some(0, 461).map(({ position }) => position.userId));
  pauses.shift()?.();
  publisher.publish(some(461, 1));
  expect(published).toHaveLength(462);
  expect([ticks, pauses]).toEqual([[], [expect.any(Function)]]);
});
