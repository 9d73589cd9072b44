import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import asyncApiSchema from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' };
import { TOPIC_KINDS } from '@lookout/features/live-topics.ts';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestServer, startTestServer, type TestServer } from '../testing/index.ts';
import { RATES } from './budgets.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await sharedTestServer();
  token = (await server.login('aba')).access_token;
});
afterAll(() => server?.stop());

const LIST = '/fire/api/monitorFirealarm/list';
const INGEST = '/fire/api/satelliteFirealarm/ingest';
const json = { 'content-type': 'application/json' };

it('A client that asks to upgrade another path and resets the connection after the reply does not crash the server', async () => {
  const { hostname, port } = new URL(server.base);
  const socket = connect(Number(port), hostname, () =>
    socket.write(`GET /nothing HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
  );
  const answered = new Promise<string>((resolve) => {
    socket.once('data', (bytes) => {
      socket.resetAndDestroy();
      resolve(String(bytes));
    });
  });
  expect(await answered).toMatch(/^HTTP\/1\.1 404 /);
  // An unhandled error event would fail the run.
  expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
});

describe('a body', () => {
  it('that is missing counts as an empty one', async () => {
    expect(await server.call('POST', LIST, { token })).toMatchObject({ status: 200, body: { code: 200, message: 'OK' } });
    expect(await server.call('POST', LIST, { token, body: '  ', headers: json })).toMatchObject({ status: 200 });
  });

  it('that is not JSON, not an object, not UTF-8, compressed, or of another type is 422, never a server error', async () => {
    const broken: [string | Uint8Array, Record<string, string>][] = [
      ['{', json],
      ['null', json],
      ['[]', json],
      ['"text"', json],
      ['7', json],
      [`{"address":"${'\\u0000'}"}`, json],
      ['{"address":"\\ud800"}', json],
      ['{}', { ...json, 'content-encoding': 'gzip' }],
      ['{}', { 'content-type': 'text/xml' }],
      ['['.repeat(500_000), json],
    ];
    for (const [body, headers] of broken) {
      const reply = await server.call('POST', LIST, { token, body, headers });
      expect({ body: body.slice(0, 20), status: reply.status, code: reply.body.code }).toEqual({
        body: body.slice(0, 20),
        status: 422,
        code: 422,
      });
      expect(reply.body.data).toEqual([{ path: expect.any(String), message: expect.any(String) }]);
    }
    const latin = await fetch(server.base + LIST, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: Buffer.from('{"address":"é"}', 'latin1'),
    });
    expect(latin.status).toBe(422);
  });

  it('beyond 1 MB is 413 with the limit', async () => {
    const reply = await server.call('POST', LIST, { token, body: { address: 'x'.repeat(1024 * 1024) } });
    expect(reply).toMatchObject({ status: 413, body: { code: 413, message: '请求内容太大，上限 1 MB' } });
  });

  it('of JSON for an intake is at most 8 MB, where CSV is streamed', async () => {
    const send = (type: string, body: string) =>
      server.call('POST', INGEST, { headers: { 'content-type': type, 'x-feed-key': server.feedKey }, body });
    const much = LONG_LINE.repeat(9 * 32);
    expect(await send('application/json', `[${much}]`)).toMatchObject({ status: 413, body: { message: '请求内容太大，上限 8 MB' } });
    expect((await send('text/csv', FIRMS_HEADER + much)).status).toBe(200);
  });

  it('of 200 MB is refused, announced or not, and the server’s memory does not grow', async () => {
    const before = process.memoryUsage().arrayBuffers;
    for (const announced of [true, false]) {
      const { status, text, peak } = await sendMuch(200, announced);
      expect({ status, message: JSON.parse(text).message }).toEqual({ status: 413, message: '请求内容太大，上限 64 MB' });
      expect(peak - before).toBeLessThan(96 * 1024 * 1024);
    }
    expect((await server.call('GET', '/healthz')).status).toBe(200);
  });
});

const FIRMS_HEADER = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight\n';

/** 32 KB, because the cost of a line exceeds that of its bytes. */
const LONG_LINE = `${' '.repeat(32 * 1024 - 1)}\n`;

/**
 * Sends this many megabytes of blank lines after a valid header. `peak` is the most memory that buffers occupied meanwhile (server and
 * sender are one process).
 */
function sendMuch(megabytes: number, announced: boolean): Promise<{ status: number; text: string; peak: number }> {
  const chunk = Buffer.from(LONG_LINE.repeat(32));
  let peak = 0;
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'text/csv',
      'x-feed-key': server.feedKey,
      ...(announced && { 'content-length': String(FIRMS_HEADER.length + megabytes * chunk.length) }),
    };
    const sending = httpRequest(`${server.base}${INGEST}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        sending.destroy();
        resolve({ status: response.statusCode ?? 0, text, peak });
      });
    });
    sending.on('error', reject);
    let sent = 0;
    sending.write(FIRMS_HEADER);
    const pump = () => {
      while (sent < megabytes && !sending.destroyed) {
        sent += 1;
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        if (!sending.write(chunk)) {
          sending.once('drain', pump);
          return;
        }
      }
      if (sent === megabytes && !sending.destroyed) sending.end();
    };
    pump();
  });
}

