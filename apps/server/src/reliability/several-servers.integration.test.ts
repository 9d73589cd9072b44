// Three servers on one database, linked by mosquitto: what one acknowledges is published by the others, whatever fails in between. They
// share what they know of cameras and tickets, and desks behind one address do not notice which server died.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PTZ_COMMANDS } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { findMosquitto, type Mosquitto, startMosquitto } from '@lookout/live/testing';
import { allowed, keepProvinces, startAnyServer } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Session, startTowersProcess, type TowersProcess } from '../testing/index.ts';
import { figures, lengthOf } from './battery.ts';
import { type Desk, openDesk } from './desk.ts';
import { openAddress } from './one-address.ts';
import { ask, createLedger, PLACES, type Place, sendReport, startLoad } from './sender.ts';
import { launch, NO_WORLD, readyz, type ServerProcess, sessionAt, temporaryDataDir } from './server-process.ts';

const binary = findMosquitto();
if (binary === null)
  process.stderr.write('NOT RUN: several servers through mosquitto (LOOKOUT_MOSQUITTO or /usr/sbin/mosquitto is absent)\n');
const BROKER_KILLS = lengthOf('brokerKills');
const SERVER_KILLS = lengthOf('serverKillsBesideAnother');
const RECEIVED_WITHIN_MS = 1_000;
const COMPLETE_WITHIN_MS = 5_000;
/** The head check runs once a second, and the desk gets its messages after it. */
const HEAD_CHECK_MS = 2_500;
const STOPPED_WITHIN_MS = 2_000;

type Row = { readonly method: string; readonly path: string };

