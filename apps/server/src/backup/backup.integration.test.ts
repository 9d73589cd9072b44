import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { NATION } from '@lookout/domain';
import { openStore } from '@lookout/features/store.ts';
import { openDump, serversOn } from '@lookout/store';
import { ask, availableServers, type TestServer as TestDatabase } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { backUp } from './backup.ts';
import { checkBackup, NotSure, restore } from './restore.ts';

const clock = () => new Date();
/** Dozens of alarms arrive during one backup. */
const LOAD_EVERY_MS = 10;
/** Tables to which the restore itself writes: its audit row. */
const AUDITED = new Set(['audit', 'journal_head']);

let databases: TestDatabase[] = [];
let server: TestServer;
let folder: string;

beforeAll(async () => {
  databases = await Promise.all(availableServers().map(({ start }) => start()));
  server = await startTestServer({ database: databases[0] as TestDatabase });
  // The country's boundaries and towns are larger than all other data and would be written and read a dozen times here. One prefecture's
  // suffice.
  await ask(server.databaseUrl, "delete from area where no not like '5132%'");
  await ask(server.databaseUrl, "delete from grid where level = 'town' and no not like '5132%'");
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-backup-'));
  await fill();
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await Promise.all(databases.map((database) => database.stop()));
  if (folder) await rm(folder, { recursive: true, force: true });
});

const feed = () => ({ 'x-feed-key': server.feedKey });
const report = async (description: string) => {
  const body = { longitude: 103.59, latitude: 31.48, description };
  const { status } = await server.call('POST', '/fire/api/reportFirealarm', { body, headers: feed() });
  expect(status).toBe(200);
};
const sendFile = async (rows: number) => {
  const head = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight\n';
  const seen = new Date(Date.now() - 3_600_000).toISOString();
  const when = `${seen.slice(0, 10)},${seen.slice(11, 16)}`;
  const lines = Array.from({ length: rows }, (_, i) => `${31 + i / 10_000},103.59,310.6,1.2,1.1,${when},A,80,6.0NRT,294,39.7,D\n`);
  const headers = { ...feed(), 'content-type': 'text/csv' };
  expect(
    (await server.call('POST', '/fire/api/satelliteFirealarm/ingest', { body: head + lines.join(''), headers })).body.data.accepted,
  ).toBe(rows);
};

/** Fills as many tables as possible, including characters that a text format could mishandle. */
async function fill(): Promise<void> {
  await sendFile(200);
  for (const text of ['烟', 'tab\tand\nline \\N \\. back\\slash', 'quote \' " 𠮷 😀']) await report(text);
  const resource = {
    resourceType: 'team',
    resourceCode: 'T',
    name: '队\t\\N',
    position: { lng: 103.59, lat: 31.48 },
    attributes: { 人数: 1.5 },
  };
  await server.call('POST', '/resource/api/resourceList/put', { body: [resource], headers: feed() });
  const token = (await server.login('guojia')).access_token;
  const cameras = [{ deviceId: 'd', name: '镜头', northCorrection: 0.1 + 0.2 }];
  const tower = { name: '塔', position: { lng: 103.585, lat: 31.48 }, cameras };
  expect((await server.call('POST', '/resource/api/monitor', { token, body: tower })).body.code).toBe(200);
  await server.store.settings.set('backup.test', { deep: [1, null, '\u2028', { 'a"b': 'c\\' }] });
  for (let i = 0; i < 5; i += 1) await picture(server.dataDir);
  await writeFile(path.join(server.dataDir, 'feed-key'), 'k\n', { mode: 0o600 });
  await writeFile(path.join(server.dataDir, 'audit-anchors.jsonl'), `${JSON.stringify(await server.store.audit.anchor())}\n`);
}