describe('a reply', () => {
  it('to a call is never cached, and states its content type', async () => {
    const { headers } = await server.call('POST', LIST, { token, body: {} });
    expect([headers.get('cache-control'), headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'application/json; charset=utf-8',
      'nosniff',
    ]);
  });

  it('has the same shape for everything that does not exist: unknown paths, methods, broken addresses', async () => {
    for (const [method, path] of [
      ['GET', '/no/such/call'],
      ['DELETE', LIST],
      ['HEAD', '/fire/api/msg/localDate'],
      ['GET', '/%zz'],
      ['GET', '/resource/api/../../etc/passwd'],
    ] as const) {
      const reply = await server.call(method, path, { token });
      expect(reply.status).toBe(404);
      if (method !== 'HEAD')
        expect(reply.body).toEqual({ code: 404, message: '没有这个地址', error: { code: 'no-such-call', params: {} } });
    }
  });

  it('to an invalid id is 422 and names the field', async () => {
    const reply = await server.call('GET', '/resource/api/monitor/7', { token });
    expect(reply).toMatchObject({ status: 422, body: { code: 422, data: [{ path: 'id', message: '编号格式不正确' }] } });
  });
});

describe('the content policy', () => {
  it('allows only scripts and workers from this server’s files: no blobs, no inline scripts, no eval', async () => {
    const { headers } = await server.call('GET', '/healthz');
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'worker-src': "'self'",
      'style-src': "'self'",
      'object-src': "'none'",
      'connect-src': "'self' blob: data:",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'self'",
    });
  });
});

