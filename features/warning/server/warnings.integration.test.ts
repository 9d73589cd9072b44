import { NATION } from '@lookout/domain';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { NamedWarning, WarningReader } from '../warning.ts';

/** The parts of a warning's JSON that these tests read. */
type WarningJson = Pick<NamedWarning, 'id' | 'revision' | 'gridName' | 'areas'> & { readonly steps: readonly object[] };
type ListedJson = WarningJson & { readonly readAt: string | null };
type ReaderJson = Pick<WarningReader, 'fullName'> & { readonly readAt: string | null };

const START = new Date('2026-11-21T02:00:00Z');
let now = START;
let server: TestServer;
const sessions: Record<string, Session> = {};
const { warning: warningCalls } = contract;

beforeAll(async () => {
  server = await sharedTestServer({ clock: () => now });
  for (const user of ['guojia', 'sichuan', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer', 'ranger01'])
    sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());
beforeEach(() => {
  now = START;
});

const post = (user: string, row: { readonly path: string }, body: unknown): Promise<Reply> =>
  server.call('POST', row.path, { token: sessions[user]?.access_token, body });
const get = (user: string, at: string): Promise<Reply> => server.call('GET', at, { token: sessions[user]?.access_token });
const draft = (more: object = {}) => ({
  areas: ['513200'],
  level: 'orange',
  text: '未来三日风大物燥，森林火险等级高',
  startsAt: '2026-11-21 10:00:00',
  endsAt: '2026-11-24 20:00:00',
  ...more,
});
const issue = async (user: string, more: object = {}): Promise<WarningJson> => {
  const reply = await post(user, warningCalls.issueWarning, draft(more));
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
};
const listed = async (user: string, id: string, body: object = {}): Promise<ListedJson | undefined> => {
  const { list } = (await post(user, warningCalls.warningPage, { pageSize: 500, ...body })).body.data as { list: ListedJson[] };
  return list.find((one) => one.id === id);
};
const change = (user: string, { id, revision }: WarningJson, more: object = {}) =>
  post(user, warningCalls.changeWarning, { id, revision, level: 'red', text: '升级', endsAt: '2026-11-25 20:00:00', ...more });
const lift = (user: string, { id, revision }: WarningJson) => post(user, warningCalls.liftWarning, { id, revision, reason: '降雨' });
const readers = async (user: string, id: string): Promise<ReaderJson[]> =>
  (await get(user, `${warningCalls.warningReaders.path}?id=${id}`)).body.data;

describe('a warning', () => {
  it('is visible in the grids it concerns: in its areas and above them, and nowhere else', async () => {
    const { id, gridName, areas, steps } = await issue('aba');
    expect({ gridName, areas }).toEqual({
      gridName: '阿坝藏族羌族自治州',
      areas: [{ gridNo: '513200', gridName: '阿坝藏族羌族自治州' }],
    });
    expect(steps).toEqual([{ at: '2026-11-21 10:00:00', by: '阿坝州值班员', level: 'orange', text: draft().text }]);
    const seen = await Promise.all(['wenchuan', 'aba', 'viewer', 'sichuan', 'guojia', 'weihui'].map((user) => listed(user, id)));
    expect(seen.map((one) => one !== undefined)).toEqual([true, true, true, true, true, false]);
    const narrow = await issue('aba', { areas: ['513221', '513223'] });
    expect([await listed('lixian', narrow.id), (await listed('wenchuan', narrow.id))?.id]).toEqual([undefined, narrow.id]);
    expect((await post('ranger01', warningCalls.warningPage, {})).status).toBe(403);
  });

  it('is raised and lifted only by grids above its areas; the second of two officers gets the current state', async () => {
    const warning = await issue('aba');
    const [one, other] = await Promise.all([change('aba', warning), change('sichuan', warning, { level: 'yellow' })]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const [won, lost] = one.status === 200 ? [one, other] : [other, one];
    expect(lost.body.data).toEqual(won.body.data);
    const standing = won.body.data as WarningJson;
    expect(standing).toMatchObject({ revision: 2, endsAt: '2026-11-25 20:00:00' });
    expect((await change('wenchuan', standing)).status).toBe(404);
    expect((await change('viewer', standing)).status).toBe(403);
    expect((await lift('aba', warning)).status).toBe(409);
    // Whichever of the two was first, the province may change it; the prefecture may not once the province has decided.
    const lifted = (await lift('sichuan', standing)).body.data as WarningJson;
    expect(lifted).toMatchObject({ liftedAt: '2026-11-21 10:00:00' });
    expect(lifted.steps.at(-1)).toMatchObject({ by: '四川省值班员', level: null, text: '降雨' });
    expect((await change('sichuan', lifted)).body).toMatchObject({ code: 501, message: '预警已解除或已过期' });
    expect(await listed('aba', warning.id, { state: 'open' })).toBeUndefined();
    expect(await listed('aba', warning.id, { state: 'over' })).toBeDefined();
    const rows = await server.store.audit.page(NATION, { targetId: warning.id }, { offset: 0, limit: 50 });
    expect(rows.list.map(({ act }) => act)).toEqual(expect.arrayContaining(['issue-warning', 'change-warning', 'lift-warning']));
  });

  it('ends with its validity, and is then listed as past', async () => {
    const warning = await issue('aba', { endsAt: '2026-11-21 12:00:00' });
    now = new Date('2026-11-21T04:00:01Z');
    expect((await lift('aba', warning)).body.code).toBe(501);
    expect(await listed('aba', warning.id, { state: 'open' })).toBeUndefined();
    expect(await listed('aba', warning.id, { state: 'over' })).toBeDefined();
  });

  it('is marked as read by each officer once, and again after a change; officers who have not read it are listed first', async () => {
    const warning = await issue('aba', { areas: ['513221'] });
    const { id } = warning;
    const read = (user: string) => post(user, warningCalls.readWarning, { id });
    expect((await readers('aba', id)).find(({ fullName }) => fullName === '汶川县值班员')).toMatchObject({ readAt: null });
    expect((await read('lixian')).status).toBe(404);
    await read('wenchuan');
    now = new Date(START.getTime() + 60_000);
    await read('wenchuan');
    const list = await readers('aba', id);
    expect(list.find(({ fullName }) => fullName === '汶川县值班员')).toMatchObject({ readAt: '2026-11-21 10:00:00' });
    // Officers who have not read it come first; rangers have no desk, and the prefecture is above the area.
    expect(list.findIndex(({ readAt }) => readAt !== null)).toBe(list.filter(({ readAt }) => readAt === null).length);
    expect(list.map(({ fullName }) => fullName)).not.toContain('阿坝州值班员');
    const rangers = (await server.store.accounts.list(NATION, { right: 'report-as-ranger' }, { limit: 500 })).list.map(
      (one) => one.fullName,
    );
    expect(list.filter(({ fullName }) => rangers.includes(fullName))).toEqual([]);
    expect((await listed('wenchuan', id))?.readAt).toBe('2026-11-21 10:00:00');
    await change('aba', warning);
    expect((await listed('wenchuan', id))?.readAt).toBeNull();
    const events = await server.store.events.ofObject('warning', id);
    expect(events.map(({ kind }) => kind)).toEqual(['warning.issued', 'warning.read', 'warning.changed']);
  });

  it('reaches the desks below it, though they receive only messages of their own grid', async () => {
    const watch = async (user: string, gridNo: string) => {
      const probe = await mqttProbe(server.mqttUrl, sessions[user]?.accid ?? '', sessions[user]?.access_token ?? '');
      expect(await probe.subscribe(`lookout/fireAlarm/${gridNo}`)).toBe(true);
      return probe;
    };
    const probes = [await watch('wenchuan', '513221'), await watch('lixian', '513222'), await watch('guojia', '100000')];
    const { id } = await issue('aba');
    for (const probe of probes) {
      const { message } = await probe.next();
      expect(message).toMatchObject({ data: { warning: { id, level: 'orange' } } });
      probe.end();
    }
    // A client of the prefecture that reads the log later gets the same.
    const late = (await get('aba', '/fire/api/event?since=0&limit=1000')).body.data.events as {
      payload: { data: { warning?: WarningJson } };
    }[];
    expect(late.filter(({ payload }) => payload.data.warning?.id === id)).toHaveLength(13);
  });

  it.each([
    ['areas', { areas: [] }, '请选择预警区域'],
    ['areas.1', { areas: ['513221', '513300'] }, '超出您的网格范围'],
    ['areas.0', { areas: ['513299'] }, '没有这个网格'],
    ['level', { level: 'purple' }, '请选择预警级别'],
    ['text', { text: ' ' }, '请填写预警内容'],
    ['endsAt', { endsAt: '2026-11-21 09:00:00' }, '结束时间应晚于开始时间'],
    ['endsAt', { endsAt: '2027-01-21 09:00:00' }, '有效期不能超过30天'],
    ['endsAt', { startsAt: '2026-11-20 08:00:00', endsAt: '2026-11-20 09:00:00' }, '有效期的结束应晚于现在'],
  ])('with a wrong %s is refused by name', async (path, more, message) => {
    const { status, body } = await post('aba', warningCalls.issueWarning, draft(more));
    expect({ status, fault: body.data?.[0] }).toEqual({ status: 422, fault: { path, message } });
  });
});
