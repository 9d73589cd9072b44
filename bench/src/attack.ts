// attack: the time an alarm takes to the last of 200 desks while an attacker sends as many requests as possible: without a login at the
// public endpoints, or as one officer with the most expensive calls. The attackers are processes of the lowest priority, because in reality
// they run on other machines. No peer: the goal is the same figure without an attack.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GridNo } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { alarmReport, openAlarmDesks, sendPaced } from './lib/alarm-desks.ts';
import type { Answered, Attack } from './lib/attacker.ts';
import { makeDesks } from './lib/crowds.ts';
import { brief, percentile, spreadOf } from './lib/numbers.ts';
import { makePeople } from './lib/people.ts';
import { letOthersFirst } from './lib/processes.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { seedAlarms } from './lib/seeded-alarms.ts';

/** The grid of the attacking officers, who see half of the alarms. */
const PREFECTURE = '513200' as GridNo;
const ALARMS = 20_000;
const RANGERS = 2_000;
const RESOURCES = 20_000;
/** Distance between the alarms' places, so that they make as many fires as the rounds need. */
const ACROSS_DEGREES = 0.15;
const WARM_UP = 20;
const START_IS_OVER_MS = 60_000;
/** How long an attack runs before alarms are measured: the rate limits' bursts are used up by then. */
const UNDER_WAY_MS = 3_000;
const MOST_KINDS = 20;
const MOST = { p50: 1.3, p99: 2 };
const NONE = 'none';

