import { NATION } from '@lookout/domain';
import type { Json } from '@lookout/server/testing/json.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { BURNING_CALMS_METRES, type Burning } from '../burning.ts';

let now = new Date('2026-11-21T02:00:00Z');
let server: TestServer;
const sessions: Record<string, Session> = {};
const { burningPage, burningList, createBurning, reviewBurning } = contract.burning;
type BurningJson = Json<Burning>;

beforeAll(async () => {
  server = await sharedTestServer({ clock: () => now });
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'viewer', 'ranger01']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const post = (user: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Reply> =>
  server.call('POST', path, { token: sessions[user]?.access_token, body, ...(headers && { headers }) });
const draft = (more: object = {}) => ({
  applicant: '泽某',
  phone: '000-0000-1234',
  purpose: 'farm',
  position: { lng: 103.59, lat: 31.48 },
  areaHectares: 0.5,
  peopleCount: 3,
  startsAt: '2026-11-21 12:00:00',
  endsAt: '2026-11-21 16:00:00',
  measures: '隔离带',
  ...more,
});
const apply = async (user: string, more: object = {}): Promise<string> => {
  const reply = await post(user, createBurning.path, draft(more));
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.id;
};
const review = (user: string, id: string, state: string, note?: string) =>
  post(user, reviewBurning.path, { id, state, ...(note && { note }) });
const list = async (user: string, body: object = {}): Promise<BurningJson[]> => (await post(user, burningList.path, body)).body.data;

describe('an application', () => {
  it('is assigned to its county, stores its fields, is pending, and is listed for that county and the grid above', async () => {
    const id = await apply('wenchuan');
    const own = (await list('wenchuan')).find((one) => one.id === id);
    expect(own).toMatchObject({
      gridNo: '513221',
      gridName: '汶川县',
      applicant: '泽某',
      purpose: 'farm',
      state: 'pending',
      areaHectares: 0.5,
      startsAt: '2026-11-21 12:00:00',
      endsAt: '2026-11-21 16:00:00',
      createdBy: '汶川县值班员',
      reviewedBy: null,
    });
    expect(own?.address).toContain('汶川县');
    expect((await list('guojia')).some((one) => one.id === id)).toBe(true);
    expect((await list('lixian')).some((one) => one.id === id)).toBe(false);
  });

  it('cannot be listed or created by a ranger', async () => {
    for (const row of [burningPage, burningList, createBurning]) expect((await post('ranger01', row.path, draft())).status).toBe(403);
  });

  it('sent again under the same key returns the first application; the same key from another account creates a new one', async () => {
    const key = { 'idempotency-key': 'once' };
    const [first, second] = await Promise.all([1, 2].map(() => post('wenchuan', createBurning.path, draft(), key)));
    expect(second?.body.data.id).toBe(first?.body.data.id);
    expect((await post('aba', createBurning.path, draft(), key)).body.data.id).not.toBe(first?.body.data.id);
  });

  it.each([
    ['endsAt', { endsAt: '2026-11-21 11:00:00' }, '结束时间应晚于开始时间'],
    ['endsAt', { endsAt: '2026-12-22 12:00:01' }, '用火时间不能超过30天'],
    ['endsAt', { startsAt: '2026-11-20 08:00:00', endsAt: '2026-11-21 09:59:59' }, '结束时间应晚于现在'],
    ['startsAt', { startsAt: '５１３２２１' }, '时间应为 YYYY-MM-DD HH:mm:ss（北京时间）或 ISO 8601'],
    ['applicant', { applicant: ' ' }, '请填写申请人'],
    ['phone', { phone: 'call me' }, '电话号码格式不正确'],
    ['purpose', { purpose: 'fun' }, '请选择用火类型'],
    ['position', { position: { lng: 103.17, lat: 31.44 } }, '位置不在您的网格范围内'],
    ['position', { position: { lng: 90, lat: 10 } }, '位置在中国境外'],
    ['peopleCount', { peopleCount: 1000 }, null],
    ['areaHectares', { areaHectares: -1 }, null],
  ])('with an invalid %s is refused, and the reply names the field', async (path, more, message) => {
    const { status, body } = await post('wenchuan', createBurning.path, draft(more));
    expect({ status, path: body.data?.[0]?.path }).toEqual({ status: 422, path });
    if (message !== null) expect(body.data[0].message).toBe(message);
  });
});

describe('a review', () => {
  it('succeeds once: the second reviewer receives the result of the first', async () => {
    const id = await apply('wenchuan');
    const [one, other] = await Promise.all([review('wenchuan', id, 'approved'), review('aba', id, 'refused', '风大')]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const [won, lost] = one.status === 200 ? [one, other] : [other, one];
    expect(lost.body.data).toEqual(won.body.data);
    expect(lost.body.message).toContain(won.body.data.reviewedBy);
  });

  it('needs a reason to refuse or withdraw; an approved application may be withdrawn while its window is open', async () => {
    const id = await apply('wenchuan');
    expect((await review('aba', id, 'refused')).body.data[0]).toEqual({ path: 'note', message: '请填写原因' });
    expect((await review('aba', id, 'approved')).body.data).toMatchObject({
      state: 'approved',
      startsAt: '2026-11-21 12:00:00',
      reviewedBy: '阿坝州值班员',
    });
    expect((await review('wenchuan', id, 'withdrawn', '下雨，不烧了')).body.data).toMatchObject({
      state: 'withdrawn',
      reviewNote: '下雨，不烧了',
    });
    expect((await review('aba', id, 'approved')).status).toBe(409);
    const rows = await server.store.audit.page(NATION, { targetId: id }, { offset: 0, limit: 20 });
    expect(rows.list.map(({ act, outcome }) => `${act} ${outcome}`)).toContain('review-burning ok');
  });

  it("needs the permission, an application in the reviewer's own grid, and a window that is not over", async () => {
    const id = await apply('wenchuan');
    expect((await review('viewer', id, 'approved')).status).toBe(403);
    expect((await review('lixian', id, 'approved')).status).toBe(404);
    expect((await review('wenchuan', '00000000-0000-4000-8000-000000000000', 'approved')).status).toBe(404);
    now = new Date('2026-11-21T08:00:01Z');
    expect((await review('wenchuan', id, 'approved')).body).toMatchObject({ code: 501, message: '用火时间已过，不能再处理' });
    now = new Date('2026-11-21T02:00:00Z');
  });
});

describe('lists', () => {
  it('around a place: nearest first, within the radius and the window, as the card of an alarm requests them', async () => {
    const place = { lng: 103.5, lat: 31.3 };
    const near = await apply('wenchuan', { position: { lng: 103.505, lat: 31.3 } });
    const nearest = await apply('wenchuan', { position: { lng: 103.5, lat: 31.301 } });
    const far = await apply('wenchuan', { position: { lng: 103.52, lat: 31.3 } });
    for (const id of [near, nearest, far]) await review('aba', id, 'approved');
    const calming = (at: string) =>
      list('wenchuan', {
        around: { centre: place, radiusMetres: BURNING_CALMS_METRES },
        state: 'approved',
        beginTime: at,
        endTime: at,
      });
    expect((await calming('2026-11-21 13:00:00')).map(({ id }) => id)).toEqual([nearest, near]);
    expect(await calming('2026-11-21 11:59:59')).toEqual([]);
    expect(await calming('2026-11-21 16:00:01')).toEqual([]);
    const all = await list('wenchuan', { around: { centre: place } });
    expect(all.slice(0, 3).map(({ id }) => id)).toEqual([nearest, near, far]);
    now = new Date('2026-11-21T05:00:00Z');
    const inProgress = { state: 'approved', startsAt: '2026-11-21 12:00:00', endsAt: '2026-11-21 16:00:00' };
    expect((await calming('2026-11-21 13:00:00'))[0]).toMatchObject(inProgress);
    now = new Date('2026-11-21T02:00:00Z');
  });

  it('by applicant, purpose and state, page by page, newest first; half a position and a reversed window are refused by field name', async () => {
    now = new Date('2026-11-21T02:00:01Z');
    const id = await apply('lixian', { position: { lng: 103.17, lat: 31.44 }, applicant: '尼%某', purpose: 'construction' });
    const page = (body: object) => post('aba', burningPage.path, body);
    expect((await page({ applicant: '尼%' })).body.data).toMatchObject({ total: 1, list: [{ id }] });
    expect((await page({ purpose: 'construction', state: 'pending' })).body.data.list.map((one: BurningJson) => one.id)).toEqual([id]);
    const first = (await page({ pageSize: 2, pageNo: 1 })).body.data;
    expect([first.list.length, first.list[0].id]).toEqual([2, id]);
    expect((await post('aba', burningList.path, { around: { centre: { lng: 103 } } })).body.data[0].path).toBe('around.centre.lat');
    expect((await post('aba', burningList.path, { around: { radiusMetres: 1000 } })).body.data[0].path).toBe('around.centre');
    const turned = { beginTime: '2026-11-22 00:00:00', endTime: '2026-11-21 00:00:00' };
    expect((await page(turned)).body.data[0].path).toBe('endTime');
  });
});
