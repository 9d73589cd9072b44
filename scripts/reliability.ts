// docs/reliability.md: every fault that the product must survive, what must hold, its tests, and the results of their last full run. The
// rows are in this file; `npm run battery` writes the runs into docs/reliability/last-runs.json, and the tests themselves write the
// figures. Below them are the faults planted in the source (scripts/mutants), and which tests turned red.
import { batteries } from './lib/batteries.mjs';
import { mutants } from './mutants/index.mjs';

interface Fault {
  readonly fault: string;
  readonly holds: string;
  readonly files: readonly string[];
  /** Extent of the test in `npm test`, and by `npm run battery`. */
  readonly short: string;
  readonly full: string;
  /** What the tests do not prove. */
  readonly open?: string;
}

const server = (name: string): string => `apps/server/src/reliability/${name}.integration.test.ts`;
const HOSTILE = ['hostile-input', 'hostile-topics', 'hostile-uploads'].map(server);

export const FAULTS: readonly Fault[] = [
  {
    fault: 'server killed (−9) in the middle of 50 alarms/s',
    holds: '0 acknowledged lost, 0 twice, ready again ≤ 10 s',
    files: [server('killed')],
    short: '1 kill',
    full: '100 kills',
  },
  {
    fault: 'server killed in the middle of judging, sending out, positions, photos',
    holds: 'all or nothing, with history and event',
    files: [server('killed-acts')],
    short: '2 kills',
    full: '30 kills',
  },
  {
    fault: 'server killed during its first start',
    holds: 'all or nothing; the next start goes on',
    files: ['packages/store/src/embedded/embedded.integration.test.ts', server('running')],
    short: '2 kills of the making of the database, 3 ends of a first start',
    full: '30 kills, 3 ends',
    open: 'the migrations are killed at one moment, 30 times at none',
  },
  {
    fault: 'embedded database killed or shut down under load',
    holds: '503 within 1 s, no hang, back ≤ 5 s, 0 lost',
    files: [server('running')],
    short: '2 kills',
    full: '20 kills',
  },
  {
    fault: 'line to the database cut, held up, or forgotten (open and silent)',
    holds: 'cut: 503 within 1 s, back ≤ 5 s, 0 lost. Forgotten: no call over 20 s, then all lines are new',
    files: [server('lines'), 'packages/store/src/patience.integration.test.ts'],
    short: '1 cut; forgotten: statements of 0.3 s',
    full: '20 cuts; forgotten: statements of 15 s',
    open: 'a call on a forgotten line is refused after 16 s, not after 1 s: a slow statement cannot be told from it sooner',
  },
  {
    fault: 'external broker killed (−9) and started again under load',
    holds: 'every client complete ≤ 5 s after it is back, nothing twice',
    files: [server('several-servers')],
    short: '1 kill',
    full: '20 kills',
  },
  {
    fault: 'line to the broker cut, held up, forgotten',
    holds: 'no alarm waits for it; the server’s own desks miss nothing',
    files: [server('lines')],
    short: '3 damages',
    full: '60 damages',
    open: 'the desks of a second server behind a forgotten line are not watched: the head check (1 s) is what serves them',
  },
  {
    fault: 'one of three servers killed: right after it acknowledged, under load behind one address, while it turns a camera',
    holds: 'desks are with another ≤ 5 s, nothing missed or twice; the camera is stopped ≤ 2 s, who steers stays known',
    files: [server('several-servers')],
    short: '1 kill each',
    full: '20 kills, 20, 1',
  },
  {
    fault: 'a desk without its line for 10 s, 5 min, 1 h',
    holds: 'banner ≤ 10 s, 0 missing afterwards by `since`, nothing twice',
    files: [server('lines'), 'e2e/src/line.test.ts'],
    short: '0.5 s, 1 s; a line that flickers, is slow, is held up; the banner in a real browser',
    full: '10 s, 5 min, 1 h; 20 cuts',
    open: 'the long absences are of a desk that speaks the protocol, not of a browser',
  },
  {
    fault: 'full disk',
    holds: 'clear refusal (507), reading goes on, the process lives, 0 lost, writing again ≤ 10 s after it is cleared',
    files: [server('disks'), 'packages/video/src/media/record/record.test.ts'],
    short: 'filled once',
    full: 'filled 10 times',
    open: 'pictures are not uploaded meanwhile; /readyz stays ready, since reading goes on, and adds `degraded`',
  },
  {
    fault: 'slow disk (the kernel lets 20 writes a second through)',
    holds: 'slow, or refused in words; no call over 20 s, 0 lost',
    files: [server('disks')],
    short: '3 s of 20 alarms/s',
    full: '3 s of 20 alarms/s',
    open: 'reads may be refused (503) while every connection waits for the disk: they have none of their own',
  },
  {
    fault: 'the clock jumps an hour on (over midnight), and an hour back',
    holds: 'nothing lost or twice, numbers in order, sessions and lines live, a lock of passwords lasts its 15 minutes, the audit is whole',
    files: [server('clock')],
    short: '4 jumps',
    full: '40 jumps',
    open: 'a jump of days is believed: sessions end, and what is kept for days (recordings, tracks) goes; idle ends of strict sessions are not tested',
  },
  {
    fault: 'little memory: a heap of 320 MB, and the largest bodies at once',
    holds: 'the process lives, alarms come in, 0 acknowledged lost',
    files: [server('memory')],
    short: '1 × 8 bodies of 8 MB',
    full: '30 × 8 bodies of 8 MB',
    open: 'on a busy machine an alarm waited 4.6 s meanwhile',
  },
  {
    fault: 'a child process killed (−9) at each moment of its start',
    holds: 'started again, no zombie, no hang, 0 lost',
    files: [
      server('children'),
      'packages/video/src/vendors/remote-vendors.integration.test.ts',
      'apps/server/src/services/worker-host.test.ts',
    ],
    short: 'media engine and database: 4 moments',
    full: 'media engine and database: 4 moments, 5 times',
    open: 'the process that talks to cameras and the workers: in the middle of an answer only',
  },
  {
    fault: '20 clients that stop reading',
    holds: 'cut, and those that read miss nothing',
    files: ['packages/live/src/broker-hostile.integration.test.ts'],
    short: '20 clients, sweeps of 0.1 s',
    full: 'the same',
    open: 'that the others’ p99 stays within 20 % is not measured here',
  },
  {
    fault: 'camera offline, hanging, flapping',
    holds: '离线 ≤ 15 s, no process left over, other cameras untouched',
    files: ['features/video/server/bad-cameras.integration.test.ts'],
    short: '100 flaps',
    full: '1,000 flaps, the product’s own waits',
  },
  {
    fault: 'operator’s line lost while steering',
    holds: 'stop sent ≤ 2 s',
    files: [
      'packages/store/src/repositories/shared-work.integration.test.ts',
      'features/video/server/video.integration.test.ts',
      server('several-servers'),
    ],
    short: 'each once',
    full: 'the same',
  },
  {
    fault: 'second server on the same folder',
    holds: 'refuses ≤ 2 s, naming the first',
    files: [server('running')],
    short: 'once, and two at once',
    full: 'the same',
  },
  {
    fault: 'outside services slow, broken, garbage',
    holds: '5 s budget, alarms untouched',
    files: [
      'features/danger/service/fire-weather.integration.test.ts',
      'features/alarm/service/satellite-feeds.integration.test.ts',
      'packages/video/src/vendors/vendors.test.ts',
    ],
    short: 'each once',
    full: 'the same',
  },
  {
    fault: 'garbage in: calls, topics, pictures, MQTT packets',
    holds: 'no 5xx, no crash, no hang over 2 s, no stack in a reply',
    files: [...HOSTILE, 'packages/live/src/broker-hostile.integration.test.ts'],
    short: '4 cases a call, 2,000 packets or so',
    full: '2,000 cases a call, 100,000 packets or so',
  },
  {
    fault: 'calls of those who may not make them, for grids that are not theirs',
    holds: 'every call refused by its right and its grid, nothing of another grid in a reply',
    files: ['apps/server/src/serve/fence.integration.test.ts'],
    short: 'each call for a county and, in turn, one of the wider grids',
    full: 'each call for county, prefecture, province and nation',
  },
  {
    fault: 'several officers at once',
    holds: 'the folded log is what is stored and what desks showed',
    files: [server('event-log')],
    short: '120 acts',
    full: '6,000 acts',
  },
  {
    fault: 'the server is killed while a fire is answered at several desks',
    holds: 'every desk goes on with the fire where it was',
    files: ['e2e/src/story.test.ts', 'e2e/src/first-hours.test.ts'],
    short: 'one path through a fire and its forecast, no kill',
    full: 'a third desk on the globe, the server killed; on the globe the danger of the county by cells, the forecast and who is before the fire',
  },
  {
    fault: 'a page left open; video watched',
    holds: 'no growth, no stop',
    files: ['e2e/src/pages-memory.test.ts', 'e2e/src/video.test.ts'],
    short: 'once round',
    full: 'many rounds',
  },
];

