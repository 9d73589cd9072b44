// What an edited monitoring point keeps, and the audit rows of monitoring points, cameras and resources: one row per act, created from the
// first of its events.
import { randomUUID } from 'node:crypto';
import { type GridNo, NATION } from '@lookout/domain';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { untilLocked } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

let server: TestServer;
let token: string;
let auditor: string;
beforeAll(async () => {
  server = await sharedTestServer();
  token = (await server.login('aba')).access_token;
  auditor = (await server.login('guojia')).access_token;
});
afterAll(() => server?.stop());

const PATH = '/resource/api/monitor';
const point = (name: string, lng: number) => ({
  name,
  position: { lng, lat: 31.48, z: null },
  cameras: [
    { name: '一号', deviceId: 'D1', channelNum: 1 },
    { name: '二号', deviceId: 'D1', channelNum: 2 },
  ],
});

/** The rows of the audit page, newest first. */
async function audited(act: string) {
  const { body } = await server.call('POST', contract.admin.auditPage.path, { token: auditor, body: { act, pageNo: 1, pageSize: 20 } });
  return (body.data.list as Record<string, unknown>[]).map(({ targetKind, targetId, gridNo, outcome, detail }) => ({
    targetKind,
    targetId,
    gridNo,
    outcome,
    detail,
  }));
}

const happened = (kind: string, detail: object) => ({ events: [{ kind, detail }] });

it('a change of a monitoring point and its cameras has one audit row, which names the point and its grid before the change', async () => {
  const { id } = (await server.call('POST', PATH, { token, body: point('塔', 103.59) })).body.data;
  const target = { targetKind: 'monitoring-point', targetId: id };
  expect(await audited('create-monitor')).toEqual([
    { ...target, gridNo: '513221', outcome: 'ok', detail: happened('monitoring-point.saved', { name: '塔' }) },
  ]);

  await server.call('PUT', `${PATH}/${id}`, { token, body: point('高塔', 103.17) });
  const refused = await server.call('PUT', `${PATH}/${id}`, { token, body: point('塔', 114) });
  expect(refused.status).toBe(422);
  expect(await audited('update-monitor')).toEqual([
    { ...target, gridNo: '513222', outcome: expect.not.stringMatching(/^ok$/), detail: {} },
    { ...target, gridNo: '513221', outcome: 'ok', detail: happened('monitoring-point.saved', { name: '高塔' }) },
  ]);

  await server.call('DELETE', `${PATH}/${id}`, { token });
  expect(await audited('delete-monitor')).toEqual([
    { ...target, gridNo: '513222', outcome: 'ok', detail: happened('monitoring-point.removed', {}) },
  ]);
});

it('a monitoring point that is edited keeps its online state', async () => {
  const { id } = (await server.call('POST', PATH, { token, body: point('塔', 103.59) })).body.data;
  const stateOf = async () => (await server.call('GET', `${PATH}/${id}`, { token })).body.data.isOnline;
  expect(await stateOf()).toBe('1');
  const stored = await server.store.monitoringPoints.find(NATION, id);
  if (!stored) throw new Error('the point is not there');
  await server.store.monitoringPoints.put(NATION, [{ ...stored, online: false }]);
  await server.call('PUT', `${PATH}/${id}`, { token, body: point('高塔', 103.17) });
  expect(await stateOf()).toBe('0');
  await server.call('DELETE', `${PATH}/${id}`, { token });
});

it('a camera added while its point is being deleted is also deleted in the log; a deleted point is not saved again', async () => {
  const { id } = (await server.call('POST', PATH, { token, body: point('塔', 103.59) })).body.data;
  const camerasOf = async () => (await server.store.cameras.list(NATION, { monitoringPointId: id }, { limit: 9 })).list;
  const [camera] = await camerasOf();
  if (!camera) throw new Error('the camera is not there');
  const added = { ...camera, id: randomUUID(), channelNum: 3 };
  const { removing, saving } = await server.store.transaction(async (tx) => {
    await tx.cameras.holdOwners();
    const removing = server.call('DELETE', `${PATH}/${id}`, { token });
    await untilLocked(server.store.url, 1);
    const saving = server.call('PUT', `${PATH}/${id}`, { token, body: point('高塔', 103.59) });
    await untilLocked(server.store.url, 2);
    await tx.cameras.put(NATION, [added]);
    return { removing, saving };
  });
  expect([(await removing).status, (await saving).status, await camerasOf()]).toEqual([200, 404, []]);
  const log = await server.store.events.readRange(0, 1_000_000);
  expect(log.filter(({ event }) => event.objectId === added.id).map(({ event }) => event.kind)).toEqual(['camera.removed']);
});

it('each camera setup has its audit row, also when only the link is written, which creates no event', async () => {
  const { id } = (await server.call('POST', PATH, { token, body: point('塔', 103.59) })).body.data;
  const [camera] = (await server.store.cameras.list('513221' as GridNo, { monitoringPointId: id }, { limit: 2 })).list;
  const setUp = (northCorrectionDegrees: number) =>
    server.call('PUT', contract.camera.updateCameraSetup.path, {
      token,
      body: { cameraId: camera?.id, northCorrectionDegrees, masks: [], ranges: [], tour: [] },
    });
  await setUp(2);
  await setUp(2);
  const row = { targetKind: 'camera', targetId: camera?.id, gridNo: '513221', outcome: 'ok' };
  expect(await audited('update-camera-setup')).toEqual([
    { ...row, detail: {} },
    { ...row, detail: happened('camera.saved', { name: camera?.name }) },
  ]);
});

it('resources sent by a machine have one audit row with their counts, also when nothing is new', async () => {
  const row = { resourceType: 'team', resourceCode: 'T1', name: '扑火队', position: { lng: 103.59, lat: 31.48, z: null } };
  const put = () =>
    server.call('POST', '/resource/api/resourceList/put', { body: [row, 'nothing'], headers: { 'x-feed-key': server.feedKey } });
  await put();
  await put();
  expect((await audited('put-resources')).map(({ targetKind, targetId, detail }) => ({ targetKind, targetId, detail }))).toEqual([
    { targetKind: null, targetId: null, detail: { received: 2, accepted: 1, changed: 0 } },
    {
      targetKind: 'register',
      targetId: 'resources',
      detail: { received: 2, accepted: 1, changed: 1, ...happened('register.changed', { count: 1 }) },
    },
  ]);
});

it('a refused alarm has only the audit row of its refusal', async () => {
  const body = { longitude: 125.7, latitude: 39, alarmDatetime: new Date().toISOString(), maxHeat: 310, findType: 1 };
  expect((await server.call('POST', contract.alarm.createMonitorAlarm.path, { token, body })).status).toBe(422);
  const { list } = await server.store.audit.page(NATION, { act: 'create-camera-alarm' }, { offset: 0, limit: 10 });
  expect(list.map(({ outcome }) => outcome)).toEqual([expect.not.stringMatching(/^ok$/)]);
});
