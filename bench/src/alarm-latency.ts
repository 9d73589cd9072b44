// alarm-latency: the time from sending an alarm by HTTP to its live message at the last of 200 desks, with durable storage in between. The
// peer: one durable insert of the same kilobyte into the same PostgreSQL, then plain mosquitto with 200 WebSocket subscribers. With
// `forecasts`, the measurement is repeated while the server computes ensembles one after the other: live messages must not be delayed by
// them.
import { once } from 'node:events';
import { contract } from '@lookout/features/contract.ts';
import { topicOf } from '@lookout/features/live-topics.ts';
import { startProductsServer } from '@lookout/store/testing';
import mqttPacket from 'mqtt-packet';
import pg from 'pg';
import { ALARM_GRID, alarmReport, createDeliveryCounter, openAlarmDesks, SUBSCRIBERS, sendPaced } from './lib/alarm-desks.ts';
import type { Desk } from './lib/desk.ts';
import { findMosquitto, MOSQUITTO_MISSING, startMosquitto } from './lib/mosquitto.ts';
import { briefSpread, percentile, spreadOf } from './lib/numbers.ts';
import { makePeople } from './lib/people.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { connectPublisher, subscribe } from './lib/subscriber.ts';

const WARM_UP = 20;
/** In its first minute a server is busy with start-up work: the demo's cameras and roads, the fire weather of every county. */
const START_IS_OVER_MS = 60_000;

interface Round {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Every ranger's phone sends one position in this interval. */
const POSITION_INTERVAL_MS = 15_000;

/** Sends positions of the rangers, each in a separate call, evenly spread over time. @returns a function that stops it */
function startWalking(base: string, people: readonly string[]): () => Promise<void> {
  let step = 0;
  let isOver = false;
  const inFlight = new Set<Promise<void>>();
  const sendPosition = async (userId: string, n: number): Promise<void> => {
    const position = { lng: 103.4 + (n % 400) * 1e-3, lat: 31.4 + (step % 100) * 1e-4 };
    const response = await fetch(base + contract.ranger.position.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
      body: JSON.stringify([{ userId, position, actualUploadTime: new Date().toISOString() }]),
    });
    if (!response.ok) throw new Error(`a position was refused: ${response.status}`);
    await response.arrayBuffer();
  };
  const next = () => {
    const n = step++ % people.length;
    const call = sendPosition(people[n] as string, n);
    inFlight.add(call);
    void call.finally(() => inFlight.delete(call));
    if (!isOver) timer = setTimeout(next, POSITION_INTERVAL_MS / people.length);
  };
  let timer = setTimeout(next, 0);
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await Promise.all(inFlight);
  };
}

const MEMBERS = 100;
const POLL_MS = 200;

/** Requests one ensemble after the other. @returns a function that stops it and returns the seconds that each ensemble took */
function startForecasting({ client }: Pick<Desk, 'client'>): () => Promise<readonly number[]> {
  let isOver = false;
  const seconds: number[] = [];
  const forecastOne = async (n: number): Promise<void> => {
    // Each request has a different start time: the same request would be answered with the previous run.
    const begin = new Date(Date.now() + n * 10 * 60_000).toISOString();
    const weather = [{ time: begin, windFromDegrees: 225, windSpeedMetresPerSecond: 6, temperatureCelsius: 26, humidityPercent: 25 }];
    const ignition = { type: 'Point' as const, coordinates: [103.62, 31.5] };
    const { id } = await client.spread.runSpread({ body: { ignition, begin, hours: 6, members: MEMBERS, weather } });
    while (!isOver) {
      const run = await client.spread.spreadOne({ query: { id } });
      if (run.state === 'done') return void seconds.push(run.result?.seconds ?? Number.NaN);
      if (run.failure !== null) throw new Error(`a forecast failed: ${run.failure.message}`);
      await new Promise((wake) => setTimeout(wake, POLL_MS));
    }
  };
  const working = (async () => {
    for (let n = 0; !isOver; n += 1) await forecastOne(n);
  })();
  // A failure is reported when the work is stopped.
  working.catch(() => undefined);
  return async () => {
    isOver = true;
    await working;
    return seconds;
  };
}

