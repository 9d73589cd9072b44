// watching: the effect of two watched towers on other users. The product with its demo world: event-loop lag and the time of one call, first
// without viewers, then while two towers are watched by FLV. Rendering, encoding and transport run on the same cores.
import { contract } from '@lookout/features/contract.ts';
import { signIn } from './lib/desk.ts';
import { type Watching, watchFlv } from './lib/flv-viewer.ts';
import { metricOf } from './lib/nearby-peers.ts';
import { brief, percentile } from './lib/numbers.ts';
import { endOfHttp, openConnection } from './lib/one-connection.ts';
import { type Product, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { readyTowers } from './lib/towers.ts';

const SECONDS = 20;
const WATCHED = 2;
const LAG_MS = 50;
const LEAST_PICTURES = 10;
/** Twenty calls a second, like a busy desk. */
const CALL_INTERVAL_MS = 50;
const SETTLE_MS = 20_000;

/** @param args seconds a measurement (20) */
export async function run(args: readonly string[]): Promise<void> {
  const seconds = Number(args[0] ?? SECONDS);
  const product = await startProduct({ DEMO: 'on' });
  const watching: Watching[] = [];
  try {
    const { client, token } = await signIn(product.base, 'guojia');
    const cameras = (await readyTowers(product.base, 'guojia', WATCHED)).slice(0, WATCHED);
    // The load of the start is not part of either figure.
    await new Promise((wake) => setTimeout(wake, SETTLE_MS));
    const before = await measured(product, token, seconds);
    for (const cameraId of cameras) {
      const [stream] = await client.video.liveVideo({ body: { cameraId } });
      if (!stream?.url) throw new Error(stream?.result ?? 'no stream');
      watching.push(await watchFlv(product.base + stream.url));
    }
    const firstMs = await Promise.all(watching.map(({ first }) => first));
    const from = watching.map(({ pictures }) => pictures.length);
    const during = await measured(product, token, seconds);
    const perSecond = watching.map(({ pictures }, n) => (pictures.length - (from[n] ?? 0)) / during.seconds);
    printResults(before, during, perSecond, firstMs);
  } finally {
    for (const one of watching) one.close();
    await product.stop();
  }
}

interface Figures {
  readonly seconds: number;
  /** Measured by the server over the whole time. */
  readonly lagP99Ms: number;
  readonly callP50Ms: number;
  readonly callP99Ms: number;
}

async function measured({ base, port }: Product, token: string, seconds: number): Promise<Figures> {
  const lagMs = async () => metricOf(await (await fetch(`${base}/metrics`)).text(), 'nodejs_eventloop_lag_p99_seconds') * 1000;
  const connection = await openConnection(port, endOfHttp);
  const { method, path } = contract.resource.around;
  const body = JSON.stringify({ longitude: 103.59, latitude: 31.48, radius: 15_000, limit: 20 });
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  const took: number[] = [];
  await lagMs(); // resets the metric, which covers the time since the last request
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000) {
    const sentAt = performance.now();
    const response = await connection.request(`${head}content-length: ${body.length}\r\n\r\n${body}`);
    if (!response.startsWith('HTTP/1.1 200')) throw new Error(response.slice(0, 300));
    took.push(performance.now() - sentAt);
    await new Promise((wake) => setTimeout(wake, CALL_INTERVAL_MS));
  }
  connection.close();
  const passed = (performance.now() - begun) / 1000;
  return { seconds: passed, lagP99Ms: await lagMs(), callP50Ms: percentile(took, 0.5), callP99Ms: percentile(took, 0.99) };
}

function printResults(before: Figures, during: Figures, perSecond: readonly number[], firstMs: readonly number[]): void {
  printTable(
    Object.entries({ 'nobody watches': before, 'two towers watched': during }).map(([when, figures]) => ({
      when,
      'event loop p99 ms': brief(figures.lagP99Ms),
      'call p50 ms': brief(figures.callP50Ms),
      'call p99 ms': brief(figures.callP99Ms),
    })),
  );
  console.log(`pictures/s: ${perSecond.map(brief).join(', ')}; first picture after ${firstMs.map(brief).join(', ')} ms`);
  const least = Math.min(...perSecond);
  const goals: Goal[] = [
    {
      what: 'event loop p99 while two towers are watched, ms',
      goal: `≤ ${LAG_MS}`,
      got: during.lagP99Ms,
      isReached: during.lagP99Ms <= LAG_MS,
    },
    { what: 'pictures a second, the slower tower', goal: `≥ ${LEAST_PICTURES}`, got: least, isReached: least >= LEAST_PICTURES },
  ];
  printReport({ name: 'watching', rounds: 1, missing: [], goals, results: { before, during, perSecond, firstMs } });
}
