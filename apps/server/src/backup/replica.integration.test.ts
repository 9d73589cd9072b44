// A streaming replica of Debian's PostgreSQL, set up by the commands of docs/operations.md: alarms are acknowledged when the replica has
// them, long queries read from it, and when the primary fails it is promoted manually and has every acknowledged alarm.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { contract } from '@lookout/features/contract.ts';
import { ask, type DebianCluster, debianCluster, keepProvinces, whyNoDebian } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';

const SCRIPTS = path.resolve(import.meta.dirname, '../../../../deploy/postgresql');
const SOON = { timeout: 30_000, interval: 50 };
/** Each of these senders sends alarms one after another with a short pause, also while servers start. */
const SENDERS = 4;
const REST_MS = 50;
const ALARMS = 60;

const why = whyNoDebian();
if (why !== null) process.stderr.write(`NOT RUN: a streaming replica: ${why}\n`);

describe.runIf(why === null)('a streaming replica', () => {
  let primary: DebianCluster;
  let replica: DebianCluster;
  let keys: string;
  const postgres: { stop(): Promise<void> }[] = [];
  const servers: TestServer[] = [];

  beforeAll(async () => {
    primary = await debianCluster();
    replica = await primary.beside('replica');
    keys = await mkdtemp(path.join(tmpdir(), 'lookout-replica-'));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    for (const server of postgres) await server.stop();
    if (keys) await rm(keys, { recursive: true, force: true });
    if (primary) await rm(primary.folder, { recursive: true, force: true });
  });

  const serve = async (databaseUrl: string, env: Record<string, string> = {}): Promise<TestServer> => {
    const server = await startTestServer({ databaseUrl, env: { KEYS_FILE: path.join(keys, 'keys.json'), ...env } });
    servers.push(server);
    return server;
  };
  const onReplica = (databaseUrl: string): string => databaseUrl.replace(new URL(primary.url).host, new URL(replica.url).host);
  const report = async (server: TestServer, description: string): Promise<string | null> => {
    const body = { longitude: 103.59, latitude: 31.48, description };
    // A call that the failing database interrupts is not acknowledged: null, as for a refused call.
    const reply = await server
      .call('POST', contract.alarm.createReport.path, { body, headers: { 'x-feed-key': server.feedKey } })
      .catch(() => null);
    return reply?.body.code === 200 ? reply.body.data.id : null;
  };
  const counted = async (server: TestServer, token: string): Promise<number> => {
    const { body } = await server.call('POST', contract.statistics.report.path, { token, body: { window: 0 } });
    return body.code === 200 ? body.data.now.tally.total : 0;
  };

  it('has what was acknowledged, serves long queries, and replaces a failed primary', { timeout: 180_000 }, async () => {
    postgres.push(await primary.start());
    const databaseUrl = await primary.newDatabase('gazetteer');
    await keepProvinces(databaseUrl, '51');
    await primary.sh(path.join(SCRIPTS, 'make-replica.sh'), primary.url, replica.data, 'lookout_1');
    postgres.push(await replica.start());
    // Only now, as the documentation prescribes: before the replica ran, no commit would have been acknowledged.
    await appendFile(path.join(primary.data, 'postgresql.conf'), await readFile(path.join(SCRIPTS, 'primary.conf'), 'utf8'));
    await ask(primary.url, 'select pg_reload_conf()');
    await expect
      .poll(async () => (await ask<{ state: string }>(primary.url, 'select sync_state as state from pg_stat_replication'))[0]?.state, SOON)
      .toBe('sync');

    const before = await serve(databaseUrl);
    const acknowledged: string[] = [];
    let isLost = false;
    const send = async (name: string): Promise<void> => {
      for (let n = 0; !isLost; n += 1) {
        const id = await report(before, `${name}-${n}`);
        if (id === null) return;
        acknowledged.push(id);
        await delay(REST_MS);
      }
    };
    const sending = Promise.all(Array.from({ length: SENDERS }, (_, n) => send(`复制 ${n}`)));
    await expect.poll(() => acknowledged.length, SOON).toBeGreaterThanOrEqual(ALARMS);

    // A second server reads the log from the replica.
    const reader = await serve(databaseUrl, { DATABASE_REPLICA_URL: onReplica(databaseUrl) });
    const { access_token: token } = await reader.login('guojia');
    await expect.poll(() => counted(reader, token), SOON).toBeGreaterThanOrEqual(ALARMS);
    // The replica counts the scans on it, and only this server reads there. A connection reports its counts with a delay.
    const readOfTheLog = `select coalesce(sum(seq_scan + idx_scan), 0)::int as scans from pg_stat_user_tables where relname like 'event\\_%'`;
    await expect.poll(async () => (await ask<{ scans: number }>(onReplica(databaseUrl), readOfTheLog))[0]?.scans, SOON).toBeGreaterThan(0);
    await reader.stop();

    await primary.kill();
    isLost = true;
    await sending;
    servers.length = 0;
    await before.stop();
    await postgres[0]?.stop();
    const last = acknowledged.length;

    const startedAt = performance.now();
    await replica.sh(path.join(SCRIPTS, 'promote.sh'), replica.url);
    const after = await serve(onReplica(databaseUrl));
    expect(await report(after, '提升之后')).not.toBeNull();
    const seconds = (performance.now() - startedAt) / 1000;

    const there = new Set((await ask<{ id: string }>(onReplica(databaseUrl), 'select id::text as id from alarm')).map(({ id }) => id));
    process.stdout.write(`a replica promoted: ${last} alarms acknowledged, accepting again after ${seconds.toFixed(1)} s\n`);
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    expect(new Set(acknowledged).size).toBe(last);
    expect(await after.store.audit.verifyChain()).toBeNull();
  });
});