async function picture(dataDir: string): Promise<void> {
  const id = randomUUID();
  const name = `${id}.png`;
  await mkdir(path.join(dataDir, 'uploads', name.slice(0, 2)), { recursive: true });
  const bytes = randomBytes(5_000);
  await writeFile(path.join(dataDir, 'uploads', name.slice(0, 2), name), bytes);
  const known = {
    id,
    name,
    gridNo: NATION,
    accountId: null,
    mime: 'image/png',
    byteSize: bytes.length,
    widthPixels: 1,
    heightPixels: 1,
    gps: null,
  };
  await server.store.uploads.create(known);
}

const newFile = () => path.join(folder, `${randomUUID()}.backup`);
async function backedUp(): Promise<string> {
  // Session activity is flushed twice a minute. It must not be written between the backup and the comparison.
  await server.app.activity.flush();
  const file = newFile();
  await backUp({ url: server.databaseUrl, dataDir: server.dataDir, file, clock, print: () => undefined });
  return file;
}

interface Elsewhere {
  readonly url: string;
  readonly dataDir: string;
}
const elsewhere = async (database = databases[0] as TestDatabase): Promise<Elsewhere> => ({
  url: await database.newDatabase(),
  dataDir: await mkdtemp(path.join(folder, 'data-')),
});
const restoreInto = (place: Elsewhere, file: string, isSure = false) => restore({ ...place, file, isSure, clock, print: () => undefined });

interface Restored {
  readonly place: Elsewhere;
  readonly file: string;
}
let restored: Promise<Restored> | null = null;
/** A restored backup and where it was restored. The tests that restore over existing data share both. */
const restoredOnce = (): Promise<Restored> => {
  restored ??= (async () => {
    const [place, file] = [await elsewhere(), await backedUp()];
    await restoreInto(place, file);
    return { place, file };
  })();
  return restored;
};

/** The rows of the wanted tables, in the database's text format. */
async function rowsOf(url: string, isWanted: (table: string) => boolean): Promise<Map<string, string[]>> {
  const dump = await openDump(url);
  const all = new Map<string, string[]>();
  for (const table of dump.tables.filter(({ name }) => isWanted(name))) {
    const chunks: Buffer[] = [];
    for await (const chunk of dump.rows(table)) chunks.push(chunk as Buffer);
    all.set(table.name, Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1).sort());
  }
  await dump.close();
  return all;
}

/** The contents of every table, one line for each: the number of rows and a hash of them. */
async function contents(url: string, isWanted = (_table: string) => true): Promise<Record<string, string>> {
  const tables = await rowsOf(url, isWanted);
  const lineOf = (rows: readonly string[]) => `${rows.length} ${createHash('sha256').update(rows.join('\n')).digest('hex')}`;
  return Object.fromEntries([...tables].map(([name, rows]) => [name, lineOf(rows)]));
}
/** The transient state of running servers is in no backup. */
const HELD = new Set(['job_lease', 'camera_motion']);
/** How far servers have read the log, which goes on after a backup. */
const FOLLOWED = new Set(['second_look_reading']);
const ofWork = (table: string) => !AUDITED.has(table) && !HELD.has(table) && !FOLLOWED.has(table);

async function files(dataDir: string): Promise<Record<string, string>> {
  const names = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((item) => item.isFile());
  const found = names
    .map((item) => path.relative(dataDir, path.join(item.parentPath, item.name)))
    .filter((name) => !name.startsWith('postgres'));
  return Object.fromEntries(
    await Promise.all(found.sort().map(async (name) => [name, (await readFile(path.join(dataDir, name))).toString('base64')])),
  );
}

