// fanout: one message to all subscribers. Our broker and mosquitto's WebSocket listener, each in its own process; this process publishes and
// subscribes for both, one after the other in each round.
import { join } from 'node:path';
import mqttPacket from 'mqtt-packet';
import { firstLine, startProgram } from './lib/child.ts';
import { type BrokerProcess, findMosquitto, MOSQUITTO_MISSING, startMosquitto } from './lib/mosquitto.ts';
import { brief, briefSpread, percentile, type Spread, spreadOf } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { connectPublisher, subscribe } from './lib/subscriber.ts';

const TOPIC = 'lookout/newFire/100000';
const PAYLOAD_BYTES = 256;
const SUBSCRIBERS = [20, 200];
const BATCHES = [1, 5, 20];
/** A p99 needs a thousand samples; a slow broker gets as many as fit into the time. */
const MOST_BATCHES = 1_000;
const LONGEST_MS = 3_000;
/** Time for the broker's code to be compiled: the goal is about a running server, not its first second. The same for the peer. */
const WARM_UP_MS = 1_500;

interface Sample {
  readonly deliveriesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
interface Cell {
  readonly side: string;
  readonly subscribers: number;
  readonly batch: number;
  readonly samples: Sample[];
}

const OUR_BROKER = join(import.meta.dirname, '../../packages/live/src/standalone.ts');
async function startOurs(): Promise<BrokerProcess> {
  const running = startProgram(process.execPath, [OUR_BROKER]);
  return { ...(await firstLine<{ wsPort: number; feedPort: number }>(running)), stop: running.stop };
}

/** In lock-step: a batch is sent in one write, and the next batch follows when the last subscriber has received the last message. */
async function measure(broker: BrokerProcess, subscribers: number): Promise<Map<number, Sample>> {
  let missing = 0;
  let onComplete = (): void => {};
  const onPublish = (): void => {
    missing -= 1;
    if (missing === 0) onComplete();
  };
  const options = { port: broker.wsPort, path: '/mqtt', topic: TOPIC, userName: 'bench', password: 'bench', onPublish };
  const sockets = await Promise.all(Array.from({ length: subscribers }, () => subscribe(options)));
  const publisher = await connectPublisher(broker.feedPort);
  const packet = mqttPacket.generate({
    cmd: 'publish',
    topic: TOPIC,
    payload: Buffer.alloc(PAYLOAD_BYTES, 'x'),
    qos: 0,
    dup: false,
    retain: false,
  });

  const samples = new Map<number, Sample>();
  for (const batch of BATCHES) {
    const bytes = Buffer.concat(Array.from({ length: batch }, () => packet));
    const once = (): Promise<void> =>
      new Promise((resolve) => {
        missing = subscribers * batch;
        onComplete = resolve;
        publisher.send(bytes);
      });
    const warmUpEnds = performance.now() + WARM_UP_MS;
    while (performance.now() < warmUpEnds) await once();
    const times: number[] = [];
    const began = performance.now();
    while (times.length < MOST_BATCHES && performance.now() - began < LONGEST_MS) {
      const sentAt = performance.now();
      await once();
      times.push(performance.now() - sentAt);
    }
    const seconds = (performance.now() - began) / 1_000;
    samples.set(batch, {
      deliveriesPerSecond: (times.length * subscribers * batch) / seconds,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    });
  }
  publisher.close();
  for (const socket of sockets) socket.destroy();
  return samples;
}

const spread = (cell: Cell, of: (sample: Sample) => number): Spread => spreadOf(cell.samples.map(of));

/** @param args number of rounds (3) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Math.max(1, Number(args[0] ?? 3));
  const binary = findMosquitto();
  const sides = [{ side: 'ours', start: startOurs }, ...(binary ? [{ side: 'mosquitto', start: () => startMosquitto(binary) }] : [])];
  const cells: Cell[] = [];
  const cellOf = (side: string, subscribers: number, batch: number): Cell => {
    const known = cells.find((cell) => cell.side === side && cell.subscribers === subscribers && cell.batch === batch);
    if (known) return known;
    const cell: Cell = { side, subscribers, batch, samples: [] };
    cells.push(cell);
    return cell;
  };

  for (let round = 0; round < rounds; round += 1) {
    for (const subscribers of SUBSCRIBERS) {
      // The order alternates from round to round.
      for (const { side, start } of round % 2 ? [...sides].reverse() : sides) {
        const broker = await start();
        try {
          for (const [batch, sample] of await measure(broker, subscribers)) cellOf(side, subscribers, batch).samples.push(sample);
        } finally {
          await broker.stop();
        }
      }
    }
    console.log(`round ${round + 1} of ${rounds} done`);
  }

  const goals: Goal[] = [];
  const rows = [];
  for (const ours of cells.filter(({ side }) => side === 'ours')) {
    const { subscribers, batch } = ours;
    const row = (cell: Cell) => ({
      side: cell.side,
      subscribers,
      batch,
      'deliveries/s': briefSpread(spread(cell, (s) => s.deliveriesPerSecond)),
      'last subscriber p50 ms': briefSpread(spread(cell, (s) => s.p50Ms)),
      'p99 ms': briefSpread(spread(cell, (s) => s.p99Ms)),
    });
    rows.push(row(ours));
    const peer = cells.find((cell) => cell.side === 'mosquitto' && cell.subscribers === subscribers && cell.batch === batch);
    if (!peer) continue;
    rows.push(row(peer));
    const ratio = (of: (sample: Sample) => number): number => spread(ours, of).median / spread(peer, of).median;
    const where = `${subscribers} subscribers, ${batch === 1 ? 'single messages' : `batches of ${batch}`}`;
    const throughput = ratio((s) => s.deliveriesPerSecond);
    if (batch === 20)
      goals.push({ what: `${where}: deliveries/s, ours / mosquitto`, goal: '≥ 5', got: throughput, isReached: throughput >= 5 });
    for (const [what, of] of [['p50', (s: Sample) => s.p50Ms] as const, ['p99', (s: Sample) => s.p99Ms] as const]) {
      const got = ratio(of);
      goals.push({ what: `${where}: last subscriber ${what}, ours / mosquitto`, goal: '≤ 1.0', got, isReached: got <= 1 });
    }
    rows.push({
      side: 'ratio',
      subscribers,
      batch,
      'deliveries/s': brief(throughput),
      'last subscriber p50 ms': brief(ratio((s) => s.p50Ms)),
      'p99 ms': brief(ratio((s) => s.p99Ms)),
    });
  }
  printTable(rows);
  printReport({ name: 'fanout', rounds, missing: binary ? [] : [MOSQUITTO_MISSING], goals, results: cells });
}