/** The results of the last full run of a test file. */
export interface LastRun {
  readonly date: string;
  readonly commit: string;
  readonly seconds: number;
  readonly passed: boolean;
  readonly figures: readonly Readonly<Record<string, number | string>>[];
}

const figuresText = (figures: LastRun['figures']): string =>
  figures
    .map((one) =>
      Object.entries(one)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    )
    .join('; ')
    .replaceAll('|', '\\|');

/** The last part of the path, which is unique. */
const nameOf = (file: string): string => `[${file.replace(/^.*\//, '').replace(/\.test\.ts$/, '')}](../${file})`;

function lastRunRow(file: string, run: LastRun | undefined): string {
  if (run === undefined) return `| ${nameOf(file)} | not run in full yet | | |`;
  const verdict = run.passed ? 'passed' : '**FAILED**';
  return `| ${nameOf(file)} | ${verdict} ${run.date}, ${run.commit} | ${Math.round(run.seconds)} s | ${figuresText(run.figures)} |`;
}

/** The results of the last run with a planted fault (lib/mutants.mjs). */
export interface MutantRun {
  readonly date: string;
  readonly commit: string;
  /** The first test that failed, by test file; null: the file remained green. */
  readonly tests: Readonly<Record<string, string | null>>;
}

function mutantRow({ name, room, file }: (typeof mutants)[number], run: MutantRun | undefined): string {
  const place = `[${file.replace(/^.*\//, '')}](../${file})`;
  if (run === undefined) return `| ${name} | ${room} | ${place} | not run yet | |`;
  const red = Object.keys(run.tests).filter((test) => run.tests[test] !== null);
  return `| ${name} | ${room} | ${place} | ${red.length > 0 ? red.map(nameOf).join(', ') : '**nothing**'} | ${run.date}, ${run.commit} |`;
}

