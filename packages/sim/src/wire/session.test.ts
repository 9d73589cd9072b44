import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { contract } from '@lookout/features/contract.ts';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../accounts.ts';
import { createSession, encryptPassword } from './session.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), nonce: 'once' };

/** Decrypts a password as described in docs/interface.md "Login", with the server's private key. */
const open = ({ userPasswd, aeskey, nonce }: { userPasswd: string; aeskey: string; nonce: string }) => {
  const aes = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(aeskey, 'base64'),
  );
  const box = Buffer.from(userPasswd, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', aes, box.subarray(0, 12)).setAAD(Buffer.from(nonce, 'utf8'));
  decipher.setAuthTag(box.subarray(-16));
  return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()]).toString('utf8');
};

/** A session against a fake server that checks the login; `endSessions` invalidates its tokens. */
const aSession = (statusOfLogin = 200) => {
  const calls: { path: string; headers: Record<string, string> }[] = [];
  let sessions = 0;
  let alive = 0;
  const fetch = async (url: URL, init: RequestInit): Promise<Response> => {
    const headers = init.headers as Record<string, string>;
    calls.push({ path: url.pathname, headers });
    if (url.pathname === contract.auth.publicKey.path) return Response.json({ code: 200, data: key });
    if (url.pathname === contract.auth.login.path) {
      const body = JSON.parse(init.body as string);
      if (statusOfLogin !== 200 || open(body) !== DEMO_PASSWORD)
        return Response.json({ code: statusOfLogin, message: '不行' }, { status: statusOfLogin });
      sessions += 1;
      alive = sessions;
      return Response.json({ access_token: `t${sessions}`, accid: 'id-7' });
    }
    const isAlive = headers.authorization === `Bearer t${alive}`;
    return isAlive ? Response.json({ code: 200, data: [] }) : Response.json({ code: 401, message: '未登录' }, { status: 401 });
  };
  const session = createSession(
    { userName: 'ranger20', deviceId: 'demo-device-20' },
    { baseUrl: 'http://server:1', fetch, signal: new AbortController().signal },
  );
  const logins = () => calls.filter(({ path }) => path === contract.auth.login.path).length;
  return { session, calls, logins, endSessions: () => (alive = -1) };
};

test('An encrypted password can be decrypted as the interface describes, and no two are equal', () => {
  const [one, two] = [encryptPassword(key, '密码 1'), encryptPassword(key, '密码 1')];
  expect([open(one), open(two)]).toEqual(['密码 1', '密码 1']);
  expect(one.userPasswd).not.toBe(two.userPasswd);
  expect(() => open({ ...one, nonce: 'another' })).toThrow();
});

test('A session logs in once, with the bound phone, and its calls use that login', async () => {
  const { session, calls, logins } = aSession();
  expect(await session.logIn()).toEqual({ kind: 'delivered', data: 'id-7' });
  for (let n = 0; n < 3; n++) expect(await session.call(contract.task.myTasks, {})).toEqual({ kind: 'delivered', data: [] });
  expect(logins()).toBe(1);
  expect(calls.every(({ headers }) => headers['x-device-id'] === 'demo-device-20')).toBe(true);
});

test('an expired session is renewed without the caller noticing', async () => {
  const { session, logins, endSessions } = aSession();
  await session.logIn();
  endSessions();
  expect(await session.call(contract.task.myTasks, {})).toEqual({ kind: 'delivered', data: [] });
  expect(logins()).toBe(2);
});

test.each([401, 429])('A refused login (%i) is not retried', async (status) => {
  const { session, logins } = aSession(status);
  expect((await session.call(contract.task.myTasks, {})).kind).toBe('refused');
  expect(logins()).toBe(1);
});

test('an unavailable server gives the answer "later"', async () => {
  const session = createSession(
    { userName: 'ranger01' },
    {
      baseUrl: 'http://server:1',
      fetch: async () => {
        throw new TypeError('fetch failed');
      },
      signal: new AbortController().signal,
    },
  );
  expect((await session.logIn()).kind).toBe('later');
});
