// video: one camera of 720p at 25 pictures/s, watched by 1, 10 and 50 viewers over HTTP-FLV. The server's side runs in a process of its own
// (its child, the engine, is counted too); the peer is node-media-server on the same stream, when it is installed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startRtspCamera, testPattern } from '@lookout/video/testing';
import { firstLine, startProgram } from './lib/child.ts';
import { watchFlv } from './lib/flv-viewer.ts';
import { brief, median, percentile } from './lib/numbers.ts';
import { type Goal, printReport, printTable } from './lib/report.ts';

const VIEWERS = [1, 10, 50] as const;
const MEASURED_MS = 10_000;
const FRAME_RATE = 25;
const BIT_RATE = 2_000_000;
const LONGEST_FIRST_PICTURE_MS = 1_000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** @param args milliseconds to measure for each number of viewers (10,000) */
export async function run(args: readonly string[]): Promise<void> {
  const measuredMs = Number(args[0] ?? MEASURED_MS);
  const pattern = await testPattern({
    width: 1280,
    height: 720,
    frameRate: FRAME_RATE,
    keyEvery: FRAME_RATE,
    count: 4 * FRAME_RATE,
    bitRate: BIT_RATE,
  });
  const camera = await startRtspCamera(pattern);
  const server = startProgram(process.execPath, [fileURLToPath(new URL('./lib/video-server.ts', import.meta.url)), camera.url]);
  try {
    const { url, pids } = await firstLine<{ url: string; pids: number[] }>(server);
    const cold = await watchFlv(url);
    await cold.first;
    const rows = [];
    let idleShare = Number.NaN;
    const joins: number[] = [];
    for (const count of VIEWERS) {
      const viewers = [cold, ...(await Promise.all(Array.from({ length: count - 1 }, () => watchFlv(url))))];
      joins.push(...(await Promise.all(viewers.slice(1).map((one) => one.first))));
      const before = { cpu: cpuMs(pids), at: performance.now(), pictures: viewers.map((one) => one.times.length) };
      await new Promise((wake) => setTimeout(wake, measuredMs));
      const passed = performance.now() - before.at;
      const share = (cpuMs(pids) - before.cpu) / passed;
      if (count === 1) idleShare = share;
      const spread = arrivals(viewers.map((one, i) => one.times.slice(before.pictures[i])));
      rows.push({
        viewers: count,
        share,
        perViewer: count === 1 ? Number.NaN : (share - idleShare) / (count - 1),
        upstreams: camera.open,
        ...spread,
      });
      for (const one of viewers.slice(1)) one.close();
    }
    const coldMs = await cold.first;
    cold.close();
    tell(rows, coldMs, joins, camera.opened);
  } finally {
    await server.stop();
    await camera.close();
  }
}

/** How late a picture is to a viewer after the same picture was with the first of all: p50 and p99 in milliseconds. */
function arrivals(all: readonly (readonly { stamp: number; at: number }[])[]): { p50: number; p99: number; least: number } {
  const earliest = new Map<number, number>();
  for (const { stamp, at } of all.flat()) earliest.set(stamp, Math.min(at, earliest.get(stamp) ?? at));
  const late = all.flat().map(({ stamp, at }) => at - (earliest.get(stamp) ?? at));
  return { p50: percentile(late, 0.5), p99: percentile(late, 0.99), least: Math.min(...all.map((one) => one.length)) };
}

/** Processor time of processes, user and system. */
function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);
}

interface Row {
  readonly viewers: number;
  readonly share: number;
  readonly perViewer: number;
  readonly upstreams: number;
  readonly p50: number;
  readonly p99: number;
  readonly least: number;
}

function tell(rows: readonly Row[], coldMs: number, joins: readonly number[], opened: number): void {
  printTable(
    rows.map(({ viewers, share, perViewer, upstreams, p50, p99, least }) => ({
      viewers,
      'share of a core': brief(share),
      'a viewer more': Number.isNaN(perViewer) ? '—' : brief(perViewer),
      upstreams,
      'behind the first p50 ms': brief(p50),
      'p99 ms': brief(p99),
      'fewest pictures': least,
    })),
  );
  const first = Math.max(coldMs, ...joins);
  const goals: Goal[] = [
    {
      what: 'first picture, ms (camera not open before; slowest of all who joined)',
      goal: `≤ ${LONGEST_FIRST_PICTURE_MS}`,
      got: first,
      isReached: first <= LONGEST_FIRST_PICTURE_MS,
    },
    { what: 'upstreams however many watch', goal: '1', got: opened, isReached: opened === 1 },
  ];
  const missing = isInstalled('node-media-server')
    ? ['node-media-server is installed, but this machine has no publisher for it (RTMP): delay and CPU a viewer beside it']
    : ['node-media-server (npm install node-media-server): added delay and CPU a viewer beside it'];
  printReport({ name: 'video', rounds: 1, missing, goals, results: { coldMs, joinMedianMs: median(joins), rows } });
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
