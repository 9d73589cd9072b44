import { NATION } from '@lookout/domain';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

let now = new Date('2026-11-21T02:00:00Z');
let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await sharedTestServer({ clock: () => now });
  for (const user of ['aba', 'wenchuan', 'lixian', 'viewer']) tokens[user] = (await server.login(user)).access_token;
});
afterAll(() => server?.stop());

const calls = contract.resource;
const post = (user: string, path: string, body: unknown) => server.call('POST', path, { token: tokens[user], body });
const fields = (more: object = {}) => ({
  name: '映秀水池',
  position: { lng: 103.59, lat: 31.48 },
  attributes: { 水源类型: '水池' },
  ...more,
});
const create = (user: string, code: string, more: object = {}) =>
  post(user, calls.createResource.path, { kind: 'waterSource', code, ...fields(more) });
const update = (user: string, id: string, body: object) =>
  server.call('PUT', calls.updateResource.path.replace('{id}', id), { token: tokens[user], body });
const page = async (user: string, body: object = {}) => (await post(user, calls.resourcePage.path, body)).body.data;
const sheet = (rows: readonly string[]) => ['类别,编号,名称,经度,纬度,属性：人数', ...rows].join('\n');
const bring = (user: string, text: string, apply: boolean) =>
  server.call('POST', `${calls.importResources.path}${apply ? '?apply=1' : ''}`, {
    token: tokens[user],
    body: text,
    headers: { 'content-type': 'text/csv' },
  });

