// An archive belongs to a fire, not to each of its alarms.

import { type AlarmWorld, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';

const { fireArchive, incident } = contract;

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100 } });
});
afterAll(() => world?.stop());

type Row = { readonly method: string; readonly path: string };
const call = async (user: Officer, { method, path }: Row, given: Record<string, unknown>) =>
  (
    await world.server.call(method, method === 'GET' ? `${path}?${new URLSearchParams(given as Record<string, string>)}` : path, {
      token: world.tokens[user],
      ...(method !== 'GET' && { body: given }),
    })
  ).body;

const PLACE = { lng: 103.2, lat: 31.2 };
const east = (metres: number) => ({ lng: PLACE.lng + metres / 95_000, lat: PLACE.lat });
const fireOf = async (alarmId: string) => (await call('wenchuan', incident.incident, { id: alarmId })).data.incident;

it('a fire has one archive, found by any of its alarms, with all alarms, each act once, and the tasks of each alarm', async () => {
  const camera = await world.raise('monitor', PLACE);
  const report = await world.raise('report', east(200));
  const hotspot = await world.raise('satellite', east(400));
  const alarmIds = [camera, report, hotspot].toSorted();
  await vi.waitFor(async () => expect((await fireOf(hotspot)).alarmIds).toHaveLength(3), { timeout: 10_000, interval: 50 });
  const fireId = (await fireOf(hotspot)).id;
  expect((await world.act('wenchuan', 'monitorJudge', { fireId: report, isReal: 1 })).body.code).toBe(200);
  expect((await world.act('wenchuan', 'close', { id: camera, kind: 'monitor', outcome: '已扑灭', note: '' })).body.code).toBe(200);

  const listed = async (user: Officer, filter: object = {}) => (await call(user, fireArchive.archiveList, { ...filter })).data;
  expect(await listed('wenchuan')).toMatchObject([{ fireId, alarms: 3, state: 'none' }]);
  expect((await call('aba', fireArchive.archivePage, { pageNo: 1, pageSize: 10 })).data).toMatchObject({ total: 1, list: [{ fireId }] });
  for (const id of alarmIds) expect(await listed('wenchuan', { fireId: id })).toMatchObject([{ fireId }]);
  expect(await listed('lixian')).toEqual([]);

  const { archive: none, record } = (await call('wenchuan', fireArchive.archiveOne, { fireId: hotspot })).data;
  expect(none).toBeNull();
  expect(record.alarms.map(({ id }: { id: string }) => id)).toEqual(alarmIds);
  expect(record.events.map(({ act }: { act: string }) => act).toSorted()).toEqual(['arrived', 'arrived', 'arrived', 'closed', 'judged']);

  const opened = await call('wenchuan', fireArchive.openArchive, { fireId: hotspot });
  expect(opened.code).toBe(200);
  // An officer who opens the fire from another alarm finds the same draft.
  expect((await call('wenchuan', fireArchive.archiveOne, { fireId: camera })).data.archive.id).toBe(opened.data.id);
  expect((await call('aba', fireArchive.openArchive, { fireId: report })).code).toBe(409);
  expect(await listed('wenchuan')).toMatchObject([{ fireId, state: 'draft', version: 1 }]);
});

it('when a fire of two alarms is split, the draft remains with the first and the other has none', async () => {
  const [first, second] = [
    await world.raise('monitor', { lng: 103.2, lat: 31.0 }),
    await world.raise('monitor', { lng: 103.2021, lat: 31.0 }),
  ];
  await vi.waitFor(async () => expect((await fireOf(second)).alarmIds).toHaveLength(2), { timeout: 10_000, interval: 50 });
  await world.act('wenchuan', 'monitorJudge', { fireId: first, isReal: 1 });
  await world.act('wenchuan', 'close', { id: first, kind: 'monitor', outcome: '已扑灭', note: '' });
  const listed = async () =>
    (await call('wenchuan', fireArchive.archiveList, {})).data.filter(({ fireId }: { fireId: string }) => [first, second].includes(fireId));
  expect(await listed()).toMatchObject([{ fireId: first, alarms: 2 }]);
  expect((await call('wenchuan', fireArchive.openArchive, { fireId: second })).code).toBe(200);
  const fire = await fireOf(first);
  expect((await call('wenchuan', incident.splitIncident, { id: fire.id, alarmIds: [second] })).code).toBe(200);
  await vi.waitFor(async () => expect(await listed()).toHaveLength(2), { timeout: 10_000, interval: 50 });
  const byId = Object.fromEntries((await listed()).map(({ fireId, state }: Record<string, string>) => [fireId, state]));
  // The draft was begun when the first alarm represented both.
  expect(byId).toEqual({ [first]: 'draft', [second]: 'none' });
});
