// Many duty desks at once, in separate processes (desk-crowd.ts): their accounts and sessions, their live connections, and what they
// received.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { covers, type GridNo, NATION } from '@lookout/domain';
import { gridsToSubscribe, TOPIC_KINDS, topicOf } from '@lookout/features/live-topics.ts';
import type pg from 'pg';
import type { CrowdDesk, CrowdReport } from './desk-crowd.ts';
import type { SentAlarm } from './feeds.ts';
import { Latencies } from './latencies.ts';
import { makeAccounts } from './people.ts';

/** Number of processes that share the desks: parsing what they receive costs CPU time too. */
const CROWDS = 2;
const RIGHTS = ['watch-alarms', 'act-on-alarms', 'see-rangers', 'dispatch', 'watch-video'] as const;
const LOOK_EVERY_MS = 100;

export interface DeskAccount {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly token: string;
}

/** Shares of the desks by the level of their grids; the rest are county desks. */
interface Shares {
  readonly nation: number;
  readonly province: number;
  readonly prefecture: number;
}

/** Grids for this many desks by the shares, taking the grids of each level in turn. @param prefix of the grids' codes; '' for all */
export async function gridsOfDesks(client: pg.Client, count: number, shares: Shares, prefix = ''): Promise<GridNo[]> {
  const gridsOf = async (level: string): Promise<GridNo[]> =>
    (
      await client.query<{ no: GridNo }>('select no from grid where level = $1 and starts_with(no, $2) order by no', [level, prefix])
    ).rows.map(({ no }) => no);
  const levels = { province: await gridsOf('province'), prefecture: await gridsOf('prefecture'), county: await gridsOf('county') };
  const bounds = {
    nation: shares.nation * count,
    province: (shares.nation + shares.province) * count,
    prefecture: (shares.nation + shares.province + shares.prefecture) * count,
  };
  return Array.from({ length: count }, (_, n) => {
    if (n < bounds.nation) return NATION;
    const grids = n < bounds.province ? levels.province : n < bounds.prefecture ? levels.prefecture : levels.county;
    return grids[n % grids.length] ?? NATION;
  });
}

/** Creates accounts for these grids, each with a session. */
export async function makeDesks(client: pg.Client, grids: readonly GridNo[]): Promise<DeskAccount[]> {
  const ids = await makeAccounts(client, { named: 'desk', fullName: '值班员', grids, rights: RIGHTS });
  const desks = grids.map((gridNo, n): DeskAccount => ({ id: ids[n] ?? '', gridNo, token: randomBytes(32).toString('base64url') }));
  await client.query(
    `insert into session (token_hash, account_id, grid_no, way, created_at, used_at, expires_at)
     select decode(hash, 'hex'), id, grid_no, 'password', now(), now(), now() + interval '1 day'
     from unnest($1::text[], $2::uuid[], $3::text[]) as s(hash, id, grid_no)`,
    [desks.map(({ token }) => createHash('sha256').update(token).digest('hex')), ids, grids],
  );
  return desks;
}

/** The address in X-Forwarded-For: as many desks as fit into one duty hall share an address. */
export const addressOfDesk = (n: number): string => `10.${Math.floor(n / 1_000) % 256}.${Math.floor(n / 10) % 256}.1`;

/** Opens the live connection of every desk, alternating between the servers, with the topics that the web page subscribes to. */
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
      topics: TOPIC_KINDS.flatMap((kind) => gridsToSubscribe(kind, gridNo).map((grid) => topicOf(kind, grid))),
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

/**
 * All desks lose their connections at the same time. @returns the milliseconds until each desk was reconnected and had read what it missed
 */
export async function comeBack(crowds: readonly ChildProcess[], since: number): Promise<Latencies> {
  const returned = new Latencies();
  await Promise.all(
    crowds.map(async (crowd) => {
      const answer = once(crowd, 'message') as Promise<[{ readonly returned: CrowdReport['latencies'] }]>;
      crowd.send({ comeBack: since });
      const [{ returned: ofCrowd }] = await answer;
      returned.addAll(ofCrowd);
    }),
  );
  return returned;
}

/** What all crowds have received since the previous request. */
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

/** Deliveries of a crowd since the last report. */
async function deliveriesOf(crowd: ChildProcess): Promise<number> {
  crowd.send({ count: true });
  const [{ count }] = (await once(crowd, 'message')) as [{ readonly count: number }];
  return count;
}

/** Number of desks that must receive each fire, by the fire's number. */
export type Expected = ReadonlyMap<number, number>;

/** Computed from the grid in which each accepted alarm was stored. */
export async function expectedOf(client: pg.Client, desks: readonly DeskAccount[], sent: readonly SentAlarm[]): Promise<Expected> {
  const { rows } = await client.query<{ fire: number; grid_no: GridNo }>(
    `select split_part(facts ->> 'description', '-', 2)::int as fire, grid_no from alarm where facts ->> 'description' like '%fire-%'`,
  );
  const gridOf = new Map(rows.map(({ fire, grid_no }) => [fire, grid_no]));
  const desksOf = new Map<GridNo, number>();
  const deskCount = (gridNo: GridNo): number => {
    const known = desksOf.get(gridNo) ?? desks.filter((desk) => covers(desk.gridNo, gridNo)).length;
    desksOf.set(gridNo, known);
    return known;
  };
  const accepted = sent.filter(({ isAccepted }) => isAccepted);
  return new Map(
    accepted.map(({ fire }) => {
      const gridNo = gridOf.get(fire);
      if (gridNo === undefined) throw new Error(`alarm ${fire} was accepted and is not in the database`);
      return [fire, deskCount(gridNo)];
    }),
  );
}

/** Waits until the desks have received everything expected, at most `patienceSeconds`. @returns the seconds */
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

/** Number of expected deliveries that did not arrive or arrived twice. */
export function missingOf(expected: Expected, received: Received['fires']): number {
  const came = new Map<number, number>();
  for (const [fire, count] of received) came.set(fire, (came.get(fire) ?? 0) + count);
  return [...expected].reduce((sum, [fire, count]) => sum + Math.abs(count - (came.get(fire) ?? 0)), 0);
}
