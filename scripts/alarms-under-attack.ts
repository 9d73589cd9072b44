// docs/alarms-under-attack.md: how long an alarm takes to the last desk while an attacker sends as many requests as possible, by kind of
// request. Generated from bench/attack.json, which is the last line of `npm run bench -- attack` with the commit that was measured.

interface Round {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses to the attacker by status. */
  readonly answered: Readonly<Record<string, number>>;
}

export interface AttackRun {
  readonly commit: string;
  readonly rounds: number;
  /** The rounds by kind of request; `none`: no attack. */
  readonly results: Readonly<Record<string, readonly Round[]>>;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string; readonly loadAverage1Minute: number };
  readonly at: string;
}

const NONE = 'none';
/** Length of the longest bar, in characters. */
const WIDTH = 32;

interface Figure {
  readonly p50: number;
  readonly p99: number;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const figureOf = (rounds: readonly Round[]): Figure => ({
  p50: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99: median(rounds.map(({ p99Ms }) => p99Ms)),
});

/** A bar of milliseconds: filled up to the median, light from there to the 99th percentile. */
function barOf({ p50, p99 }: Figure, longest: number): string {
  const [filled, all] = [p50, p99].map((ms) => Math.max(1, Math.round((ms / longest) * WIDTH))) as [number, number];
  return `${'█'.repeat(filled)}${'░'.repeat(Math.max(0, all - filled))}`;
}

function answersOf(rounds: readonly Round[]): string {
  const counts = rounds.flatMap(({ answered }) => Object.entries(answered));
  const sum = (isRefusal: boolean): number =>
    counts.reduce((total, [status, count]) => ((status === '429' || status === '503') === isRefusal ? total + count : total), 0);
  return counts.length === 0 ? '' : `${sum(false).toLocaleString('en')}, refused ${sum(true).toLocaleString('en')}`;
}

/** @returns the page without its title */
export function attackPage({ commit, rounds, results, machine, at }: AttackRun): string {
  const figures = new Map(Object.entries(results).map(([name, of]) => [name, figureOf(of)]));
  const without = figures.get(NONE);
  if (without === undefined) throw new Error('bench/attack.json has no round without an attack');
  const longest = Math.max(...[...figures.values()].map(({ p99 }) => p99));
  const rows = [...figures].map(([name, figure]) => {
    const ratios = name === NONE ? ' | ' : `${(figure.p50 / without.p50).toFixed(2)} | ${(figure.p99 / without.p99).toFixed(2)}`;
    const label = name === NONE ? 'nothing' : name;
    return `| ${label} | ${figure.p50.toFixed(1)} | ${figure.p99.toFixed(1)} | \`${barOf(figure, longest)}\` | ${ratios} | ${answersOf(results[name] ?? [])} |`;
  });
  return [
    'From sending the HTTP request of an alarm to the live message at the last of 200 desks, milliseconds, while somebody asks the server for one thing as fast as it answers: nobody in particular over 20 connections, or one officer of a prefecture over 10. The database has 20,000 alarms, 2,000 rangers and 20,000 resources. How attacks are held off: [decision 0094](decisions/0094-a-share-of-the-main-thread.md); the benchmark: [bench/README.md](../bench/README.md).',
    [
      '| asked meanwhile | p50 | p99 | █ to p50, ░ to p99 | p50 / nothing (goal ≤ 1.3) | p99 / nothing (goal ≤ 2) | answered |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
    `${rounds === 1 ? 'One round' : `Medians of ${rounds} rounds`} on ${commit}, ${at.slice(0, 10)}: ${machine.cores} cores (${machine.cpu}), Node ${machine.node.slice(1)}, load average ${machine.loadAverage1Minute} at the end. The p99 of 200 alarms is their second or third worst: it differs from round to round by half.`,
  ].join('\n\n');
}