describe.runIf(binary !== null)('three servers on one database and one broker', () => {
  let database: Awaited<ReturnType<typeof startAnyServer>>;
  let broker: Mosquitto;
  let folders: Awaited<ReturnType<typeof temporaryDataDir>>[];
  let env: Record<string, string>;
  let a: ServerProcess;
  let b: ServerProcess;
  let c: ServerProcess;
  const sessions: Record<string, Session> = {};
  const desks: Record<string, Desk> = {};
  let sent = 0;

  const folderOf = (index: number): string => folders[index]?.path ?? '';
  const deskAt = async (server: () => ServerProcess, user: string): Promise<Desk> => {
    const session = sessions[user];
    if (!session) throw new Error(`no session of ${user}`);
    return openDesk(server, session);
  };
  /** Sends an alarm that `server` must acknowledge. */
  const acknowledgedBy = async (server: ServerProcess, position: Place): Promise<string> => {
    sent += 1;
    const marker = `several-${sent}`;
    const fate = await sendReport(server.base, marker, { position });
    expect(fate).toMatchObject({ kind: 'ok' });
    return marker;
  };

  beforeAll(async () => {
    database = await startAnyServer();
    broker = await startMosquitto(binary ?? '');
    folders = [await temporaryDataDir(), await temporaryDataDir(), await temporaryDataDir()];
    const databaseUrl = await database.newDatabase('gazetteer');
    // The provinces of these desks.
    await keepProvinces(databaseUrl, '51', '41');
    env = {
      ...NO_WORLD,
      DATABASE_URL: databaseUrl,
      MQTT_URL: broker.url,
      KEYS_FILE: join(folderOf(0), 'keys.json'),
    };
    a = await launch({ dataDir: folderOf(0), env });
    await a.ready();
    [b, c] = await Promise.all([launch({ dataDir: folderOf(1), env }), launch({ dataDir: folderOf(2), env })]);
    await Promise.all([b.ready(), c.ready()]);
    for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'weihui']) {
      sessions[user] = await sessionAt(a.base, user); // a token issued by A …
      desks[user] = await deskAt(() => b, user); // … is valid at B
    }
  });
  afterAll(async () => {
    await Promise.all(Object.values(desks).map((desk) => desk.close()));
    await Promise.all([a?.stop(), b?.stop(), c?.stop()]);
    await broker?.remove();
    await Promise.all((folders ?? []).map((folder) => folder.remove()));
    await database?.stop();
  });

  it('an alarm posted to A is received at B within a second, by the desks of the grids that cover it and by no others', async () => {
    for (const [position, receivers] of [
      [PLACES.wenchuan, ['guojia', 'aba', 'wenchuan']],
      [PLACES.weihui, ['guojia', 'weihui']],
    ] as const) {
      const marker = await acknowledgedBy(a, position);
      for (const user of receivers) await desks[user]?.until((shown) => shown.includes(marker), allowed(RECEIVED_WITHIN_MS));
      // B's broker sends in order: when the next alarm arrives, all messages about this one were sent.
      const next = await acknowledgedBy(a, PLACES.lixian);
      await desks.lixian?.until((shown) => shown.includes(next), allowed(RECEIVED_WITHIN_MS));
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
        await desk.until((shown) => acknowledged.every((marker) => shown.includes(marker)), allowed(COMPLETE_WITHIN_MS));
    }
    // The desks are connected to their servers: the broker's death interrupts no connection and delays no alarm.
    expect(ledger.markers('ok').length).toBeGreaterThan(BROKER_KILLS * 20);
    expect([...ledger.markers('unknown'), ...ledger.markers('refused')]).toEqual([]);
    for (const desk of [atA, atB]) {
      expect(desk.connections()).toBe(1);
      expect(desk.doubled()).toEqual([]);
      expect(new Set(desk.shown()).size).toBe(desk.shown().length);
    }
    figures(import.meta.filename, { 'broker kills': BROKER_KILLS, alarms: ledger.markers('ok').length });
    await atA.close();
    // The servers are linked again: delivery is faster than the head check alone would be.
    await expect
      .poll(
        async () => {
          const marker = await acknowledgedBy(a, PLACES.wenchuan);
          return atB.until((shown) => shown.includes(marker), allowed(HEAD_CHECK_MS));
        },
        { timeout: allowed(COMPLETE_WITHIN_MS), interval: 50 },
      )
      .toBeLessThan(200);
  });

  it('logout at A ends the session at B within a second, for HTTP and live connections', async () => {
    const session = await sessionAt(a.base, 'lixian');
    const desk = await openDesk(() => b, session);
    const userInfo = () =>
      fetch(`${b.base}/auth/api/auth/auth/user/auth`, { headers: { authorization: `Bearer ${session.access_token}` } });
    expect((await userInfo()).status).toBe(200);
    await ask(a.base, session.access_token, 'POST', '/api/auth/jwt/invalid', {});
    const [begun, withinMs] = [performance.now(), allowed(1_000)];
    await expect.poll(async () => (await userInfo()).status, { timeout: withinMs, interval: 20 }).toBe(401);
    await expect.poll(() => desk.isConnected(), { timeout: withinMs - (performance.now() - begun), interval: 10 }).toBe(false);
    await desk.close();
  });

  it('when A is killed (−9) right after an acknowledgement, the desks at B receive the alarm, and A starts again next to B', {
    timeout: 60_000 + SERVER_KILLS * 20_000,
  }, async () => {
    for (let round = 0; round < SERVER_KILLS; round += 1) {
      const marker = await acknowledgedBy(a, PLACES.wenchuan);
      await a.killNow();
      await desks.wenchuan?.until((shown) => shown.includes(marker), allowed(HEAD_CHECK_MS));
      expect((await readyz(b.base)).isReady).toBe(true);
      a = await launch({ dataDir: folderOf(0), port: a.port, env });
      await a.ready();
    }
    expect(desks.wenchuan?.doubled()).toEqual([]);
    expect(desks.weihui?.shown().filter((marker) => !marker.startsWith('several-'))).toEqual([]);
  });

  it(`any of the three killed (−9) under load ${SERVER_KILLS} times: desks behind one address are with another in 5 s, nothing missed or twice`, {
    timeout: 60_000 + SERVER_KILLS * 30_000,
  }, async () => {
    const address = await openAddress(() => [a.port, b.port, c.port]);
    const session = sessions.wenchuan;
    if (!session) throw new Error('no session');
    const behind = await Promise.all(Array.from({ length: 6 }, () => openDesk(() => address, session)));
    const restart = async (server: ServerProcess, index: number) => {
      const again = await launch({ dataDir: folderOf(index), port: server.port, env });
      await again.ready();
      return again;
    };
    const ledger = createLedger('address');
    for (let round = 0; round < SERVER_KILLS; round += 1) {
      // C is killed first: after the last round it is not restarted, because the following tests need two servers.
      const index = (round + 2) % 3;
      const victim = [a, b, c][index] as ServerProcess;
      const living = [a, b, c].filter((server) => server !== victim).map((server) => startLoad(server.base, ledger, 20));
      await delay(300);
      const withinMs = allowed(COMPLETE_WITHIN_MS);
      await victim.killNow();
      const killedAt = performance.now();
      await expect
        .poll(() => behind.every((desk) => desk.isConnected()), { timeout: allowed(COMPLETE_WITHIN_MS), interval: 20 })
        .toBe(true);
      await Promise.all(living.map((load) => load.stop()));
      const acknowledged = ledger.markers('ok');
      for (const desk of behind)
        await desk.until(
          (shown) => acknowledged.every((marker) => shown.includes(marker)),
          Math.max(HEAD_CHECK_MS, withinMs - (performance.now() - killedAt)),
        );
      if (round === SERVER_KILLS - 1 && victim === c) break;
      const again = await restart(victim, index);
      if (victim === a) a = again;
      else if (victim === b) b = again;
      else c = again;
    }
    // Each desk of a killed server reconnected once; the others remained connected.
    expect(behind.some((desk) => desk.connections() > 1)).toBe(true);
    expect([...ledger.markers('unknown'), ...ledger.markers('refused')]).toEqual([]);
    for (const desk of behind) {
      expect(desk.doubled()).toEqual([]);
      expect(new Set(desk.shown()).size).toBe(desk.shown().length);
      await desk.close();
    }
    await address.close();
  });

  describe('about a camera', () => {
    let towers: TowersProcess;
    let monitorId: string;
    let cameraId: string;
    const as = <T = unknown>(server: ServerProcess, user: string, { method, path }: Row, query = '', body?: object) =>
      ask<T>(server.base, sessions[user]?.access_token ?? '', method, path + query, body);

    beforeAll(async () => {
      towers = await startTowersProcess(1);
      const [tower] = towers.towers;
      if (!tower) throw new Error('there is no tower');
      const link = { controlUrl: tower.onvif, userName: tower.userName, password: tower.password, channelCode: 'visible' };
      const created = await as<{ id: string }>(a, 'guojia', contract.camera.createMonitoringPoint, '', {
        name: '一号塔',
        position: { lng: tower.tower.lng, lat: tower.tower.lat },
        cameras: [{ deviceId: tower.towerId, name: '可见光', manufacturer: 'onvif', link }],
      });
      monitorId = created.id;
      const [camera] = await as<{ id: string }[]>(a, 'guojia', contract.camera.cameraList, '', { monitorId });
      cameraId = camera?.id ?? '';
    });
    afterAll(() => towers?.stop());

    it('a stream ticket is valid at every server, and expires with its session at all of them', async () => {
      const session = await sessionAt(b.base, 'guojia');
      const [stream] = await ask<{ url: string | null }[]>(b.base, session.access_token, 'POST', contract.video.liveVideo.path, {
        cameraId,
      });
      const opened = async (server: ServerProcess): Promise<number> => {
        const closed = new AbortController();
        const { status } = await fetch(server.base + stream?.url, { signal: closed.signal });
        closed.abort();
        return status;
      };
      // The tower's encoder may need a moment for its first picture.
      await expect.poll(() => opened(a), { timeout: 30_000, interval: 200 }).toBe(200);
      await ask(b.base, session.access_token, 'POST', '/api/auth/jwt/invalid', {});
      await expect.poll(() => opened(a), { timeout: allowed(2_000), interval: 50 }).toBe(401);
    });

    it('only one operator at a time controls a camera, whichever server he uses; a movement started by a killed server is stopped by another within 2 s', async () => {
      const { operator, operatorNow, control, cameraPosition } = contract.camera;

      await as(a, 'guojia', operator, '', { cameraId, act: 'take' });
      expect(await as(b, 'aba', operatorNow, `?cameraId=${cameraId}`)).toMatchObject({ isMine: false, holder: '国家林火值班' });
      await expect(as(b, 'aba', operator, '', { cameraId, act: 'take' })).rejects.toThrow('409');
      await as(b, 'aba', operator, '', { cameraId, act: 'ask' });
      await as(a, 'guojia', operator, '', { cameraId, act: 'give' });
      const hold = (server: ServerProcess) =>
        as(
          server,
          'aba',
          control,
          `?groupId=001003001&monitorId=${monitorId}&channelId=1&controlType=${PTZ_COMMANDS.right}&speed=7&stop=0`,
        );
      const angle = async () =>
        (await as<{ horizontalDegrees: number }>(b, 'aba', cameraPosition, `?cameraId=${cameraId}`)).horizontalDegrees;

      // A heartbeat at another server counts too: the camera continues to turn.
      const before = await angle();
      await hold(a);
      await delay(1_000);
      await hold(b);
      await delay(1_000);
      const later = await angle();
      await hold(a);
      await a.killNow();
      const killedAt = performance.now();
      expect(await angle()).not.toBe(later);
      expect(later).not.toBe(before);
      // Two equal positions mean that the camera has stopped.
      await expect.poll(async () => (await angle()) - (await angle()), { timeout: 10_000, interval: 100 }).toBe(0);
      const stoppedAfterMs = performance.now() - killedAt;
      // 2 s to the stop, plus the time to read two positions.
      expect(stoppedAfterMs).toBeLessThan(allowed(STOPPED_WITHIN_MS + 1_000));
      // The operator's control survives the server of his last heartbeat.
      await expect(as(b, 'wenchuan', operator, '', { cameraId, act: 'take' })).rejects.toThrow('409');
      await as(b, 'aba', operator, '', { cameraId, act: 'release' });
    });
  });
});
