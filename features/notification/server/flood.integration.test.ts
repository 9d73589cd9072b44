import { type AlarmWorld, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { type Outside, startOutside } from '@lookout/server/testing/outside.ts';
import type { Reply } from '@lookout/server/testing/test-server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { RecordedNotification } from '../notification.ts';
import { MESSAGE_FLOOD } from '../notification-flood.ts';

const { notification } = contract;
const SOON = { timeout: 60_000, interval: 100 };
const NOTHING = { channels: {}, email: null, grids: [], quiet: null, tellsEnd: true, language: 'zh' };

let world: AlarmWorld;
let outside: Outside;
/** The clock only moves when a test lets time pass, because the duration of two hundred alarms must not matter. */
let now = new Date();
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
beforeAll(async () => {
  outside = await startOutside();
  world = await openAlarmWorld({
    clock: () => now,
    env: { FIRE_ASSOCIATION: 'on', NOTIFICATIONS: 'on', SMS_URL: `${outside.base}/sms` },
    waits: { incidentsEveryMs: 100, notificationsEveryMs: 100, outboxEveryMs: 100 },
  });
});
afterAll(async () => {
  await world?.stop();
  await outside?.stop();
});
/** A quiet hour before each test. */
beforeEach(() => {
  now = new Date(Math.max(Date.now(), now.getTime() + 3_600_000));
  outside.calls.length = 0;
});

const call = async (user: Officer, row: { readonly method: string; readonly path: string }, body: object): Promise<Reply> => {
  const reply = await world.server.call(row.method, row.path, { token: world.tokens[user], body });
  expect(reply.body).toMatchObject({ code: 200 });
  return reply;
};
const choose = (user: Officer, choice: object) => call(user, notification.chooseNotifications, { ...NOTHING, ...choice });

/** All notifications since the test began, oldest first. */
const records = async (more: object = {}): Promise<RecordedNotification[]> => {
  const list: RecordedNotification[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const { body } = await call('guojia', notification.notificationPage, { ...more, pageNo, pageSize: 100 });
    list.push(...body.data.list.map((one: unknown) => notification.notificationPage.reply.parse(one)));
    if (list.length >= body.data.total) return list.toReversed();
  }
};
const messagesTo =
  (receiver: string) =>
  async (more: object = {}) =>
    (await records(more)).filter((one) => one.receiver === receiver);
const texts = () => outside.calls.map(({ body }) => (JSON.parse(body.toString()) as { content: string }).content);
const sent = (count: number) => vi.waitFor(() => expect(outside.calls).toHaveLength(count), SOON);

/** Places in the prefecture of Aba, some kilometres from each other, so that there are as many fires as places. */
const places = (count: number, south: number) =>
  Array.from({ length: count }, (_, n) => ({ lng: 102 + 0.07 * (n % 20), lat: south + 0.07 * Math.floor(n / 20) }));
const raiseAll = async (all: readonly { readonly lng: number; readonly lat: number }[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const place of all) ids.push(await world.raise('monitor', place));
  return ids;
};

describe('two hundred fires within minutes', () => {
  afterEach(() => choose('aba', {}));

  it('are ten messages to one person and one combined message for the rest; each record states which message included it', async () => {
    await choose('aba', { channels: { sms: 'unjudged' } });
    const toAba = messagesTo('阿坝州值班员');
    const alarms = await raiseAll(places(200, 31.6));
    const fires = await vi.waitFor(async () => {
      const notified = (await toAba()).filter(({ kind }) => kind === 'fire');
      expect(new Set(notified.map(({ alarmId }) => alarmId)).size).toBe(alarms.length);
      return notified;
    }, SOON);
    expect(fires).toHaveLength(200);
    await sent(MESSAGE_FLOOD.singles);
    expect(fires.filter(({ state }) => state === 'gathering')).toHaveLength(190);

    pass(MESSAGE_FLOOD.firstMinutes);
    await sent(MESSAGE_FLOOD.singles + 1);
    expect(texts().at(-1)).toMatch(/^【林火·合并通知】共190起火情 待核实190起。.+县\d+起.*最危险：【林火·待核实】/);
    const gathered = await vi.waitFor(async () => {
      const all = (await toAba()).filter(({ kind }) => kind === 'gathered');
      expect(all).toMatchObject([{ state: 'sent' }]);
      return all[0] as RecordedNotification;
    }, SOON);
    const summed = await toAba({ state: 'summed' });
    expect(summed).toHaveLength(190);
    expect(new Set(summed.map(({ gatheredInto }) => gatheredInto?.id))).toEqual(new Set([gathered.id]));

    // The flood continues: what arrives within the next ten minutes is combined again, however little, and sent at the end of them.
    const later = await raiseAll(places(2, 33));
    await vi.waitFor(async () => expect(await toAba({ state: 'gathering' })).toHaveLength(2), SOON);
    expect((await toAba({ state: 'gathering' })).map(({ alarmId }) => alarmId).toSorted()).toEqual(later.toSorted());
    expect(outside.calls).toHaveLength(MESSAGE_FLOOD.singles + 1);
    pass(MESSAGE_FLOOD.windowMinutes);
    await sent(MESSAGE_FLOOD.singles + 2);
    expect(texts().at(-1)).toContain('共2起火情');

    // Ten minutes later the flood is over: the next message is sent alone again.
    pass(MESSAGE_FLOOD.windowMinutes);
    await raiseAll(places(3, 33).slice(2));
    await sent(MESSAGE_FLOOD.singles + 3);
    expect(texts().at(-1)).toContain('【林火·待核实】');
  });
});

describe('an officer on duty', () => {
  const policy = (dutyLevel: string | null) =>
    call('aba', notification.saveNotificationPolicy, { gridNo: '513221', dutyLevel, repeatMinutes: 5, repeats: 2 });
  afterEach(() => policy(null));

  it('is also reminded in a flood of fires that are not handled, in one message, and never later than the repeat interval', async () => {
    await policy('unjudged');
    const toDesk = messagesTo('汶川县值班员');
    const alarms = await raiseAll(
      Array.from({ length: 16 }, (_, n) => ({ lng: 103.12 + 0.062 * (n % 4), lat: 30.9 + 0.06 * Math.floor(n / 4) })),
    );
    await sent(MESSAGE_FLOOD.singles);
    await vi.waitFor(async () => expect(await toDesk({ state: 'gathering' })).toHaveLength(6), SOON);
    pass(MESSAGE_FLOOD.firstMinutes);
    await sent(MESSAGE_FLOOD.singles + 1);
    expect(texts().at(-1)).toContain('共6起火情');

    pass(4);
    const repeats = await vi.waitFor(async () => {
      const again = (await toDesk()).filter(({ repeat, state }) => repeat === 1 && state === 'gathering');
      expect(again.map(({ alarmId }) => alarmId).toSorted()).toEqual(alarms.toSorted());
      return again;
    }, SOON);
    // Five minutes after the last combined message, which is the repeat interval, not ten.
    const latest = new Date(now.getTime() + 5 * 60_000);
    for (const { nextAttemptAt } of repeats) expect(nextAttemptAt?.getTime()).toBeLessThanOrEqual(latest.getTime());
    // No reminder is sent of a fire that an officer has taken on in the meantime.
    expect((await world.act('wenchuan', 'acknowledge', { id: alarms[0] })).body.code).toBe(200);
    pass(1);
    await sent(MESSAGE_FLOOD.singles + 2);
    expect(texts().at(-1)).toContain('共15起火情');
    expect(texts().at(-1)).toContain('第1次提醒');
    const reminded = (await toDesk({ state: 'summed' })).filter(({ repeat }) => repeat === 1);
    expect(reminded).toHaveLength(16);
    for (const { alarmId, gatheredInto, reason } of reminded)
      expect([gatheredInto === null, reason === null]).toEqual(alarmId === alarms[0] ? [true, false] : [false, true]);
  });
});
