import { randomUUID } from 'node:crypto';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { ask } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await sharedTestServer();
  token = (await server.login('wenchuan')).access_token;
});
afterAll(() => server?.stop());

it('a request for events that have left the log is refused with the oldest available number, in the caller’s language', async () => {
  const since = (number: number, headers = {}) =>
    server.call('GET', `${contract.duty.events.path}?since=${number}&limit=10`, { token, headers });
  const at = new Date().toISOString();
  const event = { kind: 'alarm.seen', objectId: randomUUID(), gridNo: '513221', happenedAt: at, recordedAt: at, numbers: 1, payload: {} };
  const events = Array.from({ length: 5 }, () => ({ ...event, id: randomUUID(), actor: { kind: 'system', name: 'test' } }));
  await ask(server.databaseUrl, `select append_events('${JSON.stringify(events)}')`);
  const { last } = (await since(0)).body.data as { last: number };
  await ask(server.databaseUrl, 'update journal_head set event_first = event_last - 1');
  try {
    for (const number of [0, 1, last - 3]) {
      expect(await since(number)).toMatchObject({
        status: 410,
        body: { code: 410, error: { code: 'log-begins-later', params: { first: last - 1 } } },
      });
    }
    expect((await since(0)).body.message).toBe(`日志从编号 ${last - 1} 开始，更早的事件已不在日志中，请重新加载`);
    expect((await since(0, { 'accept-language': 'en' })).body.message).toMatch(/^The log begins with number \d+;/);
    // A reader lacks at most the event before the first one.
    expect(await since(last - 2)).toMatchObject({ status: 200, body: { data: { last, next: last, more: false } } });
    // Like a page that has just loaded: it needs only the number.
    expect(await since(Number.MAX_SAFE_INTEGER)).toMatchObject({ status: 200, body: { data: { last, more: false, events: [] } } });
  } finally {
    await ask(server.databaseUrl, 'update journal_head set event_first = 1');
  }
});
