// A proxy interrupts, stalls, slows and silently drops the connections between desk and server, server and database, server and broker.
// What was acknowledged is stored once, every desk is complete after reconnecting, and nothing hangs.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findMosquitto, type Mosquitto, startMosquitto } from '@lookout/live/testing';
import { allowed, keepProvinces, startAnyServer, startTcpProxy, type TcpProxy } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figures, isFullBattery, lengthOf } from './battery.ts';
import { openDesk } from './desk.ts';
import { createLedger, eventsSince, NO_FINDINGS, reportsSeen, sendReport, startLoad } from './sender.ts';
import { launch, NO_WORLD, readyz, type ServerProcess, sessionAt, temporaryDataDir } from './server-process.ts';

const binary = findMosquitto();
if (binary === null) process.stderr.write('NOT RUN: the line to a broker (LOOKOUT_MOSQUITTO or /usr/sbin/mosquitto is absent)\n');
const CUTS = lengthOf('lineCuts');
/** How long a desk is disconnected: 10 s, 5 min and 1 h; in the short form as long as some alarms take. */
const AWAY_MS = isFullBattery ? [10_000, 300_000, 3_600_000] : [500];
const COMPLETE_WITHIN_MS = 5_000;
const STATUS_503_WITHIN_MS = 1_000;
const BACK_WITHIN_MS = 5_000;
/** A statement's timeout, plus allowance for a busy machine. */
const NO_CALL_LONGER_MS = 20_000;

const portOf = (url: string): number => Number(new URL(url).port);
const through = (url: string, { port }: TcpProxy): string => {
  const other = new URL(url);
  other.host = `127.0.0.1:${port}`;
  return other.href;
};

let database: Awaited<ReturnType<typeof startAnyServer>>;
let folder: Awaited<ReturnType<typeof temporaryDataDir>>;
let broker: Mosquitto | null = null;
let toDatabase: TcpProxy;
let toBroker: TcpProxy | null = null;
let toServer: TcpProxy;
let server: ServerProcess;

beforeAll(async () => {
  [database, folder] = [await startAnyServer(), await temporaryDataDir()];
  const url = await database.newDatabase('gazetteer');
  await keepProvinces(url, '51');
  toDatabase = await startTcpProxy({ port: portOf(url) });
  if (binary !== null) {
    broker = await startMosquitto(binary);
    toBroker = await startTcpProxy({ port: portOf(broker.url) });
  }
  server = await launch({
    dataDir: folder.path,
    env: {
      ...NO_WORLD,
      DATABASE_URL: through(url, toDatabase),
      KEYS_FILE: join(folder.path, 'keys.json'),
      ...(broker && toBroker && { MQTT_URL: through(broker.url, toBroker) }),
    },
  });
  await server.ready();
  toServer = await startTcpProxy({ port: server.port });
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([toServer, toDatabase, toBroker].map((proxy) => proxy?.close()));
  await broker?.remove();
  await folder?.remove();
  await database?.stop();
});

const farBase = (): string => `http://127.0.0.1:${toServer.port}`;
const deskThroughLine = async (user: string) => {
  const session = await sessionAt(server.base, user);
  return openDesk(() => ({ base: farBase(), mqttUrl: `ws://127.0.0.1:${toServer.port}/mqtt` }), session);
};
/** Compares what the nation's account sees of these markers with the ledger. */
const findings = async (ledger: ReturnType<typeof createLedger>, prefix: string) => {
  const { access_token } = await sessionAt(server.base, 'guojia');
  return ledger.compare((await reportsSeen(server.base, access_token)).filter(({ marker }) => marker.startsWith(`${prefix}-`)));
};

describe('between desk and server', () => {
  it.each(AWAY_MS)(
    'a desk without a connection for %d ms has missed nothing when it is back, and shows nothing twice',
    {
      timeout: 60_000 + (AWAY_MS.at(-1) ?? 0),
    },
    async (awayMs) => {
      const prefix = `away${awayMs}`;
      const desk = await deskThroughLine('wenchuan');
      const ledger = createLedger(prefix);
      toServer.set('cut');
      await expect.poll(() => desk.isConnected(), { timeout: 2_000, interval: 10 }).toBe(false);
      const everyMs = Math.max(20, awayMs / 500);
      const load = startLoad(server.base, ledger, everyMs);
      await delay(awayMs);
      await expect.poll(() => ledger.markers('ok').length, { timeout: allowed(NO_CALL_LONGER_MS), interval: 20 }).toBeGreaterThan(5);
      await load.stop();
      expect(desk.shown().filter((marker) => marker.startsWith(prefix))).toEqual([]);
      toServer.set('whole');
      const sent = ledger.markers('ok');
      const ms = await desk.until((shown) => sent.every((marker) => shown.includes(marker)), allowed(COMPLETE_WITHIN_MS));
      expect(
        desk
          .shown()
          .filter((marker) => marker.startsWith(prefix))
          .toSorted(),
      ).toEqual(sent.toSorted());
      expect(desk.doubled()).toEqual([]);
      figures(import.meta.filename, { [`missed in ${awayMs} ms away`]: sent.length, 'complete after ms': Math.round(ms) });
      await desk.close();
    },
  );

  it(`a line cut ${CUTS} times in the middle of alarms, then slow, then held up: the desk is complete, in order`, {
    timeout: 60_000 + CUTS * 10_000,
  }, async () => {
    const desk = await deskThroughLine('wenchuan');
    const ledger = createLedger('flicker');
    const load = startLoad(farBase(), ledger, 50);
    for (let round = 0; round < CUTS; round += 1) {
      await delay(200);
      toServer.set('cut');
      await delay(100);
      toServer.set('whole');
      await expect.poll(() => desk.isConnected(), { timeout: allowed(COMPLETE_WITHIN_MS), interval: 10 }).toBe(true);
    }
    for (const state of ['slow', 'stalled', 'whole'] as const) {
      toServer.set(state);
      await delay(400);
    }
    await load.stop();
    expect(ledger.markers('refused')).toEqual([]);
    expect(await findings(ledger, 'flicker')).toEqual(NO_FINDINGS);
    const { access_token } = await sessionAt(server.base, 'wenchuan');
    const logged = (await eventsSince(server.base, access_token, 0)).flatMap(({ payload }) =>
      payload.kind === 'newFire' && payload.data.description.startsWith('flicker-') ? [payload.data.description] : [],
    );
    await desk.until((shown) => logged.every((marker) => shown.includes(marker)), allowed(COMPLETE_WITHIN_MS));
    expect(desk.doubled()).toEqual([]);
    expect(desk.connections()).toBeGreaterThan(CUTS);
    await desk.close();
  });
});

