import { createECDH, createHmac, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type GridNo, NATION } from '@lookout/domain';
import { type AlarmWorld, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { type Outside, startOutside } from '@lookout/server/testing/outside.ts';
import { type Reply, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { decrypt } from 'http_ece';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { RecordedNotification } from '../notification.ts';

const { notification } = contract;
const SOON = { timeout: 15_000, interval: 50 };

/** A mail server that refuses addresses beginning with `gone`. */
async function startMail() {
  const received: { readonly to: string; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('gone') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

let world: AlarmWorld;
let other: TestServer;
let outside: Outside;
let mail: Awaited<ReturnType<typeof startMail>>;
/** How far the servers' clocks are ahead. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const pass = (minutes: number) => {
  aheadMs += minutes * 60_000;
};
beforeAll(async () => {
  [outside, mail] = await Promise.all([startOutside(), startMail()]);
  const options = {
    clock: now,
    env: {
      FIRE_ASSOCIATION: 'on',
      NOTIFICATIONS: 'on',
      SMS_URL: `${outside.base}/sms`,
      SMTP_URL: mail.url,
      MAIL_FROM: '林火瞭望 <lookout@example.cn>',
      NOTIFY_HOSTS: '127.0.0.0/8',
    },
    waits: { incidentsEveryMs: 100, notificationsEveryMs: 100, outboxEveryMs: 100 },
  };
  world = await openAlarmWorld(options);
  // Two servers share the work; no receiver is notified twice.
  other = await startTestServer({ ...options, databaseUrl: world.server.databaseUrl });
});
afterAll(async () => {
  await other?.stop();
  await world?.stop();
  await Promise.all([outside?.stop(), mail?.stop()]);
});

/** Each test uses a separate place in the south of Wenchuan, 6 km from the next. */
let places = 0;
const newPlace = () => {
  places += 1;
  return { lng: 103.12 + 0.062 * (places % 4), lat: 30.9 + 0.06 * Math.floor(places / 4) };
};
const east = ({ lng, lat }: { lng: number; lat: number }, metres: number) => ({ lng: lng + metres / 95_000, lat });

const call = (user: Officer, row: { readonly method: string; readonly path: string }, given: object = {}, id = ''): Promise<Reply> => {
  const path = row.path.replace('{id}', id);
  const isRead = row.method === 'GET';
  return world.server.call(row.method, isRead ? `${path}?${new URLSearchParams(given as Record<string, string>)}` : path, {
    token: world.tokens[user],
    ...(!isRead && { body: given }),
  });
};

const NOTHING = { channels: {}, email: null, grids: [], quiet: null, tellsEnd: true, language: 'zh' };
const choose = async (user: Officer, choice: object) => {
  const reply = await call(user, notification.chooseNotifications, { ...NOTHING, ...choice });
  expect(reply.body).toMatchObject({ code: 200 });
};
/** Sets an officer's choice while `work` runs. */
const choosing = async (user: Officer, choice: object, work: () => Promise<void>) => {
  await choose(user, choice);
  try {
    await work();
  } finally {
    await choose(user, {});
  }
};
const by = (channels: object) => ({ channels });

const recordsOf = async (alarmId: string, more: object = {}, user: Officer = 'guojia'): Promise<RecordedNotification[]> =>
  (await call(user, notification.notificationPage, { alarmId, pageSize: 100, ...more })).body.data.list.toReversed();
/** The messages about a fire, as soon as there are `count`. */
const notifiedOf = (alarmId: string, count: number) =>
  vi.waitFor(async () => {
    const records = await recordsOf(alarmId);
    expect(records.map(({ receiver, stage, state }) => [receiver, stage, state])).toHaveLength(count);
    expect(records.filter(({ state }) => state === 'waiting')).toEqual([]);
    return records;
  }, SOON);
const stagesOf = (records: readonly RecordedNotification[]) => records.map(({ stage }) => stage);
const judge = (fireId: string, isReal: 0 | 1) =>
  world.act('wenchuan', 'monitorJudge', { fireId, isReal, ...(isReal && { trueAlarmType: 1 }) });
const smsFor = (id: string) =>
  outside.calls.filter(({ path, body }) => path === '/sms' && (JSON.parse(body.toString()) as { id: string }).id === id);

describe('a fire', () => {
  it('is notified once, however many alarms it has; again at a higher level; and at its end', async () => {
    await choosing('aba', by({ sms: 'unjudged' }), async () => {
      const place = newPlace();
      const first = await world.raise('monitor', place);
      await notifiedOf(first, 1);
      const second = await world.raise('report', east(place, 200));
      await vi.waitFor(async () => {
        const { body } = await call('guojia', contract.incident.incident, { id: second });
        expect(body.data?.incident.alarmIds).toHaveLength(2);
      }, SOON);
      await judge(first, 1);
      const records = await notifiedOf(second, 2);
      expect(stagesOf(records)).toEqual(['unjudged', 'confirmed']);
      await world.act('wenchuan', 'close', { id: first, kind: 'monitor', outcome: 'extinguished' });
      const all = await notifiedOf(first, 3);
      expect(stagesOf(all)).toEqual(['unjudged', 'confirmed', 'over']);
      for (const { id, receiver, address, state, channel } of all) {
        expect({ receiver, address, state, channel }).toEqual({
          receiver: '阿坝州值班员',
          address: expect.stringMatching(/^\d{3}\*{4}\d{2}$/),
          state: 'sent',
          channel: 'sms',
        });
        expect(smsFor(id)).toHaveLength(1);
      }
      expect(all[1]?.title).toBe('【林火·确认真火】汶川县');
      expect(all[1]?.content).toContain('由摄像头、人员发现');
    });
  });

  it('is not notified to users who did not choose it, of another grid, or below the chosen level', async () => {
    await choosing('lixian', by({ sms: 'unjudged' }), () =>
      choosing('sichuan', { ...by({ sms: 'confirmed' }), grids: ['513200'] }, async () => {
        const alarm = await world.raise('monitor', newPlace());
        await judge(alarm, 1);
        const records = await notifiedOf(alarm, 1);
        expect(records).toMatchObject([{ receiver: '四川省值班员', stage: 'confirmed' }]);
        expect(await recordsOf(alarm, {}, 'aba')).toHaveLength(1);
        expect(await recordsOf(alarm, {}, 'lixian')).toHaveLength(0);
        expect((await call('viewer', notification.notificationPage, { alarmId: alarm })).status).toBe(403);
      }),
    );
  });

  it('inside a mask is notified to nobody, until a user judges it real', async () => {
    const place = newPlace();
    const square = [
      [-0.01, -0.01],
      [0.01, -0.01],
      [0.01, 0.01],
      [-0.01, 0.01],
    ].map(([x = 0, y = 0]) => ({ lng: place.lng + x, lat: place.lat + y }));
    const mask = { polygon: square, reason: '砖厂', alarmKinds: ['camera'], endsAt: new Date(Date.now() + 86_400_000).toISOString() };
    expect((await call('wenchuan', contract.knownHeat.createMapMask, mask)).body.code).toBe(200);
    await choosing('aba', by({ sms: 'unjudged' }), async () => {
      const calmed = await world.raise('monitor', place);
      const plain = await world.raise('monitor', newPlace());
      await notifiedOf(plain, 1);
      expect(await recordsOf(calmed)).toEqual([]);
      // A user's judgement overrides the mask.
      await judge(calmed, 1);
      expect(stagesOf(await notifiedOf(calmed, 1))).toEqual(['confirmed']);
    });
  });
});

describe('quiet hours', () => {
  const beijing = (minutes: number) => (Math.floor(now().getTime() / 60_000) + 480 + minutes) % 1_440;

  it('hold messages back, except those at the exception level, and summarise them at their end', async () => {
    const quiet = { begin: beijing(-30), end: beijing(30), except: 'confirmed' };
    await choosing('aba', { ...by({ sms: 'unjudged' }), quiet }, async () => {
      const [one, two] = [await world.raise('monitor', newPlace()), await world.raise('monitor', newPlace())];
      for (const id of [one, two]) expect(await notifiedOf(id, 1)).toMatchObject([{ state: 'held' }]);
      await judge(two, 1);
      expect((await notifiedOf(two, 2)).map(({ stage, state }) => [stage, state])).toEqual([
        ['unjudged', 'held'],
        ['confirmed', 'sent'],
      ]);
      pass(31);
      await vi.waitFor(async () => expect((await recordsOf(one))[0]?.state).toBe('summed'), SOON);
      const summaries = await vi.waitFor(async () => {
        const { list } = (await call('aba', notification.notificationPage, { state: 'sent', pageSize: 100 })).body.data;
        const found = (list as RecordedNotification[]).filter(({ kind }) => kind === 'summary');
        expect(found).toHaveLength(1);
        return found;
      }, SOON);
      expect(summaries[0]).toMatchObject({ title: '【林火·静默时段汇总】共2起', receiver: '阿坝州值班员' });
      expect(smsFor(summaries[0]?.id ?? '')).toHaveLength(1);
    });
  });
});

describe('the duty list', () => {
  const policy = (more: object) =>
    call('aba', notification.saveNotificationPolicy, { gridNo: '513221', dutyLevel: null, repeatMinutes: 5, repeats: 2, ...more });
  const repeatsOf = (alarmId: string, count: number) =>
    vi.waitFor(async () => {
      const again = (await recordsOf(alarmId)).filter(({ repeat }) => repeat > 0);
      expect(again).toHaveLength(count);
      return again;
    }, SOON);

  it('is notified by short message if its administrators set this, again until an officer handles the fire, then the desk above', async () => {
    expect((await policy({ dutyLevel: 'unjudged' })).body.data).toMatchObject({ gridName: '汶川县', dutyLevel: 'unjudged' });
    try {
      const [left, taken] = [await world.raise('monitor', newPlace()), await world.raise('monitor', newPlace())];
      for (const id of [left, taken])
        expect(await notifiedOf(id, 1)).toMatchObject([{ receiver: '汶川县值班员', channel: 'sms', isDuty: true, repeat: 0 }]);
      pass(5);
      for (const id of [left, taken]) expect((await repeatsOf(id, 1))[0]?.title).toContain('第1次提醒');
      // The owner, the notifications and the next reminder are displayed until the fire is handled.
      const noticesOf = async (id: string, user: Officer = 'aba') => (await call(user, notification.alarmNotices, { id })).body;
      const before = (await noticesOf(left)).data;
      expect(before).toMatchObject({
        owner: { kind: 'nobody', gridName: '汶川县' },
        toldCount: 2,
        told: [
          { receiver: '汶川县值班员', repeat: 1 },
          { receiver: '汶川县值班员', repeat: 0, channel: 'sms' },
        ],
        next: { gridNo: '513221', number: 2 },
        reach: { onList: 1, reached: 1, from: 'unjudged', gap: null },
      });
      expect([(await noticesOf(left, 'lixian')).code, (await noticesOf(left, 'viewer')).code]).toEqual([404, 200]);
      expect((await world.act('wenchuan', 'acknowledge', { id: taken })).body.code).toBe(200);
      expect((await noticesOf(taken)).data).toMatchObject({ owner: { kind: 'acknowledged', fullName: '汶川县值班员' }, next: null });
      pass(10);
      const again = await repeatsOf(left, 2);
      expect(again.map(({ receiver, repeat }) => [receiver, repeat])).toEqual([
        ['汶川县值班员', 1],
        ['阿坝州值班员', 3],
      ]);
      expect((await noticesOf(left)).data.next).toMatchObject({ gridNo: '513200', number: 4 });
      // The fire that an officer has taken on was checked in the same run.
      expect((await recordsOf(taken)).filter(({ repeat }) => repeat > 0)).toHaveLength(1);
    } finally {
      await policy({});
    }
  });

  it('has the policy of the nearest grid above that has one; it can be set only within the own grid and by administrators', async () => {
    expect((await call('aba', notification.notificationPolicy, { gridNo: '513221' })).body.data).toMatchObject({
      dutyLevel: null,
      fromGridName: '汶川县',
      changedBy: '阿坝州值班员',
    });
    expect((await call('aba', notification.notificationPolicy, { gridNo: '513222' })).body.data).toMatchObject({
      fromGridName: null,
      repeats: 6,
      // No user there chose anything, and no administrator set a policy.
      reach: { onList: 1, reached: 0, from: null, gap: 'no-channel' },
    });
    const policies = (await call('aba', notification.aging)).body.data.policies;
    expect(policies).toEqual([
      { gridNo: '513200', repeatMinutes: 5, repeats: 6 },
      { gridNo: '513221', repeatMinutes: 5, repeats: 2 },
    ]);
    expect((await call('viewer', notification.saveNotificationPolicy, {})).status).toBe(403);
    const outsideOwn = await policy({ gridNo: '410781' });
    expect([outsideOwn.status, outsideOwn.body.data[0].path]).toEqual([422, 'gridNo']);
    expect(await world.auditOf('513221')).toMatchObject([{ act: 'save-notification-policy' }, { act: 'save-notification-policy' }]);
  });
});

describe('an e-mail', () => {
  it('is sent by the mail server; an e-mail that it refuses permanently is given up with the reason', async () => {
    await choosing('aba', { ...by({ email: 'confirmed' }), email: ' zhang@example.cn ', language: 'en' }, () =>
      choosing('sichuan', { ...by({ email: 'confirmed' }), email: 'gone@example.cn' }, async () => {
        const alarm = await world.raise('monitor', newPlace());
        await judge(alarm, 1);
        const records = await notifiedOf(alarm, 2);
        const ofReceiver = new Map(records.map((one) => [one.receiver, one]));
        expect(ofReceiver.get('阿坝州值班员')).toMatchObject({ state: 'sent', address: 'z****@example.cn' });
        expect(ofReceiver.get('四川省值班员')).toMatchObject({ state: 'failed', attempts: 1, reason: '邮件服务器拒收（550）' });
        const received = mail.received.filter(({ to }) => to === 'zhang@example.cn');
        expect(received).toHaveLength(1);
        expect(received[0]?.text).toContain(`Message-ID: <${ofReceiver.get('阿坝州值班员')?.id}@fire-lookout>`);
      }),
    );
  });
});

describe('a browser', () => {
  const browser = (path: string) => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const authSecret = randomBytes(16);
    const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: authSecret.toString('base64url') };
    return { ecdh, authSecret, subscription: { endpoint: `${outside.base}${path}`, keys } };
  };
  const callsTo = (path: string) => outside.calls.filter((one) => one.path === path);

  it('receives the message encrypted for it (RFC 8291), from a server that identifies itself (RFC 8292)', async () => {
    const { ecdh, authSecret, subscription } = browser('/push/one');
    await call('aba', notification.subscribePush, subscription);
    await choosing('aba', by({ push: 'confirmed' }), async () => {
      const { pushKey, browsers } = (await call('aba', notification.notificationChoice)).body.data;
      expect(browsers).toBe(1);
      const alarm = await world.raise('monitor', newPlace());
      await judge(alarm, 1);
      expect(await notifiedOf(alarm, 1)).toMatchObject([{ channel: 'push', state: 'sent', address: null }]);
      const [sent, ...more] = callsTo('/push/one');
      expect(more).toEqual([]);
      expect(sent?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
      const text = decrypt(sent?.body ?? Buffer.alloc(0), { version: 'aes128gcm', privateKey: ecdh, authSecret }).toString('utf8');
      expect(JSON.parse(text)).toMatchObject({ alarmId: alarm, title: '【林火·确认真火】汶川县' });
      const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(String(sent?.headers.authorization)) ?? [];
      expect(key).toBe(pushKey);
      const [header = '', claims = '', signature = ''] = token.split('.');
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        aud: outside.base,
        sub: 'mailto:lookout@example.cn',
      });
      const point = Buffer.from(key, 'base64url');
      const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
      const isSigned = verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
      expect(isSigned).toBe(true);
    });
    await call('aba', notification.unsubscribePush, { endpoint: subscription.endpoint });
    expect((await call('aba', notification.notificationChoice)).body.data.browsers).toBe(0);
  });

  it('that has ended its subscription is removed', async () => {
    outside.statuses.set('/push/gone', 410);
    await call('aba', notification.subscribePush, browser('/push/gone').subscription);
    await choosing('aba', by({ push: 'confirmed' }), async () => {
      const alarm = await world.raise('monitor', newPlace());
      await judge(alarm, 1);
      expect(await notifiedOf(alarm, 1)).toMatchObject([{ state: 'failed', reason: '没有开启推送的浏览器', attempts: 1 }]);
      expect((await call('aba', notification.notificationChoice)).body.data.browsers).toBe(0);
    });
  });

  it('of a disabled account is removed', async () => {
    const { store } = world.server;
    const accountId = randomUUID();
    const fields = {
      fullName: '离任的',
      gridNo: '513221' as GridNo,
      groupId: '001',
      phone: null,
      headUrl: null,
      deviceId: null,
      topic: null,
    };
    await store.accounts.create({
      ...fields,
      id: accountId,
      userName: 'leaving',
      passwordHash: 'none',
      rights: ['watch-alarms'],
      grids: [],
      enabled: true,
      demo: false,
    });
    const { subscription } = browser('/push/disabled');
    const stored = { accountId, endpoint: subscription.endpoint, ...subscription.keys, site: null };
    await store.notificationSettings.subscribe(stored, 10, now());
    const turn = (enabled: boolean) =>
      call('guojia', contract.admin.updateUser, { ...fields, rights: ['watch-alarms'], enabled }, accountId);
    expect((await turn(true)).body).toMatchObject({ code: 200 });
    expect(await store.notificationSettings.subscriptionsOf([accountId])).toHaveLength(1);
    expect((await turn(false)).body).toMatchObject({ code: 200 });
    expect(await store.notificationSettings.subscriptionsOf([accountId])).toEqual([]);
  });

  it('cannot have an address in the internal network, unless that address is configured', async () => {
    const { subscription } = browser('/push/inner');
    await call('aba', notification.subscribePush, { ...subscription, endpoint: 'http://[::1]:9/push' });
    await choosing('aba', by({ push: 'confirmed' }), async () => {
      const alarm = await world.raise('monitor', newPlace());
      await judge(alarm, 1);
      const [record] = await notifiedOf(alarm, 1);
      expect(record?.reason).toContain('允许的内网地址');
    });
    await call('aba', notification.unsubscribePush, { endpoint: 'http://[::1]:9/push' });
  });
});

describe('a webhook', () => {
  const create = async (path: string, more: object = {}) => {
    const body = { name: '指挥系统', url: `${outside.base}${path}`, least: 'confirmed', gridNo: '513221', ...more };
    const reply = await call('aba', notification.createWebhook, body);
    expect(reply.body.code).toBe(200);
    return reply.body.data as { readonly id: string; readonly secret: string; readonly version: number };
  };
  const callsTo = (path: string) => outside.calls.filter((one) => one.path === path);
  const isAbout = (alarm: string, { body }: (typeof outside.calls)[number]) =>
    (JSON.parse(body.toString()) as { readonly fire: { readonly alarmIds: readonly string[] } }).fire.alarmIds.includes(alarm);

  it('is notified of a fire and of its end, signed according to Standard Webhooks', async () => {
    const { id, secret } = await create('/hook/one');
    const alarm = await world.raise('monitor', newPlace());
    await judge(alarm, 1);
    expect(await notifiedOf(alarm, 1)).toMatchObject([{ channel: 'webhook', receiver: '指挥系统', state: 'delivered' }]);
    await world.act('wenchuan', 'close', { id: alarm, kind: 'monitor', outcome: 'extinguished' });
    const records = await notifiedOf(alarm, 2);
    // The webhook may also receive the fire of an earlier test, whose judgement is processed shortly afterwards.
    const calls = callsTo('/hook/one').filter((one) => isAbout(alarm, one));
    expect(calls).toHaveLength(2);
    for (const [n, { headers, body }] of calls.entries()) {
      const text = body.toString('utf8');
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
      expect(headers['webhook-id']).toBe(records[n]?.id);
      expect(JSON.parse(text)).toMatchObject({
        id: records[n]?.id,
        kind: n === 0 ? 'fire.confirmed' : 'fire.over',
        fire: { alarmIds: [alarm], gridNo: '513221', kinds: ['camera'] },
      });
    }
    expect((await call('aba', notification.deleteWebhook, {}, id)).body.code).toBe(200);
    expect((await world.auditOf(id)).map(({ act }) => act)).toEqual(['create-webhook', 'delete-webhook']);
    const audit = JSON.stringify(await world.auditOf(id));
    expect(audit).not.toContain(secret);
    expect(audit).not.toContain('/hook/one');
  });

  it('is tested at once and reports why it failed; redirects are not followed, and addresses that are not allowed are not called', async () => {
    const tryOut = async (id: string) => (await call('aba', notification.testWebhook, {}, id)).body.data.reason;
    const { id } = await create('/hook/try');
    expect(await tryOut(id)).toBeNull();
    expect(JSON.parse(callsTo('/hook/try')[0]?.body.toString() ?? '')).toMatchObject({ kind: 'test', fire: null });
    outside.statuses.set('/hook/moved', 302);
    const moved = await create('/hook/moved');
    expect(await tryOut(moved.id)).toBe('对方应答 HTTP 302');
    expect(callsTo('/elsewhere')).toEqual([]);
    for (const url of [
      'http://169.254.169.254/latest/meta-data',
      'https://10.0.0.8/hook',
      'http://[::ffff:10.0.0.8]/hook',
      'http://93.184.216.34/hook',
    ]) {
      const refused = await create('/x', { url });
      expect(await tryOut(refused.id)).toContain('地址不在允许范围');
      await call('aba', notification.deleteWebhook, {}, refused.id);
    }
    for (const one of [id, moved.id]) await call('aba', notification.deleteWebhook, {}, one);
  });

  it('is changed by one administrator at a time, and receives nothing while switched off', async () => {
    const { id } = await create('/hook/off');
    const change = { name: '停用', url: `${outside.base}/hook/off`, least: 'confirmed', enabled: false, version: 1 };
    const both = await Promise.all([0, 1].map(() => call('aba', notification.updateWebhook, change, id)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await choosing('aba', by({ sms: 'confirmed' }), async () => {
      const alarm = await world.raise('monitor', newPlace());
      await judge(alarm, 1);
      expect(await notifiedOf(alarm, 1)).toMatchObject([{ channel: 'sms' }]);
    });
    expect(callsTo('/hook/off')).toEqual([]);
    await call('aba', notification.deleteWebhook, {}, id);
  });

  it('reports which field is wrong', async () => {
    for (const [path, more] of [
      ['name', { name: ' ' }],
      ['url', { url: 'ftp://a.example' }],
      ['url', { url: 'https://user:secret@a.example/' }],
      ['least', { least: 'over' }],
      ['gridNo', { gridNo: '410781' }],
    ] as const) {
      const body = { name: 'x', url: 'https://a.example', least: 'confirmed', gridNo: '513221', ...more };
      const { status, body: answer } = await call('aba', notification.createWebhook, body);
      expect({ path, status, at: answer.data?.[0]?.path }).toEqual({ path, status: 422, at: path });
    }
  });
});

describe('the outbox', () => {
  it('sends what a crashed server had leased, once', async () => {
    const id = randomUUID();
    const { store } = world.server;
    const at = now();
    await store.transaction(async (tx) => {
      await tx.notifications.add([
        {
          id,
          onceKey: `test/${id}`,
          kind: 'test',
          fireId: null,
          alarmId: null,
          gridNo: '513221' as GridNo,
          accountId: null,
          webhookId: null,
          receiver: '某',
          channel: 'sms',
          address: '13800000001',
          stage: null,
          repeat: 0,
          danger: null,
          isDuty: false,
          title: '测试',
          content: '租约',
          payload: null,
          state: 'waiting',
          nextAttemptAt: at,
          createdAt: at,
        },
      ]);
      // Claims the messages like a server that crashes before it sends them.
      const taken = await tx.outbox.claim(at, new Date(at.getTime() + 60_000), 100, { channels: ['sms'], origins: ['notification'] });
      expect(taken.map((one) => one.id)).toContain(id);
    });
    pass(2);
    await vi.waitFor(() => expect(smsFor(id)).toHaveLength(1), SOON);
    await vi.waitFor(async () => {
      const { list } = await store.notifications.page('513221' as GridNo, {}, { offset: 0, limit: 500 });
      expect(list.find((one) => one.id === id)).toMatchObject({ state: 'sent', attempts: 2 });
    }, SOON);
    expect(smsFor(id)).toHaveLength(1);
  });

  it('retries later, and gives up with the reason', async () => {
    outside.statuses.set('/sms', 503);
    try {
      await choosing('aba', by({ sms: 'confirmed' }), async () => {
        const alarm = await world.raise('monitor', newPlace());
        await judge(alarm, 1);
        for (const [attempts, minutes] of [1, 5, 15, 60].map((wait, n) => [n + 1, wait] as const)) {
          // Waits until the attempt is settled: it counts as an attempt from its start, and its lease is a minute.
          await vi.waitFor(async () => {
            const { list } = await world.server.store.notifications.page(NATION, { alarmIds: [alarm] }, { offset: 0, limit: 1 });
            expect(list[0]).toMatchObject({ state: 'waiting', attempts, reason: expect.any(String) });
            const waits = (list[0]?.nextAttemptAt?.getTime() ?? 0) - now().getTime();
            expect(waits).toBeGreaterThan((minutes - 0.5) * 60_000);
          }, SOON);
          pass(minutes);
        }
        await vi.waitFor(
          async () => expect((await recordsOf(alarm))[0]).toMatchObject({ state: 'failed', attempts: 5, reason: '短信网关返回 HTTP 503' }),
          SOON,
        );
      });
    } finally {
      outside.statuses.delete('/sms');
    }
  });
});

describe('a choice', () => {
  it("applies to the caller's own account, reports which field is wrong, and is audited without addresses", async () => {
    const wrong = async (choice: object) => {
      const { status, body } = await call('aba', notification.chooseNotifications, { ...NOTHING, ...choice });
      return [status, body.data?.[0]?.path];
    };
    expect(await wrong(by({ email: 'confirmed' }))).toEqual([422, 'email']);
    expect(await wrong({ email: 'nobody' })).toEqual([422, 'email']);
    expect(await wrong({ grids: ['513221', '410781'] })).toEqual([422, 'grids.1']);
    expect(await wrong({ quiet: { begin: 1_320, end: 1_320, except: null } })).toEqual([422, 'quiet.end']);
    expect(await wrong({ quiet: { begin: 1_440, end: 420, except: null } })).toEqual([422, 'quiet.begin']);
    await choose('aba', {
      ...by({ email: 'confirmed' }),
      email: 'zhang@example.cn',
      quiet: { begin: 1_320, end: 450, except: null },
    });
    expect((await call('aba', notification.notificationChoice)).body.data).toMatchObject({
      choice: { channels: { email: 'confirmed' }, email: 'zhang@example.cn', quiet: { begin: 1_320, end: 450, except: null } },
      isSent: { sms: true, email: true },
    });
    expect((await call('viewer', notification.notificationChoice)).body.data).toMatchObject({ choice: { email: null, quiet: null } });
    const { list } = await world.server.store.audit.page('100000' as GridNo, { act: 'choose-notifications' }, { offset: 0, limit: 100 });
    expect(list.length).toBeGreaterThan(0);
    expect(JSON.stringify(list)).not.toContain('zhang@');
    await choose('aba', {});
  });
});
