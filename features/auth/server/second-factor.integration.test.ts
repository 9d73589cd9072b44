// The second factor over HTTP, MQTT and two servers: turning it on, requesting it, using a code once, losing it, clearing it, and the
// requirement of the strict policy for administrators.
import { randomUUID } from 'node:crypto';
import { MENU_CAPABILITIES, NATION } from '@lookout/domain';
import { hashOf } from '@lookout/server/access/passwords.ts';
import { commands } from '@lookout/server/admin/commands.ts';
import { rotateKeys } from '@lookout/server/admin/keys.ts';
import { DEMO_PASSWORD } from '@lookout/server/settings/demo-accounts.ts';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import { encrypt, loginBody } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const LOGIN = '/auth/api/auth/user/loginNew';
const MINE = '/auth/api/auth/user/secondFactor';
const INFO = '/auth/api/auth/auth/user/auth';

let server: TestServer;
let second: TestServer;
let strict: TestServer;
/** Each test has a separate half hour, so that no code was used by another test. */
let now = Date.now();
const clock = () => new Date(now);
beforeAll(async () => {
  server = await sharedTestServer({ clock });
  second = await startTestServer({ databaseUrl: server.databaseUrl, clock });
  strict = await startTestServer({
    databaseUrl: server.databaseUrl,
    clock,
    env: { SECURITY_POLICY: 'strict', TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(async () => {
  await strict?.stop();
  await second?.stop();
  await server?.stop();
});
beforeEach(() => {
  now += 30 * 60_000;
});

const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + seconds * 1000 });
/** Returns a code that is not valid at present. */
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222', '333333', '444444'].find((code) => ![-30, 0, 30].some((off) => codeOf(secret, off) === code)) ?? '';

/** Creates a separate user for each test, so that locks and second factors are not shared. */
async function newUser(rights: readonly (typeof MENU_CAPABILITIES)[number][] | 'all' = []) {
  const userName = `u${randomUUID().slice(0, 8)}`;
  const codes = rights === 'all' ? (['administer-users', 'read-audit', ...MENU_CAPABILITIES] as const) : rights;
  const id = randomUUID();
  const made = await server.store.accounts.create({
    id,
    userName,
    passwordHash: await hashOf(DEMO_PASSWORD, { logN: 4, r: 8, p: 1 }),
    fullName: userName,
    gridNo: NATION,
    groupId: '001',
    rights: codes,
    grids: [],
    headUrl: null,
    phone: null,
    deviceId: null,
    topic: null,
    enabled: true,
    demo: false,
  });
  expect(made.ok).toBe(true);
  return { userName, id };
}

const enter = async (userName: string, otp?: string, at = server, password = DEMO_PASSWORD) =>
  at.call('POST', LOGIN, { body: { ...(await loginBody(at.base, userName, password)), ...(otp !== undefined && { otp }) } });

async function turnOn(userName: string, at = server) {
  const token = (await enter(userName, undefined, at)).body.access_token as string;
  const { encrypted, ...envelope } = await encrypt(at.base, DEMO_PASSWORD);
  const begun = await at.call('POST', `${MINE}/begin`, { token, body: { passwd: encrypted[0], ...envelope } });
  expect(begun.status).toBe(200);
  const { secret } = begun.body.data as { secret: string };
  const confirmed = await at.call('POST', `${MINE}/confirm`, { token, body: { code: codeOf(secret) } });
  expect(confirmed.status).toBe(200);
  return { token, secret, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
}

const OTP_REQUIRED = { status: 401, body: { error: 'otp_required', code: 401 } };
const UNAUTHORIZED = { status: 401, body: { error: 'unauthorized', code: 401, message: '账户或密码错误！' } };

describe('turned on', () => {
  it('the login requests a code only with the right password, and a code is accepted once', async () => {
    const { userName } = await newUser();
    const { token, secret } = await turnOn(userName);
    expect((await server.call('GET', MINE, { token })).body.data).toMatchObject({
      turnedOnAt: expect.any(String),
      isRequired: false,
      recoveryCodesLeft: 10,
    });
    expect(await enter(userName)).toMatchObject(OTP_REQUIRED);
    expect(await enter(userName, ' ')).toMatchObject(OTP_REQUIRED);
    expect(await enter(userName, undefined, server, 'Wrong@2026')).toMatchObject(UNAUTHORIZED);
    // This code was used to turn the second factor on.
    expect(await enter(userName, codeOf(secret))).toMatchObject(UNAUTHORIZED);
    now += 30_000;
    const code = codeOf(secret);
    expect(await enter(userName, code)).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    expect(await enter(userName, code)).toMatchObject(UNAUTHORIZED);
    expect(await enter(userName, code, second)).toMatchObject(UNAUTHORIZED);
  });

  it('by GET too', async () => {
    const { userName } = await newUser();
    const { secret } = await turnOn(userName);
    now += 60_000;
    const get = async (otp: string) => {
      const { aeskey, nonce, encrypted } = await encrypt(server.base, DEMO_PASSWORD);
      const query = new URLSearchParams({ username: userName, password: encrypted[0] ?? '', aeskey, nonce, otp });
      return server.call('GET', `/auth/api/auth/user/appOrWeb/login?${query}`);
    };
    expect(await get('')).toMatchObject(OTP_REQUIRED);
    expect(await get(codeOf(secret))).toMatchObject({ status: 200 });
  });

  it('one code sent to two servers at once is accepted once', async () => {
    const { userName } = await newUser();
    const { secret } = await turnOn(userName);
    now += 60_000;
    const code = codeOf(secret);
    const replies = await Promise.all([server, second, server, second].map((at) => enter(userName, code, at)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('wrong codes lock as wrong passwords do, and then the right code is refused too', async () => {
    const { userName } = await newUser();
    const { secret } = await turnOn(userName);
    now += 60_000;
    const replies = await Promise.all(Array.from({ length: 5 }, () => enter(userName, wrongCode(secret))));
    expect(replies.every(({ status }) => status === 401)).toBe(true);
    expect(await enter(userName, codeOf(secret))).toMatchObject({ status: 429 });
    expect(await enter(userName)).toMatchObject({ status: 429 });
  });

  it('each recovery code is accepted once, however it is typed', async () => {
    const { userName } = await newUser();
    const { token, recoveryCodes } = await turnOn(userName);
    const [first = '', next = ''] = recoveryCodes;
    expect(await enter(userName, first)).toMatchObject({ status: 200 });
    expect(await enter(userName, first)).toMatchObject(UNAUTHORIZED);
    expect(await enter(userName, next.toLowerCase().replaceAll('-', ' '))).toMatchObject({ status: 200 });
    expect((await server.call('GET', MINE, { token })).body.data.recoveryCodesLeft).toBe(8);
  });

  it('is turned off by password and code together', async () => {
    const { userName } = await newUser();
    const { token, secret } = await turnOn(userName);
    now += 60_000;
    const off = async (password: string, code: string) => {
      const { encrypted, ...envelope } = await encrypt(server.base, password);
      return server.call('POST', `${MINE}/off`, { token, body: { passwd: encrypted[0], code, ...envelope } });
    };
    expect((await off('Wrong@2026', codeOf(secret))).body).toMatchObject({ code: 501, message: '密码或验证码不正确' });
    expect((await off(DEMO_PASSWORD, wrongCode(secret))).body).toMatchObject({ code: 501 });
    expect((await off(DEMO_PASSWORD, '')).status).toBe(422);
    expect((await off(DEMO_PASSWORD, codeOf(secret))).body).toMatchObject({ code: 200, message: 'OK' });
    expect(await enter(userName)).toMatchObject({ status: 200 });
    expect((await off(DEMO_PASSWORD, codeOf(secret))).body).toMatchObject({ error: { code: 'second-factor-off' } });
  });

  it('needs the password to begin and a right code to take effect, and ends the other sessions', async () => {
    const { userName } = await newUser();
    const [token, other] = [(await enter(userName)).body.access_token, (await enter(userName)).body.access_token];
    const begin = async (password: string) => {
      const { encrypted, ...envelope } = await encrypt(server.base, password);
      return server.call('POST', `${MINE}/begin`, { token, body: { passwd: encrypted[0], ...envelope } });
    };
    expect((await server.call('POST', `${MINE}/confirm`, { token, body: { code: '123456' } })).body.error.code).toBe(
      'second-factor-not-begun',
    );
    expect((await begin('Wrong@2026')).body).toMatchObject({ code: 501, error: { fields: [{ path: 'passwd' }] } });
    const { secret, uri } = (await begin(DEMO_PASSWORD)).body.data;
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    // Setup has begun but the factor is not on yet: the login does not request a code.
    expect((await enter(userName)).status).toBe(200);
    expect(await server.call('POST', `${MINE}/confirm`, { token, body: { code: wrongCode(secret) } })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'code' }] },
    });
    expect((await server.call('POST', `${MINE}/confirm`, { token, body: { code: codeOf(secret) } })).status).toBe(200);
    expect((await server.call('GET', INFO, { token })).status).toBe(200);
    expect((await server.call('GET', INFO, { token: other })).status).toBe(401);
    expect((await begin(DEMO_PASSWORD)).body).toMatchObject({ error: { code: 'second-factor-on' } });
  });

  it('no secret is stored in the database or the audit in plain text, and the factor still works after a key rotation', async () => {
    const { userName, id } = await newUser();
    const { secret, recoveryCodes } = await turnOn(userName);
    const before = await server.store.secondFactors.find(id);
    expect(JSON.stringify(before)).not.toContain(secret);
    const audit = JSON.stringify((await server.store.audit.page(NATION, { userName }, { offset: 0, limit: 100 })).list);
    expect(audit).toContain('turn-on-second-factor');
    for (const text of [secret, ...recoveryCodes]) expect(audit).not.toContain(text);
    await rotateKeys(server.store, server.app.deps.config.keysFile);
    expect((await server.store.secondFactors.find(id))?.encryptedSecret).not.toBe(before?.encryptedSecret);
    now += 60_000;
    expect((await enter(userName, codeOf(secret), second)).status).toBe(200);
  });

  it('is cleared by an administrator with the right to do so, and by the command; its sessions end', async () => {
    const { userName, id } = await newUser(['watch-alarms']);
    const { token } = await turnOn(userName);
    const [aba, guojia] = [await server.login('aba'), await server.login('guojia')];
    const clear = (by: string) => server.call('POST', `/auth/api/auth/admin/user/${id}/clearSecondFactor`, { token: by });
    // The account is not in the caller's grid.
    expect((await clear(aba.access_token)).status).toBe(404);
    expect((await clear(guojia.access_token)).body).toMatchObject({ code: 200 });
    expect((await server.call('GET', INFO, { token })).status).toBe(401);
    expect((await enter(userName)).status).toBe(200);
    expect((await clear(guojia.access_token)).body).toMatchObject({ error: { code: 'second-factor-off' } });
    now += 60_000;
    await turnOn(userName);
    expect(await commands['clear-otp']?.(server.store, [userName], {}, server.app.deps.config)).toEqual([
      `已清除 ${userName} 的两步验证，其登录已失效`,
    ]);
    expect((await enter(userName)).status).toBe(200);
    const stronger = await newUser('all');
    await turnOn(stronger.userName);
    const beyond = `/auth/api/auth/admin/user/${stronger.id}/clearSecondFactor`;
    const weaker = await newUser('all');
    await server.store.accounts.setRights(NATION, weaker.id, ['administer-users']);
    expect((await server.call('POST', beyond, { token: (await enter(weaker.userName)).body.access_token })).status).toBe(403);
  });
});

describe('strict policy', () => {
  it('an administrator without a second factor has a session that can only set one up', async () => {
    const { userName } = await newUser('all');
    const { access_token: token, accid } = (await enter(userName, undefined, strict)).body;
    expect((await strict.call('GET', INFO, { token })).body.data).toMatchObject({ mustSetUpSecondFactor: true });
    expect(await strict.call('POST', '/auth/api/auth/user/list', { token, body: {} })).toMatchObject({
      status: 403,
      body: { error: { code: 'second-factor-needed' } },
    });
    expect((await mqttProbe(strict.mqttUrl, accid, token)).code).not.toBe(0);
    const { encrypted, ...envelope } = await encrypt(strict.base, DEMO_PASSWORD);
    const { secret } = (await strict.call('POST', `${MINE}/begin`, { token, body: { passwd: encrypted[0], ...envelope } })).body.data;
    await strict.call('POST', `${MINE}/confirm`, { token, body: { code: codeOf(secret) } });
    expect((await strict.call('POST', '/auth/api/auth/user/list', { token, body: {} })).status).toBe(200);
    expect((await strict.call('GET', INFO, { token })).body.data.mustSetUpSecondFactor).toBeUndefined();
    (await mqttProbe(strict.mqttUrl, accid, token)).end();
    expect(await enter(userName, undefined, strict)).toMatchObject(OTP_REQUIRED);
    now += 60_000;
    expect((await enter(userName, codeOf(secret), strict)).status).toBe(200);
  });

  it('an assigned password can only be used to change it, and expires; without the strict policy it has no limits', async () => {
    const { userName, id } = await newUser(['watch-alarms']);
    const give = async () => {
      const { access_token: token } = await strict.login('guojia');
      const { encrypted, ...envelope } = await encrypt(strict.base, '9-cranes-over-the-wide-southern-marsh');
      const reset = `/auth/api/auth/admin/user/${id}/resetPasswd`;
      expect((await strict.call('POST', reset, { token, body: { passwd: encrypted[0], ...envelope } })).status).toBe(200);
    };
    await give();
    const given = '9-cranes-over-the-wide-southern-marsh';
    const { access_token: token, accid } = (await enter(userName, undefined, strict, given)).body;
    expect((await strict.call('GET', INFO, { token })).body.data).toMatchObject({ mustChangePassword: true });
    expect(await strict.call('POST', '/auth/api/auth/user/list', { token, body: {} })).toMatchObject({
      status: 403,
      body: { error: { code: 'password-change-needed' } },
    });
    expect((await mqttProbe(strict.mqttUrl, accid, token)).code).not.toBe(0);
    expect((await server.call('POST', '/auth/api/auth/user/list', { token, body: {} })).status).toBe(200);

    const own = '8-egrets-over-the-long-eastern-river';
    const { encrypted, ...envelope } = await encrypt(strict.base, given, own);
    const body = { oldPasswd: encrypted[0], newPasswd: encrypted[1], ...envelope };
    expect((await strict.call('PUT', '/auth/api/auth/user/modfiy/passwd', { token, body })).status).toBe(200);
    const { access_token: opened } = (await enter(userName, undefined, strict, own)).body;
    expect((await strict.call('POST', '/auth/api/auth/user/list', { token: opened, body: {} })).status).toBe(200);

    await give();
    now += 8 * 86_400_000;
    expect((await enter(userName, undefined, strict, given)).body).toMatchObject({ code: 501, error: { code: 'given-password-ended' } });
    expect((await enter(userName, undefined, server, given)).status).toBe(200);
  });

  it('a page on https has its token in a cookie that no script can read; the handle that the page sends is useless without the cookie', async () => {
    const { userName } = await newUser(['watch-alarms']);
    const page = { 'x-forwarded-proto': 'https', origin: strict.base, 'sec-fetch-site': 'same-origin' };
    const loginFrom = async (headers: Record<string, string>) =>
      strict.call('POST', LOGIN, { body: await loginBody(strict.base, userName, DEMO_PASSWORD), headers });
    const begun = await loginFrom(page);
    const [set = ''] = begun.headers.getSetCookie();
    expect(set).toMatch(/^__Host-lookout=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const [cookie = ''] = set.split(';');
    const { access_token: token, imToken, accid } = begun.body;
    expect(token).toMatch(/^page\./);
    expect([imToken, cookie.includes(token)]).toEqual([token, false]);
    const statusWith = async (headers: Record<string, string>) => (await strict.call('GET', INFO, { token, headers })).status;
    expect(await statusWith({ ...page, cookie })).toBe(200);
    expect(await statusWith(page)).toBe(401);
    // The cookie alone is not a session, and another site that had the handle could not use it.
    expect((await strict.call('GET', INFO, { headers: { ...page, cookie } })).status).toBe(401);
    expect(await statusWith({ ...page, 'sec-fetch-site': 'cross-site', cookie })).toBe(403);
    expect(await statusWith({ ...page, origin: 'https://evil.example', cookie })).toBe(403);
    const other = await loginFrom(page);
    expect(await statusWith({ ...page, cookie: other.headers.getSetCookie()[0]?.split(';')[0] ?? '' })).toBe(401);
    (await mqttProbe(strict.mqttUrl, accid, token, { cookie, origin: strict.base })).end();
    expect((await mqttProbe(strict.mqttUrl, accid, token, { origin: strict.base })).code).not.toBe(0);
    await expect(mqttProbe(strict.mqttUrl, accid, token, { cookie, origin: 'https://evil.example' })).rejects.toThrow('403');

    // A program still receives its token. Without the strict policy pages do too.
    expect((await loginFrom({ 'x-forwarded-proto': 'https' })).body.access_token).toMatch(/^[\w-]{43}$/);
    expect((await enter(userName)).body.access_token).toMatch(/^[\w-]{43}$/);
    const left = await strict.call('POST', '/api/auth/jwt/invalid', { token, headers: { ...page, cookie } });
    expect(left.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Host-lookout=; .*Expires=Thu, 01 Jan 1970/));
    expect(await statusWith({ ...page, cookie })).toBe(401);
  });

  it('a token in an address gives no access; without the strict policy it does where the specification defines it', async () => {
    const { userName } = await newUser(['watch-alarms']);
    const { access_token: token } = (await enter(userName, undefined, strict)).body;
    const at = `/fire/api/satelliteFirealarm/getFireInfoByFireNo?fireNo=none&token=${token}`;
    expect([(await strict.call('GET', at)).status, (await server.call('GET', at)).status]).toEqual([401, 404]);
  });

  it('an account has ten sessions: the next one ends the oldest', async () => {
    const { userName } = await newUser(['watch-alarms']);
    const tokens: string[] = [];
    for (let one = 0; one < 11; one += 1) {
      now += 1_000;
      tokens.push((await enter(userName, undefined, strict)).body.access_token);
    }
    const ends = await Promise.all(tokens.map((token) => strict.call('GET', INFO, { token })));
    expect(ends.map(({ status }) => status)).toEqual([401, ...Array(10).fill(200)]);
  });

  it('a new password has to be longer and not a common one, reported at its field; without the strict policy the rule of the specification applies', async () => {
    const { userName } = await newUser(['watch-alarms']);
    const change = async (newPassword: string, at: TestServer) => {
      const { access_token: token } = (await enter(userName, undefined, at)).body;
      const { encrypted, ...envelope } = await encrypt(at.base, DEMO_PASSWORD, newPassword);
      const body = { oldPasswd: encrypted[0], newPasswd: encrypted[1], ...envelope };
      return at.call('PUT', '/auth/api/auth/user/modfiy/passwd', { token, body });
    };
    for (const [password, message] of [
      ['Wangtian#7', '请输入包含字母，数字和符号的12-64位的密码'],
      ['Password@2026', '密码过于常见，容易被猜中，请换一个'],
      [`${userName}-7-herons`, '密码不能包含用户名或姓名'],
    ] as const)
      expect(await change(password, strict)).toMatchObject({ status: 422, body: { message, data: [{ path: 'newPasswd', message }] } });
    expect((await change('7-herons-over-the-long-northern-valley', server)).status).toBe(422);
    expect((await change('7-herons-over-the-long-northern-valley', strict)).body).toMatchObject({ code: 200, message: 'OK' });
    expect((await enter(userName, undefined, strict, '7-herons-over-the-long-northern-valley')).status).toBe(200);
  });

  it('no other account needs a second factor: not demo accounts, and not administrators without the strict policy', async () => {
    const [officer, administrator] = [await newUser(['watch-alarms']), await newUser('all')];
    for (const [userName, at] of [
      [officer.userName, strict],
      ['aba', strict],
      ['guojia', strict],
      [administrator.userName, server],
    ] as const) {
      const { access_token: token } = (await enter(userName, undefined, at)).body;
      expect((await at.call('GET', INFO, { token })).body.data.mustSetUpSecondFactor).toBeUndefined();
    }
  });
});