/**
 * The page below the notice that it is generated.
 * @param runs by test file
 * @param mutantRuns by the name of the fault
 */
export function reliabilityPage(runs: Readonly<Record<string, LastRun>>, mutantRuns: Readonly<Record<string, MutantRun>> = {}): string {
  const rows = FAULTS.map(
    ({ fault, holds, files, short, full, open }) =>
      `| ${fault} | ${holds} | ${files.map(nameOf).join(', ')} | ${short} | ${full} | ${open ?? ''} |`,
  );
  return [
    'Short forms run with `npm test`; full ones by `npm run battery`, all or by name. A fault that needs what a machine has not (a mount, libfaketime, mosquitto) is named as not run by its test.',
    ['| fault | must hold | tests | short form | full form | not proved |', '|---|---|---|---|---|---|', ...rows].join('\n'),
    '## Last full runs',
    'Written by `npm run battery`; the figures are the tests’ own. Files that are not here have one form, and run with `npm test`.',
    ['| test | came to | took | figures |', '|---|---|---|---|', ...batteries.map((file) => lastRunRow(file, runs[file]))].join('\n'),
    '## Planted faults',
    `${mutants.length} faults, each of one place, planted one at a time in the source; the tests named turned red. Run by \`npm run mutants\`, and with \`npm run battery\`.`,
    [
      '| fault | room | planted in | caught by | run |',
      '|---|---|---|---|---|',
      ...mutants.map((one) => mutantRow(one, mutantRuns[one.name])),
    ].join('\n'),
  ].join('\n\n');
}
