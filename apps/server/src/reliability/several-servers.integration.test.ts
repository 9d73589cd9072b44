// Two servers on one database, linked by mosquitto: what one acknowledges is published by the other, whatever breaks between.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findMosquitto, type Mosquitto, startMosquitto } from '@lookout/live/testing';
import { startAnyServer } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../testing/index.ts';
import { figures, lengthOf } from './battery.ts';
import { type Desk, openDesk } from './desk.ts';
import { ask, createLedger, PLACES, type Place, sendReport, startLoad } from './sender.ts';
import { launch, NO_WORLD, readyz, type ServerProcess, sessionAt, temporaryDataDir } from './server-process.ts';

const binary = findMosquitto();
if (binary === null)
  process.stderr.write('NOT RUN: several servers through mosquitto (LOOKOUT_MOSQUITTO or /usr/sbin/mosquitto is absent)\n');
const BROKER_KILLS = lengthOf('brokerKills');
const SERVER_KILLS = lengthOf('serverKillsBesideAnother');
const RECEIVED_WITHIN_MS = 1_000;
const COMPLETE_WITHIN_MS = 5_000;
/** The head check runs once a second; then the desk gets its messages. */
const HEAD_CHECK_MS = 2_500;

describe.runIf(binary !== null)('two servers on one database and one broker', () => {
  let database: Awaited<ReturnType<typeof startAnyServer>>;
  let broker: Mosquitto;
  let folders: Awaited<ReturnType<typeof temporaryDataDir>>[];
  let env: Record<string, string>;
  let a: ServerProcess;
  let b: ServerProcess;
  const sessions: Record<string, Session> = {};
  const desks: Record<string, Desk> = {};
  let sent = 0;

  const folderOf = (index: number): string => folders[index]?.path ?? '';
  const deskAt = async (server: () => ServerProcess, user: string): Promise<Desk> => {
    const session = sessions[user];
    if (!session) throw new Error(`no session of ${user}`);
    return openDesk(server, session);
  };
  /** An alarm that `server` has acknowledged. */
  const acknowledgedBy = async (server: ServerProcess, position: Place): Promise<string> => {
    sent += 1;
    const marker = `several-${sent}`;
    const fate = await sendReport(server.base, marker, position);
    expect(fate).toMatchObject({ kind: 'ok' });
    return marker;
  };

  beforeAll(async () => {
    database = await startAnyServer();
    broker = await startMosquitto(binary ?? '');
    folders = [await temporaryDataDir(), await temporaryDataDir()];
    env = {
      ...NO_WORLD,
      DATABASE_URL: await database.newDatabase('gazetteer'),
      MQTT_URL: broker.url,
      KEYS_FILE: join(folderOf(0), 'keys.json'),
    };
    a = await launch({ dataDir: folderOf(0), env });
    await a.ready();
    b = await launch({ dataDir: folderOf(1), env });
    await b.ready();
    for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'weihui']) {
      sessions[user] = await sessionAt(a.base, user); // a token made at A …
      desks[user] = await deskAt(() => b, user); // … is good at B
    }
  });
  afterAll(async () => {
    await Promise.all(Object.values(desks).map((desk) => desk.close()));
    await Promise.all([a?.stop(), b?.stop()]);
    await broker?.remove();
    await Promise.all((folders ?? []).map((folder) => folder.remove()));
    await database?.stop();
  });

  it('an alarm posted to A is received at B within a second, by the grids that cover it and by no other', async () => {
    for (const [position, receivers] of [
      [PLACES.wenchuan, ['guojia', 'aba', 'wenchuan']],
      [PLACES.weihui, ['guojia', 'weihui']],
    ] as const) {
      const marker = await acknowledgedBy(a, position);
      for (const user of receivers) await desks[user]?.until((shown) => shown.includes(marker), RECEIVED_WITHIN_MS);
      // B's broker sends in order: when the next one arrives, all messages about this one were sent.
      const next = await acknowledgedBy(a, PLACES.lixian);
      await desks.lixian?.until((shown) => shown.includes(next), RECEIVED_WITHIN_MS);
      for (const user of Object.keys(desks).filter((name) => !(receivers as readonly string[]).includes(name)))
        expect(desks[user]?.shown(), user).not.toContain(marker);
    }
  });

  it(`the broker killed (−9) and started again ${BROKER_KILLS} times under load: desks at both servers complete 5 s after it is back, nothing twice`, {
    timeout: 60_000 + BROKER_KILLS * 10_000,
  }, async () => {
    const [atA, atB] = [await deskAt(() => a, 'wenchuan'), desks.wenchuan];
    if (!atB) throw new Error('no desk at B');
    const ledger = createLedger('broker');
    for (let round = 0; round < BROKER_KILLS; round += 1) {
      const loads = [startLoad(a.base, ledger, 50), startLoad(b.base, ledger, 50)];
      await delay(300);
      await broker.killNow();
      await delay(700);
      await broker.start();
      await Promise.all(loads.map((load) => load.stop()));
      const acknowledged = ledger.markers('ok');
      for (const desk of [atA, atB])
        await desk.until((shown) => acknowledged.every((marker) => shown.includes(marker)), COMPLETE_WITHIN_MS);
    }
    // The browsers' own line goes to their server: a broker's death breaks none of them, and no alarm waits for it.
    expect(ledger.markers('ok').length).toBeGreaterThan(BROKER_KILLS * 20);
    expect([...ledger.markers('unknown'), ...ledger.markers('refused')]).toEqual([]);
    for (const desk of [atA, atB]) {
      expect(desk.connections()).toBe(1);
      expect(desk.doubled()).toEqual([]);
      expect(new Set(desk.shown()).size).toBe(desk.shown().length);
    }
    figures(import.meta.filename, { 'broker kills': BROKER_KILLS, alarms: ledger.markers('ok').length });
    await atA.close();
    // And the servers are linked again, not only by the head check.
    await expect
      .poll(
        async () => {
          const marker = await acknowledgedBy(a, PLACES.wenchuan);
          return atB.until((shown) => shown.includes(marker), HEAD_CHECK_MS);
        },
        { timeout: COMPLETE_WITHIN_MS, interval: 50 },
      )
      .toBeLessThan(200);
  });

  it('logout at A kills the token at B within a second, on HTTP and on the live line', async () => {
    const session = await sessionAt(a.base, 'lixian');
    const desk = await openDesk(() => b, session);
    const userInfo = () =>
      fetch(`${b.base}/auth/api/auth/auth/user/auth`, { headers: { authorization: `Bearer ${session.access_token}` } });
    expect((await userInfo()).status).toBe(200);
    await ask(a.base, session.access_token, 'POST', '/api/auth/jwt/invalid', {});
    const begun = performance.now();
    await expect.poll(async () => (await userInfo()).status, { timeout: 1_000, interval: 20 }).toBe(401);
    await expect.poll(() => desk.isConnected(), { timeout: 1_000 - (performance.now() - begun), interval: 10 }).toBe(false);
    await desk.close();
  });

  it('A killed (−9) right after it acknowledged: the desks at B receive it, and A comes back beside B', {
    timeout: 60_000 + SERVER_KILLS * 20_000,
  }, async () => {
    for (let round = 0; round < SERVER_KILLS; round += 1) {
      const marker = await acknowledgedBy(a, PLACES.wenchuan);
      await a.killNow();
      await desks.wenchuan?.until((shown) => shown.includes(marker), HEAD_CHECK_MS);
      expect((await readyz(b.base)).isReady).toBe(true);
      a = await launch({ dataDir: folderOf(0), port: a.port, env });
      await a.ready();
    }
    expect(desks.wenchuan?.doubled()).toEqual([]);
    expect(desks.weihui?.shown().filter((marker) => !marker.startsWith('several-'))).toEqual([]);
  });
});
