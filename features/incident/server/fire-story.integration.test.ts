// The story of a fire and its sealed package: its content, who may read it, and that no change to a package remains undetected.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CAPABILITIES, type GridNo } from '@lookout/domain';
import { readMarkup, withZip, type ZipEntry } from '@lookout/ingest';
import { checkPackage, checkSeal } from '@lookout/server/admin/packages.ts';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { planBody } from '@lookout/server/testing/fence-world.ts';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { WireStoryLine } from '../../fire-story/fire-story.schema.ts';
import { chained, type Manifest } from '../../fire-story/service/fire-package/format.ts';
import { verifyPackage } from '../../fire-story/service/fire-package/verify.ts';
import { storyOf as readStory } from '../../fire-story/service/fire-story.ts';
import { firePackagePath } from '../incident.calls.ts';

const { incident: incidentCalls } = contract;
const SOON = { timeout: 10_000, interval: 50 };

let world: AlarmWorld;
/** How far the server's clock is ahead. */
let aheadMs = 0;
let ranger: { readonly id: string; readonly token: string };
beforeAll(async () => {
  world = await openAlarmWorld({
    clock: () => new Date(Date.now() + aheadMs),
    env: { FIRE_ASSOCIATION: 'on' },
    waits: { incidentsEveryMs: 100 },
  });
  const session = await world.server.login('ranger01');
  ranger = { id: session.accid, token: session.access_token };
});
afterAll(() => world?.stop());

/** Each test uses a separate place in the south of Wenchuan, 6 km from the next. */
let places = 0;
const newPlace = () => {
  places += 1;
  return { lng: 103.12 + 0.062 * (places % 4), lat: 30.9 + 0.06 * Math.floor(places / 4) };
};
const call = (user: Officer, row: { method: string; path: string }, given: Record<string, unknown>) =>
  world.server.call(row.method, row.method === 'GET' ? `${row.path}?${new URLSearchParams(given as Record<string, string>)}` : row.path, {
    token: world.tokens[user],
    ...(row.method !== 'GET' && { body: given }),
  });
const storyOf = async (user: Officer, id: string, more: object = {}): Promise<WireStoryLine[]> =>
  (await call(user, incidentCalls.incidentEvents, { id, ...more })).body.data;
const joined = (id: string, count: number) =>
  vi.waitFor(async () => {
    const { data } = (await call('guojia', incidentCalls.incident, { id })).body;
    expect(data?.incident.alarmIds).toHaveLength(count);
  }, SOON);

async function uploaded(): Promise<string> {
  const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'x.png');
  const headers = { authorization: `Bearer ${world.tokens.wenchuan}` };
  const reply = await fetch(`${world.server.base}/oa/api/upload`, { method: 'POST', headers, body: form });
  return ((await reply.json()) as { data: { id: string } }).data.id;
}

const position = (at: number, { lng, lat }: { lng: number; lat: number }) => ({
  userId: ranger.id,
  position: { lng, lat },
  actualUploadTime: new Date(at).toISOString(),
});

/** A fire of two alarms, one with a picture, with nearly every possible action. */
async function eventfulFire() {
  const place = newPlace();
  const camera = await world.raise('monitor', place);
  const picture = await uploaded();
  const reported = await world.server.call('POST', contract.alarm.createReport.path, {
    token: world.tokens.wenchuan,
    body: { longitude: place.lng, latitude: place.lat, description: '有烟', pictures: [picture], reporterName: '<b>张三</b>' },
  });
  const report = reported.body.data.id as string;
  await joined(camera, 2);
  await world.act('wenchuan', 'acknowledge', { id: camera });
  await world.act('wenchuan', 'monitorJudge', { fireId: camera, isReal: 1, trueAlarmType: 7, isTrueNote: '明火' });
  const sent = await call('wenchuan', contract.task.delegate, {
    taskContent: '前往核实',
    taskStartTime: '2036-11-21 08:00:00',
    taskEndTime: '2036-11-21 12:00:00',
    priority: 1,
    position: place,
    fireId: camera,
    taskMember: [ranger.id],
  });
  expect(sent.body.code).toBe(200);
  const taskId = sent.body.data.id as string;
  const sentAt = Date.now() + aheadMs;
  aheadMs += 120_000;
  await world.server.call('POST', contract.ranger.position.path, {
    body: [
      position(sentAt + 60_000, { ...place, lng: place.lng + 0.012 }),
      position(sentAt + 90_000, { ...place, lng: place.lng + 0.001 }),
    ],
    headers: { 'x-feed-key': world.server.feedKey },
  });
  const plot = { kind: 'line', name: '隔离带', points: [place, { lng: place.lng + 0.01, lat: place.lat }], fireId: camera };
  expect((await call('wenchuan', contract.plot.createPlot, plot)).body.code).toBe(200);
  return { place, camera, report, picture, taskId };
}

