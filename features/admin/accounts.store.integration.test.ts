import { createHash, randomUUID } from 'node:crypto';
import { NATION } from '@lookout/domain';
import { ABA, anAccount, LIXIAN, WEIHUI, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';

const MINUTE = 60_000;
const START = new Date('2026-11-21T08:00:00Z');

describe.each(availableServers())('people on $name', ({ start }) => {
  let server: TestServer;
  let url: string;
  let store: Store;
  let now = START;
  const open = () => openStore({ url, clock: () => now, mayWait: () => true });
  beforeAll(async () => {
    server = await start();
    url = await server.newDatabase('migrated');
    store = await open();
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
  const created = async (overrides: Parameters<typeof anAccount>[0] = {}) => {
    const account = anAccount(overrides);
    expect(await store.accounts.create(account)).toEqual({ ok: true, value: account.id });
    return account;
  };
  const loggedIn = async (accountId: string) => {
    const tokenHash = createHash('sha256').update(randomUUID()).digest();
    await store.sessions.create({ tokenHash, accountId, gridNo: WENCHUAN, expiresAt: after(60), address: '10.0.0.1', userAgent: null });
    return tokenHash;
  };

  it('an account is read back unchanged, by its user name in any case', async () => {
    const account = await created({
      userName: 'WenChuan',
      rights: ['act-on-alarms', 'watch-alarms'],
      grids: [LIXIAN, WEIHUI],
      phone: '1390000',
    });
    const whole = {
      ...account,
      passwordGivenAt: null,
      rights: ['act-on-alarms', 'watch-alarms'],
      grids: [WEIHUI, LIXIAN],
      createdAt: now,
      updatedAt: now,
    };
    expect(await store.accounts.findByUserName('wenchuan')).toEqual(whole);
    expect(await store.accounts.findOwn(account.id)).toEqual(whole);
    expect(await store.accounts.create(anAccount({ userName: 'WENCHUAN' }))).toEqual({ ok: false, error: 'user-name-taken' });
    const other = await created();
    expect(await store.accounts.update(NATION, other.id, { userName: 'wenchuaN' })).toEqual({ ok: false, error: 'user-name-taken' });
  });

  it('createMissing creates only the accounts that do not exist', async () => {
    const there = await created({ fullName: 'first' });
    const missing = anAccount({ rights: ['read-audit'] });
    expect(
      await store.accounts.createMissing([anAccount({ userName: there.userName, fullName: 'second', rights: ['read-audit'] }), missing]),
    ).toEqual([missing.id]);
    expect(await store.accounts.findByUserName(there.userName)).toMatchObject({ fullName: 'first', rights: ['watch-alarms'] });
    expect(await store.accounts.findOwn(missing.id)).toMatchObject({ rights: ['read-audit'] });
  });

  it('accounts are read and changed only within the scope', async () => {
    const account = await created({ gridNo: LIXIAN, fullName: '理县_甲', groupId: '001003001002' });
    expect(await store.accounts.find(WENCHUAN, account.id)).toBeNull();
    expect(await store.accounts.find(ABA, account.id)).toMatchObject({ id: account.id });
    expect(await store.accounts.update(WENCHUAN, account.id, { enabled: false })).toEqual({ ok: false, error: 'not-found' });
    expect(await store.accounts.setRights(WENCHUAN, account.id, [])).toBe(false);
    expect(await store.accounts.setGrids(WENCHUAN, account.id, [])).toBe(false);
    expect(await store.accounts.setRights(ABA, account.id, ['read-audit', 'dispatch', 'read-audit'])).toBe(true);
    expect(await store.accounts.update(ABA, account.id, { phone: '139', deviceId: null })).toEqual({ ok: true, value: undefined });
    expect(await store.accounts.find(LIXIAN, account.id)).toMatchObject({
      rights: ['dispatch', 'read-audit'],
      phone: '139',
      enabled: true,
    });
    const names = async (scope: typeof ABA, filters: Parameters<Store['accounts']['list']>[1]) =>
      (await store.accounts.list(scope, filters, { limit: 50 })).list.map(({ fullName }) => fullName);
    expect(await names(LIXIAN, { text: '县_' })).toEqual(['理县_甲']);
    expect(await names(WENCHUAN, { text: '县_' })).toEqual([]);
    expect(await names(ABA, { groupId: '001003001002', right: 'read-audit', enabled: true, ids: [account.id, 'x'] })).toEqual(['理县_甲']);
    expect(await store.accounts.page(LIXIAN, {}, { offset: 0, limit: 1 })).toMatchObject({ total: 1, list: [{ id: account.id }] });
    expect((await store.accounts.list(NATION, {}, { limit: 1 })).more).toBe(true);
  });

  it('a session returns its account with rights while it is valid, and nothing afterwards', async () => {
    const account = await created();
    const tokenHash = await loggedIn(account.id);
    expect(await store.sessions.find(tokenHash)).toMatchObject({
      session: { gridNo: WENCHUAN, address: '10.0.0.1' },
      account: { id: account.id, rights: ['watch-alarms'] },
    });
    await store.sessions.switchGrid(tokenHash, LIXIAN);
    expect((await store.sessions.find(tokenHash))?.session.gridNo).toBe(LIXIAN);
    expect(await store.sessions.end(tokenHash)).toBe(true);
    expect(await store.sessions.end(tokenHash)).toBe(false);
    expect(await store.sessions.find(tokenHash)).toBeNull();
    expect(await store.sessions.find(Buffer.alloc(32))).toBeNull();
  });

  it('a session ends by expiry, when its account is disabled, and when the account’s sessions are ended', async () => {
    const account = await created();
    const [one, two, three] = [await loggedIn(account.id), await loggedIn(account.id), await loggedIn((await created()).id)];
    const alive = async () => (await store.sessions.aliveOf([one, two, three, Buffer.alloc(32)])).size;
    expect(await alive()).toBe(3);
    expect(await store.sessions.endAllOf(account.id, one)).toEqual([two]);
    expect([...(await store.sessions.aliveOf([one, two])).keys()]).toEqual([one.toString('hex')]);
    await store.accounts.update(NATION, account.id, { enabled: false });
    expect(await store.sessions.find(one)).toBeNull();
    expect(await alive()).toBe(1);
    await store.sessions.extend(three, after(90));
    now = after(61);
    expect(await alive()).toBe(1);
    now = after(30);
    expect(await alive()).toBe(0);
    await store.sessions.prune(now);
    now = START;
    expect(await alive()).toBe(0);
  });

  it('a nonce is accepted once, even by twenty simultaneous requests, and not after it expires', async () => {
    await store.nonces.put('once', after(2));
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.nonces.take('once')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await store.nonces.put('late', after(-1));
    expect(await store.nonces.take('late')).toBe(false);
    expect(await store.nonces.take('never put')).toBe(false);
  });

  it('five failures lock the pair of account and address for 15 minutes, across a restart, and lock no other pair', async () => {
    const { loginFailures } = store;
    const counts = await Promise.all(Array.from({ length: 5 }, () => loginFailures.fail('Aba', '10.0.0.9')));
    expect(counts.map(({ count }) => count).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(counts.filter(({ lockedUntil }) => lockedUntil !== null)).toEqual([{ count: 5, lockedUntil: after(15) }]);
    await store.close();
    store = await open();
    expect(await store.loginFailures.lockedUntil('aba', '10.0.0.9')).toEqual(after(15));
    expect(await store.loginFailures.lockedUntil('aba', '10.0.0.8')).toBeNull();
    expect(await store.loginFailures.lockedUntil('viewer', '10.0.0.9')).toBeNull();
    const lockedUntil = after(15);
    now = after(14);
    expect((await store.loginFailures.fail('aba', '10.0.0.9')).lockedUntil).toEqual(lockedUntil);
    now = lockedUntil;
    expect(await store.loginFailures.lockedUntil('aba', '10.0.0.9')).toBeNull();
    expect(await store.loginFailures.fail('aba', '10.0.0.9')).toEqual({ count: 1, lockedUntil: null });
    now = START;
  });

  it('a lock and failures recorded while the clock was an hour ahead last 15 minutes from now, not an hour more', async () => {
    const { loginFailures } = store;
    now = after(60);
    for (let wrong = 0; wrong < 5; wrong += 1) await loginFailures.fail('aba', '10.0.0.7');
    expect(await loginFailures.ofAddress('10.0.0.7')).toEqual({ failures: 5, accounts: 1 });
    now = START;
    expect(await loginFailures.lockedUntil('aba', '10.0.0.7')).toEqual(after(15));
    expect(await loginFailures.ofAddress('10.0.0.7')).toEqual({ failures: 0, accounts: 0 });
    now = after(15);
    expect(await loginFailures.lockedUntil('aba', '10.0.0.7')).toBeNull();
    await loginFailures.clear('aba', '10.0.0.7');
    now = START;
  });

  it('a successful login clears the failures', async () => {
    for (let n = 0; n < 4; n += 1) await store.loginFailures.fail('guojia', '10.0.0.9');
    await store.loginFailures.clear('GuoJia', '10.0.0.9');
    expect(await store.loginFailures.fail('guojia', '10.0.0.9')).toEqual({ count: 1, lockedUntil: null });
  });

  it('menus and groups are inserted by code and changed by inserting them again', async () => {
    const menu = {
      code: 'watch-alarms',
      name: '预警监测',
      icon: null,
      parentCode: null,
      kind: 'menu',
      path: '/manage/monitor',
      order: 1,
      visible: true,
    } as const;
    await store.menus.put([menu, { ...menu, code: 'adminDelete', kind: 'element', order: 2 }]);
    await store.menus.put([{ ...menu, icon: 'fire' }]);
    expect(await store.menus.all()).toEqual([
      { ...menu, icon: 'fire' },
      { ...menu, code: 'adminDelete', kind: 'element', order: 2 },
    ]);
    await store.groups.put([
      { id: '001', name: '国家', parentId: null },
      { id: '001003', name: '四川', parentId: '001' },
    ]);
    expect(await store.groups.list('001003')).toEqual([{ id: '001003', name: '四川', parentId: '001' }]);
    expect((await store.groups.list()).length).toBe(2);
    expect(await store.groups.find('9')).toBeNull();
  });
});
