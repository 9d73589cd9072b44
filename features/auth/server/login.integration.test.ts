import { BOUND_RANGER, DEMO_BACK_OFFICE_PASSWORD, DEMO_PASSWORD } from '@lookout/server/settings/demo-accounts.ts';
import { encrypt, loginBody } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
afterAll(() => server?.stop());

const LOGIN = '/auth/api/auth/user/loginNew';
const post = (body: unknown, headers: Record<string, string> = {}) => server.call('POST', LOGIN, { body, headers });
const fresh = (userName: string, password = DEMO_PASSWORD) => loginBody(server.base, userName, password);

describe('a login', () => {
  // Proves §3.1
  it('answers without an envelope and with every field that the specification names', async () => {
    const { status, body, headers } = await post(await fresh('aba'));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 43_200,
        gridNo: '513200',
        accid: expect.any(String),
        imToken: expect.any(String),
        groupId: '001003001',
        systemName: '林火瞭望',
        fullName: '阿坝州值班员',
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('works by GET too, with the password encrypted the same way', async () => {
    const { aeskey, nonce, encrypted } = await encrypt(server.base, DEMO_PASSWORD);
    const query = new URLSearchParams({ username: 'aba', password: encrypted[0] ?? '', aeskey, nonce, accountType: '1' });
    const reply = await server.call('GET', `/auth/api/auth/user/appOrWeb/login?${query}`);
    expect(reply).toMatchObject({ status: 200, body: { token_type: 'Bearer', gridNo: '513200' } });
  });

  it('by GET is refused when the request comes from another site', async () => {
    const reply = await server.call('GET', '/auth/api/auth/user/appOrWeb/login?username=aba', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(reply.status).toBe(403);
  });

  it('from a new address is delayed, not locked out, while the account is being guessed at from many addresses', async () => {
    for (let one = 0; one < 20; one += 1) await server.store.loginFailures.fail('qujing', `192.0.2.${one}`);
    const waiting = await startTestServer({
      databaseUrl: server.databaseUrl,
      env: { TRUSTED_PROXIES: '127.0.0.1' },
      waits: { slowLoginMs: 700 },
    });
    const enter = async (address: string) => {
      const body = await loginBody(waiting.base, 'qujing', DEMO_PASSWORD);
      const begun = performance.now();
      const { status } = await waiting.call('POST', LOGIN, { body, headers: { 'x-forwarded-for': address } });
      return { status, isSlow: performance.now() - begun >= 690 };
    };
    expect(await enter('198.51.100.7')).toEqual({ status: 200, isSlow: true });
    // A session of this user has begun at this address before.
    expect((await enter('198.51.100.7')).status).toBe(200);
    await waiting.stop();
  });

  it('that cannot be decrypted is 400 and names the field', async () => {
    const good = await fresh('aba');
    const unreadable = { error: 'unreadable', code: 400, message: expect.any(String) };
    for (const [body, path] of [
      ['{', ''],
      ['null', ''],
      ['[]', ''],
      ['', 'userName'],
      [{ ...good, userName: undefined }, 'userName'],
      [{ ...good, userPasswd: 'Lookout@2026' }, 'userPasswd'],
      [{ ...good, userPasswd: 'QUJD' }, 'userPasswd'],
      [{ ...good, aeskey: 'QUJD' }, 'aeskey'],
      [{ ...good, grant_type: 'implicit' }, 'grant_type'],
      [{ ...good, nonce: 7 }, 'nonce'],
    ] as const) {
      const reply = await server.call('POST', LOGIN, { body, headers: { 'content-type': 'application/json' } });
      expect(reply).toMatchObject({ status: 400, body: unreadable });
      expect(reply.body.data[0].path).toBe(path);
    }
    const form = await server.call('POST', LOGIN, {
      body: 'userName=aba',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form).toMatchObject({ status: 400, body: unreadable });
  });

  it('uses up its nonce: the same body sent again is refused', async () => {
    const body = await fresh('lixian');
    expect((await post(body)).status).toBe(200);
    expect(await post(body)).toMatchObject({ status: 401, body: { error: 'unauthorized', code: 401, data: [{ path: 'nonce' }] } });
  });

  it('with a nonce that was never issued is refused', async () => {
    const body = { ...(await fresh('lixian')), nonce: 'made-up' };
    expect(await post(body)).toMatchObject({ status: 401, body: { error: 'unauthorized', data: [{ path: 'nonce' }] } });
  });

  it("with another login's nonce cannot be decrypted: the nonce is part of the encryption", async () => {
    const [body, other] = [await fresh('lixian'), await fresh('lixian')];
    expect(await post({ ...body, nonce: other.nonce })).toMatchObject({ status: 400, body: { code: 400, data: [{ path: 'userPasswd' }] } });
  });

  it('gets the same answer for a wrong password and for a user who does not exist', async () => {
    const wrong = await post(await fresh('weihui', 'Wrong@2026'));
    const nobody = await post(await fresh('no-such-user', 'Wrong@2026'));
    expect(wrong).toMatchObject({ status: 401, body: { error: 'unauthorized', code: 401, message: '账户或密码错误！' } });
    expect({ ...nobody, headers: null }).toEqual({ ...wrong, headers: null });
  });

  // Proves §6.8
  it('of an account bound to a device needs that device', async () => {
    const { userName, deviceId } = BOUND_RANGER;
    const refused = { status: 200, body: { code: 501, message: '当前用户不是该设备绑定的用户' } };
    expect(await post(await fresh(userName))).toMatchObject(refused);
    expect(await post(await fresh(userName), { 'x-device-id': 'another' })).toMatchObject(refused);
    expect(await post(await fresh(userName), { 'x-device-id': deviceId })).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  });

  it('leaves an audit row, without any secret, whether it succeeds or not', async () => {
    const { access_token: token } = await server.login('guojia');
    await post(await fresh('heilongjiang', 'Wrong@2026'));
    const page = await server.call('POST', '/auth/api/auth/admin/audit/page', { token, body: { act: 'login', pageSize: 100 } });
    const rows = page.body.data.list as { userName: string | null; outcome: string; targetId: string }[];
    expect(rows.some(({ userName, outcome }) => userName === 'guojia' && outcome === 'ok')).toBe(true);
    expect(rows.some(({ targetId, outcome }) => targetId === 'heilongjiang' && outcome === 'refused:401')).toBe(true);
    expect(page.body.data.list.map((row: unknown) => JSON.stringify(row)).join()).not.toContain('Wrong@2026');
    expect(await server.store.audit.verifyChain()).toBeNull();
  });
});

describe('five failures', () => {
  it('lock the pair of account and address, for a user who does not exist too, and also refuse the right password', async () => {
    for (const userName of ['qujing', 'ghost']) {
      for (let attempt = 1; attempt <= 5; attempt += 1) expect((await post(await fresh(userName, `Wrong@${attempt}`))).status).toBe(401);
      const locked = { status: 429, body: { code: 429, message: '账户已锁定，请15分钟后再试' } };
      expect(await post(await fresh(userName))).toMatchObject(locked);
    }
    expect((await post(await fresh('aba'))).status).toBe(200);
  });

  it('sent at the same time to two servers count as exactly five guesses', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl });
    const bodies = await Promise.all(Array.from({ length: 40 }, (_, index) => fresh('wenchuan', `Wrong@${index}`)));
    const replies = await Promise.all(bodies.map((body, index) => (index % 2 ? second : server).call('POST', LOGIN, { body })));
    await second.stop();
    expect(replies.filter(({ status }) => status === 401).length).toBe(5);
    expect(replies.filter(({ status }) => status === 429).length).toBe(35);
    expect((await post(await fresh('wenchuan'))).status).toBe(429);
  });

  it('remain locked after a restart, and are no longer locked after 15 minutes', async () => {
    const later = await startTestServer({ databaseUrl: server.databaseUrl });
    expect((await later.call('POST', LOGIN, { body: await loginBody(later.base, 'qujing', DEMO_PASSWORD) })).status).toBe(429);
    await later.stop();
    const clock = () => new Date(Date.now() + 15 * 60_000 + 1_000);
    const muchLater = await startTestServer({ databaseUrl: server.databaseUrl, clock });
    expect((await muchLater.login('qujing')).gridNo).toBe('530300');
    await muchLater.stop();
  });
});

describe('guesses spread over accounts', () => {
  it('lock their address, also for the right password, and are recorded in the audit', async () => {
    const spread = await sharedTestServer();
    const guess = async (userName: string, password: string) =>
      spread.call('POST', LOGIN, { body: await loginBody(spread.base, userName, password) });
    const { access_token: token } = await spread.login('guojia');
    // Two failures at each of twenty accounts lock none of the accounts.
    const replies: number[] = [];
    for (let index = 0; index < 40; index += 1) replies.push((await guess(`ghost${index % 20}`, 'Wrong@2026')).status);
    expect(replies.every((status) => status === 401)).toBe(true);
    const locked = { status: 429, body: { code: 429, error: { code: 'address-locked' } } };
    expect(await guess('ghost20', 'Wrong@2026')).toMatchObject(locked);
    expect(await guess('aba', DEMO_PASSWORD)).toMatchObject(locked);
    // A user who has logged in from this address before is not locked out by the guesses of another user there.
    expect(await guess('guojia', 'Wrong@2026')).toMatchObject({ status: 401 });
    expect(await guess('guojia', DEMO_PASSWORD)).toMatchObject({ status: 200 });
    const page = await spread.call('POST', '/auth/api/auth/admin/audit/page', { token, body: { act: 'login', pageSize: 100 } });
    const details = page.body.data.list.map(({ detail }: { detail: unknown }) => detail);
    expect(details).toContainEqual(expect.objectContaining({ addressFailures: 40, addressAccounts: 20 }));
    await spread.stop();
  });
});

describe('the back-office password', () => {
  it('is refused while its user is locked after wrong passwords, also after a restart', async () => {
    const guarded = await sharedTestServer();
    const { access_token: token } = await guarded.login('aba');
    const verify = async (password: string, at = guarded) => {
      const { aeskey, nonce, encrypted } = await encrypt(at.base, password);
      return at.call('POST', '/auth/api/auth/user/verifyPasswd', { token, body: { passwd: encrypted[0], aeskey, nonce } });
    };
    const wrong = await Promise.all(Array.from({ length: 8 }, (_, index) => verify(`Wrong${index}`)));
    // The fifth failure locks, and the reply states until when.
    expect(wrong.filter(({ body }) => body.code === 501).length).toBe(4);
    const lockedUntil = /^账户已锁定至 \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}，请届时再试$/;
    for (const { status, body } of wrong.filter(({ body }) => body.code !== 501))
      expect([status, body.message]).toEqual([429, expect.stringMatching(lockedUntil)]);
    expect((await verify(DEMO_BACK_OFFICE_PASSWORD)).status).toBe(429);
    const later = await startTestServer({ databaseUrl: guarded.databaseUrl });
    expect((await verify(DEMO_BACK_OFFICE_PASSWORD, later)).status).toBe(429);
    await later.stop();
    await guarded.stop();
  });
});

describe('the login key', () => {
  it('is the same on every server of one database, so that a nonce issued by one server works at the other', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl });
    const body = await fresh('aba');
    expect((await second.call('POST', LOGIN, { body })).status).toBe(200);
    expect((await post(body)).status).toBe(401);
    await second.stop();
  });
});
