// bench/README.md: the figures of every benchmark beside its peer, from bench/leaderboards/*.json, which `npm run bench -- NAME --save` writes.

interface Figure {
  readonly what: string;
  readonly goal: string;
  readonly got: number;
  readonly isReached: boolean;
  /** Both sides, where `got` is their ratio. */
  readonly ours?: number;
  readonly peer?: number;
}

interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
  readonly loadAverage1Minute: number;
}

export interface Run {
  /** The commit, with `+` when the working tree differed from it; null: not recorded. */
  readonly commit: string | null;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly machine: Machine | string;
  readonly arguments: string;
  readonly figures: readonly Figure[];
}

export interface Leaderboard {
  readonly measures: string;
  readonly arguments: string;
  readonly peer: string | null;
  /** Returns the orders, newest first. */
  readonly runs: readonly Run[];
}

type Boards = readonly (readonly [name: string, board: Leaderboard])[];

const HOW = `\`npm run bench -- NAME [ARGUMENTS]\` runs ours and the peer one after the other on the same machine and prints medians, spread, goals and one line of JSON. With \`--save\` the run is added to the leaderboard, and \`npm run docs\` writes this page. Absolute times differ from machine to machine; the ratios are what counts. A peer that is not installed is named, and not measured. \`npm run bench-types\` checks the types of this workspace, which \`npm run check\` does not compile.`;

/** Rounds to three significant digits. */
const brief = (value: number): string =>
  value === 0 || Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

function machineOf({ machine }: Run): string {
  if (typeof machine === 'string') return machine;
  const { cpu, cores, memoryGigabytes, node, loadAverage1Minute } = machine;
  return `${cpu}, ${cores} cores, ${memoryGigabytes} GB, Node ${node.replace('v', '')}, load ${loadAverage1Minute}`;
}

const commitOf = ({ commit }: Run): string => (commit === null ? 'commit not recorded' : `\`${commit}\``);

const runOf = (run: Run): string =>
  `${run.date}, ${commitOf(run)}${run.arguments === '' ? '' : `, \`${run.arguments}\``}: ${machineOf(run)}`;

/** @param earlier the figures of this name in older runs, newest first */
function figureRow({ what, goal, got, isReached, ours, peer }: Figure, earlier: readonly number[]): string {
  const sides = ours === undefined || peer === undefined ? '' : `${brief(ours)} / ${brief(peer)}`;
  return `| ${what} | ${sides} | **${brief(got)}** | ${goal} | ${isReached ? '✓' : 'not reached'} | ${earlier.map(brief).join(', ')} |`;
}

function section([name, { measures, arguments: args, peer, runs }]: readonly [string, Leaderboard]): string {
  const [newest, ...older] = runs;
  const head = [
    `## ${name}`,
    '',
    `${measures} Arguments: ${args === '' ? 'none' : args}. Peer: ${peer ?? 'none; figures of our own'}.`,
    '',
  ];
  if (newest === undefined) return [...head, 'Not measured yet.'].join('\n');
  const earlierOf = (what: string) => older.flatMap(({ figures }) => figures.filter((one) => one.what === what).map(({ got }) => got));
  return [
    ...head,
    `${runOf(newest)}.`,
    '',
    '| figure | ours / peer | result | goal | | earlier |',
    '|---|---|---|---|---|---|',
    ...newest.figures.map((figure) => figureRow(figure, earlierOf(figure.what))),
    ...(older.length === 0 ? [] : ['', `Earlier runs: ${older.map((run) => `${run.date} (${commitOf(run)})`).join(', ')}.`]),
  ].join('\n');
}

function summary(boards: Boards): string {
  const rows = boards.map(([name, { peer, runs }]) => {
    const figures = runs[0]?.figures ?? [];
    const reached = figures.filter(({ isReached }) => isReached).length;
    return `| [${name}](#${name}) | ${peer ?? ''} | ${reached} of ${figures.length} | ${runs[0]?.date ?? ''} |`;
  });
  return ['| benchmark | peer | goals reached | newest run |', '|---|---|---|---|', ...rows].join('\n');
}

/** @returns the page without its title */
export const benchPage = (boards: Boards): string => [HOW, summary(boards), ...boards.map(section)].join('\n\n');
