import type { Outcome } from '@lookout/contract';
import { callSheetOf, contract } from '@lookout/features/contract.ts';
import { describe, expect, it } from 'vitest';
import { type CallContext, CallFailed, createClient, isDeadSession, isLogGone, isNotFound } from './client.ts';

const calls = callSheetOf(contract);

interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
}

function aClient(answers: (Response | Error)[], token: string | null = 'tok', isReadOnly = false) {
  const requests: SentRequest[] = [];
  const outcomes: { outcome: Outcome; context: CallContext }[] = [];
  const client = createClient({
    calls,
    base: 'http://x',
    token: () => token,
    isReadOnly,
    deviceId: 'dev-1',
    fetch: async (url, init) => {
      requests.push({ url, init });
      const next = answers.shift();
      if (next === undefined) throw new Error('unexpected call');
      if (next instanceof Error) throw next;
      return next;
    },
    onOutcome: (outcome, context) => outcomes.push({ outcome, context }),
  });
  return { client, requests, outcomes };
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const good = (data: unknown, message = 'OK') => json(200, { code: 200, message, data });
const failureOf = async (promise: Promise<unknown>): Promise<CallFailed> => {
  const error = await promise.then(
    () => null,
    (e: unknown) => e,
  );
  if (!(error instanceof CallFailed)) throw new Error('expected a CallFailed');
  return error;
};

describe('a call', () => {
  it('that returns an incomplete page gives the reason', async () => {
    const page = { total: 0, pageNo: 1, pageSize: 20, list: [] };
    const { client } = aClient([good(page), good(page, '存储桶暂时连不上')]);
    const ask = () => client.video.recordingPage({ body: { cameraId: 'camera', pageNo: 1, pageSize: 20 } });
    expect(await ask()).toEqual(page);
    expect(await ask()).toEqual({ ...page, remark: '存储桶暂时连不上' });
  });

  it('goes to the row’s path with token, device and query, and returns the data', async () => {
    const { client, requests } = aClient([good([])]);
    expect(await client.alarm.latestAlarms({ query: { gridNo: '513200', limit: 5, kind: null } })).toEqual([]);
    expect(requests[0]?.url).toBe('http://x/fire/api/Statistic/getLatestFireAlarmList?gridNo=513200&limit=5');
    expect(requests[0]?.init.headers).toEqual({ authorization: 'Bearer tok', 'x-device-id': 'dev-1' });
  });

  it('puts path parameters in their place, escaped, and the body as JSON', async () => {
    const { client, requests } = aClient([good(null)]);
    await client.admin.resetPassword({ params: { id: 'a/b' }, body: { passwd: 'p', aeskey: 'k', nonce: 'n' } });
    expect(requests[0]?.url).toBe('http://x/auth/api/auth/admin/user/a%2Fb/resetPasswd');
    expect(requests[0]?.init.body).toBe('{"passwd":"p","aeskey":"k","nonce":"n"}');
  });

  it('a log that begins later than the requested number is distinguished from other failures', async () => {
    const reply = (error: object) => json(410, { code: 410, message: 'gone', error });
    const { client } = aClient([
      reply({ code: 'log-begins-later', params: { first: 7 } }),
      reply({ code: 'elevation-renewed', params: {} }),
    ]);
    const ask = () => failureOf(client.duty.events({ query: { since: 2, limit: 1 } }));
    const failures = [await ask(), await ask()];
    expect(failures.map((error) => [isLogGone(error), isDeadSession(error), isNotFound(error)])).toEqual([
      [true, false, false],
      [false, false, false],
    ]);
  });

  it('a public call carries no token', async () => {
    const { client, requests } = aClient([good({ publicKey: 'k', nonce: 'n' })]);
    await client.auth.publicKey();
    expect(requests[0]?.init.headers).toEqual({ 'x-device-id': 'dev-1' });
  });

  it('a 422 names the fields', async () => {
    const { client } = aClient([json(422, { code: 422, message: '输入有误', data: [{ path: 'fullName', message: '请输入姓名' }] })]);
    const failed = await failureOf(client.admin.groups());
    expect(failed.fields).toEqual([{ path: 'fullName', message: '请输入姓名' }]);
    expect(failed.message).toBe('输入有误');
  });

  it('every outcome is reported with its occasion, and failed ones are also thrown', async () => {
    const { client, outcomes } = aClient([json(401, { code: 401, message: '' })]);
    const failed = await failureOf(client.duty.localDate({ occasion: 'background' }));
    expect(failed.outcome.kind).toBe('logged-out');
    expect(outcomes.map((o) => [o.outcome.kind, o.context.occasion, o.context.token])).toEqual([['logged-out', 'background', 'tok']]);
  });

  it('a read without an answer is retried once', async () => {
    const { client, requests } = aClient([new TypeError('reset'), good([])]);
    expect(await client.duty.localDate()).toEqual([]);
    expect(requests.length).toBe(2);
  });

  it('a write is never repeated, not even one sent by GET', async () => {
    const post = aClient([new TypeError('reset')]);
    expect((await failureOf(post.client.auth.logout())).outcome.kind).toBe('line-lost');
    expect(post.requests.length).toBe(1);
    const get = aClient([new TypeError('reset')]);
    await failureOf(get.client.auth.loginByGet({ query: { username: 'a', password: 'b', aeskey: 'c', nonce: 'd' } }));
    expect(get.requests.length).toBe(1);
    expect(get.requests[0]?.init.cache).toBe('no-store');
  });

  it('a message call succeeds only with message OK', async () => {
    const { client } = aClient([good(null, '旧密码不对'), good(null)]);
    expect((await failureOf(client.auth.logout())).message).toBe('旧密码不对');
    expect(await client.auth.logout()).toBeUndefined();
  });

  it('a reply that is not JSON is judged by its status', async () => {
    const { client } = aClient([new Response('<html>bad gateway</html>', { status: 502 })]);
    const failed = await failureOf(client.duty.localDate());
    expect(failed.outcome).toMatchObject({ kind: 'error', message: '未知错误', code: 502 });
  });

  it('a call cancelled by its caller is an abort, not a lost connection', async () => {
    const { client, outcomes } = aClient([new DOMException('gone', 'AbortError')]);
    const controller = new AbortController();
    controller.abort();
    await expect(client.duty.localDate({ signal: controller.signal })).rejects.toThrow('gave the call up');
    expect(outcomes).toEqual([]);
  });

  // Proves §9.1a
  it('times out after 600,000 ms', async () => {
    const waits: number[] = [];
    const client = createClient({
      calls,
      base: '',
      token: () => null,
      deviceId: null,
      setTimeout: (_run, ms) => void waits.push(ms),
      clearTimeout: () => {},
      fetch: async () => good([]),
    });
    await client.duty.localDate();
    expect(waits).toEqual([600_000]);
  });

  it('no reply within the timeout counts as a lost connection and is not retried', async () => {
    let tries = 0;
    const client = createClient({
      calls,
      base: '',
      token: () => null,
      deviceId: null,
      timeoutMs: 5,
      setTimeout: (run) => void queueMicrotask(run),
      clearTimeout: () => {},
      fetch: (_url, init) =>
        new Promise((_, reject) => {
          tries++;
          init.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')));
        }),
    });
    expect((await failureOf(client.duty.localDate())).outcome.kind).toBe('line-lost');
    expect(tries).toBe(1);
  });
});

it('for a read-only client, a write fails before it is sent, and a read goes through', async () => {
  const { client, requests } = aClient([good([])], 'tok', true);
  const failure = await failureOf(client.alarm.seen({ body: { id: '0197f0c0-0000-7000-8000-000000000001' } }));
  expect([failure.message, requests]).toEqual(['回放中只能查看，不能操作', []]);
  expect(await client.ranger.rangerList({ body: {} })).toEqual([]);
  expect(requests).toHaveLength(1);
});
