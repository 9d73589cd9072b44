// Shared setup of the task tests: a server with its people, alarms and photos, and the calls by name.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Capability, GridNo } from '@lookout/domain';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, type SharedServerOptions, sharedTestServer } from '@lookout/server/testing/test-server.ts';
import sharp from 'sharp';
import { contract } from '../../contract.ts';

const { task, alarm, photo } = contract;
export const IN_WENCHUAN = { longitude: 103.59, latitude: 31.48 };
const USERS = ['guojia', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer', 'ranger01', 'ranger02'] as const;

export type TaskWorld = Awaited<ReturnType<typeof startTaskWorld>>;

export async function startTaskWorld(options: SharedServerOptions = {}) {
  const server = await sharedTestServer(options);
  const sessions: Record<string, Session> = {};
  const signInAgain = async (): Promise<void> => {
    for (const user of USERS) sessions[user] = await server.login(user);
  };
  await signInAgain();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

  const sessionOf = (user: string) => sessions[user] as Session;
  const tokenOf = (user: string) => sessionOf(user).access_token;
  const idOf = (user: string) => sessionOf(user).accid;
  const call = (user: string, { method, path }: { method: string; path: string }, body?: unknown, key?: string): Promise<Reply> =>
    server.call(method, path, {
      token: tokenOf(user),
      ...(body !== undefined && { body }),
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const rowsOf = async (reply: Promise<Reply>) => (await reply).body.data;
  const form = (overrides: Record<string, unknown> = {}) => ({
    taskContent: '前往核查',
    taskStartTime: '2036-11-21 13:00:00',
    taskEndTime: '2036-11-21 17:00:00',
    priority: 2,
    taskMember: idOf('ranger01'),
    position: { lng: IN_WENCHUAN.longitude, lat: IN_WENCHUAN.latitude },
    ...overrides,
  });

  return {
    server,
    sessionOf,
    tokenOf,
    idOf,
    call,
    rowsOf,
    /** Needed after the clock was moved on, because sessions expire. */
    signInAgain,
    stop: () => server.stop(),

    async newAlarm(place = IN_WENCHUAN): Promise<string> {
      const body = { ...place, deviceId: `d-${randomUUID()}`, alarmDatetime: new Date().toISOString() };
      const reply = await server.call('POST', alarm.createMonitorAlarm.path, { body, headers: { 'x-feed-key': server.feedKey } });
      return reply.body.data.id;
    },
    async newPhoto(user: string): Promise<string> {
      const reply = await fetch(server.base + photo.upload.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'image/png' },
        body: new Uint8Array(png),
      });
      return ((await reply.json()) as { data: { id: string } }).data.id;
    },
    seesPhoto: async (user: string, id: string) => (await server.call('GET', `/files/${id}`, { token: tokenOf(user) })).status,

    delegate: (user: string, overrides: Record<string, unknown> = {}, key?: string) => call(user, task.delegate, form(overrides), key),
    report: (user: string, body: Record<string, unknown>, key?: string) => call(user, task.taskProgress, body, key),
    pageOf: async (user: string, filters: object = {}) => (await call(user, task.taskPage, filters)).body.data,
    async historyOf(id: string) {
      const path = `${alarm.history.path}?id=${id}`;
      return (await rowsOf(server.call('GET', path, { token: tokenOf('wenchuan') }))) as { act: string; detail: object }[];
    },
    async eventsSince(user: string, seq: number) {
      const path = `${contract.duty.events.path}?since=${seq}&limit=1000`;
      return (await rowsOf(server.call('GET', path, { token: tokenOf(user) }))) as { last: number; events: unknown[] };
    },

    /** Creates an officer or ranger with exactly these rights. */
    async newAccount(gridNo: string, rights: readonly Capability[], enabled = true): Promise<{ id: string; fullName: string }> {
      const id = randomUUID();
      const fullName = `护林员${id.slice(0, 4)}`;
      await server.store.accounts.create({
        id,
        userName: `t${id.slice(0, 8)}`,
        passwordHash: 'none',
        fullName,
        gridNo: gridNo as GridNo,
        groupId: '001',
        rights,
        enabled,
        headUrl: null,
        phone: null,
        deviceId: null,
        topic: null,
        grids: [],
        demo: false,
      });
      return { id, fullName };
    },
    /** Creates a session without a password. */
    async tokenFor(accountId: string, gridNo: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const tokenHash = createHash('sha256').update(token).digest();
      const expiresAt = new Date(Date.now() + 600_000);
      await server.store.sessions.create({ tokenHash, accountId, gridNo: gridNo as GridNo, expiresAt, address: null, userAgent: null });
      return token;
    },
  };
}

/** The first message of a 422. */
export const fault = ({ status, body }: Reply) => ({ status, path: body.data?.[0]?.path, message: body.message });