const kindsOf = (lines: readonly WireStoryLine[]) => lines.map(({ kind }) => kind);

describe('the story of a fire', () => {
  it('contains every object that refers to one of its alarms, in the order in which it became known', async () => {
    const { camera, report, picture, taskId, place } = await eventfulFire();
    const noon = { temperatureCelsius: 20, humidityPercent: 25, windKilometresPerHour: 20, rainMillimetres: 0 };
    const codes = { ffmc: 90, dmc: 60, dc: 300, isi: 12, bui: 80, fwi: 30 };
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const day = { ...codes, ...noon, gridNo: '513221' as GridNo, day: today, driver: null, gapDays: 0, source: 'demo' } as const;
    await world.server.store.fireWeather.add([day]);
    const message = { id: randomUUID(), fireId: report, userId: ranger.id, content: '不要靠近火头' };
    expect((await call('wenchuan', contract.rangerMessage.sendRangerMessage, message)).body.code).toBe(200);
    const split = await call('wenchuan', incidentCalls.splitIncident, { id: camera, alarmIds: [report] });
    await joined(camera, 1);
    await call('wenchuan', incidentCalls.undoIncidentDecision, { id: camera, decisionId: split.body.data.id });
    await joined(camera, 2);
    const lines = await storyOf('wenchuan', report);
    expect(kindsOf(lines.filter(({ topic }) => topic !== 'weather'))).toEqual([
      'alarm.recorded',
      'alarm.recorded',
      'alarm.acknowledged',
      'alarm.judged',
      'task.dispatched',
      'record.people',
      'plot.drawn',
      'ranger-message.sent',
      'incident.split',
      'incident.undone',
    ]);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map(({ seq }) => seq).toSorted((a, b) => a - b));
    // The weather is that of noon, regardless of its position in the story.
    expect(lines.filter(({ topic }) => topic === 'weather')).toMatchObject([
      {
        kind: 'record.weather',
        at: `${today} 12:00:00`,
        by: { kind: 'record' },
        detail: { gridName: '汶川县', humidity: 25, windSpeed: 20 },
      },
    ]);
    const one = (kind: string) => lines.find((line) => line.kind === kind);
    expect(lines.find(({ object }) => object.id === report)).toMatchObject({
      topic: 'sighting',
      by: { kind: 'officer', name: '<b>张三</b>' },
      pictures: [`/files/${picture}`],
      position: { lng: place.lng },
    });
    expect(one('ranger-message.sent')).toMatchObject({ topic: 'message', detail: { sender: 'desk', content: '不要靠近火头' } });
    // One action on both alarms.
    expect(one('alarm.judged')).toMatchObject({
      by: { kind: 'officer', name: '汶川县值班员' },
      alarmIds: expect.arrayContaining([camera, report]),
      detail: { isReal: 1, isTrueNote: '明火', trueAlarmType: 7 },
    });
    expect(one('task.dispatched')).toMatchObject({ object: { kind: 'task', id: taskId }, detail: { content: '前往核实' } });
    expect(one('incident.split')).toMatchObject({ detail: { staying: 1, leaving: 1 } });
    expect(one('record.people')).toMatchObject({
      by: { kind: 'record' },
      detail: { people: [{ positions: 2, arrived: expect.any(String) }] },
    });
  });

  it('contains messages, orders, papers, facts, plans, the SOS of the person sent, and the archive, each with its name', async () => {
    const { camera, place } = await eventfulFire();
    const done = async (user: Officer, row: { method: string; path: string }, given: Record<string, unknown>, query = '') => {
      const token = world.tokens[user];
      const { body } = await world.server.call(row.method, row.path + query, { token, body: given });
      expect([row.path, body.code, body.message]).toEqual([row.path, 200, expect.any(String)]);
      return body.data;
    };
    await done('wenchuan', contract.sms.smsSubmit, { phones: ['13800001234'], content: '【火情】' }, `?fireId=${camera}`);
    await done('wenchuan', contract.situation.issueOrder, { fireId: camera, receivers: [{ name: '甲队' }], content: '开设隔离带' });
    await done('wenchuan', contract.situation.beginDocument, { fireId: camera, kind: 'bulletin' });
    await done('wenchuan', contract.reporting.noteReportingFact, { alarmId: camera, fact: 'media', value: true });
    const plan = await done('wenchuan', contract.plan.createPlan, planBody({ gridNo: '513221' }));
    await done('wenchuan', contract.plan.submitPlan, { id: plan.id, revision: 1 });
    await done('aba', contract.plan.reviewPlan, { id: plan.id, state: 'approved' });
    const run = await done('wenchuan', contract.plan.startPlan, { fireId: camera, id: plan.id, level: 4, reason: '火势蔓延' });
    await done('wenchuan', contract.plan.tickRunItem, { id: run.id, itemId: 'report' });
    const raisedAt = new Date(Date.now() + aheadMs).toISOString();
    const sos = { id: randomUUID(), raisedAt, place: { position: place, foundAt: raisedAt } };
    expect((await world.server.call('POST', contract.sos.raiseSos.path, { token: ranger.token, body: sos })).body.code).toBe(200);
    await world.act('wenchuan', 'close', { id: camera, outcome: '1', note: '明火已灭' });
    await done('wenchuan', contract.fireArchive.openArchive, { fireId: camera });

    const lines = await storyOf('wenchuan', camera);
    const detailOf = (kind: string) => lines.find((line) => line.kind === kind)?.detail;
    expect(detailOf('alarm.messaged')).toMatchObject({ content: '【火情】', receivers: [expect.stringContaining('*')] });
    expect(detailOf('alarm.ordered')).toMatchObject({ content: '开设隔离带', receivers: ['甲队'] });
    expect(detailOf('document.begun')).toEqual({ documentKind: 'bulletin' });
    expect(detailOf('incident.fact-noted')).toEqual({ fact: 'media', from: null, to: true });
    expect(detailOf('plan-run.started')).toMatchObject({ planTitle: '森林草原火灾应急预案', level: 4, reason: '火势蔓延' });
    // The event contains the item's id; its text is in the run's first event.
    expect(detailOf('plan-run.item-done')).toEqual({ item: '上报', note: null });
    expect(detailOf('sos.raised')).toEqual({ fullName: expect.any(String) });
    expect(detailOf('alarm.closed')).toEqual({ outcome: 'extinguished', note: '明火已灭' });
    expect(detailOf('archive.opened')).toEqual({ version: 1 });
    // Papers require the right to support decisions, archives the right to dispatch: the observer has neither right.
    const watched = kindsOf(await storyOf('viewer', camera));
    expect(watched).toEqual(expect.arrayContaining(['alarm.ordered', 'plan-run.started', 'sos.raised']));
    for (const kind of ['document.begun', 'archive.opened']) expect(watched).not.toContain(kind);
  });

  it('marks what became known later than it happened', async () => {
    const hotspot = await world.raise('satellite', newPlace());
    await joined(hotspot, 1);
    // After noon the day's weather is listed before it.
    const arrived = (await storyOf('wenchuan', hotspot)).find(({ kind }) => kind === 'alarm.recorded');
    expect(arrived?.happenedAt && arrived.happenedAt < arrived.at).toBe(true);
  });

  it('continues after a given line, and can be limited to some topics', async () => {
    const { camera } = await eventfulFire();
    const all = await storyOf('wenchuan', camera);
    const third = all[2] as WireStoryLine;
    expect(await storyOf('wenchuan', camera, { after: third.seq })).toEqual(all.filter(({ seq }) => seq > third.seq));
    expect(kindsOf(await storyOf('wenchuan', camera, { topics: 'response,drawing' }))).toEqual([
      'alarm.acknowledged',
      'alarm.judged',
      'plot.drawn',
    ]);
    const limited = await call('wenchuan', incidentCalls.incidentEvents, { id: camera, limit: 2 });
    expect([limited.body.data.length, limited.body.message]).toEqual([2, '只列出前 2 条']);
    expect((await call('wenchuan', incidentCalls.incidentEvents, { id: camera, topics: 'x' })).body).toMatchObject({
      code: 422,
      data: [{ path: 'topics', message: '经过没有这个分类' }],
    });
  });

  it("is limited to the reader's grid and rights", async () => {
    const { camera } = await eventfulFire();
    expect((await call('lixian', incidentCalls.incidentEvents, { id: camera })).status).toBe(404);
    // The observer of the prefecture may only watch: the story has no positions of people.
    const watched = await storyOf('viewer', camera);
    expect(kindsOf(watched)).toContain('task.dispatched');
    expect(kindsOf(watched)).not.toContain('record.people');
  });

  it('of a fire in two counties gives each county its own part, regardless of who acted', async () => {
    // Between the two county seats: one fire with alarms of both counties.
    const middle = { lng: (WENCHUAN.lng + LIXIAN.lng) / 2, lat: (WENCHUAN.lat + LIXIAN.lat) / 2 };
    const ids: string[] = [];
    for (let step = -3; step <= 3; step += 1)
      ids.push(await world.raise('satellite', { ...middle, lng: middle.lng + (step * 2_000) / 95_000 }));
    await joined(ids[0] as string, ids.length);
    const isSeen = async (user: Officer, id: string) => (await world.read(user, 'one', { id })).status === 200;
    const seen = await Promise.all(ids.map(async (id) => ((await isSeen('wenchuan', id)) ? 'wenchuan' : 'lixian')));
    const [mine = [], theirs = []] = (['wenchuan', 'lixian'] as const).map((county) => ids.filter((_, n) => seen[n] === county));
    const [own = '', leaving = ''] = [mine[0], theirs[0]];
    await world.act('aba', 'acknowledge', { id: leaving });
    const split = await call('aba', incidentCalls.splitIncident, { id: own, alarmIds: [leaving] });
    await call('aba', incidentCalls.undoIncidentDecision, { id: own, decisionId: split.body.data.id });
    await joined(own, ids.length);
    const fireId = (await call('wenchuan', incidentCalls.incident, { id: own })).body.data.incident.id as string;
    const lines = await storyOf('wenchuan', own);
    // A fire may be named after an alarm that the county cannot see, and may have had another name before it was split.
    const names = new Set([fireId, ...lines.flatMap(({ object }) => (object.kind === 'incident' ? [object.id] : []))]);
    expect(lines.filter(({ kind }) => kind === 'alarm.recorded').map(({ object }) => object.id)).toEqual(mine);
    expect(lines.find(({ kind }) => kind === 'incident.split')?.detail).toEqual({ staying: mine.length, leaving: 0 });
    expect(lines.find(({ kind }) => kind === 'alarm.acknowledged')?.alarmIds.toSorted()).toEqual(mine.toSorted());
    const packed = Object.values(await filesOf((await packageOf('wenchuan', own)).bytes))
      .map(textOf)
      .join();
    for (const id of theirs.filter((one) => !names.has(one))) expect(packed).not.toContain(id);
    for (const id of mine) expect(packed).toContain(id);
  });

  it('states where the rest is, if the fire ended in a month that is no longer in the log', async () => {
    const { store, app } = world.server;
    const [over, open] = [await world.raise('monitor', newPlace()), await world.raise('monitor', newPlace())];
    await joined(over, 1);
    await joined(open, 1);
    await world.act('wenchuan', 'monitorJudge', { fireId: over, isReal: 0 });
    const before = new Date();
    const archives = async () =>
      [{ first: 1, last: Number.MAX_SAFE_INTEGER, endedAt: before, file: 'log-archives/event-1-9.ndjson.gz' }] as never;
    const left = { ...store, logParts: { ...store.logParts, archives } };
    const textsOf = async (id: string) => {
      const incident = await store.incidents.find('513221' as GridNo, id);
      if (incident === null) throw new Error('no such fire');
      const reader = { scope: '513221' as GridNo, rights: new Set(CAPABILITIES), now: new Date() };
      const { lines } = await readStory(left, app.deps.gazetteer().grids, reader, incident);
      return lines.find(({ kind }) => kind === 'alarm.recorded')?.detail.archived;
    };
    expect(await textsOf(over)).toEqual({ before: before.toISOString(), files: ['log-archives/event-1-9.ndjson.gz'] });
    expect(await textsOf(open)).toBeUndefined();
  });

  it('uses the same number of database queries for many alarms as for one', async () => {
    const [lone, place] = [await world.raise('monitor', newPlace()), newPlace()];
    const many: string[] = [];
    for (let n = 0; n < 6; n += 1) many.push(await world.raise('monitor', place));
    await joined(lone, 1);
    await joined(many[0] as string, 6);
    const linesOf = async (id: string): Promise<string[]> => {
      const { store, app } = world.server;
      const incident = await store.incidents.find('513221' as GridNo, id);
      if (incident === null) throw new Error('no such fire');
      const calls: string[] = [];
      const reader = { scope: '513221' as GridNo, rights: new Set(CAPABILITIES), now: new Date() };
      await readStory(counting(store, calls), app.deps.gazetteer().grids, reader, incident);
      return calls.toSorted();
    };
    const ofOne = await linesOf(lone);
    expect(ofOne.length).toBeGreaterThan(2);
    expect(await linesOf(many[0] as string)).toEqual(ofOne);
  });
});

