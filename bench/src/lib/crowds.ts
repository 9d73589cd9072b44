// Many duty desks at once, in processes of their own (desk-crowd.ts): their accounts and sessions, their live connections, and what they received.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { gridsToHear, TOPIC_KINDS, topicOf } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type pg from 'pg';
import type { CrowdDesk, CrowdReport } from './desk-crowd.ts';
import { Latencies } from './latencies.ts';

/** Desks in one process: parsing what they receive is work too. */
const CROWDS = 2;
const RIGHTS = ['watch-alarms', 'act-on-alarms', 'see-rangers', 'dispatch', 'watch-video'] as const;
const LOOK_EVERY_MS = 100;

export interface DeskAccount {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly token: string;
}

/** Written directly into the database, with a session each: hashing thousands of passwords is not part of any measurement. */
export async function makeDesks(client: pg.Client, grids: readonly GridNo[]): Promise<DeskAccount[]> {
  const desks = grids.map((gridNo): DeskAccount => ({ id: randomUUID(), gridNo, token: randomBytes(32).toString('base64url') }));
  const ids = desks.map(({ id }) => id);
  await client.query(
    `insert into account (id, user_name, password_hash, full_name, grid_no, group_id, enabled, demo, created_at, updated_at)
     select id, 'desk-' || n, 'none', '值班员' || n, grid_no, '001', true, false, now(), now()
     from unnest($1::uuid[], $2::text[]) with ordinality as d(id, grid_no, n)`,
    [ids, grids],
  );
  await client.query('insert into account_right select id, code from unnest($1::uuid[]) as d(id), unnest($2::text[]) as r(code)', [
    ids,
    [...RIGHTS],
  ]);
  await client.query(
    `insert into session (token_hash, account_id, grid_no, way, created_at, used_at, expires_at)
     select decode(hash, 'hex'), id, grid_no, 'password', now(), now(), now() + interval '1 day'
     from unnest($1::text[], $2::uuid[], $3::text[]) as s(hash, id, grid_no)`,
    [desks.map(({ token }) => createHash('sha256').update(token).digest('hex')), ids, grids],
  );
  return desks;
}

/** In X-Forwarded-For: as many desks as fit into one duty hall share an address. */
const addressOfDesk = (n: number): string => `10.${Math.floor(n / 1_000) % 256}.${Math.floor(n / 10) % 256}.1`;

/** Opens the live connection of every desk, at the servers in turn, with the topics that the web page takes. */
export async function openCrowds(
  desks: readonly DeskAccount[],
  ports: readonly number[],
  stops: AsyncDisposableStack,
): Promise<ChildProcess[]> {
  const seats = desks.map(
    ({ id, gridNo, token }, n): CrowdDesk => ({
      port: ports[n % ports.length] ?? 0,
      address: addressOfDesk(n),
      userName: id,
      token,
      topics: TOPIC_KINDS.flatMap((kind) => gridsToHear(kind, gridNo).map((grid) => topicOf(kind, grid))),
    }),
  );
  const crowds = Array.from({ length: CROWDS }, () => fork(join(import.meta.dirname, 'desk-crowd.ts')));
  for (const crowd of crowds) stops.defer(() => void crowd.kill());
  await Promise.all(
    crowds.map(async (crowd, at) => {
      crowd.send({ desks: seats.filter((_, n) => n % CROWDS === at) });
      const [answer] = (await once(crowd, 'message')) as [{ readonly isOpen?: true; readonly failure?: string }];
      if (!answer.isOpen) throw new Error(`a desk was not let in: ${answer.failure}`);
    }),
  );
  return crowds;
}

/** What all crowds have received since they were asked last. */
export interface Received {
  readonly latencies: Latencies;
  readonly fires: CrowdReport['fires'];
  readonly positions: number;
  readonly lost: number;
}

export async function receivedBy(crowds: readonly ChildProcess[]): Promise<Received> {
  const reports = await Promise.all(crowds.map(reportOf));
  const latencies = new Latencies();
  for (const report of reports) latencies.addAll(report.latencies);
  const sum = (of: (report: CrowdReport) => number): number => reports.reduce((all, report) => all + of(report), 0);
  return {
    latencies,
    fires: reports.flatMap(({ fires }) => fires),
    positions: sum(({ positions }) => positions),
    lost: sum(({ lost }) => lost),
  };
}

async function reportOf(crowd: ChildProcess): Promise<CrowdReport> {
  crowd.send({ report: true });
  const [{ report }] = (await once(crowd, 'message')) as [{ readonly report: CrowdReport }];
  return report;
}

/** So far, since the last report. */
async function deliveriesOf(crowd: ChildProcess): Promise<number> {
  crowd.send({ count: true });
  const [{ count }] = (await once(crowd, 'message')) as [{ readonly count: number }];
  return count;
}

/** To how many desks each fire goes, by its number. */
export type Expected = ReadonlyMap<number, number>;

/** Waits until the desks have all of it, at most `patienceSeconds`. @returns the seconds */
export async function settled(expected: Expected, crowds: readonly ChildProcess[], patienceSeconds: number): Promise<number> {
  const begun = performance.now();
  const wanted = [...expected.values()].reduce((sum, count) => sum + count, 0);
  for (;;) {
    const counts = await Promise.all(crowds.map(deliveriesOf));
    const seconds = (performance.now() - begun) / 1000;
    if (counts.reduce((sum, count) => sum + count, 0) >= wanted || seconds > patienceSeconds) return seconds;
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS));
  }
}

/** Deliveries that were expected and did not come, or came twice. */
export function missingOf(expected: Expected, received: Received['fires']): number {
  const came = new Map<number, number>();
  for (const [fire, count] of received) came.set(fire, (came.get(fire) ?? 0) + count);
  return [...expected].reduce((sum, [fire, count]) => sum + Math.abs(count - (came.get(fire) ?? 0)), 0);
}
