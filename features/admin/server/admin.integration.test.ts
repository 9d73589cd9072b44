import type { GridNo } from '@lookout/domain';
import { DEMO_BACK_OFFICE_PASSWORD, DEMO_PASSWORD } from '@lookout/server/settings/demo-accounts.ts';
import { encrypt, type Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let [guojia, sichuan, aba]: Session[] = [];
beforeAll(async () => {
  server = await sharedTestServer();
  [guojia, sichuan, aba] = await Promise.all(['guojia', 'sichuan', 'aba'].map((name) => server.login(name)));
});
afterAll(() => server?.stop());

const USER = '/auth/api/auth/admin/user';
const asPerson = (session: Session | undefined) => ({ token: session?.access_token });

const aUser = (over: Record<string, unknown> = {}) => ({
  fullName: '测试员',
  gridNo: '513221',
  groupId: '001003001001',
  rights: ['watch-alarms'],
  enabled: true,
  ...over,
});

let count = 0;
async function create(session: Session | undefined, over: Record<string, unknown> = {}, password = 'Test#2026') {
  const { aeskey, nonce, encrypted } = await encrypt(server.base, password);
  count += 1;
  const body = { userName: `tester${count}`, passwd: encrypted[0], aeskey, nonce, ...aUser(over) };
  return server.call('POST', USER, { ...asPerson(session), body });
}
const update = (session: Session | undefined, id: string, over: Record<string, unknown>) =>
  server.call('PUT', `${USER}/${id}`, { ...asPerson(session), body: aUser(over) });

async function resetPassword(session: Session | undefined, id: string, password = 'Reset#2026') {
  const { aeskey, nonce, encrypted } = await encrypt(server.base, password);
  return server.call('POST', `${USER}/${id}/resetPasswd`, { ...asPerson(session), body: { passwd: encrypted[0], aeskey, nonce } });
}

const fieldOf = ({ status, body }: { status: number; body: { data?: { path: string }[] } }) => ({ status, path: body.data?.[0]?.path });

describe('a user administrator', () => {
  it('creates a user in his grid, who can then log in', async () => {
    const made = await create(aba);
    expect(made).toMatchObject({ status: 200, body: { code: 200, data: { id: expect.any(String) } } });
    const session = await server.login(`tester${count}`, 'Test#2026');
    expect(session).toMatchObject({ gridNo: '513221', groupId: '001003001001', fullName: '测试员' });
    const page = await server.call('POST', `${USER}/page`, { ...asPerson(aba), body: { text: `tester${count}` } });
    expect(page.body.data).toMatchObject({
      total: 1,
      pageNo: 1,
      list: [{ gridName: '汶川县', groupName: '汶川县林草局', rights: ['watch-alarms'], isOnline: false }],
    });
  });

  it('cannot grant a grid outside his own', async () => {
    for (const gridNo of ['100000', '510000', '511400', '410781']) {
      expect(fieldOf(await create(aba, { gridNo }))).toEqual({ status: 422, path: 'gridNo' });
      expect(fieldOf(await create(aba, { grids: [gridNo] }))).toEqual({ status: 422, path: 'grids.0' });
    }
    expect(fieldOf(await create(aba, { topic: '513222' }))).toEqual({ status: 422, path: 'topic' });
  });

  it('cannot grant a right that he does not have', async () => {
    expect(fieldOf(await create(sichuan, { rights: ['watch-alarms', 'delete-alarms'] }))).toEqual({ status: 422, path: 'rights.1' });
    expect((await create(aba, { rights: ['delete-alarms', 'report-as-ranger'] })).status).toBe(200);
  });

  it('cannot change an account in his grid that has a right he does not have', async () => {
    const made = await create(aba, { rights: ['watch-alarms', 'delete-alarms'] });
    const id = made.body.data.id;
    const before = await server.store.accounts.find('100000' as GridNo, id);
    const upwards = { gridNo: '510000', groupId: '001003' };
    for (const over of [
      { rights: ['watch-alarms', 'delete-alarms'] },
      { rights: ['watch-alarms'] },
      { ...upwards, rights: [] },
      { enabled: false },
    ])
      expect(await update(sichuan, id, over)).toMatchObject({ status: 403, body: { code: 403 } });
    expect((await resetPassword(sichuan, id)).status).toBe(403);
    expect(await server.store.accounts.find('100000' as GridNo, id)).toEqual(before);
    expect((await update(aba, id, { rights: ['watch-alarms'] })).status).toBe(200);
    expect((await update(sichuan, id, { rights: ['watch-alarms', 'act-on-alarms'] })).status).toBe(200);
  });

  it('cannot take over an account that gains rights during his change', async () => {
    const made = await create(aba, { rights: ['watch-alarms'] });
    const id = made.body.data.id;
    let reset: ReturnType<typeof resetPassword> | undefined;
    await server.store.transaction(async (tx) => {
      await tx.accounts.lockForUpdate('100000' as GridNo, id);
      reset = resetPassword(sichuan, id);
      await tx.accounts.setRights('100000' as GridNo, id, ['watch-alarms', 'delete-alarms']);
    });
    expect((await reset)?.status).toBe(403);
  });

  it('cannot move a user into an organisation outside his own', async () => {
    for (const groupId of ['001003', '001', '001005001'])
      expect(fieldOf(await create(aba, { groupId }))).toEqual({ status: 422, path: 'groupId' });
  });

  it('cannot find a user outside his grid: 404, and absent from list and count', async () => {
    for (const stranger of [guojia, sichuan]) {
      expect((await update(aba, stranger?.accid ?? '', {})).status).toBe(404);
      expect((await resetPassword(aba, stranger?.accid ?? '')).status).toBe(404);
      expect((await server.call('POST', `${USER}/${stranger?.accid}/logout`, asPerson(aba))).status).toBe(404);
    }
    const page = await server.call('POST', `${USER}/page`, { ...asPerson(aba), body: { pageSize: 500 } });
    const grids = page.body.data.list.map(({ gridNo }: { gridNo: string }) => gridNo);
    expect(grids.every((gridNo: string) => gridNo.startsWith('5132'))).toBe(true);
    expect(page.body.data.total).toBe(grids.length);
  });

  it('cannot take over an account that has more rights, in his grid or below it', async () => {
    const made = await create(guojia, { gridNo: '510000', groupId: '001003', rights: ['watch-alarms', 'administer-users'] });
    expect(made.status).toBe(200);
    const helper = await server.login(`tester${count}`, 'Test#2026');
    expect((await resetPassword(helper, sichuan?.accid ?? '')).status).toBe(403);
    const { access_token, accid } = await server.login('lixian');
    expect((await resetPassword(helper, accid)).status).toBe(403);
    expect((await update(helper, accid, { gridNo: '510000', groupId: '001003' })).status).toBe(403);
    expect(
      (await update(helper, helper.accid, { gridNo: '510000', groupId: '001003', rights: ['administer-users', 'act-on-alarms'] })).status,
    ).toBe(422);
    expect((await resetPassword(sichuan, accid, DEMO_PASSWORD)).status).toBe(200);
    expect((await server.call('GET', '/auth/api/auth/auth/user/auth', { token: access_token })).status).toBe(401);
  });

  it('cannot lock himself out', async () => {
    const own = { gridNo: '513200', groupId: '001003001' };
    const all = (await server.call('POST', `${USER}/page`, { ...asPerson(aba), body: { text: 'aba' } })).body.data.list[0]
      .rights as string[];
    for (const over of [
      { rights: all, enabled: false },
      { rights: all.filter((right) => right !== 'administer-users') },
      { rights: all, gridNo: '513221' },
    ]) {
      expect(await update(aba, aba?.accid ?? '', { ...own, ...over })).toMatchObject({ status: 200, body: { code: 501 } });
    }
  });

  it('is refused a user name that is already in use, with that name', async () => {
    await create(aba);
    count -= 1;
    expect(await create(aba)).toMatchObject({ status: 409, body: { code: 409, data: { userName: `tester${count}` } } });
  });

  it('is refused a group that does not exist, with the field', async () => {
    expect(fieldOf(await create(aba, { groupId: '999' }))).toEqual({ status: 422, path: 'groupId' });
  });

  it('must follow the password rule when he sets another user’s password', async () => {
    expect(fieldOf(await create(aba, {}, 'short'))).toEqual({ status: 422, path: 'passwd' });
  });

  it('ends the sessions of a user when he removes a right', async () => {
    const made = await create(aba, { rights: ['watch-alarms', 'act-on-alarms'] });
    const { access_token: token } = await server.login(`tester${count}`, 'Test#2026');
    expect((await update(aba, made.body.data.id, { rights: ['watch-alarms', 'act-on-alarms', 'dispatch'] })).status).toBe(200);
    expect((await server.call('GET', '/auth/api/auth/auth/user/auth', { token })).status).toBe(200);
    expect((await update(aba, made.body.data.id, { rights: ['watch-alarms'] })).status).toBe(200);
    const status = async () => (await server.call('GET', '/auth/api/auth/auth/user/auth', { token })).status;
    await expect.poll(status, { interval: 20 }).toBe(401);
  });
});

describe('a user without the right to administer users', () => {
  it('gets 403', async () => {
    const wenchuan = await server.login('wenchuan');
    expect(await create(wenchuan)).toMatchObject({ status: 403, body: { code: 403, message: '无权限' } });
    expect((await server.call('POST', '/auth/api/auth/admin/audit/page', { ...asPerson(wenchuan), body: {} })).status).toBe(403);
  });
});

describe('groups and menus', () => {
  it('can be changed only by an administrator of the nation', async () => {
    const body = { id: '001003002', name: '甘孜州林草局' };
    expect((await server.call('PUT', '/auth/api/auth/admin/group', { ...asPerson(sichuan), body })).status).toBe(403);
    expect((await server.call('PUT', '/auth/api/auth/admin/group', { ...asPerson(guojia), body })).status).toBe(200);
    const groupsOf = async (who: typeof aba) => (await server.call('GET', '/auth/api/auth/admin/group', asPerson(who))).body.data;
    expect(await groupsOf(sichuan)).toContainEqual({ ...body, parentId: '001003' });
    // Each user sees only his own organisation and those below it.
    expect((await groupsOf(aba)).every(({ id }: { id: string }) => id.startsWith('001003001'))).toBe(true);
    const orphan = { id: '009001', name: '无上级' };
    expect(fieldOf(await server.call('PUT', '/auth/api/auth/admin/group', { ...asPerson(guojia), body: orphan }))).toEqual({
      status: 422,
      path: 'id',
    });
  });

  it('a renamed menu has its new name for every user', async () => {
    const body = { code: 'bpRecord', name: '火后评估', icon: 'record', order: 90, visible: true };
    expect((await server.call('PUT', '/auth/api/auth/admin/menu', { ...asPerson(guojia), body })).status).toBe(200);
    const all = await server.call('GET', '/auth/api/auth/menu/list/all/menu', asPerson(aba));
    expect(all.body.data.find(({ menuCode }: { menuCode: string }) => menuCode === 'bpRecord')).toMatchObject({
      menuName: '火后评估',
      path: '/manage/record',
    });
  });
});

describe('the audit', () => {
  it('has a row for every act, with each refusal and its reason, and without passwords', async () => {
    const { body } = await server.call('POST', '/auth/api/auth/admin/audit/page', {
      ...asPerson(aba),
      body: { act: 'create-user', pageSize: 500 },
    });
    const rows = body.data.list as { outcome: string; detail: Record<string, unknown>; gridNo: string }[];
    expect(rows.some(({ outcome, detail }) => outcome === 'ok' && detail.userName === 'tester1')).toBe(true);
    expect(rows.some(({ outcome }) => outcome === 'refused:422')).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/passw|aeskey|nonce/i);
    expect(rows.every(({ gridNo }) => gridNo.startsWith('5132'))).toBe(true);
  });
});

