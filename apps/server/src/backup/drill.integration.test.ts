// The drill of docs/operations.md on Debian's PostgreSQL: the log is archived while alarms arrive, the database's files are destroyed, and
// the commands of deploy/postgresql restore them. It measures how much was lost and how long it took until an alarm was accepted again.
import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contract } from '@lookout/features/contract.ts';
import { ask, type DebianCluster, debianCluster, keepProvinces, whyNoDebian } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';

const SCRIPTS = path.resolve(import.meta.dirname, '../../../../deploy/postgresql');
const MOST_LOST_MS = 60_000;
const MOST_TIME_MS = 300_000;
/** In place of the documented minute. */
const ARCHIVE_TIMEOUT_SECONDS = 1;

const why = whyNoDebian();
if (why !== null) process.stderr.write(`NOT RUN: the backup drill: ${why}\n`);

describe.runIf(why === null)('the backup drill', () => {
  let cluster: DebianCluster;
  let keys: string;
  const servers: TestServer[] = [];
  const acknowledged: { readonly id: string; readonly at: number }[] = [];

  beforeAll(async () => {
    cluster = await debianCluster();
    keys = await mkdtemp(path.join(tmpdir(), 'lookout-drill-'));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    if (keys) await rm(keys, { recursive: true, force: true });
    if (cluster) await rm(cluster.folder, { recursive: true, force: true });
  });

  const serve = async (databaseUrl: string): Promise<TestServer> => {
    const server = await startTestServer({ databaseUrl, env: { KEYS_FILE: path.join(keys, 'keys.json') } });
    servers.push(server);
    return server;
  };
  const report = async (server: TestServer): Promise<string> => {
    const body = { longitude: 103.59, latitude: 31.48, description: `演练 ${acknowledged.length}` };
    const reply = await server.call('POST', contract.alarm.createReport.path, { body, headers: { 'x-feed-key': server.feedKey } });
    expect(reply.body.code).toBe(200);
    acknowledged.push({ id: reply.body.data.id, at: Date.now() });
    return reply.body.data.id;
  };

  it('loses at most a minute of alarms, and accepts alarms again within five', { timeout: 240_000 }, async () => {
    const { folder, data, url } = cluster;
    const [archive, base] = [path.join(folder, 'wal'), path.join(folder, 'base')];
    // The documented settings, with the paths of this test and a shorter minute.
    const conf = (await readFile(path.join(SCRIPTS, 'archiving.conf'), 'utf8'))
      .replace('archive_timeout = 60', `archive_timeout = ${ARCHIVE_TIMEOUT_SECONDS}`)
      .replace('/usr/local/lib/lookout/archive-wal.sh', path.join(folder, 'archive-wal.sh'))
      .replace('/backup/wal', archive);
    await copyFile(path.join(SCRIPTS, 'archive-wal.sh'), path.join(folder, 'archive-wal.sh'));
    await appendFile(path.join(data, 'postgresql.conf'), conf);
    const makeFolder = path.join(keys, 'make-folder.sh');
    await writeFile(makeFolder, 'mkdir "$1"\n');
    await cluster.sh(makeFolder, archive);

    const postgres = await cluster.start();
    const databaseUrl = await cluster.newDatabase('gazetteer');
    await keepProvinces(databaseUrl, '51');
    const archived = async () => Number((await ask<{ n: string }>(url, 'select archived_count as n from pg_stat_archiver'))[0]?.n);
    const before = await serve(databaseUrl);
    await cluster.sh(path.join(SCRIPTS, 'base-backup.sh'), url, base);
    const since = await archived();
    // Sends alarms until log segments with some of them are archived, then ten more.
    await expect
      .poll(
        async () => {
          await report(before);
          return await archived();
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBeGreaterThanOrEqual(since + 3);
    for (let more = 0; more < 10; more += 1) await report(before);

    const lostAt = Date.now();
    await cluster.kill();
    await postgres.stop();
    await rm(data, { recursive: true });
    const stopping = before.stop();
    servers.length = 0;
    const startedAt = performance.now();

    await cluster.sh(path.join(SCRIPTS, 'recover.sh'), base, archive, data);
    await expect(cluster.sh(path.join(SCRIPTS, 'recover.sh'), base, archive, data)).rejects.toThrow(/is not empty/);
    const again = await cluster.start();
    await expect
      .poll(async () => (await ask<{ is: boolean }>(url, 'select pg_is_in_recovery() as is'))[0]?.is, { timeout: 60_000 })
      .toBe(false);
    await stopping;
    const after = await serve(databaseUrl);
    const recovered = [...acknowledged];
    await report(after);
    const seconds = (performance.now() - startedAt) / 1000;

    const there = new Set((await ask<{ id: string }>(databaseUrl, 'select id::text as id from alarm')).map(({ id }) => id));
    const lost = recovered.filter(({ id }) => !there.has(id));
    const lostMs = Math.max(0, ...lost.map(({ at }) => lostAt - at));
    process.stdout.write(
      `backup drill: ${recovered.length} alarms acknowledged, ${lost.length} of the last ${(lostMs / 1000).toFixed(1)} s lost (archive_timeout ${ARCHIVE_TIMEOUT_SECONDS} s), accepting again after ${seconds.toFixed(1)} s\n`,
    );
    expect(recovered.length - lost.length).toBeGreaterThan(0);
    expect(lostMs).toBeLessThanOrEqual(MOST_LOST_MS);
    // Only the latest alarms may be lost, none in between.
    expect(lost).toEqual(recovered.slice(recovered.length - lost.length));
    expect(seconds * 1000).toBeLessThanOrEqual(MOST_TIME_MS);
    expect(await after.store.audit.verifyChain()).toBeNull();
    await after.stop();
    servers.length = 0;
    await again.stop();
  });
});