/** Wraps the store and records the calls. */
const counting = <S extends object>(store: S, calls: string[], path = ''): S =>
  new Proxy(store, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver);
      const called = `${path}${String(name)}`;
      if (typeof found === 'object' && found !== null) return counting(found, calls, `${called}.`);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        calls.push(called);
        return Reflect.apply(found, target, given);
      };
    },
  });

// The sealed package.

async function packageOf(
  user: Officer,
  id: string,
): Promise<{ readonly status: number; readonly bytes: Uint8Array; readonly type: string }> {
  const headers = { authorization: `Bearer ${world.tokens[user]}` };
  const reply = await fetch(`${world.server.base}${firePackagePath}?id=${id}`, { method: 'POST', headers });
  return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()), type: reply.headers.get('content-type') ?? '' };
}

const filesOf = (bytes: Uint8Array): Promise<Record<string, Uint8Array>> =>
  withZip(bytes, async (entries: readonly ZipEntry[]) =>
    Object.fromEntries(await Promise.all(entries.map(async (entry) => [entry.name, await entry.read()] as const))),
  );
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const zipped = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files, { level: 0 });

describe('the sealed package of a fire', () => {
  let fire: Awaited<ReturnType<typeof eventfulFire>>;
  let bytes: Uint8Array;
  let files: Record<string, Uint8Array>;
  beforeAll(async () => {
    fire = await eventfulFire();
    const reply = await packageOf('wenchuan', fire.camera);
    expect([reply.status, reply.type]).toEqual([200, 'application/zip']);
    bytes = reply.bytes;
    files = await filesOf(bytes);
  });

  it('contains the story as a chain of canonical lines, the pictures, a KMZ, a page, the manifest and its seal', async () => {
    const manifest: Manifest = JSON.parse(textOf(files['manifest.json']));
    expect(Object.keys(files).map((name) => name.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual([
      'events.jsonl',
      'pictures/ID.png',
      'fire.kmz',
      'index.html',
      'manifest.json',
      'manifest.signature',
      'manifest.sha256',
    ]);
    const lines = textOf(files['events.jsonl']).trimEnd().split('\n');
    expect(manifest.lines.count).toBe(lines.length);
    for (const line of lines) expect(canonicalize(JSON.parse(line))).toBe(line);
    for (const [n, line] of lines.entries()) expect(JSON.parse(line).prev).toBe(n === 0 ? '0'.repeat(64) : sha256(lines[n - 1] as string));
    expect(manifest.files.map(({ name, digest }) => [name, digest])).toEqual(
      ['events.jsonl', Object.keys(files)[1] as string, 'fire.kmz', 'index.html'].map((name) => [name, sha256(files[name] as Uint8Array)]),
    );
    expect(manifest).toMatchObject({
      format: 'lookout-fire-package-2',
      hash: 'SHA-256',
      signing: { algorithm: 'ECDSA-P256-SHA256' },
      fire: { gridNo: '513221', alarmIds: expect.arrayContaining([fire.camera, fire.report]) },
      made: { by: '汶川县值班员', gridNo: '513221' },
      missingPictures: [],
      isCut: false,
    });
    expect(await verifyPackage(bytes)).toMatchObject({ faults: [], sha256: sha256(files['manifest.json'] as Uint8Array) });
  });

  it('has its seal recorded in the database and in the audit', async () => {
    const seal = sha256(files['manifest.json'] as Uint8Array);
    const { id } = JSON.parse(textOf(files['manifest.json'])).fire;
    expect(await world.server.store.fireStories.sealed(seal)).toMatchObject({ sha256: seal, incidentId: id, madeBy: '汶川县值班员' });
    expect(await world.auditOf(id)).toContainEqual(
      expect.objectContaining({
        act: 'package-fire',
        detail: { events: [{ kind: 'incident.packaged', detail: expect.objectContaining({ sha256: seal }) }] },
      }),
    );
    const own = (await storyOf('wenchuan', fire.camera)).filter(({ kind }) => kind === 'incident.packaged');
    expect(own).toMatchObject([{ detail: { sha256: seal, pictures: 1 } }]);
    expect(await world.server.store.fireStories.sealed(sha256('other'))).toBeNull();
  });

  it('is checked by npm run verify-package, which reports what was changed, and whether the package was sealed here', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lookout-package-'));
    const written = async (name: string, content: Uint8Array) => {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    };
    try {
      const { check, lines } = await checkPackage(await written('sound.zip', bytes));
      expect(lines[0]).toMatch(/^封存包完好/);
      const { data: published } = (await world.server.call('GET', contract.auth.signingKeys.path)).body;
      expect(await checkSeal(world.server.store, check, published)).toEqual([
        expect.stringContaining('封存属实'),
        expect.stringContaining('签名密钥是本系统公布的'),
      ]);
      await expect(checkSeal(world.server.store, check, [])).rejects.toThrow('签名密钥不是本系统公布的');
      const changed = await written('changed.zip', zipped({ ...files, 'index.html': Buffer.from('<p>') }));
      await expect(checkPackage(changed)).rejects.toThrow('文件已被改动 · changed: index.html');
      await expect(checkSeal(world.server.store, { ...check, sha256: sha256('other') }, published)).rejects.toThrow('数据库里没有这个封存');
      await expect(checkPackage(path.join(folder, 'none.zip'))).rejects.toThrow('没有这个文件');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reveals a changed byte at any position', async () => {
    const names = Object.keys(files);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), async (file, place, change) => {
        const name = names[file % names.length] as string;
        const content = Uint8Array.from(files[name] as Uint8Array);
        const at = place % content.length;
        content[at] = (content[at] as number) ^ change;
        expect((await verifyPackage(zipped({ ...files, [name]: content }))).faults).not.toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('reports which file and which line was changed, removed, moved or added', async () => {
    const faultsOf = async (changed: Record<string, Uint8Array>) => (await verifyPackage(zipped(changed))).faults;
    const lines = textOf(files['events.jsonl']).trimEnd().split('\n');
    const withLines = (changed: readonly string[]) => ({ ...files, 'events.jsonl': Buffer.from(`${changed.join('\n')}\n`) });
    const changedFile = { kind: 'changed', file: 'events.jsonl' };
    expect(await faultsOf(withLines([...lines.slice(0, 2), ...lines.slice(3)]))).toEqual([
      changedFile,
      ...lines.slice(3).map((_, n) => ({ kind: 'line', line: n + 3 })),
      { kind: 'other-lines', found: lines.length - 1, listed: lines.length },
    ]);
    const [first = '', second = '', ...rest] = lines;
    expect(await faultsOf(withLines([second, first, ...rest]))).toContainEqual({ kind: 'line', line: 1 });
    expect(await faultsOf(withLines(lines.map((line, n) => (n === 1 ? line.replace('2', '3') : line))))).toContainEqual(changedFile);
    // Even if the whole chain is rewritten, its last hash differs from the one in the manifest.
    const anew = chained(
      lines.slice(1).map((line) => JSON.parse(line).line),
      'SHA-256',
    );
    expect(await faultsOf(withLines(anew))).toContainEqual({ kind: 'other-lines', found: lines.length - 1, listed: lines.length });
    const { 'fire.kmz': _gone, ...without } = files;
    expect(await faultsOf(without)).toEqual([{ kind: 'missing', file: 'fire.kmz' }]);
    expect(await faultsOf({ ...files, 'x.txt': Buffer.from('x') })).toEqual([{ kind: 'unlisted', file: 'x.txt' }]);
    expect((await verifyPackage(Buffer.from('no zip'))).faults).toEqual([{ kind: 'unreadable', file: null }]);
    expect((await verifyPackage(zipped({ 'a.txt': Buffer.from('a') }))).faults).toEqual([{ kind: 'no-manifest' }]);
  });

  it('contains only what the requesting officer may see', async () => {
    expect((await packageOf('lixian', fire.camera)).status).toBe(404);
    expect((await packageOf('viewer', fire.camera)).status).toBe(403);
    const unsigned = await fetch(`${world.server.base}${firePackagePath}?id=${fire.camera}`, { method: 'POST' });
    expect(unsigned.status).toBe(401);
  });

  it('has a page that loads nothing from outside, and escapes its text', () => {
    const page = textOf(files['index.html']);
    expect(page.match(/(?:src|href|action|data)="(?!pictures\/)[^"]*"/g)).toBeNull();
    expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\/|url\(|@import|fetch\(/);
    expect(page).toContain('default-src &#39;none&#39;');
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
    expect(page).toContain(`sha256-${createHash('sha256').update(script).digest('base64')}`);
    expect(page).toContain('&lt;b&gt;张三&lt;/b&gt;');
    expect(page).not.toContain('<b>张三');
    expect(page).toContain('前往核实');
    expect(page).toContain('<polyline');
  });

  it('has a KMZ with times, tracks and pictures', async () => {
    const { 'doc.kml': doc } = await filesOf(files['fire.kmz'] as Uint8Array);
    const kml = textOf(doc);
    const count = (pattern: RegExp) => kml.match(pattern)?.length ?? 0;
    expect(count(/<TimeStamp><when>[0-9T:.-]+Z<\/when><\/TimeStamp><Point>/g)).toBeGreaterThan(2);
    expect(count(/<gx:Track>/g)).toBe(1);
    expect(count(/<gx:coord>/g)).toBe(2);
    expect(kml).toContain('<TimeSpan><begin>');
    expect(kml).toContain('../pictures/');
    // The XML is well-formed, and a KML reader finds its features.
    expect((await readMarkup(doc as Uint8Array)).features.length).toBe(count(/<Placemark>/g));
  });
});