describe('验证密码', () => {
  let later = 0;
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await sharedTestServer({ clock: () => new Date(Date.now() + later) });
  });
  afterAll(() => guarded?.stop());

  it('is required before a page changes another user’s access or deletes permanently, and again after ten minutes', async () => {
    const [admin, other] = await Promise.all([guarded.login('aba'), guarded.login('lixian')]);
    const headers = { origin: guarded.base };
    const end = (from = {}) => guarded.call('POST', `${USER}/${other.accid}/logout`, { ...asPerson(admin), headers: from });
    const remove = () =>
      guarded.call('DELETE', `/fire/api/monitorFirealarm/adminDelete?id=${crypto.randomUUID()}&reason=x`, { ...asPerson(admin), headers });
    const asks = { status: 200, body: { code: 501, message: '请先验证后台管理密码', error: { code: 'verification-needed' } } };
    const verify = async (password: string) => {
      const { aeskey, nonce, encrypted } = await encrypt(guarded.base, password);
      const body = { passwd: encrypted[0], aeskey, nonce };
      return guarded.call('POST', '/auth/api/auth/user/verifyPasswd', { ...asPerson(admin), body });
    };
    expect([await end(headers), await remove()]).toMatchObject([asks, asks]);
    // A program with its own token is not an unattended browser session.
    expect(await end()).toMatchObject({ status: 200, body: { code: 200 } });
    expect(await verify('Wrong2026')).toMatchObject({ body: { code: 501 } });
    expect(await end(headers)).toMatchObject(asks);

    expect(await verify(DEMO_BACK_OFFICE_PASSWORD)).toMatchObject({ status: 200, body: { code: 200, message: 'OK' } });
    expect(await end(headers)).toMatchObject({ status: 200, body: { code: 200 } });
    expect((await remove()).status).toBe(404);
    later = 9 * 60_000;
    expect(await end(headers)).toMatchObject({ status: 200, body: { code: 200 } });
    later = 10 * 60_000;
    expect([await end(headers), await remove()]).toMatchObject([asks, asks]);
  });
});
