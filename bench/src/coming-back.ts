// coming-back: all desks of the country lose their live connections at the same time and reconnect, as after the failure of a line or a
// proxy. Each desk connects, subscribes to its topics and reads the log for what it missed, while alarms continue to arrive. One server;
// desks and feeds run on the same cores. No peer.
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { comeBack, gridsOfDesks, makeDesks, openCrowds, receivedBy } from './lib/crowds.ts';
import { alarmSender, countyPlaces, type Place } from './lib/feeds.ts';
import { brief, percentile } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';

/** Shares of the desks by level; the rest are county desks. */
const SHARES = { nation: 0.01, province: 0.04, prefecture: 0.15 };
const ALARMS_A_SECOND = 5;
/** Seconds of alarms before the desks reconnect: the alarms that they missed. */
const MISSED_S = 4;
const ALARMS_FOR_S = 12;
const START_IS_OVER_MS = 20_000;
const MOST_MS = 10_000;

/** @param args rounds (3), desks (5,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [rounds = 3, count = 5_000] = args.map(Number);
  await using stops = new AsyncDisposableStack();
  const database = await startProductsServer();
  stops.defer(() => database.stop());
  const url = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: url, TRUSTED_PROXIES: '127.0.0.1' });
  stops.defer(() => product.stop());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stops.defer(() => client.end());
  const desks = await makeDesks(client, await gridsOfDesks(client, count, SHARES));
  const places = await countyPlaces(client);
  const crowds = await openCrowds(desks, [product.port], stops);
  await new Promise((wake) => setTimeout(wake, START_IS_OVER_MS));
  const alarms = alarmSender([product.port], (fire) => places[(fire * 7_919) % places.length] as Place);
  const headOf = async (): Promise<number> => {
    const { rows } = await client.query<{ last: string }>('select event_last as last from journal_head');
    return Number(rows[0]?.last);
  };
  await alarms.send(ALARMS_A_SECOND, ALARMS_FOR_S); // Warm-up: the first compilation and caching are not measured.
  const results: { readonly lastMs: number; readonly p50Ms: number; readonly acceptedP99Ms: number; readonly refused: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const since = await headOf();
    await alarms.send(ALARMS_A_SECOND, MISSED_S);
    alarms.take();
    await receivedBy(crowds);
    const [returned] = await Promise.all([comeBack(crowds, since), alarms.send(ALARMS_A_SECOND, ALARMS_FOR_S)]);
    const { sent, accepted } = alarms.take();
    results.push({
      lastMs: returned.percentile(1),
      p50Ms: returned.percentile(0.5),
      acceptedP99Ms: percentile(accepted, 0.99),
      refused: sent.length - accepted.length,
    });
    console.log(JSON.stringify(results.at(-1)));
  }
  printTable(
    results.map(({ lastMs, p50Ms, acceptedP99Ms, refused }) => ({
      desks: count,
      'back p50 ms': brief(p50Ms),
      'last desk ms': brief(lastMs),
      'alarm accepted p99 ms': brief(acceptedP99Ms),
      refused,
    })),
  );
  const worst = Math.max(...results.map(({ lastMs }) => lastMs));
  const refused = results.reduce((sum, one) => sum + one.refused, 0);
  printReport({
    name: 'coming-back',
    rounds,
    missing: [],
    goals: [
      { what: `the last of ${count} desks is back, ms`, goal: `≤ ${MOST_MS}`, got: worst, isReached: worst <= MOST_MS },
      { what: 'alarms refused meanwhile', goal: '0', got: refused, isReached: refused === 0 },
    ],
    results,
  });
}
