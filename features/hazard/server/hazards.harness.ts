// A server with hazard points for the tests of this feature, with its clock and signed-in users.

import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { contract } from '../../contract.ts';

const WENCHUAN = { lng: 103.59, lat: 31.48 };
export const LIXIAN = { lng: 103.17, lat: 31.44 };
const BEGIN = Date.parse('2026-07-01T02:00:00Z');
export const NO = { blue: null, yellow: null, orange: null, red: null };
const calls = contract.hazard;
type Called = { readonly method: string; readonly path: string };

/** Starts before the first test of the file and stops after the last. */
export function hazardServer() {
  let server: TestServer;
  let sessions: Record<string, Session>;
  let now = new Date(BEGIN);
  let made = 0;
  const minutesLater = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  beforeAll(async () => {
    server = await sharedTestServer({ clock: () => now, waits: { hazardsEveryMs: 100 } });
    sessions = Object.fromEntries(
      await Promise.all(['aba', 'wenchuan', 'lixian', 'viewer', 'guojia'].map(async (user) => [user, await server.login(user)] as const)),
    );
  });
  afterAll(() => server?.stop());
  beforeEach(() => minutesLater(1));

  const as = (user: string, row: Called, body?: unknown, headers: Record<string, string> = {}) =>
    server.call(row.method, row.path, { token: sessions[user]?.access_token, ...(body !== undefined && { body }), headers });
  const at = (row: Called, id: string, query = '') => ({ ...row, path: row.path.replace('{id}', id) + query });
  const draft = (more: object = {}) => {
    made += 1;
    return {
      code: `T-${made}`,
      name: `东山滑坡${made}`,
      kind: 'slide',
      level: 'medium',
      position: WENCHUAN,
      people: 118,
      households: 32,
      dutyName: '李四',
      dutyPhone: '13800000001',
      monitors: [
        {
          code: `T-${made}-1`,
          kind: 'crack',
          name: '裂缝计1',
          value: { blue: 5, yellow: 10, orange: 20, red: 40 },
          rate: { ...NO, red: 30 },
        },
      ],
      ...more,
    };
  };
  const one = async (id: string, user = 'wenchuan') => (await as(user, at(calls.hazardOne, id))).body.data;
  return {
    server: () => server,
    session: (user: string) => sessions[user] as Session,
    now: () => now,
    minutesLater,
    as,
    at,
    draft,
    create: async (body: object = draft()): Promise<string> => (await as('wenchuan', calls.createHazard, body)).body.data.id,
    one,
    feed: (rows: unknown) => server.call('POST', calls.putReadings.path, { body: rows, headers: { 'x-feed-key': server.feedKey } }),
    reading: (monitorCode: string, value: number, time = now) => ({ monitorCode, time: time.toISOString(), value }),
    codeOf: async (id: string): Promise<string> => (await one(id)).hazard.monitors[0].code,
    warningOf: async (id: string) => (await as('wenchuan', calls.hazardWarningPage, { hazardId: id })).body.data.list[0],
  };
}
