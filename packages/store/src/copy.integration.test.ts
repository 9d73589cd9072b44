import { setImmediate as otherWork } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyFrom, copyOut } from './copy.ts';
import { availableServers, type TestServer } from './testing/databases.ts';

const LINES = 100_000;
const lineOf = (i: number) => Buffer.from(`${i}\t${'林'.repeat(20)}\n`);

describe.each(availableServers())('COPY on $name', ({ start }) => {
  let server: TestServer;
  let url: string;
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const count = async (client: pg.Client): Promise<number> => Number((await client.query('select count(*) from words')).rows[0].count);

  beforeAll(async () => {
    server = await start();
    url = await server.newDatabase();
    await (await connect()).query('create table words (id int primary key, word text)');
  }, 120_000);
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await server?.stop();
  });

  it('the rows read equal the rows written, also with a slow reader', async () => {
    const client = await connect();
    async function* lines() {
      for (let i = 0; i < LINES; i += 1000) yield Buffer.concat(Array.from({ length: 1000 }, (_, n) => lineOf(i + n)));
    }
    await copyFrom(client, 'copy words from stdin', lines());
    expect(await count(client)).toBe(LINES);
    const rows = copyOut(client, 'copy (select * from words order by id) to stdout');
    let [at, most] = [0, 0];
    let rest = Buffer.alloc(0);
    for await (const chunk of rows) {
      most = Math.max(most, rows.readableLength);
      rest = Buffer.concat([rest, chunk as Buffer]);
      while (rest.length >= lineOf(at).length && at < LINES) {
        const line = lineOf(at);
        if (!rest.subarray(0, line.length).equals(line)) throw new Error(`line ${at} differs`);
        rest = rest.subarray(line.length);
        at += 1;
      }
      await otherWork();
    }
    expect([at, rest.length]).toEqual([LINES, 0]);
    expect(most).toBeLessThan(4_000_000);
    expect(await count(client)).toBe(LINES);
    await client.query('truncate words');
  }, 60_000);

  it('a failing source rolls the copy back and passes on its error; the connection remains usable', async () => {
    const client = await connect();
    async function* failing() {
      for (let i = 0; i < 10_000; i += 1) yield lineOf(i);
      throw new Error('the file is cut off');
    }
    await expect(copyFrom(client, 'copy words from stdin', failing())).rejects.toThrow('the file is cut off');
    expect(await count(client)).toBe(0);
  });

  it("rows that do not match and an invalid statement fail with the database's reason; the source is closed, the connection remains usable", async () => {
    const client = await connect();
    let isEnded = false;
    async function* endless() {
      try {
        yield Buffer.from('x\ty\n');
        for (let i = 0; ; i += 1) {
          // Yields as a file or a socket does: a source that never waits never sees the database's error.
          if (i % 100 === 0) await otherWork();
          yield lineOf(i);
        }
      } finally {
        isEnded = true;
      }
    }
    await expect(copyFrom(client, 'copy words from stdin', endless())).rejects.toMatchObject({ code: '22P02' });
    expect([isEnded, await count(client)]).toEqual([true, 0]);
    await expect(copyFrom(client, 'copy nothing from stdin', endless())).rejects.toMatchObject({ code: '42P01' });
    await expect(copyOut(client, 'copy nothing to stdout').toArray()).rejects.toMatchObject({ code: '42P01' });
    expect(await count(client)).toBe(0);
  });

  it('a reader may stop and end the connection; reader and writer both report a lost connection as an error', async () => {
    const writer = await connect();
    await copyFrom(writer, 'copy words from stdin', linesUpTo(100_000));
    const stopped = await connect();
    for await (const _chunk of copyOut(stopped, 'copy words to stdout')) break;
    await stopped.end();

    const [reader, other] = [await connect(), await connect()];
    const pidOf = async (client: pg.Client): Promise<number> => (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
    const [readerPid, otherPid] = [await pidOf(reader), await pidOf(other)];
    const terminate = (pid: number) => writer.query('select pg_terminate_backend($1)', [pid]);
    const reading = async () => {
      let isFirst = true;
      for await (const _chunk of copyOut(reader, 'copy (select * from words a, words b) to stdout')) {
        if (isFirst) await terminate(readerPid);
        isFirst = false;
      }
    };
    await expect(reading()).rejects.toThrow(/terminat/i);
    async function* endless() {
      for (let i = 200_000; ; i += 1) {
        if (i === 201_000) await terminate(otherPid);
        if (i % 100 === 0) await otherWork();
        yield lineOf(i);
      }
    }
    await expect(copyFrom(other, 'copy words from stdin', endless())).rejects.toThrow(/terminat|EPIPE|ECONNRESET|write after end/i);
    expect(await count(writer)).toBe(100_000);
  }, 60_000);
});

async function* linesUpTo(end: number) {
  for (let i = 0; i < end; i += 1000) yield Buffer.concat(Array.from({ length: 1000 }, (_, n) => lineOf(i + n)));
}
