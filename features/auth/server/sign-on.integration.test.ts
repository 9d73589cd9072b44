// External sign-on over HTTP: against a server that checks tokens, and against a real OpenID Connect provider in a separate process.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CHECKS } from '@lookout/server/doctor/checks.ts';
import type { Installation } from '@lookout/server/doctor/installation.ts';
import { askProvider } from '@lookout/server/doctor/sign-on.ts';
import { readConfig } from '@lookout/server/settings/config.ts';
import { BOUND_RANGER } from '@lookout/server/settings/demo-accounts.ts';
import { type OidcProvider, startOidcProvider } from '@lookout/server/testing/oidc-provider.ts';
import { loginBody } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { selfSigned } from '@lookout/video/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const OSS = '/auth/api/auth/oss/login';
const BEGIN = '/auth/api/auth/oidc/begin';
const FINISH = '/auth/api/auth/oidc/finish';
const INFO = '/auth/api/auth/auth/user/auth';

const ABA = {
  token_type: 'Bearer',
  gridNo: '513200',
  groupId: '001003001',
  systemName: '林火瞭望',
  fullName: '阿坝州值班员',
  expires_in: 43_200,
};

/** The cookies that a reply sets, as `name=value`, in the form a browser sends them back. */
const cookiesOf = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

// A simulated portal: each test sets the answer for each token.
type Answer = { readonly status?: number; readonly body?: string; readonly hangs?: true };
const answers = new Map<string, Answer>();
const requested: string[] = [];
const names = (userName: string): Answer => ({ body: JSON.stringify({ userName }) });

