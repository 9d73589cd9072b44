// The server is killed (−9) during judging, pushing, closing, dispatching, positions and photos. Whatever it acknowledged is stored once,
// with its history line, its event and its complete photo; what it did not answer is stored once or not at all.

import { setTimeout as delay } from 'node:timers/promises';
import { randomsOf } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '../testing/index.ts';
import { figures, lengthOf, seed } from './battery.ts';
import { ask, type CallOutcome, createLedger, eventsSince, type Found, type Ledger, NO_FINDINGS, PLACES, sendReport } from './sender.ts';
import { FEED_KEY, launch, NO_WORLD, type ServerProcess, sessionAt, startedDataDir } from './server-process.ts';

const KILLS = lengthOf('killsInActs');
const FIRES_A_ROUND = 30;
const EVERY_MS = 15;
const BATCH = 20;
const ANSWERED_BEFORE = 2;

const { alarm, ranger, task } = contract;

let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
let server: ServerProcess;
let officer: Session;
let rangerId: string;

beforeAll(async () => {
  dataDir = await startedDataDir();
  server = await launch({ dataDir: dataDir.path, env: NO_WORLD });
  await server.ready();
  officer = await sessionAt(server.base, 'wenchuan');
  const all = await ask<{ userId: string }[]>(server.base, officer.access_token, 'POST', ranger.rangerList.path, {});
  rangerId = all[0]?.userId ?? '';
  const pixels = sharp({ create: { ...PHOTO, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 30 } } });
  photo = new Blob([new Uint8Array(await pixels.png().toBuffer())], { type: 'image/png' });
});
afterAll(async () => {
  await server?.stop();
  await dataDir?.remove();
});

