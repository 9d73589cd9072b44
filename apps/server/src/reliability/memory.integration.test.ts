// A machine with too little memory: the server has the smallest documented heap, and receives the largest accepted bodies all at once. It
// slows down or refuses, but does not end, and no acknowledged alarm is lost.
import { setTimeout as delay } from 'node:timers/promises';
import { allowed } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figures, isFullBattery } from './battery.ts';
import { createLedger, NO_FINDINGS, reportsSeen, retryUnknown, startLoad } from './sender.ts';
import { FEED_KEY, launch, NO_WORLD, readyz, type ServerProcess, sessionAt, startedDataDir } from './server-process.ts';

const HEAP_MEGABYTES = 320;
const ROUNDS = isFullBattery ? 30 : 1;
const AT_ONCE = 8;
/** Just below the limit of an intake. */
const BODY_BYTES = 7_900_000;
/** It may be as slow as the busy machine makes it, but it must not hang. */
const NO_CALL_LONGER_MS = 60_000;
const READY_WITHIN_MS = 10_000;

let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await startedDataDir();
  server = await launch({ dataDir: dataDir.path, env: { ...NO_WORLD, NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` } });
  await server.ready();
});
afterAll(async () => {
  await server?.stop();
  await dataDir?.remove();
});

/** Hotspots in the sea, which are refused row by row, so that reading is the only cost. */
const row = JSON.stringify({
  longitude: 125,
  latitude: 25,
  acq_date: '2026-01-01',
  acq_time: '0101',
  satellite: 'N',
  confidence: 'n',
  frp: 1,
});
const body = `[${Array.from({ length: Math.floor(BODY_BYTES / (row.length + 1)) }, () => row).join(',')}]`;

async function heavy(): Promise<string> {
  const reply = await fetch(`${server.base}/fire/api/satelliteFirealarm/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
    body,
    signal: AbortSignal.timeout(120_000),
  });
  await reply.arrayBuffer();
  return String(reply.status);
}

it(`${AT_ONCE} bodies of 8 MB at once, ${ROUNDS} times, with a heap of ${HEAP_MEGABYTES} MB: the process lives, alarms come in, nothing acknowledged is lost`, {
  timeout: 120_000 + ROUNDS * 60_000,
}, async () => {
  const ledger = createLedger('memory');
  const load = startLoad(server.base, ledger, 100, { withinMs: NO_CALL_LONGER_MS });
  const answers = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const status of await Promise.all(Array.from({ length: AT_ONCE }, () => heavy().catch((error: unknown) => String(error)))))
      answers.set(status, (answers.get(status) ?? 0) + 1);
  await delay(200);
  await load.stop();
  expect(server.isRunning(), server.stderr().slice(0, 2_000)).toBe(true);
  await expect.poll(async () => (await readyz(server.base)).isReady, { timeout: allowed(READY_WITHIN_MS), interval: 50 }).toBe(true);
  expect([...answers.keys()].filter((status) => !['200', '400', '413', '429', '503'].includes(status))).toEqual([]);
  expect(load.slowestMs()).toBeLessThan(allowed(NO_CALL_LONGER_MS));
  expect(ledger.markers('refused')).toEqual([]);
  await retryUnknown(server.base, ledger, ledger.markers('unknown'), 10_000);
  const { access_token } = await sessionAt(server.base, 'guojia');
  const found = (await reportsSeen(server.base, access_token)).filter(({ marker }) => marker.startsWith('memory-'));
  expect(ledger.compare(found)).toEqual(NO_FINDINGS);
  figures(import.meta.filename, {
    'heap MB': HEAP_MEGABYTES,
    answers: JSON.stringify(Object.fromEntries(answers)),
    'slowest alarm ms': Math.round(load.slowestMs()),
    alarms: ledger.markers('ok').length,
  });
});
