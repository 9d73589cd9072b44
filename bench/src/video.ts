// video: one camera of 720p at 25 pictures/s, watched by 1, 10 and 50 viewers over HTTP-FLV. The server side runs in a separate process
// (its child, the media engine, is counted too); the peer is node-media-server on the same camera. Camera and viewers are in this process,
// so one clock measures when a picture left the camera and when it reached each viewer.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FakeCamera, startRtspCamera, testPattern } from '@lookout/video/testing';
import { firstLine, type Running, startProgram } from './lib/child.ts';
import { markOf, type Watching, watchFlv } from './lib/flv-viewer.ts';
import { installNodeMediaServer, startNodeMediaServer } from './lib/node-media-server.ts';
import { brief, median, percentile } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const ROUNDS = 3;
const VIEWERS = [1, 10, 50] as const;
const MEASURED_MS = 10_000;
const FRAME_RATE = 25;
const BIT_RATE = 2_000_000;
const LONGEST_FIRST_PICTURE_MS = 1_000;
const HIGHEST_RATIO = 1;
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

interface Side {
  readonly url: string;
  readonly pids: readonly number[];
  readonly running: Running;
}

/** CPU time and delay for one number of viewers. */
interface Row {
  readonly viewers: number;
  /** Share of one core. */
  readonly share: number;
  /** Delay from the camera to the viewer, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of pictures of the viewer that got the fewest. */
  readonly fewest: number;
  readonly upstreams: number;
}

interface Round {
  readonly rows: readonly Row[];
  readonly coldMs: number;
  readonly joinMs: readonly number[];
}

/** The times at which the camera sent each picture of its repeating pattern, by mark. */
type SentAt = ReadonlyMap<string, readonly number[]>;

/** @param args rounds (3), milliseconds to measure for each number of viewers (10,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [rounds, measuredMs] = [Number(args[0] ?? ROUNDS), Number(args[1] ?? MEASURED_MS)];
  const pattern = await testPattern({
    width: 1280,
    height: 720,
    frameRate: FRAME_RATE,
    keyEvery: FRAME_RATE,
    count: 4 * FRAME_RATE,
    bitRate: BIT_RATE,
  });
  const marks = pattern.pictures.map(({ data }) => markOf(data));
  if (new Set(marks).size !== marks.length) throw new Error('two pictures of the pattern cannot be told apart');
  const sentAt = new Map<string, number[]>(marks.map((mark) => [mark, []]));
  const camera = await startRtspCamera(pattern, { onPicture: (index) => sentAt.get(marks[index] ?? '')?.push(performance.now()) });
  const peer = await installNodeMediaServer();
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  const opened: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const before = camera.opened;
      ours.push(await measure(await startOurs(camera.url), camera, sentAt, measuredMs));
      opened.push(camera.opened - before);
      if (peer.why === null) theirs.push(await measure(await startNodeMediaServer(peer.folder, camera.url), camera, sentAt, measuredMs));
    }
    printResults(rounds, ours, theirs, Math.max(...opened), peer.why);
  } finally {
    await camera.close();
  }
}

async function startOurs(camera: string): Promise<Side> {
  const running = startProgram(process.execPath, [fileURLToPath(new URL('./lib/video-server.ts', import.meta.url)), camera]);
  return { ...(await firstLine<{ url: string; pids: number[] }>(running)), running };
}

async function measure({ url, pids, running }: Side, camera: FakeCamera, sentAt: SentAt, measuredMs: number): Promise<Round> {
  try {
    const cold = await watchFlv(url);
    const coldMs = await cold.first;
    const rows: Row[] = [];
    const joinMs: number[] = [];
    for (const count of VIEWERS) {
      const viewers = [cold, ...(await Promise.all(Array.from({ length: count - 1 }, () => watchFlv(url))))];
      joinMs.push(...(await Promise.all(viewers.slice(1).map((one) => one.first))));
      const before = { cpu: cpuMs(pids), at: performance.now() };
      await new Promise((wake) => setTimeout(wake, measuredMs));
      const share = (cpuMs(pids) - before.cpu) / (performance.now() - before.at);
      rows.push({ viewers: count, share, upstreams: camera.open, ...delays(viewers, before.at, sentAt) });
      for (const one of viewers.slice(1)) one.close();
    }
    cold.close();
    return { rows, coldMs, joinMs };
  } finally {
    await running.stop();
  }
}

/** Delays from the camera to the viewers, of the pictures since a given time. The pattern repeats after 4 s, longer than any delay. */
function delays(viewers: readonly Watching[], since: number, sentAt: SentAt): Pick<Row, 'p50' | 'p99' | 'fewest'> {
  const seen = viewers.map(({ pictures }) => pictures.filter(({ at }) => at >= since));
  const late = seen.flat().map(({ mark, at }) => at - (sentAt.get(mark)?.findLast((sent) => sent <= at) ?? Number.NaN));
  return { p50: percentile(late, 0.5), p99: percentile(late, 0.99), fewest: Math.min(...seen.map(({ length }) => length)) };
}