let portal: Server;
let provider: OidcProvider;
let verifyUrl: string;
let server: TestServer;
beforeAll(async () => {
  portal = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://portal');
    const token = url.searchParams.get('token') ?? '';
    requested.push(token);
    const answer = answers.get(token) ?? { status: 401 };
    if (!answer.hangs) response.writeHead(answer.status ?? 200, { location: 'http://127.0.0.1:1/' }).end(answer.body ?? '');
  });
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done));
  provider = await startOidcProvider();
  verifyUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}/verify?system=lookout`;
  server = await sharedTestServer({ env: { SSO_VERIFY_URL: verifyUrl, ...provider.env } });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
  portal.closeAllConnections();
  await new Promise((done) => portal.close(done));
});

const enter = (token: string | null, headers: Record<string, string> = {}) => server.call('POST', OSS, { body: { token }, headers });
const infoOf = async (token: string) => (await server.call('GET', INFO, { token })).body.data?.userDTO.userName;

// Runs before an account is locked out below.
describe('the demo’s accounts', () => {
  it('are listed publicly with their grid, what they see and the password, and each of them can log in', async () => {
    const { demo } = (await server.call('GET', '/auth/api/auth/signOn/ways')).body.data;
    expect(demo.accounts).toEqual(
      expect.arrayContaining([
        { userName: 'aba', fullName: '阿坝州值班员', gridNo: '513200', gridName: '阿坝藏族羌族自治州', sees: 'administration' },
        { userName: 'wenchuan', fullName: '汶川县值班员', gridNo: '513221', gridName: '汶川县', sees: 'all-menus' },
        { userName: 'viewer', fullName: '阿坝州观察员', gridNo: '513200', gridName: '阿坝藏族羌族自治州', sees: 'alarms' },
        { userName: 'ranger01', fullName: '汶川县护林员01', gridNo: '513221', gridName: '汶川县', sees: 'ranger' },
      ]),
    );
    expect(demo.accounts).toHaveLength(10);
    for (const { userName } of demo.accounts) {
      const body = await loginBody(server.base, userName, demo.password);
      expect([userName, (await server.call('POST', '/auth/api/auth/user/loginNew', { body })).status]).toEqual([userName, 200]);
    }
  });
});

describe('/oss', () => {
  // Proves §9.1b, §8.1
  it('signs on with a token that the portal accepts, and stores it for seven days in a cookie that no script can read', async () => {
    answers.set('good', names('aba'));
    const reply = await enter('good');
    expect(reply).toMatchObject({ status: 200, body: ABA });
    expect(await infoOf(reply.body.access_token)).toBe('aba');
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/; Max-Age=604800; Path=\/auth\/api\/auth\/oss\/login; HttpOnly; SameSite=Strict$/);
    expect((await server.call('GET', '/auth/api/auth/signOn/ways')).body.data).toMatchObject({
      portal: { isDemo: false, url: null },
      oidc: true,
    });
  });

  it('a later visit without a token signs on with the cookie, after asking the portal again; a logout deletes the cookie', async () => {
    answers.set('again', names('aba'));
    const first = await enter('again');
    const cookie = cookiesOf(first);
    const count = requested.length;
    expect(await enter(null, { cookie })).toMatchObject({ status: 200, body: ABA });
    // Reloading the same address in the same browser is not a replay.
    expect(await enter('again', { cookie })).toMatchObject({ status: 200, body: ABA });
    expect(requested.slice(count)).toEqual(['again', 'again']);
    answers.delete('again');
    expect((await enter(null, { cookie })).body).toMatchObject({ code: 501, error: { code: 'portal-token-refused' } });

    const left = await server.call('POST', '/api/auth/jwt/invalid', { token: first.body.access_token });
    expect(left.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^ossToken=; .*Path=\/auth\/api\/auth\/oss\/login; Expires=Thu, 01 Jan 1970/),
    ]);
  });

  it('a token is accepted once: it is refused when another browser replays it, when both send it at once, and with a forged cookie', async () => {
    answers.set('once', names('aba'));
    const replies = await Promise.all([enter('once'), enter('once'), enter('once')]);
    expect(replies.map(({ body }) => body.error?.code ?? 'entered').sort()).toEqual([
      'entered',
      'portal-token-spent',
      'portal-token-spent',
    ]);
    expect((await enter('once')).body).toMatchObject({ code: 501, message: '这个令牌已经用过，不能再用。请回到门户重新进入' });
    for (const cookie of [`ossToken=${'A'.repeat(43)}.once`, 'ossToken=once', 'ossToken=']) {
      const forged = await enter(null, { cookie });
      expect(forged).toMatchObject({ status: 200, body: { code: 501, error: { code: 'no-portal-token' } } });
    }
  });

  it("names the token's user to the page, and signs on at a click without asking the portal again; opening a link alone begins no session", async () => {
    answers.set('pressed', names('aba'));
    const who = (token: string | null, headers: Record<string, string> = {}) =>
      server.call('POST', `${OSS}/user`, { body: { token }, headers });
    const named = await who('pressed');
    expect(named.body.data).toEqual({ userName: 'aba', fullName: '阿坝州值班员', gridName: '阿坝藏族羌族自治州' });
    expect(named.body.access_token).toBeUndefined();
    const cookie = cookiesOf(named);
    expect((await enter('pressed')).body).toMatchObject({ error: { code: 'portal-token-spent' } });
    answers.delete('pressed');
    expect(await enter('pressed', { cookie })).toMatchObject({ status: 200, body: ABA });
    // The portal's answer is used once: the next click asks the portal again.
    expect((await enter('pressed', { cookie })).body).toMatchObject({ error: { code: 'portal-token-refused' } });
    answers.set('pressed', names('aba'));
    expect((await who(null, { cookie })).body.data).toMatchObject({ userName: 'aba' });
    expect((await who(null)).body).toMatchObject({ error: { code: 'no-portal-token' } });
    answers.set('of-nobody', names('nobody.knows'));
    expect((await who('of-nobody')).body).toMatchObject({ error: { code: 'outside-account-unknown' } });
  });

  it('without a token or cookie is answered without an HTTP error, which a browser would write to its console', async () => {
    expect(await enter(null)).toMatchObject({ status: 200, body: { code: 501, message: '没有门户令牌' } });
    expect((await server.call('POST', OSS, { body: { token: 'x'.repeat(3_601) } })).status).toBe(422);
  });

  it.each([
    ['a token it refuses', { status: 401 }, 501, '门户不认可这个令牌：它可能已过期，或不是门户签发的。请回到门户重新进入'],
    ['an error', { status: 500 }, 503, '统一身份门户出错，请稍后再试，或用账号和密码登录'],
    ['a redirect', { status: 302 }, 503, '统一身份门户出错，请稍后再试，或用账号和密码登录'],
    ['a page', { body: '<html>' }, 503, '统一身份门户的应答无法识别，请稍后再试，或用账号和密码登录'],
    ['a name that is none', { body: '{"userName":7}' }, 503, '统一身份门户的应答无法识别，请稍后再试，或用账号和密码登录'],
    [
      'an endless answer',
      { body: JSON.stringify({ userName: 'x'.repeat(70_000) }) },
      503,
      '统一身份门户的应答无法识别，请稍后再试，或用账号和密码登录',
    ],
    ['an unknown user', names('nobody.knows'), 501, '统一身份“nobody.knows”在本系统没有账号，请联系管理员开通'],
    ['a user bound to another device', names(BOUND_RANGER.userName), 501, '当前用户不是该设备绑定的用户'],
  ])('a portal that answers with %s', async (name, answer, code, message) => {
    answers.set(name, answer as Answer);
    const reply = await enter(name);
    expect(reply.body).toMatchObject({ code, message });
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  // Proves §6.8
  it('a disabled account is reported as such, a bound account signs on only from its device, and a locked account has to wait as at the login', async () => {
    answers.set('bound', names(BOUND_RANGER.userName));
    expect((await enter('bound', { 'x-device-id': BOUND_RANGER.deviceId })).status).toBe(200);

    answers.set('locked', names('heilongjiang'));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const body = await loginBody(server.base, 'heilongjiang', `Wrong@${attempt}`);
      await server.call('POST', '/auth/api/auth/user/loginNew', { body });
    }
    expect(await enter('locked')).toMatchObject({ status: 429, body: { message: '账户已锁定，请15分钟后再试' } });

    answers.set('disabled', names('qujing'));
    const account = await server.store.accounts.findByUserName('qujing');
    await server.store.accounts.update('100000' as never, account?.id ?? '', { enabled: false });
    expect((await enter('disabled')).body).toMatchObject({ code: 501, message: '账号“qujing”已停用，请联系管理员' });
  });

  it('leaves an audit row and an event like every login, and the token is in neither', async () => {
    answers.set('secret-token', names('lixian'));
    const { accid } = (await enter('secret-token')).body;
    await enter('secret-token');
    const { access_token: token } = await server.login('guojia');
    const page = await server.call('POST', '/auth/api/auth/admin/audit/page', { token, body: { act: 'portal-login', pageSize: 100 } });
    const rows = page.body.data.list as { userName: string | null; targetId: string; outcome: string }[];
    expect(rows.find(({ userName }) => userName === 'lixian')).toMatchObject({ targetId: accid, outcome: 'ok', targetKind: 'account' });
    expect(rows.some(({ outcome }) => outcome === 'refused:501')).toBe(true);
    const { entries } = await server.store.events.since('513222' as never, 0, 1000);
    const event = entries.map((entry) => entry.event).find(({ kind, objectId }) => kind === 'account.signed-on' && objectId === accid);
    expect(event).toMatchObject({ payload: { way: 'portal' }, gridNo: '513222', actor: { userName: 'lixian', post: '理县林草局' } });
    expect(JSON.stringify([rows, entries])).not.toContain('secret-token');
    expect(await server.store.audit.verifyChain()).toBeNull();
  });
});

describe('a portal that cannot be reached', () => {
  it('is reported as such after five seconds, and the token is not used up', async () => {
    answers.set('slow', { hangs: true });
    expect((await enter('slow')).body).toMatchObject({
      code: 503,
      message: '统一身份门户没有在 5 秒内应答，请稍后再试，或用账号和密码登录',
    });
    answers.set('slow', names('aba'));
    expect((await enter('slow')).status).toBe(200);

    const lost = await startTestServer({
      databaseUrl: server.databaseUrl,
      env: { SSO_VERIFY_URL: 'http://127.0.0.1:1/', OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x' },
    });
    expect((await lost.call('POST', OSS, { body: { token: 't' } })).body).toMatchObject({
      code: 503,
      error: { params: { trouble: 'connection' } },
    });
    expect((await lost.call('POST', BEGIN, { body: {} })).body).toMatchObject({
      code: 503,
      message: '身份提供方连接不上，请稍后再试，或用账号和密码登录',
    });
    await lost.stop();
  });
});

describe('the demo portal', () => {
  it('issues tokens for the demo accounts, and checks them in the way a portal does', async () => {
    let ahead = 0;
    const demo = await sharedTestServer({ clock: () => new Date(Date.now() + ahead) });
    const post = (path: string, body: unknown) => demo.call('POST', path, { body });
    expect((await demo.call('GET', '/auth/api/auth/signOn/ways')).body.data).toMatchObject({
      portal: { isDemo: true, url: null },
      oidc: false,
    });
    const accounts = (await demo.call('GET', '/auth/api/auth/demoPortal/accounts')).body.data as { userName: string }[];
    expect(accounts.map(({ userName }) => userName)).toEqual(expect.arrayContaining(['aba', 'viewer', 'ranger01']));
    const { token } = (await post('/auth/api/auth/demoPortal/token', { userName: 'aba' })).body.data;
    const verify = async (text: string) => {
      const { status, body } = await demo.call('GET', `/auth/api/auth/demoPortal/verify?token=${encodeURIComponent(text)}`);
      return status === 200 ? body : status;
    };
    expect(await verify(token)).toEqual({ userName: 'aba' });
    const [claims, signature] = token.split('.');
    const other = Buffer.from(JSON.stringify({ userName: 'guojia', until: 1e15 })).toString('base64url');
    for (const forged of [`${other}.${signature}`, claims, `${claims}.`, '.', 'x']) expect(await verify(forged)).toBe(401);
    const entered = await post(OSS, { token });
    expect(entered).toMatchObject({ status: 200, body: ABA });
    const cookie = cookiesOf(entered);
    ahead = 604_800_000 - 60_000;
    expect((await demo.call('POST', OSS, { body: {}, headers: { cookie } })).status).toBe(200);
    ahead = 604_800_000 + 1_000;
    expect(await verify(token)).toBe(401);
    expect((await demo.call('POST', OSS, { body: {}, headers: { cookie } })).body).toMatchObject({ error: { code: 'no-portal-token' } });
    await demo.stop();
  });
});

describe('/authredirect', () => {
  /** Begins the sign-on at the server and completes it at the provider. */
  async function answered(login: string, redirect?: string, leave: 'signOn' | 'cancel' = 'signOn') {
    const begun = await server.call('POST', BEGIN, { body: { redirect }, headers: { origin: 'http://127.0.0.1:8111' } });
    expect(begun.status).toBe(200);
    const { url } = begun.body.data;
    const back = await provider[leave](url, login);
    return { url: new URL(url), back, cookie: cookiesOf(begun), answer: Object.fromEntries(back.searchParams) };
  }
  const finish = (answer: Record<string, string>, cookie: string) => server.call('POST', FINISH, { body: answer, headers: { cookie } });

  it("signs on by the provider's answer: code with PKCE, state and nonce, redirected to /authredirect of the site that was called", async () => {
    const { url, back, cookie, answer } = await answered('aba', '/manage/alarm?fire=1');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:8111/authredirect');
    const reply = await finish(answer, cookie);
    expect(reply).toMatchObject({ status: 200, body: { ...ABA, redirect: '/manage/alarm?fire=1' } });
    expect(await infoOf(reply.body.access_token)).toBe('aba');
    // The cookie of the attempt is deleted, and a second use of the answer is refused.
    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining('Expires=Thu, 01 Jan 1970')]);
    expect((await finish(answer, cookie)).body).toMatchObject({ code: 501, error: { code: 'oidc-state-unknown' } });
  });

  it('a state that is forged, or belongs to another browser or another attempt, is refused, and the real attempt can still be completed', async () => {
    const mine = await answered('aba');
    const other = await answered('guojia');
    expect((await finish({ ...mine.answer, state: 'forged' }, mine.cookie)).body).toMatchObject({ error: { code: 'oidc-state-unknown' } });
    // Login with another user's answer (login CSRF): the victim's browser has no cookie of that attempt.
    for (const cookie of ['', other.cookie, `${mine.cookie.split('=', 1)[0]}=${'A'.repeat(43)}`])
      expect((await finish(mine.answer, cookie)).body).toMatchObject({
        code: 501,
        message: '这次登录是在另一个浏览器里发起的，不能在这里完成。请重新登录',
      });
    // The code of one attempt is used in another: its PKCE verifier does not match.
    const mixed = { ...other.answer, code: mine.answer.code ?? '' };
    expect((await finish(mixed, other.cookie)).body).toMatchObject({ code: 501, error: { code: 'oidc-answer-refused' } });
    // How the provider treats a code that was tried with a wrong verifier is up to the provider; a fresh attempt succeeds.
    const fresh = await answered('aba');
    expect((await finish(fresh.answer, fresh.cookie)).status).toBe(200);
  });

  it('an answer that names another issuer, a made-up code and no code are refused', async () => {
    for (const change of [{ iss: 'https://evil.example' }, { code: 'made-up' }, { code: '' }]) {
      const { answer, cookie } = await answered('aba');
      expect((await finish({ ...answer, ...change }, cookie)).body).toMatchObject({ code: 501, error: { code: 'oidc-answer-refused' } });
    }
  });

  it('a sign-on cancelled at the provider, and a user without an account here, are reported with a message', async () => {
    const left = await answered('aba', undefined, 'cancel');
    expect((await finish(left.answer, left.cookie)).body).toMatchObject({ code: 501, message: '您在身份提供方取消了登录，或没有得到许可' });
    const stranger = await answered('stranger');
    expect((await finish(stranger.answer, stranger.cookie)).body).toMatchObject({
      code: 501,
      message: '统一身份“stranger”在本系统没有账号，请联系管理员开通',
    });
  });

  it.each(['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    '%s is refused as a redirect target',
    async (redirect) => {
      const { answer, cookie } = await answered('aba', redirect);
      expect((await finish(answer, cookie)).body).toMatchObject({ token_type: 'Bearer', redirect: null });
    },
  );

  it('an answer that arrives after ten minutes is refused', async () => {
    let ahead = 0;
    const clocked = await startTestServer({
      databaseUrl: server.databaseUrl,
      clock: () => new Date(Date.now() + ahead),
      env: provider.env,
    });
    const begun = await clocked.call('POST', BEGIN, { body: {} });
    const { searchParams } = await provider.signOn(begun.body.data.url, 'aba');
    ahead = 601_000;
    const late = await clocked.call('POST', FINISH, { body: Object.fromEntries(searchParams), headers: { cookie: cookiesOf(begun) } });
    expect(late.body).toMatchObject({ error: { code: 'oidc-state-unknown' } });
    await clocked.stop();
  });

  it('an ID token that the provider has not signed is refused: otherwise anyone between server and provider could name any user', async () => {
    for (const lie of ['foreign signature', 'no algorithm', 'other nonce', 'other audience', 'other issuer']) {
      await provider.lie(lie);
      const { answer, cookie } = await answered('aba');
      const reply = await finish(answer, cookie);
      expect([lie, reply.body.code, reply.body.error?.code, reply.body.access_token]).toEqual([
        lie,
        501,
        lie === 'other issuer' ? 'oidc-issuer' : 'oidc-answer-refused',
        undefined,
      ]);
    }
    await provider.lie('');
    const { answer, cookie } = await answered('aba');
    expect((await finish(answer, cookie)).status).toBe(200);
  });

  it('the first identity to sign on owns the account: another subject with the same name is refused until an administrator unbinds the first', async () => {
    const [first, second] = [await answered('sub-1:wenchuan'), await answered('sub-2:wenchuan')];
    expect(await finish(first.answer, first.cookie)).toMatchObject({ status: 200, body: { fullName: '汶川县值班员' } });
    expect((await finish(second.answer, second.cookie)).body).toMatchObject({
      code: 501,
      error: { code: 'outside-identity-other', params: { userName: 'wenchuan' } },
    });
    // A user who is renamed at the provider is still the same user.
    const renamed = await answered('sub-1:wenchuan');
    expect(await finish(renamed.answer, renamed.cookie)).toMatchObject({ status: 200, body: { fullName: '汶川县值班员' } });

    const { access_token: token } = await server.login('guojia');
    const { id } = (await server.store.accounts.findByUserName('wenchuan')) ?? {};
    const listed = await server.call('POST', '/auth/api/auth/admin/user/page', { token, body: { text: 'wenchuan', pageSize: 10 } });
    expect(listed.body.data.list[0]).toMatchObject({ id, hasOutsideIdentity: true });
    const unbind = () => server.call('POST', `/auth/api/auth/admin/user/${id}/unbindIdentity`, { token });
    expect((await unbind()).status).toBe(200);
    expect((await unbind()).body).toMatchObject({ code: 501, error: { code: 'outside-identity-none' } });
    const third = await answered('sub-2:wenchuan');
    expect((await finish(third.answer, third.cookie)).status).toBe(200);
  });

  it("a session ends with the provider's session, by a notice that is signed by the provider, addressed to this client, current, and not used before", async () => {
    const begun = await answered('sub-2:wenchuan');
    const { access_token: token } = (await finish(begun.answer, begun.cookie)).body;
    const byPassword = (await server.login('wenchuan')).access_token;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      aud: 'lookout',
      iat: now,
      jti: randomUUID(),
      sub: 'sub-2:wenchuan',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    const notify = async (more: object, broken = (text: string) => text) => {
      const logout = broken(await provider.logoutToken({ ...claims, ...more }));
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return server.call('POST', '/auth/api/auth/oidc/logout', { body: `logout_token=${logout}`, headers });
    };
    for (const [more, broken] of [
      [{ aud: 'somebody-else' }],
      [{ iss: 'https://evil.example' }],
      [{ iat: now - 3_600 }],
      [{ nonce: 'of an ID token' }],
      [{ events: {} }],
      [{ sub: undefined }],
      [{}, (text: string) => `${text.split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`],
      [{}, () => 'no token'],
    ] as [object, ((text: string) => string)?][])
      expect(await notify(more, broken)).toMatchObject({ status: 403, body: { error: { code: 'oidc-logout-refused' } } });
    expect((await server.call('GET', INFO, { token })).status).toBe(200);
    expect((await notify({})).status).toBe(200);
    expect((await server.call('GET', INFO, { token })).status).toBe(401);
    // The provider cannot end a session that it did not begin.
    expect((await server.call('GET', INFO, { token: byPassword })).status).toBe(200);
    expect((await notify({})).body).toMatchObject({ error: { code: 'oidc-logout-refused' } });
  });

  it('under the strict policy an account has one identity: a provider cannot claim an account that a portal has bound; a sign-on that is too weak is refused', async () => {
    const strict = await startTestServer({
      databaseUrl: server.databaseUrl,
      env: { SSO_VERIFY_URL: verifyUrl, ...provider.env, SECURITY_POLICY: 'strict', OIDC_ACR_VALUES: 'phr' },
    });
    const begun = await strict.call('POST', BEGIN, { body: {} });
    expect(new URL(begun.body.data.url).searchParams.get('acr_values')).toBe('phr');
    expect(new URL(begun.body.data.url).searchParams.get('max_age')).toBe('43200');
    const { searchParams } = await provider.signOn(begun.body.data.url, 'lixian');
    const weak = await strict.call('POST', FINISH, { body: Object.fromEntries(searchParams), headers: { cookie: cookiesOf(begun) } });
    expect(weak.body).toMatchObject({ code: 501, error: { code: 'oidc-too-weak', params: { wanted: 'phr' } } });
    answers.set('bound-by-oidc', names('wenchuan'));
    expect((await strict.call('POST', OSS, { body: { token: 'bound-by-oidc' } })).body).toMatchObject({
      code: 501,
      error: { code: 'outside-identity-other' },
    });
    await strict.stop();
  });

  it('a provider whose clock is hours behind is reported as such; a public client needs no secret', async () => {
    const behind = await startOidcProvider({ clockAheadMs: -3 * 3_600_000 });
    const clocked = await startTestServer({
      databaseUrl: server.databaseUrl,
      env: { OIDC_ISSUER: behind.issuer, OIDC_CLIENT_ID: 'lookout-public' },
    });
    const begun = await clocked.call('POST', BEGIN, { body: {} });
    const { searchParams } = await behind.signOn(begun.body.data.url, 'aba');
    const reply = await clocked.call('POST', FINISH, { body: Object.fromEntries(searchParams), headers: { cookie: cookiesOf(begun) } });
    expect(reply.body).toMatchObject({ code: 501, message: '身份提供方与本系统的时钟相差过大，登录没有完成。请联系管理员校准时间' });
    await clocked.stop();
    await behind.stop();
  });
});

describe("the doctor command's checks of the provider", () => {
  const seen = async (settings: Readonly<Record<string, string>>): Promise<string[]> => {
    const config = readConfig({ ...provider.env, ...settings });
    const check = CHECKS.find(({ name }) => name === 'signOn');
    const installation = { config, askProvider: (oidc) => askProvider(oidc, new Date()) } as Pick<Installation, 'config' | 'askProvider'>;
    const findings = (await check?.run(installation as Installation)) ?? [];
    return findings.map(({ state, seen: [, text] }) => `${state}: ${text}`);
  };

  it('name what is wrong: issuer expected and received, discovery, trust, reachability, client, redirect address', async () => {
    const { port } = new URL(provider.issuer);
    const untrusted = createSecureServer(selfSigned('127.0.0.1'));
    await new Promise<void>((done) => untrusted.listen(0, '127.0.0.1', done));
    const secure = `https://127.0.0.1:${(untrusted.address() as AddressInfo).port}`;
    const free = createServer();
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done));
    const closed = `http://127.0.0.1:${(free.address() as AddressInfo).port}`;
    await new Promise((done) => free.close(done));
    const cases: readonly (readonly [settings: Readonly<Record<string, string>>, expected: string | RegExp])[] = [
      [{ OIDC_REDIRECT_URL: 'http://127.0.0.1/authredirect' }, new RegExp(`^ok: ${provider.issuer} can be used, \\d+ signing keys$`)],
      [
        { OIDC_ISSUER: `http://localhost:${port}` },
        `error: OIDC_ISSUER is http://localhost:${port}, the identity provider calls itself ${provider.issuer}`,
      ],
      [
        { OIDC_ISSUER: `${provider.issuer}/realms/none` },
        `error: there is no configuration at ${provider.issuer}/realms/none/.well-known/openid-configuration: HTTP 404`,
      ],
      [{ OIDC_ISSUER: secure }, 'error: the certificate of the identity provider is not accepted: DEPTH_ZERO_SELF_SIGNED_CERT'],
      [{ OIDC_ISSUER: closed }, 'error: the identity provider cannot be reached: ECONNREFUSED'],
      // Port 1 is one that browsers refuse too.
      [{ OIDC_ISSUER: 'http://127.0.0.1:1' }, 'error: the identity provider cannot be reached: bad port'],
      [{ OIDC_CLIENT_SECRET: 'another' }, 'error: the identity provider does not accept the client (invalid_client)'],
      [
        { OIDC_REDIRECT_URL: 'http://lookout.invalid/authredirect' },
        'error: the identity provider does not accept the redirect URI http://lookout.invalid/authredirect (HTTP 400)',
      ],
    ];
    for (const [settings, expected] of cases)
      expect(await seen(settings)).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)]);
    untrusted.closeAllConnections();
    await new Promise((done) => untrusted.close(done));
  });
});

// This is the last test, because a start without demo disables the demo accounts of this database.
describe('without a portal or a provider', () => {
  it('both ways report that they are not set up, there is no demo portal, and no demo account is listed', async () => {
    const plain = await startTestServer({ databaseUrl: server.databaseUrl, demo: false });
    expect((await plain.call('GET', '/auth/api/auth/signOn/ways')).body.data).toEqual({ portal: null, oidc: false, demo: null });
    expect((await plain.call('POST', OSS, { body: { token: 't' } })).body).toMatchObject({ code: 501, error: { code: 'portal-not-set' } });
    expect((await plain.call('POST', BEGIN, { body: {} })).body).toMatchObject({ code: 501, error: { code: 'oidc-not-set' } });
    expect((await plain.call('GET', '/auth/api/auth/demoPortal/accounts')).status).toBe(404);
    expect((await plain.call('POST', '/auth/api/auth/demoPortal/token', { body: { userName: 'aba' } })).status).toBe(404);
    await plain.stop();
  });
});
