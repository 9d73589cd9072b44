// The server's clock jumps forward and back, also over midnight. No session, lock or alarm may be affected, and sequence numbers and audit
// must remain in order. The whole process runs under libfaketime, whose offset is in a file. The database uses the machine's time, as if it
// were on another machine.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGIN_FAILURES_BEFORE_LOCK, LOGIN_LOCK_MINUTES } from '@lookout/features/auth/sessions.store.ts';
import { openStore } from '@lookout/features/store.ts';
import { runningEmbedded } from '@lookout/store';
import { allowed } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/index.ts';
import { figures, lengthOf } from './battery.ts';
import { type Desk, openDesk } from './desk.ts';
import { createLedger, eventsSince, NO_FINDINGS, reportsSeen, startLoad } from './sender.ts';
import { launch, NO_WORLD, readyz, type ServerProcess, sessionAt, startedDataDir, temporaryDataDir } from './server-process.ts';

const LIBRARY = [
  process.env.LOOKOUT_FAKETIME ?? '',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find(existsSync);
if (LIBRARY === undefined) process.stderr.write('NOT RUN: jumps of the clock (faketime is absent: apt-get install faketime)\n');
const ROUNDS = lengthOf('clockRounds');
const HOUR_S = 3_600;
const RIGHT = 'Lookout@2026';
const COMPLETE_WITHIN_MS = 5_000;

/** The server starts at 23:30 in Beijing: an hour later is past midnight, and well within a session's lifetime. */
const BEGINS_S = 86_400 - HOUR_S / 2 - (Math.floor(Date.now() / 1000 + 8 * HOUR_S) % 86_400);

describe.runIf(LIBRARY !== undefined)('a clock that jumps', () => {
  let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
  let place: Awaited<ReturnType<typeof temporaryDataDir>>;
  let server: ServerProcess;
  let desk: Desk;

  /** Sets the clock's offset in seconds from its start time. */
  const jump = (seconds: number) => {
    const offset = BEGINS_S + seconds;
    return writeFile(join(place.path, 'offset'), `${offset < 0 ? '-' : '+'}${Math.abs(offset)}\n`);
  };
  const serverNow = async (): Promise<number> => Date.parse((await fetch(`${server.base}/healthz`)).headers.get('date') ?? '');

  beforeAll(async () => {
    [dataDir, place] = [await startedDataDir(), await temporaryDataDir()];
    await jump(0);
    server = await launch({
      dataDir: dataDir.path,
      env: {
        ...NO_WORLD,
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: join(place.path, 'offset'),
        FAKETIME_NO_CACHE: '1',
        // Measured durations must not jump: a machine's monotonic clock does not.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_RESET: '1',
      },
    });
    await server.ready();
    desk = await openDesk(() => server, await sessionAt(server.base, 'wenchuan'));
  });
  afterAll(async () => {
    await desk?.close();
    await server?.stop();
    await Promise.all([dataDir, place].map((folder) => folder?.remove()));
  });

  it(`${ROUNDS} × an hour on over midnight, to the right time, an hour back and to the right time again, under load: nothing lost or twice, numbers in order, the session lives`, {
    timeout: 60_000 + ROUNDS * 20_000,
  }, async () => {
    const session = await sessionAt(server.base, 'guojia');
    const ledger = createLedger('clock');
    const load = startLoad(server.base, ledger, 25);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const seconds of [HOUR_S, 0, -HOUR_S, 0]) {
        await jump(seconds);
        await expect
          .poll(async () => Math.abs((await serverNow()) - Date.now() - (BEGINS_S + seconds) * 1000), { timeout: 3_000, interval: 20 })
          .toBeLessThan(3_000);
        await delay(400);
        expect(await readyz(server.base)).toMatchObject({ isReady: true });
      }
    await load.stop();
    expect([...ledger.markers('refused'), ...ledger.markers('unknown')]).toEqual([]);
    const found = (await reportsSeen(server.base, session.access_token)).filter(({ marker }) => marker.startsWith('clock-'));
    expect(ledger.compare(found)).toEqual(NO_FINDINGS);
    const events = await eventsSince(server.base, session.access_token, 0);
    const first = events[0]?.seq ?? 0;
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => first + index));
    const sent = ledger.markers('ok');
    await desk.until((shown) => sent.every((marker) => shown.includes(marker)), allowed(COMPLETE_WITHIN_MS));
    expect(desk.doubled()).toEqual([]);
    // Neither was the connection dropped as silent, nor did the session expire.
    expect(desk.connections()).toBe(1);
    figures(import.meta.filename, { jumps: ROUNDS * 4, alarms: sent.length, 'slowest answer ms': Math.round(load.slowestMs()) });
  });

  it('a lock after wrong passwords, set while the clock was an hour ahead, lasts 15 minutes and not an hour more, and still holds at the right time', async () => {
    const login = (password: string) =>
      signIn(server.base, 'lixian', password).then(
        () => 'in',
        () => 'out',
      );
    await jump(HOUR_S);
    for (let wrong = 0; wrong < LOGIN_FAILURES_BEFORE_LOCK; wrong += 1) expect(await login('Wrong@2026')).toBe('out');
    await jump(0);
    expect(await login(RIGHT)).toBe('out');
    await jump((LOGIN_LOCK_MINUTES + 1) * 60);
    expect(await login(RIGHT)).toBe('in');
    await jump(0);
  });

  it('the audit of the clock jumps is complete and in order', async () => {
    const url = await runningEmbedded(dataDir.path);
    const store = await openStore({ url: url ?? '', clock: () => new Date(), connections: 2 });
    expect(await store.audit.verifyChain()).toBeNull();
    const { id } = await store.audit.anchor();
    expect(id).toBeGreaterThan(LOGIN_FAILURES_BEFORE_LOCK);
    await store.close();
  });
});