/** CPU time of processes, user and system. */
function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);
}

/** Medians over the rounds. */
const figures = (rounds: readonly Round[]): Row[] =>
  VIEWERS.map((viewers, i) => {
    const of = (pick: (row: Row) => number): number => median(rounds.map(({ rows }) => pick(rows[i] as Row)));
    return {
      viewers,
      share: of((row) => row.share),
      p50: of((row) => row.p50),
      p99: of((row) => row.p99),
      fewest: of((row) => row.fewest),
      upstreams: of((row) => row.upstreams),
    };
  });

/** The cost of one more viewer, averaged up to the greatest number. */
function perViewer(rows: readonly Row[], pick: (row: Row) => number): number {
  const [one, most] = [rows[0], rows.at(-1)];
  return one && most ? (pick(most) - pick(one)) / (most.viewers - one.viewers) : Number.NaN;
}

function printResults(rounds: number, ours: readonly Round[], theirs: readonly Round[], opened: number, why: string | null): void {
  const sides = [
    { side: 'ours', rows: figures(ours) },
    ...(theirs.length > 0 ? [{ side: 'node-media-server', rows: figures(theirs) }] : []),
  ];
  printTable(
    sides.flatMap(({ side, rows }) =>
      rows.map(({ viewers, share, p50, p99, fewest, upstreams }) => ({
        side,
        viewers,
        'share of a core': brief(share),
        'a viewer more': viewers === 1 ? '—' : brief((share - (rows[0]?.share ?? Number.NaN)) / (viewers - 1)),
        'camera to viewer p50 ms': brief(p50),
        'p99 ms': brief(p99),
        'fewest pictures': fewest,
        upstreams,
      })),
    ),
  );
  const first = Math.max(...ours.flatMap(({ coldMs, joinMs }) => [coldMs, ...joinMs]));
  const goals: Goal[] = [
    {
      what: 'first picture, ms (camera not open before; slowest of all who joined)',
      goal: `≤ ${LONGEST_FIRST_PICTURE_MS}`,
      got: first,
      isReached: first <= LONGEST_FIRST_PICTURE_MS,
    },
    { what: 'upstreams however many watch', goal: '1', got: opened, isReached: opened === 1 },
  ];
  const [mine, their] = sides.map(({ rows }) => rows);
  if (mine && their) {
    const ratios = [
      ['CPU a viewer more, ratio', perViewer(mine, ({ share }) => share) / perViewer(their, ({ share }) => share)],
      ['delay a viewer more (p50), ratio', perViewer(mine, ({ p50 }) => p50) / perViewer(their, ({ p50 }) => p50)],
      ...mine.map(({ viewers, p50 }, i) => [`delay with ${viewers} viewers p50, ratio`, p50 / (their[i]?.p50 ?? Number.NaN)]),
    ] as [string, number][];
    goals.push(...ratios.map(([what, got]) => ({ what, goal: `≤ ${HIGHEST_RATIO}`, got, isReached: got <= HIGHEST_RATIO })));
  }
  printReport({ name: 'video', rounds, missing: why === null ? [] : [why], goals, results: { ours, theirs } });
}
