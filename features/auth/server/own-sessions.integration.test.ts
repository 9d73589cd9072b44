// A user's own sessions, listed and ended on HTTP, MQTT and video, and their automatic expiry.
import { request as httpRequest } from 'node:http';
import { hashToken } from '@lookout/server/serve/token-hash.ts';
import { DEMO_BACK_OFFICE_PASSWORD, DEMO_PASSWORD } from '@lookout/server/settings/demo-accounts.ts';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import { encrypt, type Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const MINE = '/auth/api/auth/user/sessions';
const INFO = '/auth/api/auth/auth/user/auth';
const MINUTE = 60_000;

let server: TestServer;
let second: TestServer;
let strict: TestServer;
let ahead = 0;
beforeAll(async () => {
  const clock = () => new Date(Date.now() + ahead);
  server = await sharedTestServer({ clock });
  second = await startTestServer({ databaseUrl: server.databaseUrl, clock });
  strict = await startTestServer({ databaseUrl: server.databaseUrl, clock, env: { SECURITY_POLICY: 'strict' } });
});
afterAll(async () => {
  await strict?.stop();
  await second?.stop();
  await server?.stop();
});
afterEach(() => {
  ahead = 0;
});

interface Row {
  readonly id: string;
  readonly isThis: boolean;
  readonly way: string;
}
const listOf = async ({ access_token: token }: Session): Promise<Row[]> => (await server.call('GET', MINE, { token })).body.data;
const statusOf = async ({ access_token: token }: Session, at = server) => (await at.call('GET', INFO, { token })).status;
const end = ({ access_token: token }: Session, id: string) => server.call('POST', `${MINE}/end`, { token, body: { id } });

describe('my sessions', () => {
  it("are the user's own, with the current one first and marked; no token is returned", async () => {
    const [one, two] = [await server.login('lixian'), await server.login('lixian')];
    const rows = await listOf(two);
    expect(rows.map(({ isThis }) => isThis)).toEqual([true, false]);
    expect(rows[0]).toMatchObject({
      address: '127.0.0.1',
      userAgent: 'node',
      way: 'password',
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
    expect((await listOf(one))[0]?.id).toBe(rows[1]?.id);
    const hash = hashToken(two.access_token);
    const text = JSON.stringify(rows);
    for (const secret of [two.access_token, hash.toString('hex'), hash.toString('base64')]) expect(text).not.toContain(secret);
  });

  it('an ended session is invalid at once on HTTP, MQTT and video, on every server', async () => {
    const [mine, lost] = [await server.login('wenchuan'), await server.login('wenchuan')];
    const { tickets } = server.app.deps;
    const ticket = await tickets.issue(hashToken(lost.access_token).toString('hex'), 'recording/none');
    const open = (): Promise<number> =>
      new Promise((resolve, reject) => {
        httpRequest(`${server.base}/media/recording/none/none.mp4?ticket=${ticket}`, ({ statusCode = 0 }) => resolve(statusCode))
          .on('error', reject)
          .end();
      });
    expect(await open()).toBe(404);
    const probes = await Promise.all([server, second].map(({ mqttUrl }) => mqttProbe(mqttUrl, lost.accid, lost.access_token)));
    const other = (await listOf(mine)).find(({ isThis }) => !isThis) as Row;
    expect((await end(mine, other.id)).body).toMatchObject({ code: 200 });
    expect(await statusOf(lost)).toBe(401);
    expect(await open()).toBe(401);
    await Promise.all(probes.map(({ closed }) => closed));
    await expect.poll(() => statusOf(lost, second)).toBe(401);
    expect(await statusOf(mine)).toBe(200);
    // The session has ended already.
    expect((await end(mine, other.id)).status).toBe(404);
    const { list } = await server.store.audit.page('100000' as never, { act: 'end-own-session' }, { offset: 0, limit: 10 });
    expect(list[0]).toMatchObject({ outcome: 'refused:404', targetId: mine.accid });
    expect(list[1]).toMatchObject({ userName: 'wenchuan', outcome: 'ok', detail: { session: other.id } });
  });

  it("another user's session is not found; all other sessions of the user end together", async () => {
    const [mine, older, foreign] = [await server.login('qujing'), await server.login('qujing'), await server.login('weihui')];
    const theirs = (await listOf(foreign))[0] as Row;
    expect((await end(mine, theirs.id)).status).toBe(404);
    expect(await statusOf(foreign)).toBe(200);
    const reply = await server.call('POST', `${MINE}/endOthers`, { token: mine.access_token });
    expect(reply.body).toMatchObject({ code: 200, data: { ended: 1 } });
    expect([await statusOf(older), await statusOf(mine)]).toEqual([401, 200]);
  });
});

describe('strict policy', () => {
  it('a session that is idle for half an hour ends; calls keep it alive', async () => {
    const [used, idle] = [await strict.login('aba'), await strict.login('aba')];
    for (ahead = 20 * MINUTE; ahead <= 60 * MINUTE; ahead += 20 * MINUTE) {
      // The session cache uses the real clock.
      strict.app.deps.sessionsChanged();
      expect(await statusOf(used, strict)).toBe(200);
      await strict.app.activity.flush();
    }
    strict.app.deps.sessionsChanged();
    expect(await statusOf(idle, strict)).toBe(401);
  });

  it("an open live connection keeps a duty desk's session alive, and closing the connection does not", async () => {
    const session = await strict.login('sichuan');
    const probe = await mqttProbe(strict.mqttUrl, session.accid, session.access_token);
    for (ahead = 20 * MINUTE; ahead <= 60 * MINUTE; ahead += 20 * MINUTE) {
      strict.app.live.sweep();
      await expect
        .poll(
          async () => {
            await strict.app.activity.flush();
            const found = await strict.store.sessions.find(hashToken(session.access_token));
            return found === null
              ? 'over'
              : (await strict.store.sessions.listOwn(session.accid, hashToken(session.access_token), { limit: 1 }))[0]?.usedAt.getTime();
          },
          { timeout: 15_000 },
        )
        .toBeGreaterThan(Date.now() + ahead - MINUTE);
    }
    probe.end();
    ahead += 31 * MINUTE;
    strict.app.deps.sessionsChanged();
    expect(await statusOf(session, strict)).toBe(401);
  });

  it('a session without a duty desk is kept alive only by user actions, not by an open page or its automatic requests', async () => {
    const [left, used] = [await strict.login('viewer'), await strict.login('viewer')];
    const probe = await mqttProbe(strict.mqttUrl, left.accid, left.access_token);
    const ofPage = (session: Session, path: string, method = 'GET') =>
      strict.call(method, path, { token: session.access_token, headers: { origin: strict.base } });
    expect((await ofPage(used, INFO)).body.data).toMatchObject({ idleMinutes: 30 });
    for (ahead = 20 * MINUTE; ahead <= 60 * MINUTE; ahead += 20 * MINUTE) {
      strict.app.deps.sessionsChanged();
      strict.app.live.sweep();
      await ofPage(left, INFO);
      expect((await ofPage(used, '/auth/api/auth/user/acted', 'POST')).body).toMatchObject({ code: 200 });
      await strict.app.activity.flush();
    }
    ahead = 60 * MINUTE;
    strict.app.deps.sessionsChanged();
    expect([await statusOf(left, strict), await statusOf(used, strict)]).toEqual([401, 200]);
    await probe.closed;
  });

  it("ending sessions from a page requires the user's own password; the back-office password is not accepted", async () => {
    const [mine, other] = [await strict.login('guojia'), await strict.login('guojia')];
    const headers = { origin: strict.base };
    const endOthers = () => strict.call('POST', `${MINE}/endOthers`, { token: mine.access_token, headers });
    const verify = async (password: string) => {
      const { aeskey, nonce, encrypted } = await encrypt(strict.base, password);
      const body = { passwd: encrypted[0], aeskey, nonce };
      return strict.call('POST', '/auth/api/auth/user/verifyPasswd', { token: mine.access_token, body });
    };
    const asks = { status: 200, body: { code: 501, error: { code: 'own-verification-needed' } } };
    expect(await endOthers()).toMatchObject(asks);
    expect([await verify(DEMO_BACK_OFFICE_PASSWORD), await verify('123456')]).toMatchObject([
      { body: { code: 501 } },
      { body: { code: 501 } },
    ]);
    expect(await endOthers()).toMatchObject(asks);
    expect(await verify(DEMO_PASSWORD)).toMatchObject({ body: { code: 200 } });
    expect((await endOthers()).body).toMatchObject({ code: 200, data: { ended: 1 } });
    expect(await statusOf(other, strict)).toBe(401);
  });

  it('a session ends after twelve hours however much it is used', async () => {
    const session = await strict.login('heilongjiang');
    expect(session.expires_in).toBe(12 * 3600);
    for (ahead = 20 * MINUTE; ahead < 12 * 60 * MINUTE; ahead += 20 * MINUTE)
      await strict.store.sessions.touch([hashToken(session.access_token)]);
    ahead = 12 * 60 * MINUTE - MINUTE;
    strict.app.deps.sessionsChanged();
    expect(await statusOf(session, strict)).toBe(200);
    ahead = 12 * 60 * MINUTE + MINUTE;
    strict.app.deps.sessionsChanged();
    expect(await statusOf(session, strict)).toBe(401);
  });

  it('sessions that began before the setting apply it too; without the setting an idle session does not end', async () => {
    const session = await server.login('sichuan');
    ahead = 300 * MINUTE;
    server.app.deps.sessionsChanged();
    expect(await statusOf(session)).toBe(200);
    const stricter = await startTestServer({
      databaseUrl: server.databaseUrl,
      clock: () => new Date(Date.now() + ahead),
      env: { SECURITY_POLICY: 'strict' },
    });
    ahead += 31 * MINUTE;
    server.app.deps.sessionsChanged();
    expect(await statusOf(session)).toBe(401);
    await stricter.stop();
  });
});