/** One kind of attack: which requests, over how many connections; `by` is `nobody` for requests without an account, else the officer. */
interface Kind {
  readonly connections: number;
  readonly by: 'nobody' | 'officer';
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const { auth, decision, duty, alarm, replay, resource, statistics } = contract;
const nobody = (path: string): Kind => ({ connections: 20, by: 'nobody', method: 'GET', path });
const officer = ({ method, path }: { readonly method: string; readonly path: string }, query = '', body?: unknown): Kind => ({
  connections: 10,
  by: 'officer',
  method,
  path: path + query,
  body,
});

const kindsFor = (fireId: string): Readonly<Record<string, Kind>> => ({
  'nobody: /docs/json': nobody('/docs/json'),
  'nobody: /docs/asyncapi.json': nobody('/docs/asyncapi.json'),
  'nobody: /metrics': nobody('/metrics'),
  'officer: event log': officer(duty.events, '?since=0&limit=1000'),
  'officer: newest alarms': officer(alarm.latestAlarms),
  'officer: satellite list': officer(alarm.satelliteList, '', {}),
  'officer: briefing': officer(decision.briefing, '', { fireId }),
  'officer: desk of a moment': officer(replay.deskMoment, '?at=2099-12-31T00:00:00Z'),
  'officer: resources around': officer(resource.aroundByKind, '', { longitude: 103.59, latitude: 31.48, radius: 50_000 }),
  'officer: alarm load': officer(statistics.alarmLoad, '', { hours: 744 }),
  'officer: one alarm': officer(alarm.one, `?id=${fireId}`),
  'nobody: /': nobody('/'),
  'nobody: no such call': nobody('/fire/api/nothing'),
  'nobody: ways to sign on': nobody(auth.signOnWays.path),
});

interface Round {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answered: Answered;
}

/** @returns a function that stops the attack and returns how its requests were answered */
async function begin({ port, token, kind }: { port: number; token: string; kind: Kind }): Promise<() => Promise<Answered>> {
  const attacker = fork(join(import.meta.dirname, 'lib/attacker.ts'));
  letOthersFirst(attacker.pid ?? 0);
  const attack: Attack = {
    port,
    connections: kind.connections,
    method: kind.method,
    path: kind.path,
    headers: {
      ...(kind.by === 'officer' && { authorization: `Bearer ${token}` }),
      ...(kind.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: kind.body === undefined ? null : JSON.stringify(kind.body),
  };
  attacker.send(attack);
  return async () => {
    const counts = once(attacker, 'message') as Promise<[Answered]>;
    attacker.send('stop');
    const [answered] = await counts;
    return answered;
  };
}

/** Inserts rangers of the county, each with a position, and resources around the alarms. */
async function fill(client: pg.Client): Promise<void> {
  const ids = await makePeople(client, RANGERS, () => '513221' as never);
  await client.query(
    `insert into ranger_last (account_id, at, lng, lat, received_at)
     select id, now(), 103.4 + n % 400 * 1e-3, 31.3 + n % 350 * 1e-3, now() from unnest($1::uuid[]) with ordinality as i(id, n)`,
    [ids],
  );
  await client.query(
    `insert into resource (id, kind, code, name, grid_no, lng, lat, attributes, updated_at)
     select gen_random_uuid(), (array['team','waterSource','checkStation','watchTower','cemetery'])[1 + n % 5], 'B' || n, '林区资源' || n, '513221',
       103.2 + (n * 7919 % 10000) / 12500.0, 31.1 + (n * 104729 % 10000) / 12500.0, '{}', now()
     from generate_series(1, $1::int) n`,
    [RESOURCES],
  );
  await seedAlarms(client, ALARMS, new Date());
}

/**
 * @param args rounds (3), alarms of each kind of attack (200), alarms a second (5), a text that selects the kinds of attack by name (all)
 */
export async function run(args: readonly string[]): Promise<void> {
  const [rounds = 3, count = 200, perSecond = 5] = args.slice(0, 3).map(Number);
  const word = args[3] ?? '';
  await using stops = new AsyncDisposableStack();
  const database = await startProductsServer();
  stops.defer(() => database.stop());
  const url = await database.newDatabase();
  // The first start creates the tables and the accounts.
  const keysFile = join(tmpdir(), `lookout-bench-keys-${process.pid}.json`);
  stops.defer(() => rm(keysFile, { force: true }));
  // The seeded fires would create thousands of overdue reports, a load that a server in operation never has.
  const settings = { DATABASE_URL: url, KEYS_FILE: keysFile, REPORTING_CLOCK: 'off' };
  await (await startProduct(settings)).stop();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await fill(client);
  // One officer for each kind, because a used rate limit takes some seconds to refill.
  const officers = await makeDesks(client, Array<GridNo>(MOST_KINDS).fill(PREFECTURE));
  await client.query('insert into account_right select id, code from unnest($1::uuid[]) as i(id), unnest($2::text[]) as r(code)', [
    officers.map(({ id }) => id),
    ['support-decisions', 'see-statistics'],
  ]);
  await client.end();
  const product = await startProduct(settings);
  stops.defer(() => product.stop());
  const fireId = await newFire(product.base);
  const alarms = await openAlarmDesks(product);
  stops.defer(async () => alarms.close());
  const kinds = Object.entries(kindsFor(fireId)).filter(([name]) => name.includes(word));
  await new Promise((wake) => setTimeout(wake, START_IS_OVER_MS));
  let sent = 0;
  const send = () => alarms.send(sent++, ACROSS_DEGREES);
  for (let n = 0; n < WARM_UP; n += 1) await send();

  const results = new Map<string, Round[]>();
  const measure = async (name: string, kind: Kind | null): Promise<void> => {
    const stop =
      kind === null
        ? async () => ({})
        : await begin({ port: product.port, token: officers[kinds.findIndex(([other]) => other === name)]?.token ?? '', kind });
    if (kind !== null) await new Promise((wake) => setTimeout(wake, UNDER_WAY_MS));
    const times = await sendPaced(count, perSecond, send);
    const answered = await stop();
    const round = { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), answered };
    results.set(name, [...(results.get(name) ?? []), round]);
    console.log(`${name}: ${brief(round.p50Ms)} ${brief(round.p99Ms)} ms, answered ${JSON.stringify(answered)}`);
  };
  for (let round = 0; round < rounds; round += 1) {
    await measure(NONE, null);
    for (const [name, kind] of kinds) await measure(name, kind);
  }

  const middle = (name: string, of: (round: Round) => number): number => spreadOf((results.get(name) ?? []).map(of)).median;
  const p50 = (name: string) => middle(name, ({ p50Ms }) => p50Ms);
  const p99 = (name: string) => middle(name, ({ p99Ms }) => p99Ms);
  printTable(
    [...results.keys()].map((attack) => ({
      attack,
      'p50 ms': brief(p50(attack)),
      'p99 ms': brief(p99(attack)),
      'p50 / none': brief(p50(attack) / p50(NONE)),
      'p99 / none': brief(p99(attack) / p99(NONE)),
    })),
  );
  const goals = kinds.flatMap(([name]): Goal[] => {
    const ratios = { p50: p50(name) / p50(NONE), p99: p99(name) / p99(NONE) };
    return (['p50', 'p99'] as const).map((what) => ({
      what: `${what}, ${name} / none`,
      goal: `≤ ${MOST[what]}`,
      got: ratios[what],
      isReached: ratios[what] <= MOST[what],
    }));
  });
  printReport({ name: 'attack', rounds, missing: [], goals, results: Object.fromEntries(results) });
}

/** Creates the alarm whose briefing is requested. */
async function newFire(base: string): Promise<string> {
  const response = await fetch(base + alarm.createReport.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
    body: JSON.stringify(alarmReport(0)),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}