describe('an error', () => {
  const english = { 'accept-language': 'en-GB,en;q=0.9' };

  it('has its message in the caller’s language, with the same code and parameters', async () => {
    const position = { longitude: 103.6 };
    const ask = (headers: Record<string, string>) =>
      server.call('POST', '/api/hefengWeather/getWeatherList', { token, body: position, headers });
    const error = {
      code: 'only-half-a-place',
      params: {},
      fields: [{ path: 'latitude', code: 'only-half-a-place', params: {} }],
    };
    const zh = '经度和纬度须同时提供';
    const en = 'Longitude and latitude must be given together';
    expect((await ask({})).body).toEqual({ code: 422, message: zh, data: [{ path: 'latitude', message: zh }], error });
    expect((await ask({ 'accept-language': 'zh-CN,en;q=0.8' })).body.message).toBe(zh);
    expect((await ask(english)).body).toEqual({ code: 422, message: en, data: [{ path: 'latitude', message: en }], error });
  });

  it('of a field is in that language too, even where the rule is the schema library’s', async () => {
    const body = { pageNo: 0, endTime: 'tomorrow' };
    const { body: response } = await server.call('POST', '/fire/api/monitorFirealarm/page', { token, body, headers: english });
    expect(response.data).toContainEqual({ path: 'endTime', message: 'A time is YYYY-MM-DD HH:mm:ss (Beijing time) or ISO 8601' });
    expect(response.data).toContainEqual({ path: 'pageNo', message: 'The number of the page cannot be less than 1' });
    expect(response.error.fields).toContainEqual({ path: 'endTime', code: 'time-format', params: {} });
  });

  it('has the same form whatever causes it: no call, no session, a body too large, a route that sends bytes', async () => {
    expect((await server.call('GET', '/no/such/call', { headers: english })).body.message).toBe('There is no such address');
    expect((await server.call('POST', LIST, { body: {}, headers: english })).body).toEqual({
      code: 401,
      message: 'Please log in first',
      error: { code: 'not-logged-in', params: {} },
    });
    const body = { address: 'x'.repeat(1024 * 1024) };
    expect((await server.call('POST', LIST, { token, body, headers: english })).body).toMatchObject({
      message: 'The request is too large; at most 1 MB are accepted',
      error: { code: 'body-too-large', params: { megabytes: 1 } },
    });
    expect((await server.call('GET', '/terrain/0/0/x', { token, headers: english })).body).toMatchObject({
      error: { code: 'no-elevation-tile' },
      message: 'There is no such elevation tile',
    });
  });

  it('of a login has the shape of a login', async () => {
    const { nonce } = (await server.call('GET', '/auth/api/auth/publicKey')).body.data;
    const body = { userName: 'aba', userPasswd: 'A'.repeat(60), aeskey: 'A'.repeat(60), nonce, grant_type: 'password', client_id: 'web' };
    const reply = await server.call('POST', '/auth/api/auth/user/loginNew', { body: { ...body, accountType: '1' }, headers: english });
    expect(reply).toMatchObject({ status: 400, body: { error: 'unreadable', code: 400, message: 'It cannot be decrypted' } });
  });
});

describe('the token', () => {
  it('is accepted in the query only where the specification has it', async () => {
    const where = `/fire/api/satelliteFirealarm/getFireInfoByFireNo?fireNo=none&token=${token}`;
    expect((await server.call('GET', where)).status).toBe(404);
    expect((await server.call('GET', `/fire/api/satelliteFirealarm/getFireByFireNo?fireNo=none&token=${token}`)).status).toBe(401);
  });

  it('is accepted in the body of a logout too', async () => {
    const { access_token } = await server.login('lixian');
    expect((await server.call('POST', '/api/auth/jwt/invalid', { body: { token: access_token } })).status).toBe(200);
    expect((await server.call('POST', '/api/auth/jwt/invalid', { body: { token: access_token } })).status).toBe(401);
  });
});

describe('the feed key', () => {
  it('grants only what its row allows, and a wrong key grants nothing', async () => {
    const with_ = (key: string) => ({ headers: { 'x-feed-key': key, 'content-type': 'text/csv' }, body: 'latitude,longitude\n' });
    expect((await server.call('POST', INGEST, with_('wrong'))).status).toBe(401);
    expect((await server.call('POST', INGEST, with_(server.feedKey))).status).toBe(422);
    expect((await server.call('POST', LIST, { headers: { 'x-feed-key': server.feedKey }, body: {} })).status).toBe(401);
    const { access_token } = await server.login('guojia');
    const audit = await server.call('POST', '/auth/api/auth/admin/audit/page', { token: access_token, body: { act: 'feed-key' } });
    expect(audit.body.data).toMatchObject({
      total: 1,
      list: [{ userName: 'feed-key', outcome: 'refused:401', detail: { addressFailures: 1 } }],
    });
  });
});

