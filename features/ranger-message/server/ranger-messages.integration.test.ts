import { randomUUID } from 'node:crypto';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { MOST_MESSAGE_CHARACTERS, type RangerMessage } from '../ranger-message.ts';

const { rangerMessage: calls, alarm } = contract;
let server: TestServer;
const sessions: Record<string, Session> = {};
let rangerId: string;

beforeAll(async () => {
  server = await sharedTestServer({ env: { DAILY_RANGER_MESSAGES: '40' } });
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'viewer', 'ranger01', 'ranger02']) sessions[user] = await server.login(user);
  rangerId = sessions.ranger01?.accid ?? '';
});
afterAll(() => server?.stop());

const post = (user: string, row: { readonly path: string }, body: unknown): Promise<Reply> =>
  server.call('POST', row.path, { token: sessions[user]?.access_token, body });
let raised = 0;
const newFire = async (user = 'wenchuan', longitude = 103.5 + (raised + 1) / 50): Promise<string> => {
  raised += 1;
  const reply = await post(user, alarm.createReport, { longitude, latitude: 31.45, description: '浓烟' });
  if (reply.body.code !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.id;
};
const toRanger = (user: string, fireId: string, more: object = {}) =>
  post(user, calls.sendRangerMessage, { id: randomUUID(), fireId, userId: rangerId, content: '请报告火势', ...more });
const own = (fireId: string, more: object = {}, user = 'ranger01') =>
  post(user, calls.sendOwnMessage, { id: randomUUID(), fireId, content: '火在山脊，向东', ...more });
const waitingAt = async (user: string, fireId: string): Promise<RangerMessage[]> =>
  (await post(user, calls.rangerMessagePage, { fireId, waiting: true })).body.data.list;
const mine = async (user: string): Promise<RangerMessage[]> => (await post(user, calls.myMessages, {})).body.data;

describe('a message between a desk and a ranger', () => {
  it('is one when sent again with its id, also simultaneously, and is read by each side once', async () => {
    const fireId = await newFire();
    const id = randomUUID();
    const both = await Promise.all([toRanger('wenchuan', fireId, { id }), toRanger('wenchuan', fireId, { id })]);
    expect(both.map(({ body }) => body.code)).toEqual([200, 200]);
    expect(both[0]?.body.data).toEqual(both[1]?.body.data);
    expect(both[0]?.body.data).toMatchObject({ id, fireId, userId: rangerId, sender: 'desk', author: '汶川县值班员', read: null });
    expect((await mine('ranger01')).filter((one) => one.id === id)).toHaveLength(1);

    const reading = await Promise.all([1, 2].map(() => post('ranger01', calls.readMyMessages, { ids: [id] })));
    expect(reading.map(({ body }) => body.data.length).sort()).toEqual([0, 1]);
    const answer = await own(fireId);
    expect(answer.body.data).toMatchObject({ sender: 'ranger', fullName: '汶川县护林员01', gridNo: '513221' });
    expect((await waitingAt('wenchuan', fireId)).map(({ content }) => content)).toEqual(['火在山脊，向东']);
    expect((await post('wenchuan', calls.readRangerMessages, { ids: [answer.body.data.id] })).body.data).toMatchObject([
      { read: { by: '汶川县值班员' } },
    ]);
    expect(await waitingAt('aba', fireId)).toEqual([]);
    const kinds = (await server.store.events.ofObject('ranger-message', id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['ranger-message.sent', 'ranger-message.read']);
    // He cannot reuse the id of another sender.
    expect((await own(fireId, { id })).body.data).toEqual([{ path: 'id', message: '消息编号已被使用' }]);
  });

  it('reaches every desk above', async () => {
    const fireId = await newFire();
    const probe = await mqttProbe(server.mqttUrl, sessions.aba?.accid ?? '', sessions.aba?.access_token ?? '');
    expect(await probe.subscribe('lookout/fireAlarm/513200')).toBe(true);
    const sent = await toRanger('wenchuan', fireId, { content: '注意安全，不要靠近火头' });
    expect((await probe.next()).message).toMatchObject({ data: { rangerMessage: { id: sent.body.data.id, fireId } } });
    probe.end();
  });

  it('belongs to its fire’s grid: other desks and other rangers cannot read it, and users who only watch cannot write one', async () => {
    const fireId = await newFire();
    const { id } = (await toRanger('wenchuan', fireId)).body.data as RangerMessage;
    expect((await toRanger('lixian', fireId)).status).toBe(404);
    expect((await toRanger('viewer', fireId)).status).toBe(403);
    expect((await toRanger('wenchuan', await newFire('lixian', 103.17))).status).toBe(404);
    expect((await toRanger('wenchuan', fireId, { userId: sessions.aba?.accid })).status).toBe(422);
    expect((await post('lixian', calls.rangerMessagePage, { fireId })).body.data.list).toEqual([]);
    expect((await mine('ranger02')).some((one) => one.id === id)).toBe(false);
    expect((await post('ranger02', calls.readMyMessages, { ids: [id] })).status).toBe(404);
    expect((await post('lixian', calls.readRangerMessages, { ids: [id] })).status).toBe(404);
    expect((await post('ranger01', calls.rangerMessagePage, {})).status).toBe(403);
  });

  it('by a ranger concerns a fire that he reported, was sent to or received a message about; other fires are missing for him', async () => {
    const fireId = await newFire();
    expect((await own(fireId)).status).toBe(404);
    const reported = await newFire('ranger01');
    expect((await own(reported)).body.code).toBe(200);
    expect((await own(reported, {}, 'ranger02')).status).toBe(404);
    await toRanger('wenchuan', fireId);
    expect((await own(fireId)).body.code).toBe(200);
  });

  it('has a limited number of characters, each counted once, and an account a limited number of messages a day', async () => {
    const fireId = await newFire('ranger01');
    expect((await own(fireId, { content: ' \n' })).body.data).toEqual([{ path: 'content', message: '请填写消息内容' }]);
    expect((await own(fireId, { content: '𠮷'.repeat(MOST_MESSAGE_CHARACTERS) })).body.data.content).toBe(
      '𠮷'.repeat(MOST_MESSAGE_CHARACTERS),
    );
    expect((await own(fireId, { content: '长'.repeat(MOST_MESSAGE_CHARACTERS + 1) })).status).toBe(422);
    // A message written on a phone whose clock is ahead gets the current time.
    const ahead = await own(fireId, { writtenAt: '2099-01-01 00:00:00' });
    expect(ahead.body.data.writtenAt).toBe(ahead.body.data.receivedAt);
    const replies = await Promise.all(Array.from({ length: 41 }, () => own(fireId)));
    const last = replies.find(({ status }) => status === 429);
    expect(last?.body.message).toBe('每个账户每天最多发送 40 条护林员消息，已到上限，北京时间次日 00:00 起可继续');
  });
});