/** Makes a call and records its outcome in the ledger. @param idOf the id by which the act is looked up afterwards */
async function recordedCall(
  ledger: Ledger,
  marker: string,
  call: Call,
  idOf: (data: { id: string }) => string,
): Promise<CallOutcome['kind']> {
  const outcome = await outcomeOf(call, idOf);
  ledger.close(marker, outcome);
  return outcome.kind;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function outcomeOf({ method, path, body, headers }: Call, idOf: (data: { id: string }) => string): Promise<CallOutcome> {
  try {
    const response = await fetch(server.base + path, {
      method,
      headers: { authorization: `Bearer ${officer.access_token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const reply = (await response.json()) as { code: number; message: string; data: { id: string } };
    if (reply.code === 200) return { kind: 'ok', id: idOf(reply.data) };
    return response.status === 503 ? { kind: 'unknown' } : { kind: 'refused', why: `${response.status} ${reply.message}` };
  } catch {
    return { kind: 'unknown' }; // connection interrupted or no server: the ledger records the outcome as unknown
  }
}

/** Processes an alarm step by step to its end. A step without an answer ends it, because its state is then unknown. */
async function answered(ledger: Ledger, id: string): Promise<void> {
  const steps: ((marker: string) => Call)[] = [
    (isTrueNote) => ({ method: 'POST', path: alarm.monitorJudge.path, body: { fireId: id, isReal: 1, isTrueNote } }),
    (note) => ({ method: 'GET', path: `${alarm.reportPush.path}?${new URLSearchParams({ id, isPut: '1', note })}` }),
    (note) => ({ method: 'POST', path: alarm.close.path, body: { id, outcome: 'extinguished', note } }),
  ];
  for (const step of steps) {
    const marker = ledger.open();
    if ((await recordedCall(ledger, marker, step(marker), () => id)) !== 'ok') return;
  }
}

const dispatchOf = (fireId: string, taskContent: string): Call => ({
  method: 'POST',
  path: task.delegate.path,
  headers: { 'idempotency-key': taskContent },
  body: {
    taskContent,
    fireId,
    taskMember: rangerId,
    priority: 1,
    taskStartTime: new Date().toISOString(),
    taskEndTime: new Date(Date.now() + 3_600_000).toISOString(),
  },
});

const sent = (ledger: Ledger, fireId: string, marker = ledger.open()) =>
  recordedCall(ledger, marker, dispatchOf(fireId, marker), ({ id }) => id);

/** Positions of one batch are a second apart, and batches are consecutive: the time identifies the batch. */
const FIRST_AT = Math.floor(Date.now() / 1000 - 20 * 3600) * 1000;
const numberOf = (marker: string): number => Number(marker.split('-').at(-1));

function moved(ledger: Ledger): Promise<CallOutcome['kind']> {
  const marker = ledger.open();
  const body = Array.from({ length: BATCH }, (_, index) => ({
    userId: rangerId,
    position: { lng: 103.5 + index / 1000, lat: 31.4 },
    actualUploadTime: new Date(FIRST_AT + (numberOf(marker) * BATCH + index) * 1000).toISOString(),
  }));
  const call = { method: 'POST', path: ranger.position.path, body, headers: { 'x-feed-key': FEED_KEY, authorization: '' } };
  return recordedCall(ledger, marker, call, () => marker);
}

let photo: Blob;
const PHOTO = { width: 800, height: 600 } as const;

/** Uploads a photo and sends the report that shows it. */
async function photographed(ledger: Ledger): Promise<void> {
  const marker = ledger.open();
  const form = new FormData();
  form.append('file', photo, 'fire.png');
  const headers = { authorization: `Bearer ${officer.access_token}` };
  const uploaded = await fetch(server.base + contract.photo.upload.path, { method: 'POST', headers, body: form })
    .then(async (reply) => (await reply.json()) as { data: { id: string } })
    .catch(() => null);
  // Without an answer the phone sends no report, so none is expected.
  if (uploaded === null) return ledger.close(marker, { kind: 'unknown' });
  const body = { ...PLACES.wenchuan, description: marker, pictures: [uploaded.data.id] };
  const call = { method: 'POST', path: alarm.createReport.path, body, headers: { 'idempotency-key': marker } };
  await recordedCall(ledger, marker, call, ({ id }) => id);
}

const okOf = (ledger: Ledger): number => ledger.markers('ok').length;

interface Line {
  readonly act: string;
  readonly detail: { readonly isTrueNote?: string | null; readonly note?: string | null };
}

it(`killed ${KILLS} times in the middle of acts, dispatches, positions and photos: every acknowledged one is there once, with its history and event`, {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  process.stderr.write(`killed-acts.integration.test.ts: RELIABILITY_SEED=${seed}\n`);
  const random = randomsOf(seed);
  const [answers, dispatches, positions] = [createLedger(`a${seed}`), createLedger(`d${seed}`), createLedger(`p${seed}`)];
  const photos = createLedger(`h${seed}`);
  const ledgers = [answers, dispatches, positions, photos];
  let cut = 0;
  const fires: string[] = [];
  const fireOfDispatch = new Map<string, string>();
  for (let round = 0; round < KILLS; round += 1) {
    const made = await Promise.all(Array.from({ length: FIRES_A_ROUND }, (_, n) => sendReport(server.base, `f${seed}-${round}-${n}`)));
    const ids = made.flatMap((fate) => (fate.kind === 'ok' ? [fate.id] : []));
    expect(ids).toHaveLength(FIRES_A_ROUND);
    fires.push(...ids);

    const before = ledgers.map(okOf);
    const inFlight: Promise<unknown>[] = [];
    let isKilled = false;
    const work = (async () => {
      for (const [index, id] of ids.entries()) {
        if (index % 3 === 0) {
          const marker = dispatches.open();
          fireOfDispatch.set(marker, id);
          inFlight.push(sent(dispatches, id, marker));
        } else inFlight.push(answered(answers, id));
        inFlight.push(moved(positions));
        if (index % 5 === 0) inFlight.push(photographed(photos));
        await delay(EVERY_MS);
      }
      // A fast server answers all of this before some photos are stored. These further calls ensure that some are in flight at the kill.
      for (let index = 0; !isKilled; index += 1) {
        inFlight.push(moved(positions));
        if (index % 5 === 0) inFlight.push(photographed(photos));
        await delay(EVERY_MS);
      }
    })();
    // Kill in the middle: on any machine, some calls of each kind are answered by then, and most are not.
    await expect
      .poll(() => ledgers.every((ledger, n) => okOf(ledger) >= (before[n] ?? 0) + ANSWERED_BEFORE), { timeout: 60_000, interval: 5 })
      .toBe(true);
    await delay(random() * 50);
    await server.killNow();
    isKilled = true;
    await work;
    await Promise.all(inFlight);
    cut += ledgers.reduce((sum, ledger) => sum + ledger.markers('unknown').length, 0);
    server = await launch({ dataDir: dataDir.path, port: server.port, env: NO_WORLD });
    await server.ready();
    // Half of the unanswered dispatches are sent again with their key, as the web app does.
    for (const marker of dispatches.markers('unknown').filter(() => random() < 0.5)) {
      await sent(dispatches, fireOfDispatch.get(marker) ?? '', marker);
    }
  }

  const { access_token: token } = officer;
  const histories = new Map<string, readonly Line[]>();
  for (const id of fires) histories.set(id, await ask<Line[]>(server.base, token, 'GET', `${alarm.history.path}?id=${id}`));
  const foundActs = [...histories].flatMap(([id, lines]): Found[] =>
    lines.flatMap(({ act, detail }) => {
      const marker = act === 'judged' ? detail.isTrueNote : act === 'pushed' || act === 'closed' ? detail.note : null;
      return marker ? [{ id: `${id} ${act}`, marker }] : [];
    }),
  );
  const onlyId = ({ id, marker }: Found): Found => ({ id: id.split(' ', 1)[0] as string, marker });
  const { lost, doubled, unexpected } = answers.compare(foundActs.map(onlyId));
  // A fire has several acts: its id may be repeated, a marker may not.
  expect({ lost, doubled: doubled.filter((text) => !text.startsWith('id ')), unexpected }).toEqual(NO_FINDINGS);
  expect(new Set(foundActs.map(({ id }) => id)).size).toBe(foundActs.length);

  const listed = await ask<{ list: { id: string; taskContent: string; fireId: string }[] }>(
    server.base,
    token,
    'POST',
    task.taskPage.path,
    {
      pageNo: 1,
      pageSize: 500,
      taskContent: `d${seed}`,
    },
  );
  expect(dispatches.compare(listed.list.map(({ id, taskContent }) => ({ id, marker: taskContent })))).toEqual(NO_FINDINGS);

  const track = await ask<{ at: string }[]>(server.base, token, 'POST', ranger.rangerTrack.path, { userId: rangerId });
  const points = new Map<string, number>();
  for (const { at } of track) {
    const second = (Date.parse(`${at.replace(' ', 'T')}+08:00`) - FIRST_AT) / 1000;
    const marker = `p${seed}-${Math.floor(second / BATCH)}`;
    points.set(marker, (points.get(marker) ?? 0) + 1);
  }
  // A batch is stored completely or not at all; any other count becomes an unexpected entry.
  const foundBatches = [...points].map(([marker, count]) => ({ id: count === BATCH ? marker : `${count} of ${BATCH}`, marker }));
  expect(positions.compare(foundBatches)).toEqual(NO_FINDINGS);
  expect(foundBatches.filter(({ id, marker }) => id !== marker)).toEqual([]);

  const reports = await ask<{ id: string; description: string; picPath1: string }[]>(server.base, token, 'POST', alarm.reportList.path, {});
  const shown = reports.filter(({ description }) => description.startsWith(`h${seed}`));
  expect(photos.compare(shown.map(({ id, description }) => ({ id, marker: description })))).toEqual(NO_FINDINGS);
  for (const { picPath1 } of shown) {
    const picture = await fetch(server.base + picPath1, { headers: { authorization: `Bearer ${token}` } });
    // Decoded to the last row: a truncated picture fails here.
    const { info } = await sharp(await picture.arrayBuffer(), { failOn: 'truncated' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject(PHOTO);
  }

  // Every act has an event, and every event an act.
  const events = await eventsSince(server.base, token, 0);
  const published = events.flatMap(({ payload }) => {
    const { id, change } = payload.data as { id: string; change?: string };
    return payload.kind === 'fireAlarm' && change ? [`${id} ${change}`] : [];
  });
  const written = [...histories].flatMap(([id, lines]) => lines.filter(({ act }) => act !== 'arrived').map(({ act }) => `${id} ${act}`));
  expect(published.toSorted()).toEqual(written.toSorted());
  const sentOut = events.flatMap(({ payload }) => (payload.kind === 'delegate' ? [payload.data.id] : []));
  expect(sentOut.toSorted()).toEqual(listed.list.map(({ id }) => id).toSorted());
  const dispatched = written.filter((line) => line.endsWith(' dispatched')).map((line) => line.split(' ', 1)[0]);
  expect(dispatched.toSorted()).toEqual(listed.list.map(({ fireId }) => fireId).toSorted());

  const counts = Object.fromEntries(
    Object.entries({ answers, dispatches, positions, photos }).map(([name, ledger]) => [
      name,
      (['ok', 'unknown', 'refused'] as const).map((kind) => ledger.markers(kind).length).join('/'),
    ]),
  );
  figures(import.meta.filename, { seed, kills: KILLS, 'ok/unknown/refused': JSON.stringify(counts) });
  expect(ledgers.flatMap((ledger) => ledger.markers('refused'))).toEqual([]);
  expect(cut).toBeGreaterThan(0);
});