describe('guesses at the feed key', () => {
  it('count as calls: a flood of them is limited, even from an address that also pushes with the right key', async () => {
    // The clock stands still: on a busy machine a flood would be slow enough to pass.
    const guessed = await sharedTestServer({ now: () => 0 });
    const push = (key: string) =>
      guessed.call('POST', INGEST, { headers: { 'x-feed-key': key, 'content-type': 'text/csv' }, body: 'latitude,longitude\n' });
    expect((await push(guessed.feedKey)).status).toBe(422);
    const codes = new Set<string>();
    const guess = async () => {
      for (let n = 0; n < 200 && !codes.has('too-many-calls'); n++) codes.add((await push(`guess ${n}`)).body.error.code);
    };
    await Promise.all(Array.from({ length: 20 }, guess));
    expect([...codes].sort()).toEqual(['too-many-calls', 'wrong-feed-key']);
    expect((await push(guessed.feedKey)).status).toBe(422);
    await guessed.stop();
  });
});

describe('one session', () => {
  it('may make 200 calls at once', async () => {
    const { access_token } = await server.login('viewer');
    const ask = () => server.call('GET', '/fire/api/msg/localDate', { token: access_token }).then(({ status }) => status);
    expect(new Set(await Promise.all(Array.from({ length: 200 }, ask)))).toEqual(new Set([200]));
  });
});

describe('the reports of an account on one day', () => {
  it('are counted for all servers together; refused reports cost nothing, and detections have no budget', async () => {
    const first = await sharedTestServer({ env: { DAILY_REPORTS: '3' } });
    const second = await startTestServer({ env: { DAILY_REPORTS: '3' }, databaseUrl: first.databaseUrl });
    const session = (await first.login('wenchuan')).access_token;
    const report = (at: TestServer, body: object = {}) =>
      at.call('POST', '/fire/api/reportFirealarm', {
        token: session,
        body: { longitude: 103.59, latitude: 31.48, comment: '浓烟', ...body },
      });
    const refused = await report(first, { longitude: 2.35, latitude: 48.85 });
    expect(refused.body.code).not.toBe(200);
    expect((await Promise.all([report(first), report(second), report(second)])).map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const server of [first, second])
      expect(await report(server)).toMatchObject({ status: 429, body: { error: { code: 'daily-budget-spent', params: { most: 3 } } } });
    const detection = { deviceId: 'unknown', longitude: 103.59, latitude: 31.48, alarmDatetime: '2026-11-21 08:00:00' };
    const headers = { 'x-feed-key': first.feedKey };
    expect((await first.call('POST', '/fire/api/monitorFirealarm', { headers, body: detection })).status).toBe(200);
    await second.stop();
    await first.stop();
  });
});

