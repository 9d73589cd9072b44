// The server is killed (−9) during 50 alarms a second: what it acknowledged is stored once, and desks miss nothing.

import { setTimeout as delay } from 'node:timers/promises';
import { randomsOf } from '@lookout/domain';
import { allowed } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '../testing/index.ts';
import { figures, lengthOf, seed } from './battery.ts';
import { type Desk, openDesk } from './desk.ts';
import { createLedger, eventsSince, NO_FINDINGS, reportsSeen, retryUnknown, startLoad } from './sender.ts';
import { isAlive, launch, NO_WORLD, postmasterPid, type ServerProcess, sessionAt, startedDataDir } from './server-process.ts';

const KILLS = lengthOf('kills');
const READY_AGAIN_MS = 10_000;
const COMPLETE_WITHIN_MS = 5_000;
const EVERY_MS = 20;

let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
let server: ServerProcess;
let nation: Session;
let wenchuan: Desk;
let lixian: Desk;

beforeAll(async () => {
  dataDir = await startedDataDir();
  server = await launch({ dataDir: dataDir.path, env: NO_WORLD });
  await server.ready();
  nation = await sessionAt(server.base, 'guojia');
  wenchuan = await openDesk(() => server, await sessionAt(server.base, 'wenchuan'));
  lixian = await openDesk(() => server, await sessionAt(server.base, 'lixian'));
});
afterAll(async () => {
  await Promise.all([wenchuan, lixian].map((desk) => desk?.close()));
  await server?.stop();
  await dataDir?.remove();
});

it(`killed ${KILLS} times in the middle of 50 alarms/s: no acknowledged alarm is lost, none is there twice, none was sent by nobody; each has one event; ready again in 10 s; every desk complete`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  process.stderr.write(`killed.integration.test.ts: RELIABILITY_SEED=${seed}\n`);
  const random = randomsOf(seed);
  const ledger = createLedger(`k${seed}`);
  const restartMs: number[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const load = startLoad(server.base, ledger, EVERY_MS);
    await delay(200 + random() * 500);
    const before = await postmasterPid(dataDir.path);
    await server.killNow();
    // Senders continue while the server is down.
    const next = await launch({ dataDir: dataDir.path, port: server.port, env: NO_WORLD });
    await delay(100);
    await load.stop();
    server = next;
    restartMs.push(Math.round(await server.ready(allowed(READY_AGAIN_MS))));
    const now = await postmasterPid(dataDir.path);
    // The previous database was ended or is in use again; there are never two.
    expect(before !== null && before !== now && isAlive(before)).toBe(false);
    // Half of the unanswered reports are sent again with their key, as a careful sender would; the rest remain unknown.
    await retryUnknown(
      server.base,
      ledger,
      ledger.markers('unknown').filter(() => random() < 0.5),
      10_000,
    );
  }
  const found = await reportsSeen(server.base, nation.access_token);
  const counts = { ok: ledger.markers('ok').length, unknown: ledger.markers('unknown').length, found: found.length };
  figures(import.meta.filename, { seed, kills: KILLS, ...counts, 'slowest ready again ms': Math.max(...restartMs) });
  expect(ledger.compare(found)).toEqual(NO_FINDINGS);
  expect(ledger.markers('refused')).toEqual([]);
  expect(counts.ok).toBeGreaterThan(KILLS * 10);

  const events = await eventsSince(server.base, nation.access_token, 0);
  // The log begins with events of the first start, which are not published to desks, so the first number varies.
  const first = events[0]?.seq ?? 0;
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => first + index));
  const newFires = events.filter(({ payload }) => payload.kind === 'newFire').map(({ payload }) => payload.data.id);
  expect(newFires.toSorted()).toEqual(found.map(({ id }) => id).toSorted());

  await wenchuan.until((shown) => shown.length >= found.length, allowed(COMPLETE_WITHIN_MS));
  expect(wenchuan.shown().toSorted()).toEqual(found.map(({ marker }) => marker).toSorted());
  expect(wenchuan.doubled()).toEqual([]);
  expect(wenchuan.connections()).toBeGreaterThan(1);
  expect(lixian.shown()).toEqual([]);
});

it('alarms that arrived while a desk’s connection and the server were down are all in `since`, over all pages, in order and once', async () => {
  const before = await eventsSince(server.base, nation.access_token, 0);
  const from = before.at(-1)?.seq ?? 0;
  const ledger = createLedger(`gap${seed}`);
  for (const part of [1, 2]) {
    const load = startLoad(server.base, ledger, 10);
    await delay(300);
    await load.stop();
    if (part === 1) {
      await server.stop();
      expect(server.stdout().trimEnd().split('\n').at(-1)).toBe('stopped cleanly');
      server = await launch({ dataDir: dataDir.path, port: server.port, env: NO_WORLD });
      await server.ready(allowed(READY_AGAIN_MS));
    }
  }
  // The load stopped before the server did, so every call has an answer.
  expect([...ledger.markers('unknown'), ...ledger.markers('refused')]).toEqual([]);
  const missed = await eventsSince(server.base, nation.access_token, from);
  expect(missed.map(({ seq }) => seq)).toEqual(missed.map((_, index) => from + 1 + index));
  const sent = ledger.markers('ok').toSorted();
  expect(missed.map(({ payload }) => payload.data.description).toSorted()).toEqual(sent);
  await wenchuan.until((shown) => sent.every((marker) => shown.includes(marker)), allowed(COMPLETE_WITHIN_MS));
  expect(new Set(wenchuan.shown()).size).toBe(wenchuan.shown().length);
  expect(wenchuan.doubled()).toEqual([]);
});
