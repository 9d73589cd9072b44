// Shared by the tests of actions on alarms: a server with its officers, alarms of every kind, and the published messages.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Row } from '@lookout/contract';
import type { Capability, GridNo } from '@lookout/domain';
import type { JudgedVerdict, Judgement } from '@lookout/features/alarm/alarm.ts';
import type { alarmActionCalls } from '@lookout/features/alarm/alarm-actions.calls.ts';
import type { WireKind } from '@lookout/features/alarm/alarm-kinds.wire.ts';
import { contract } from '@lookout/features/contract.ts';
import { type Reply, type SharedServerOptions, sharedTestServer, type TestServer } from './index.ts';

const OFFICERS = ['guojia', 'sichuan', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer'] as const;
export type Officer = (typeof OFFICERS)[number];
export type ActionName = keyof typeof alarmActionCalls;
type FireName = keyof typeof contract.alarm;

export interface ReceivedMessage {
  readonly topic: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly data: any;
}

export interface AlarmWorld {
  readonly server: TestServer;
  readonly tokens: Readonly<Record<Officer, string>>;
  /** Sends one call of a row; `given` is split into its query and its body. */
  call(user: Officer, row: Row, given?: Readonly<Record<string, unknown>>): Promise<Reply>;
  act(user: Officer, name: ActionName, given: Readonly<Record<string, unknown>>): Promise<Reply>;
  read(user: Officer, name: FireName, given?: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** Raises a new alarm, in Wenchuan by default. @returns its id */
  raise(kind: WireKind, at?: { readonly lng: number; readonly lat: number }, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Returns the messages to this officer's desk during the work. */
  receivedDuring(user: Officer, work: () => Promise<unknown>): Promise<ReceivedMessage[]>;
  /** Returns `act` and `detail` of each audit line, oldest first. */
  linesOf(
    id: string,
    user?: Officer,
  ): Promise<{ readonly act: string; readonly by: string | null; readonly detail: Record<string, unknown> }[]>;
  auditOf(id: string): Promise<{ readonly act: string; readonly outcome: string; readonly detail: Readonly<Record<string, unknown>> }[]>;
  /** Creates an account with a session. @returns the token */
  newcomer(gridNo: string, rights: readonly Capability[]): Promise<string>;
  /** Performs one act as the token's account. */
  actBy(token: string | undefined, name: ActionName, given: Readonly<Record<string, unknown>>): Promise<Reply>;
  stop(): Promise<void>;
}

/** The body of an own call that judges. */
export const judgedAs = (verdict: JudgedVerdict, note: string | null = null): Judgement => ({ verdict, note, realFireType: null });

export const WENCHUAN = { lng: 103.59, lat: 31.48 };
export const LIXIAN = { lng: 103.17, lat: 31.44 };

const HEADER = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';

export async function openAlarmWorld(options: SharedServerOptions = {}): Promise<AlarmWorld> {
  const server = await sharedTestServer(options);
  const tokens = {} as Record<Officer, string>;
  for (const user of OFFICERS) tokens[user] = (await server.login(user)).access_token;

  const callBy = (token: string | undefined, row: Row, given: Readonly<Record<string, unknown>>): Promise<Reply> => {
    const isInQuery = (name: string) => row.input === undefined || name in (row.query?.shape ?? {});
    const fields = Object.entries(given).filter(([name, value]) => isInQuery(name) && value !== undefined);
    const query =
      fields.length > 0 ? `?${new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]))}` : '';
    const body = Object.fromEntries(Object.entries(given).filter(([name]) => !isInQuery(name)));
    return server.call(row.method, row.path + query, { token, ...(row.input !== undefined && { body }) });
  };
  const call: AlarmWorld['call'] = (user, row, given = {}) => callBy(tokens[user], row, given);
  const feed = { 'x-feed-key': server.feedKey };
  const opened = Date.now();
  let raised = 0;

  const raise: AlarmWorld['raise'] = async (kind, { lng, lat } = WENCHUAN, more = {}) => {
    raised += 1;
    const place = { longitude: lng, latitude: lat };
    const alarmDatetime = new Date().toISOString();
    if (kind === 'satellite') {
      // A satellite pass is identified by its minute, so each alarm gets a separate minute.
      const at = new Date(opened - 60_000 * raised).toISOString();
      const row = `${lat},${lng},310.6,1.2,1.1,${at.slice(0, 10)},${at.slice(11, 16).replace(':', '')},A,80,6.0NRT,294,39.7,D`;
      const before = await server.store.events.head();
      await server.call('POST', contract.alarm.ingestSatellite.path, {
        body: `${HEADER}\n${row}\n`,
        headers: { ...feed, 'content-type': 'text/csv' },
      });
      const fresh = await server.store.events.readRange(before, 100);
      const recorded = fresh.find(({ event }) => event.kind === 'alarm.recorded' && event.payload.alarm.facts.kind === 'satellite');
      return recorded?.event.objectId ?? '';
    }
    const inputs: Readonly<Record<typeof kind, readonly [Row, object]>> = {
      monitor: [contract.alarm.createMonitorAlarm, { ...place, deviceId: `d${raised}`, alarmDatetime }],
      report: [contract.alarm.createReport, { ...place, description: '有烟', reporterName: `报告人${raised}` }],
      smoke: [contract.alarm.createSmoke, { ...place, deviceId: `s${raised}`, alarmDatetime }],
      danger: [contract.alarm.createDanger, { position: { lng, lat }, resourceName: '林区', status: 0 }],
    };
    const [row, body] = inputs[kind];
    const reply = await server.call(row.method, row.path, { body: { ...body, ...more }, headers: feed });
    if (reply.body.code !== 200) throw new Error(`${kind}: ${JSON.stringify(reply.body)}`);
    return reply.body.data.id;
  };

  const eventsSince = async (user: Officer, since: number) =>
    (await call(user, contract.duty.events, { since, limit: 1000 })).body.data as {
      last: number;
      events: { topic: string; payload: { data: unknown } }[];
    };

  return {
    server,
    tokens,
    call,
    act: (user, name, given) => call(user, contract.alarm[name], given),
    read: (user, name, given = {}) => call(user, contract.alarm[name], given),
    raise,
    async receivedDuring(user, work) {
      const before = await server.store.events.head();
      await work();
      return (await eventsSince(user, before)).events.map(({ topic, payload }) => ({ topic, data: payload.data }));
    },
    async linesOf(id, user = 'guojia') {
      const { body } = await call(user, contract.alarm.history, { id });
      return (body.data as { act: string; fullName: string | null; detail: Record<string, unknown> }[]).map(
        ({ act, fullName, detail }) => ({
          act,
          by: fullName,
          detail,
        }),
      );
    },
    async auditOf(id) {
      const { list } = await server.store.audit.page('100000' as never, { targetId: id }, { offset: 0, limit: 100 });
      return list.map(({ act, outcome, detail }) => ({ act, outcome, detail })).reverse();
    },
    async newcomer(no, rights) {
      const [id, token, gridNo] = [randomUUID(), randomBytes(32).toString('base64url'), no as GridNo];
      await server.store.accounts.create({
        id,
        userName: `n${id.slice(0, 8)}`,
        passwordHash: 'none',
        fullName: '新来的',
        gridNo,
        groupId: '001',
        rights,
        grids: [],
        headUrl: null,
        phone: null,
        deviceId: null,
        topic: null,
        enabled: true,
        demo: false,
      });
      await server.store.sessions.create({
        tokenHash: createHash('sha256').update(token).digest(),
        accountId: id,
        gridNo,
        expiresAt: new Date(Date.now() + 600_000),
        address: null,
        userAgent: null,
      });
      return token;
    },
    actBy: (token, name, given) => callBy(token, contract.alarm[name], given),
    stop: () => server.stop(),
  };
}