async function ours(count: number, perSecond: number, rangers: number, forecasts: boolean): Promise<Round> {
  const database = await startProductsServer();
  const databaseUrl = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: databaseUrl });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const people = await makePeople(client, rangers);
    const stopWalking = rangers === 0 ? async () => undefined : startWalking(product.base, people);
    const alarms = await openAlarmDesks(product);
    await new Promise((wake) => setTimeout(wake, START_IS_OVER_MS));
    for (let n = 0; n < WARM_UP; n += 1) await alarms.send(n);
    const stopForecasting = forecasts ? startForecasting(alarms.desks[0] as Desk) : async () => [];
    const times = await sendPaced(count, perSecond, alarms.send);
    const seconds = await stopForecasting();
    if (forecasts) console.log(`${seconds.length} ensembles of ${MEMBERS} members meanwhile, median ${percentile(seconds, 0.5)} s`);
    alarms.close();
    await stopWalking();
    return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
  } finally {
    await client.end();
    await product.stop();
    await database.stop();
  }
}

async function peer(binary: string, count: number, perSecond: number): Promise<Round> {
  const database = await startProductsServer();
  const broker = await startMosquitto(binary);
  const client = new pg.Client({ connectionString: await database.newDatabase() });
  try {
    await client.connect();
    await client.query('create table alarm (id bigserial primary key, body jsonb not null)');
    const deliveries = createDeliveryCounter(SUBSCRIBERS);
    const topic = topicOf('newFire', ALARM_GRID);
    const sockets = await Promise.all(
      Array.from({ length: SUBSCRIBERS }, (_, i) =>
        subscribe({ port: broker.wsPort, path: '/mqtt', topic, userName: 'b', password: 'b', onPublish: () => deliveries.received(i) }),
      ),
    );
    const publisher = await connectPublisher(broker.feedPort);
    const send = async (n: number): Promise<number> => {
      const delivered = deliveries.sent();
      const body = JSON.stringify(alarmReport(n));
      await client.query('insert into alarm (body) values ($1)', [body]);
      publisher.send(mqttPacket.generate({ cmd: 'publish', topic, payload: body, qos: 0, dup: false, retain: false }));
      return delivered;
    };
    for (let n = 0; n < WARM_UP; n += 1) await send(n);
    const times = await sendPaced(count, perSecond, send);
    publisher.close();
    await Promise.all(
      sockets.map((socket) => {
        socket.destroy();
        return once(socket, 'close');
      }),
    );
    return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
  } finally {
    await client.end();
    await broker.stop();
    await database.stop();
  }
}

/** @param args rounds (3), alarms a round (500), alarms a second (5), rangers that move meanwhile (0; the peer has none), `forecasts` */
export async function run(args: readonly string[]): Promise<void> {
  const forecasts = args.includes('forecasts');
  const [rounds = 3, count = 500, perSecond = 5, rangers = 0] = args.filter((word) => word !== 'forecasts').map(Number);
  const binary = findMosquitto();
  const results = { ours: [] as Round[], forecasting: [] as Round[], peer: [] as Round[] };
  for (let round = 0; round < rounds; round += 1) {
    results.ours.push(await ours(count, perSecond, rangers, false));
    if (forecasts) results.forecasting.push(await ours(count, perSecond, rangers, true));
    if (binary) results.peer.push(await peer(binary, count, perSecond));
    console.log(`round ${round + 1} of ${rounds} done`);
  }
  const p50 = (side: readonly Round[]) => spreadOf(side.map((r) => r.p50Ms));
  const p99 = (side: readonly Round[]) => spreadOf(side.map((r) => r.p99Ms));
  printTable(
    (['ours', 'forecasting', 'peer'] as const)
      .filter((side) => results[side].length > 0)
      .map((side) => ({ side, 'p50 ms': briefSpread(p50(results[side])), 'p99 ms': briefSpread(p99(results[side])) })),
  );
  const goals: Goal[] = [
    { what: 'p99, last of 200 desks', goal: '≤ 100 ms', got: p99(results.ours).median, isReached: p99(results.ours).median <= 100 },
  ];
  if (forecasts)
    for (const [what, of] of [
      ['p50', p50],
      ['p99', p99],
    ] as const) {
      const ratio = of(results.forecasting).median / of(results.ours).median;
      goals.push({ what: `${what}, with ensembles meanwhile / without`, goal: '≤ 1.3', got: ratio, isReached: ratio <= 1.3 });
    }
  if (binary) {
    const r50 = p50(results.ours).median / p50(results.peer).median;
    const r99 = p99(results.ours).median / p99(results.peer).median;
    goals.push({ what: 'p50, ours / (insert + mosquitto)', goal: '≤ 2.0', got: r50, isReached: r50 <= 2 });
    goals.push({ what: 'p99, ours / (insert + mosquitto)', goal: '≤ 3', got: r99, isReached: r99 <= 3 });
  }
  printReport({ name: 'alarm-latency', rounds, missing: binary ? [] : [MOSQUITTO_MISSING], goals, results });
}
