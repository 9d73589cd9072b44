// The leaderboard of a benchmark: bench/leaderboards/NAME.json, from which bench/README.md is generated.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Leaderboard, Run } from '../../../scripts/bench-page.ts';
import type { Machine, Report } from './run-report.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'leaderboards');
/** Older runs are in the history of the file. */
const MOST_RUNS = 10;

const fileOf = (name: string): string => path.join(FOLDER, `${name}.json`);

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: FOLDER, encoding: 'utf8' }).trim();

/** Adds a run to the leaderboard. */
export function saveRun({ name, goals }: Report, machine: Machine, args: readonly string[]): void {
  const board = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Leaderboard;
  const isChanged = git('status', '--porcelain', '--', ':/', ':(exclude,top)bench/leaderboards') !== '';
  const run: Run = {
    commit: `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? '+' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    machine,
    arguments: args.join(' '),
    figures: goals,
  };
  writeFileSync(fileOf(name), `${JSON.stringify({ ...board, runs: [run, ...board.runs].slice(0, MOST_RUNS) }, null, 2)}\n`);
  console.log(`saved in bench/leaderboards/${name}.json; npm run docs writes the page`);
}