describe('an operator', () => {
  it('reads /healthz, /readyz and /metrics without a session', async () => {
    expect(await server.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await server.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    const { body } = await server.call('GET', '/metrics');
    for (const name of ['lookout_http_call_seconds_bucket', 'nodejs_eventloop_lag_p99_seconds', 'lookout_live_sessions'])
      expect(body).toContain(name);
  });

  it('reads every live topic in /docs/asyncapi.json, which is valid AsyncAPI 3', async () => {
    const { status, body } = await server.call('GET', '/docs/asyncapi.json');
    expect(status).toBe(200);
    expect(Object.keys(body.channels)).toEqual([...TOPIC_KINDS]);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    expect(ajv.validate(asyncApiSchema, body), JSON.stringify(ajv.errors?.slice(0, 3))).toBe(true);
  });

  it('reads the documents on plain http, and the page loads nothing from other hosts', async () => {
    const { headers } = await server.call('GET', '/docs/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/upgrade-insecure-requests|https?:/);
    const start = await server.call('GET', '/docs/static/swagger-initializer.js');
    expect(start.status).toBe(200);
  });

  it('reads every call of the contract in /docs/json', async () => {
    const { status, body } = await server.call('GET', '/docs/json');
    expect({ status, version: body.openapi }).toEqual({ status: 200, version: '3.1.0' });
    expect(body.paths['/auth/api/auth/user/loginNew'].post.responses[200]).toBeTruthy();
    expect(JSON.stringify(body).match(/"#\/(?!components\/schemas\/)/)).toBeNull();
    expect(body.components.schemas.refusal.properties.error).toBeTruthy();
    expect(body.components.schemas.errorCode.enum).toContain('already-acknowledged');
    expect((await server.call('GET', '/docs/')).status).toBe(200);
  });
});

describe('below a path of a proxy', () => {
  /** Forwards everything below /lookout, with the path or without it. Nothing else reaches the server. */
  function startProxy(target: string, strips: boolean): Promise<Server> {
    const { hostname, port } = new URL(target);
    const pathOf = (url = '') => (strips ? url.replace(/^\/lookout/, '') : url);
    const proxy = createServer((request, response) => {
      if (!request.url?.startsWith('/lookout/')) return void response.writeHead(418).end();
      const headers = { ...request.headers, 'x-forwarded-for': '203.0.113.9:50001' };
      const passed = httpRequest({ hostname, port, path: pathOf(request.url), method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    });
    proxy.on('upgrade', ({ method, url, rawHeaders }, socket) => {
      const lines = Array.from({ length: rawHeaders.length / 2 }, (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}`);
      const passed = connect(Number(port), hostname, () =>
        passed.write(`${method} ${pathOf(url)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
      );
      passed.pipe(socket).pipe(passed);
    });
    return new Promise((done) => proxy.listen(0, '127.0.0.1', () => done(proxy)));
  }

  it('calls, the live connection and the documents work, whether the proxy keeps the path or strips it; the audit has the address without its port', async () => {
    const below = await sharedTestServer({ env: { BASE_PATH: '/lookout/', TRUSTED_PROXIES: '127.0.0.1' } });
    const proxies = await Promise.all([startProxy(below.base, false), startProxy(below.base, true)]);
    try {
      for (const proxy of proxies) {
        const site = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/lookout`;
        const { access_token: own } = await below.login('aba');
        const headers = { ...json, authorization: `Bearer ${own}` };
        expect((await fetch(site + LIST, { method: 'POST', headers, body: '{}' })).status).toBe(200);
        expect(await (await fetch(`${site}/docs`)).text()).toContain('/lookout/docs/static/swagger-ui.css');
        expect((await fetch(`${site}/docs/static/swagger-ui.css`)).status).toBe(200);
        const line = new WebSocket(`${site.replace('http', 'ws')}/mqtt`, 'mqtt');
        await new Promise((open, fail) => {
          line.onopen = open;
          line.onerror = fail;
        });
        line.close();
        await fetch(`${site}/api/auth/jwt/invalid`, { method: 'POST', headers, body: JSON.stringify({ token: own }) });
      }
      // The address without the path works too.
      expect((await fetch(`${below.base}/healthz`)).status).toBe(200);
      const { list } = await below.store.audit.page('100000' as never, { userName: 'aba' }, { offset: 0, limit: 50 });
      expect(new Set(list.map(({ address }) => address))).toEqual(new Set(['127.0.0.1', '203.0.113.9']));
    } finally {
      for (const proxy of proxies) {
        proxy.closeAllConnections();
        proxy.close();
      }
      await below.stop();
    }
  });

  it('An address has one budget, whatever port a proxy adds to it', async () => {
    const behind = await sharedTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' }, now: () => 0 });
    try {
      const askFrom = async (forwarded: string) =>
        (await behind.app.http.inject({ method: 'POST', url: LIST, headers: { ...json, 'x-forwarded-for': forwarded }, payload: '{}' }))
          .statusCode;
      for (let port = 1; port <= RATES.nobody.burst; port += 1) expect(await askFrom(`203.0.113.9:${port}`)).toBe(401);
      expect([await askFrom('203.0.113.9:60000'), await askFrom('203.0.113.10:60000')]).toEqual([429, 401]);
    } finally {
      await behind.stop();
    }
  });
});