describe('backup and restore', () => {
  it.each(availableServers().map(({ name }, i) => [name, i] as const))(
    'every table and every file is restored, on %s',
    async (_name, i) => {
      const place = await elsewhere(databases[i]);
      const file = await backedUp();
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await restoreInto(place, file);
      const source = await contents(server.databaseUrl, ofWork);
      expect(await contents(place.url, ofWork)).toEqual(source);
      expect(Object.keys(source).length).toBeGreaterThan(25);
      expect((await rowsOf(server.databaseUrl, (table) => table === 'alarm')).get('alarm')?.length).toBeGreaterThan(200);
      const audit = async (url: string) => (await rowsOf(url, (table) => table === 'audit')).get('audit') ?? [];
      const acts = await audit(server.databaseUrl);
      const restored = await audit(place.url);
      expect(restored).toHaveLength(acts.length + 1);
      expect(restored).toEqual(expect.arrayContaining(acts));
      expect(await files(place.dataDir)).toEqual(await files(server.dataDir));

      const store = await openStore({ url: place.url, clock, mayWait: () => true });
      try {
        expect(await store.audit.verifyChain()).toBeNull();
        expect((await store.audit.page(NATION, { act: 'restore' }, { offset: 0, limit: 1 })).total).toBe(1);
        // Identifiers continue and events can be written: the restored database works like any other.
        const { list } = await store.alarms.list(NATION, {}, { limit: 1 });
        const { id: objectId = '', gridNo = NATION } = list[0] ?? {};
        const head = await store.events.head();
        const actor = { kind: 'system', name: 'test' } as const;
        const at = { happenedAt: clock(), recordedAt: clock() };
        const event = {
          ...at,
          id: randomUUID(),
          kind: 'alarm.acknowledged',
          objectId,
          gridNo,
          leftGridNo: null,
          actor,
          requestId: null,
        } as const;
        expect(await store.events.append([{ event: { ...event, payload: {} }, numbers: 1 }])).toEqual([head + 1]);
      } finally {
        await store.close();
      }
    },
  );

  it('a backup taken while alarms arrive is consistent', async () => {
    let isOver = false;
    const load = (async () => {
      for (let n = 0; !isOver; n += 1) {
        await report(`unter Last ${n}`);
        await picture(server.dataDir);
        await delay(LOAD_EVERY_MS);
      }
    })();
    const place = await elsewhere();
    try {
      const count = () => server.store.alarms.count(NATION, {});
      const before = await count();
      await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before + 5);
      const file = await backedUp();
      await restoreInto(place, file);
    } finally {
      isOver = true;
      await load;
    }
    const growing = ['alarm', 'event', 'upload', 'account'];
    const isGrowing = (table: string) => growing.includes(table);
    const [source, copy] = [await rowsOf(server.databaseUrl, isGrowing), await rowsOf(place.url, isGrowing)];
    for (const table of growing) {
      const rows = new Set(source.get(table));
      expect(
        copy.get(table)?.filter((row) => !rows.has(row)),
        table,
      ).toEqual([]);
    }
    expect(source.get('alarm')?.length).toBeGreaterThan(copy.get('alarm')?.length ?? 0);
    const store = await openStore({ url: place.url, clock, mayWait: () => true });
    try {
      expect(await store.audit.verifyChain()).toBeNull();
      // An alarm without its event, or an event beyond the head, would mean that the snapshot mixes two states.
      const alarms = (await store.alarms.list(NATION, {}, { limit: 100_000 })).list.length;
      const { entries, last } = await store.events.since(NATION, 0, 100_000);
      const recorded = entries.filter(({ event }) => event.kind === 'alarm.recorded');
      expect([recorded.length, entries.at(-1)?.event.seq]).toEqual([alarms, last]);
    } finally {
      await store.close();
    }
    const names = (copy.get('upload') ?? []).flatMap((row) => row.split('\t')[1] ?? []);
    const there = Object.keys(await files(place.dataDir)).map((name) => path.basename(name));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !there.includes(name))).toEqual([]);
  });

  it('a restore replaces existing data only when confirmed, and then leaves none of it', async () => {
    const { place } = await restoredOnce();
    const first = await contents(place.url);
    await report('nachher');
    await rm(path.join(server.dataDir, 'feed-key'));
    const later = await backedUp();
    await writeFile(path.join(place.dataDir, 'uploads', 'old.png'), 'x');
    const before = await files(place.dataDir);
    const restoring = restoreInto(place, later);
    await expect(restoring).rejects.toThrow(NotSure);
    await expect(restoring).rejects.toThrow('确认请加 --yes');
    expect([await contents(place.url), await files(place.dataDir)]).toEqual([first, before]);

    await restoreInto(place, later, true);
    expect(await contents(place.url, ofWork)).toEqual(await contents(server.databaseUrl, ofWork));
    expect(await files(place.dataDir)).toEqual(await files(server.dataDir));
  });

  it('a file that is truncated, damaged, foreign or from a newer version is refused, and nothing is changed', async () => {
    const { place, file } = await restoredOnce();
    const before = [await contents(place.url), await files(place.dataDir)];
    const whole = await readFile(file);
    const plain = gunzipSync(whole);
    const bent = Buffer.from(plain);
    bent.writeUInt8(bent.readUInt8(bent.length - 1_000) ^ 1, bent.length - 1_000);
    const cases: readonly (readonly [what: string, bytes: Buffer, why: string])[] = [
      ['cut off', whole.subarray(0, whole.length - 1000), '不完整'],
      ['cut off inside, packed again', gzipSync(plain.subarray(0, plain.length / 2)), '不完整'],
      ['one byte of the packed file', Buffer.from(whole).fill(whole.readUInt8(50_000) ^ 255, 50_000, 50_001), '已损坏'],
      ['one bit, packed again', gzipSync(bent), '校验不符'],
      ['without its end', gzipSync(plain.subarray(0, plain.length - 100)), '不完整'],
      ['something behind the end', gzipSync(Buffer.concat([plain, Buffer.from('x')])), '末尾之后'],
      ['no backup at all', Buffer.from('名称,编号\n'), '已损坏，或不是备份文件'],
      ['another packed file', gzipSync('hello'), '不是本系统'],
      ['empty', Buffer.alloc(0), '不完整'],
    ];
    for (const [what, bytes, why] of cases) {
      const broken = newFile();
      await writeFile(broken, bytes);
      await expect(restoreInto(place, broken, true), what).rejects.toThrow(why);
    }
    const missing = restoreInto(place, path.join(folder, 'nothing'), true);
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
    expect([await contents(place.url), await files(place.dataDir)]).toEqual(before);
  });

  it('when rows do not fit or files cannot be written, the whole restore is undone', async () => {
    const { place, file } = await restoredOnce();
    const before = await contents(place.url);
    // A file in the place of the pictures folder.
    await rm(path.join(place.dataDir, 'uploads'), { recursive: true });
    await writeFile(path.join(place.dataDir, 'uploads'), '');
    await expect(restoreInto(place, file, true)).rejects.toThrow();
    expect(await contents(place.url)).toEqual(before);
    expect((await readdir(place.dataDir)).filter((name) => name.startsWith('.restore'))).toEqual([]);
  });

  it('a backup does not overwrite an existing file, and leaves no file when it is aborted', async () => {
    const file = await backedUp();
    const { size } = await stat(file);
    const job = { url: server.databaseUrl, dataDir: server.dataDir, clock, print: () => undefined };
    await expect(backUp({ ...job, file })).rejects.toThrow('已有这个文件');
    expect((await stat(file)).size).toBe(size);
    const interrupt = new AbortController();
    const other = newFile();
    const broken = backUp({ ...job, file: other, signal: interrupt.signal, print: (line) => line.startsWith('[3/') && interrupt.abort() });
    await expect(broken).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.includes(path.basename(other)))).toEqual([]);
    await truncate(file, 10);
    await expect(checkBackup(file)).rejects.toThrow('不完整');
  });

  it('a restore detects a connected server', async () => {
    expect(await serversOn(server.databaseUrl)).toBeGreaterThan(0);
    expect(await serversOn((await elsewhere()).url)).toBe(0);
  });
});