describe('between server and database', () => {
  it(`cut ${CUTS} times under load: 503 within 1 s, back within 5 s, nothing acknowledged lost`, {
    timeout: 60_000 + CUTS * 20_000,
  }, async () => {
    const ledger = createLedger('dbcut');
    const load = startLoad(server.base, ledger, 50);
    const backMs: number[] = [];
    for (let round = 0; round < CUTS; round += 1) {
      await delay(300);
      toDatabase.set('cut');
      await expect.poll(async () => (await readyz(server.base)).status, { timeout: allowed(STATUS_503_WITHIN_MS), interval: 20 }).toBe(503);
      await delay(300);
      const restored = performance.now();
      toDatabase.set('whole');
      await expect.poll(async () => (await readyz(server.base)).isReady, { timeout: allowed(BACK_WITHIN_MS), interval: 20 }).toBe(true);
      backMs.push(Math.round(performance.now() - restored));
    }
    await load.stop();
    expect(load.slowestMs()).toBeLessThan(allowed(BACK_WITHIN_MS));
    expect(ledger.markers('refused')).toEqual([]);
    expect(await findings(ledger, 'dbcut')).toEqual(NO_FINDINGS);
    figures(import.meta.filename, { 'database line cut': CUTS, 'slowest back ms': Math.max(...backMs) });
  });

  it('when the connection stalls briefly, calls wait and none is lost or refused', async () => {
    const ledger = createLedger('dbstall');
    const load = startLoad(server.base, ledger, 50);
    await delay(300);
    toDatabase.set('stalled');
    await delay(600);
    toDatabase.set('whole');
    await delay(300);
    await load.stop();
    expect(ledger.markers('refused')).toEqual([]);
    expect(ledger.markers('ok').length).toBeGreaterThan(5);
    expect(await findings(ledger, 'dbstall')).toEqual(NO_FINDINGS);
  });

  // The short form of this is patience.integration.test.ts of the store. This one waits for the product's real timeouts.
  if (isFullBattery)
    it('when connections are silently dropped (open, but without data), no call hangs, and within a minute all connections are new', {
      timeout: 240_000,
    }, async () => {
      const ledger = createLedger('dbhalf');
      const load = startLoad(server.base, ledger, 100);
      await delay(500);
      toDatabase.forget();
      const forgotten = performance.now();
      await expect.poll(async () => (await sendReport(server.base, 'dbhalf-probe')).kind, { timeout: 60_000, interval: 200 }).toBe('ok');
      const backMs = Math.round(performance.now() - forgotten);
      await load.stop();
      expect(load.slowestMs()).toBeLessThan(allowed(NO_CALL_LONGER_MS));
      const after = createLedger('dbhalfafter');
      const second = startLoad(server.base, after, 50);
      await delay(2_000);
      await second.stop();
      expect([...after.markers('refused'), ...after.markers('unknown')]).toEqual([]);
      expect(second.slowestMs()).toBeLessThan(allowed(BACK_WITHIN_MS));
      figures(import.meta.filename, {
        'database line forgotten: served again after ms': backMs,
        'slowest call ms': Math.round(load.slowestMs()),
      });
    });
});

describe.runIf(binary !== null)('between server and broker', () => {
  it(`cut, held up and forgotten ${CUTS} times under load: no alarm waits for it, the server’s own desks miss nothing`, {
    timeout: 60_000 + CUTS * 10_000,
  }, async () => {
    const desk = await openDesk(() => server, await sessionAt(server.base, 'wenchuan'));
    const ledger = createLedger('bkline');
    for (let round = 0; round < CUTS; round += 1) {
      const load = startLoad(server.base, ledger, 50);
      for (const damage of [() => toBroker?.set('cut'), () => toBroker?.set('stalled'), () => toBroker?.forget()]) {
        await delay(150);
        damage();
        await delay(300);
        toBroker?.set('whole');
      }
      await load.stop();
      expect(load.slowestMs()).toBeLessThan(allowed(STATUS_503_WITHIN_MS * 2));
      const sent = ledger.markers('ok');
      await desk.until((shown) => sent.every((marker) => shown.includes(marker)), allowed(COMPLETE_WITHIN_MS));
    }
    expect([...ledger.markers('unknown'), ...ledger.markers('refused')]).toEqual([]);
    expect(desk.doubled()).toEqual([]);
    expect(desk.connections()).toBe(1);
    figures(import.meta.filename, { 'broker line damaged': CUTS * 3, 'alarms meanwhile': ledger.markers('ok').length });
    await desk.close();
  });
});
