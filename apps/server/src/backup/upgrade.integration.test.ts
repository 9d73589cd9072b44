// An upgrade loses nothing. The fixture was made with `npm run backup` of the program at the beginning of issue 12 (migration 0032, keys
// still in the database). It has alarms of every source with acts, a picture, a tower with a sealed password, the demo's accounts, and the
// boundaries of one prefecture.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contract } from '@lookout/features/contract.ts';
import { ask, restoreAsItWas, startAnyServer, type TestServer as TestDatabase } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStoredSecrets } from '../access/stored-secrets.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { openBackup } from './container.ts';
import { restore } from './restore.ts';

const FIXTURE = path.join(import.meta.dirname, 'fixtures', 'migration-0032.backup');
const PASSWORD_OF_THE_TOWER = 'Tower-Secret-1';

let database: TestDatabase;
let folder: string;
/** Rows of each table of the fixture, as PostgreSQL's COPY writes them. */
let rows: Map<string, string[]>;

beforeAll(async () => {
  database = await startAnyServer();
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-upgrade-'));
  rows = new Map();
  for await (const { entry, content } of partsOfFixture())
    if (entry.kind === 'table') rows.set(entry.table.name, (await bytesOf(content)).toString('utf8').split('\n').slice(0, -1));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database?.stop();
});

async function* partsOfFixture() {
  const reader = openBackup(FIXTURE);
  try {
    for (let part = await reader.next(); part !== null; part = await reader.next()) yield part;
  } finally {
    reader.close();
  }
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Place {
  readonly url: string;
  readonly dataDir: string;
}

/** Restores the fixture with today's npm run restore. */
async function restored({ url, dataDir }: Place): Promise<void> {
  await restore({ url, dataDir, file: FIXTURE, isSure: false, clock: () => new Date(), print: () => undefined });
}

/** Recreates the database and the folder as the old program left them. The start then migrates them in place. */
async function leftByTheOldProgram({ url, dataDir }: Place): Promise<void> {
  const reader = openBackup(FIXTURE);
  try {
    const first = await reader.next();
    if (first?.entry.kind !== 'manifest') throw new Error('no manifest');
    const { migrations, tables } = first.entry;
    expect(migrations.toSorted().at(-1)).toMatch(/^0032-/);
    async function* allTables() {
      for (let left = tables.length; left > 0; left -= 1) {
        const part = await reader.next();
        if (part?.entry.kind !== 'table') throw new Error('no table');
        yield { table: part.entry.table, rows: part.content };
      }
    }
    await restoreAsItWas(url, { migrations, tables: allTables() });
    for (let part = await reader.next(); part !== null; part = await reader.next()) {
      if (part.entry.kind !== 'file') continue;
      const file = path.join(dataDir, part.entry.path);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, await bytesOf(part.content));
    }
  } finally {
    reader.close();
  }
  expect((await ask<{ name: string }>(url, 'select max(name) as name from migration'))[0]?.name).toMatch(/^0032-/);
}

describe.each([
  ['restored by npm run restore', restored],
  ['left in place, migrated by the start', leftByTheOldProgram],
] as const)('data of the old version, %s', (_name, bring) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    const place = { url: await database.newDatabase(), dataDir: await mkdtemp(path.join(folder, 'data-')) };
    await bring(place);
    const env = { DATA_DIR: place.dataDir, KEYS_FILE: path.join(place.dataDir, 'keys.json') };
    server = await startTestServer({ databaseUrl: place.url, env });
    token = (await server.login('guojia')).access_token;
  });
  afterAll(() => server?.stop());

  const firstOf = (table: string): string[] => (rows.get(table) ?? []).map((row) => row.split('\t')[0] as string);
  const columnOf = async (table: string, column: string): Promise<string[]> =>
    (await ask<{ value: string }>(server.databaseUrl, `select ${column}::text as value from ${table}`)).map(({ value }) => value);

  it('has every alarm, and clients receive every event', async () => {
    const alarms = firstOf('alarm');
    expect(alarms.length).toBeGreaterThan(20);
    expect((await columnOf('alarm', 'id')).toSorted()).toEqual(alarms.toSorted());
    for (const id of alarms) expect(await server.store.alarms.find('100000' as never, id), id).not.toBeNull();
    const log = await server.store.events.readRange(0, 1_000);
    expect(log.slice(0, rows.get('event')?.length).map(({ event }) => event.seq)).toEqual(
      firstOf('event')
        .map(Number)
        .toSorted((a, b) => a - b),
    );
    const since = await server.call('GET', `${contract.duty.events.path}?since=0&limit=1000`, { token });
    const sent = since.body.data.events as { topic: string; payload: { kind: string; data: { id: string } } }[];
    expect(new Set(sent.filter(({ payload }) => payload.kind === 'newFire').map(({ payload }) => payload.data.id))).toEqual(
      new Set(alarms),
    );
  });

  it('has every audit row, and the hash chain is intact', async () => {
    const old = firstOf('audit');
    expect((await columnOf('audit', 'id')).slice(0, old.length).toSorted()).toEqual(old.toSorted());
    expect(await server.store.audit.verifyChain()).toBeNull();
  });

  it('decrypts the towers’ passwords with the keys that were in the database, and the keys are no longer there', async () => {
    const passwords = createStoredSecrets(server.app.deps.keys);
    const sealed = (await columnOf('camera_link', 'encrypted_password')).filter((value) => value !== null);
    expect(sealed.map((one) => passwords.decrypt(one))).toEqual([PASSWORD_OF_THE_TOWER]);
    const moved = ['camera-key', 'login-key'];
    expect(
      firstOf('setting')
        .filter((key) => moved.includes(key))
        .toSorted(),
    ).toEqual(moved);
    expect((await columnOf('setting', 'key')).filter((key) => moved.includes(key))).toEqual([]);
  });

  it('serves its pictures', async () => {
    const [id] = firstOf('upload');
    const reply = await fetch(`${server.base}/files/${id}`, { headers: { authorization: `Bearer ${token}` } });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(50);
  });

  it('takes new alarms and acts, numbered after the old ones', async () => {
    const before = await server.store.events.head();
    const body = { longitude: 103.59, latitude: 31.48, description: '升级之后' };
    const made = await server.call('POST', contract.alarm.createReport.path, { body, headers: { 'x-feed-key': server.feedKey } });
    expect(made.body.code).toBe(200);
    const judged = await server.call(contract.alarm.acknowledge.method, contract.alarm.acknowledge.path, {
      token: (await server.login('wenchuan')).access_token,
      body: { id: made.body.data.id, kind: 'report' },
    });
    expect(judged.status).toBe(200);
    expect((await server.store.events.readRange(before, 10)).map(({ event }) => event.objectId)).toContain(made.body.data.id);
    expect(await server.store.audit.verifyChain()).toBeNull();
  });
});