describe('an edited resource', () => {
  it('is created in the grid of its place, is found by list and search, and its code cannot be used again', async () => {
    const { body } = await create('wenchuan', 'C1', { attributes: { 水源类型: '水池', '可取水量（立方米）': '120' } });
    expect(body.data).toMatchObject({
      gridNo: '513221',
      version: 1,
      changedBy: '汶川县值班员',
      attributes: { '可取水量（立方米）': 120 },
    });
    expect((await page('aba', { kinds: ['waterSource'], name: 'C1' })).list).toEqual([body.data]);
    const around = { longitude: 103.59, latitude: 31.48, radius: 100, resourceType: 'waterSource' };
    expect((await post('aba', calls.around.path, around)).body.data.map((r: { id: string }) => r.id)).toEqual([body.data.id]);
    expect((await create('wenchuan', 'C1')).body.data[0]).toEqual({ path: 'code', message: '编号 C1 已有同类资源' });
    const rows = await server.store.audit.page(NATION, { targetId: body.data.id }, { offset: 0, limit: 5 });
    expect(rows.list.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual(['create-resource ok']);
  });

  it.each([
    ['name', { name: ' ' }, '请填写名称'],
    ['position', { position: { lng: 103.17, lat: 31.44 } }, '位置不在您的网格范围内'],
    ['position', { position: { lng: 2.35, lat: 48.85 } }, '位置在中国境外'],
    ['attributes.可取水量（立方米）', { attributes: { '可取水量（立方米）': '很多' } }, '“可取水量（立方米）”应为不小于 0 的数'],
  ])('with a wrong %s is refused with the field named', async (path, more, message) => {
    const { status, body } = await create('wenchuan', 'BAD', more);
    expect([status, body.data[0]]).toEqual([422, { path, message }]);
  });

  it('can be changed by a user with the permission, in his grid; the second of two gets the current value', async () => {
    const { id } = (await create('wenchuan', 'C2')).body.data;
    expect((await update('viewer', id, { version: 1, ...fields() })).status).toBe(403);
    expect((await update('lixian', id, { version: 1, ...fields({ position: { lng: 103.17, lat: 31.44 } }) })).status).toBe(404);
    const first = await update('wenchuan', id, { version: 1, ...fields({ name: '新名' }) });
    expect(first.body.data).toMatchObject({ name: '新名', version: 2, code: 'C2' });
    const second = await update('aba', id, { version: 1, ...fields({ name: '另名' }) });
    expect([second.status, second.body.data, second.body.message]).toEqual([409, first.body.data, '该资源已由汶川县值班员修改']);
  });

  it('is removed with a reason and restored as it was', async () => {
    const made = (await create('wenchuan', 'C3')).body.data;
    expect((await post('wenchuan', calls.removeResource.path, { id: made.id, reason: ' ' })).body.data[0].message).toBe('请填写删除原因');
    expect((await post('lixian', calls.removeResource.path, { id: made.id, reason: '已废' })).status).toBe(404);
    expect((await post('wenchuan', calls.removeResource.path, { id: made.id, reason: '已废' })).status).toBe(200);
    expect((await page('wenchuan', { name: 'C3' })).total).toBe(0);
    const removed = (await post('aba', calls.removedResources.path, { kinds: ['waterSource'] })).body.data;
    expect(removed.list[0]).toMatchObject({ resource: { id: made.id }, reason: '已废', removedBy: '汶川县值班员' });
    expect((await post('lixian', calls.removedResources.path, {})).body.data.total).toBe(0);
    expect((await post('lixian', calls.restoreResource.path, { id: made.id })).status).toBe(404);
    const restored = (await post('wenchuan', calls.restoreResource.path, { id: made.id })).body.data;
    expect({ ...restored, version: 0 }).toEqual({ ...made, version: 0 });
    expect((await post('wenchuan', calls.restoreResource.path, { id: made.id })).status).toBe(404);
  });

  it('that was registered again in the meantime is not overwritten by restoring', async () => {
    const made = (await create('wenchuan', 'C4')).body.data;
    await post('wenchuan', calls.removeResource.path, { id: made.id, reason: '已废' });
    await create('wenchuan', 'C4', { name: '新的' });
    expect((await post('wenchuan', calls.restoreResource.path, { id: made.id })).status).toBe(422);
    expect((await page('wenchuan', { name: 'C4' })).list).toMatchObject([{ name: '新的' }]);
    expect((await post('wenchuan', calls.removedResources.path, {})).body.data.list[0].resource.id).toBe(made.id);
  });

  it('untouched for a year is stale until a user in its grid confirms it', async () => {
    const made = (await create('wenchuan', 'C5')).body.data;
    const stale = async () => (await page('wenchuan', { stale: true, name: 'C5' })).total;
    expect(await stale()).toBe(0);
    now = new Date('2027-11-22T02:00:00Z');
    for (const user of ['aba', 'wenchuan', 'lixian', 'viewer']) tokens[user] = (await server.login(user)).access_token;
    expect(await stale()).toBe(1);
    expect((await post('lixian', calls.confirmResources.path, { ids: [made.id] })).body.data).toEqual({ confirmed: 0 });
    expect((await post('wenchuan', calls.confirmResources.path, { ids: [made.id] })).body.data).toEqual({ confirmed: 1 });
    expect(await stale()).toBe(0);
    expect((await page('wenchuan', { name: 'C5' })).list[0]).toMatchObject({ version: made.version, confirmedAt: '2027-11-22 10:00:00' });
  });
});

/** A PNG of one red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const upload = async (user: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'a.png');
  const headers = { authorization: `Bearer ${tokens[user]}` };
  const reply = await fetch(server.base + contract.photo.upload.path, { method: 'POST', body: form, headers });
  return ((await reply.json()) as { data: { id: string } }).data.id;
};
const sees = async (user: string, id: string) =>
  (await fetch(`${server.base}/files/${id}`, { headers: { authorization: `Bearer ${tokens[user]}` } })).status;

describe('photos of a resource', () => {
  it('are visible in the resource’s grid, remain through changes that do not name them, and are restored with it', async () => {
    const photo = await upload('aba');
    const made = (await create('aba', 'P1', { photos: [photo] })).body.data;
    expect([made.photos, made.version]).toEqual([[photo], 2]);
    expect([await sees('wenchuan', photo), await sees('lixian', photo)]).toEqual([200, 404]);
    const renamed = (await update('aba', made.id, { version: made.version, ...fields({ name: '新名' }) })).body.data;
    expect([renamed.photos, renamed.version]).toEqual([made.photos, made.version + 1]);

    // The photo is then visible in the other county.
    const moved = fields({ name: '新名', position: { lng: 103.17, lat: 31.44 } });
    expect((await update('aba', made.id, { version: renamed.version, ...moved })).body.data.gridNo).toBe('513222');
    expect([await sees('wenchuan', photo), await sees('lixian', photo)]).toEqual([404, 200]);

    await post('aba', calls.removeResource.path, { id: made.id, reason: '已废' });
    expect((await post('aba', calls.restoreResource.path, { id: made.id })).body.data.photos).toEqual(made.photos);
    const version = (await page('aba', { name: 'P1' })).list[0].version;
    const bare = (await update('aba', made.id, { version, ...moved, photos: [] })).body.data;
    expect([bare.photos, bare.version]).toEqual([[], version + 1]);
  });

  it('are at most three, and must be uploads of the same user', async () => {
    const [mine, theirs] = [await upload('wenchuan'), await upload('aba')];
    const refusalOf = async (photos: readonly string[]) => (await create('wenchuan', 'P2', { photos })).body.data[0];
    expect(await refusalOf([mine, theirs])).toEqual({ path: 'photos', message: '照片不存在，请重新上传' });
    expect((await refusalOf([mine, mine, mine, mine])).message).toBe('最多上传3张照片');
    expect((await page('wenchuan', { name: 'P2' })).total).toBe(0);
  });
});

describe('a table imported on the page', () => {
  it('is checked first, then written without its bad rows; importing it again changes nothing', async () => {
    const text = sheet([
      '扑火队伍,I1,一队,103.59,31.48,30',
      '扑火队伍,I2,二队,103.17,31.44,12',
      '扑火队伍,I3,三队,103.6,31.5,若干',
      '扑火队伍,I1,又一,103.59,31.48,1',
    ]);
    const rejected = [
      [3, '经度', '位置不在您的网格范围内'],
      [4, null, '“人数”应为不小于 0 的数'],
      [5, null, '与第 2 行重复（扑火队伍 I1）'],
    ];
    const checked = (await bring('wenchuan', text, false)).body.data;
    expect(checked).toMatchObject({ received: 4, accepted: 1, changed: null });
    expect(checked.rejected.map((r: { line: number; column: string; reason: string }) => [r.line, r.column, r.reason])).toEqual(rejected);
    expect((await page('wenchuan', { name: 'I1' })).total).toBe(0);
    expect((await bring('wenchuan', text, true)).body.data).toMatchObject({ accepted: 1, changed: 1 });
    expect((await page('wenchuan', { name: 'I1' })).list).toMatchObject([{ name: '一队', attributes: { 人数: 30 }, changedBy: null }]);
    expect((await bring('wenchuan', text, true)).body.data).toMatchObject({ accepted: 1, changed: 0 });
  });

  it('may be points as GeoJSON or KML, checked and refused by feature', async () => {
    const point = (code: string, coordinates: readonly number[]) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: { 类别: '水源地', 编号: code, name: `水池${code}` },
    });
    const features = [point('J1', [103.59, 31.48]), point('J2', [103.17, 31.44])];
    const json = (await bring('wenchuan', JSON.stringify({ type: 'FeatureCollection', features }), true)).body.data;
    expect(json).toMatchObject({ received: 2, accepted: 1, rejected: [{ line: 2, reason: '位置不在您的网格范围内' }] });
    const data = ['类别', '编号'].map((name, at) => `<Data name="${name}"><value>${['水源地', 'J3'][at]}</value></Data>`).join('');
    const mark = `<Placemark><name>水池J3</name><ExtendedData>${data}</ExtendedData><Point><coordinates>103.6,31.5</coordinates></Point></Placemark>`;
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${mark}</Document></kml>`;
    expect((await bring('wenchuan', kml, true)).body.data).toMatchObject({ received: 1, accepted: 1, changed: 1 });
    expect((await page('wenchuan', { name: 'J' })).list.map((r: { code: string; name: string }) => r.name)).toEqual(['水池J1', '水池J3']);
  });

  it('is refused as a whole with an unknown column, without a table, or without the permission', async () => {
    expect((await bring('wenchuan', '类别,编号,名称,经度,纬度,颜色\n', false)).status).toBe(422);
    expect((await bring('wenchuan', '{"a":"b"}', false)).status).toBe(422);
    expect((await bring('viewer', sheet([]), false)).status).toBe(403);
  });
});
