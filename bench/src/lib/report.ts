// The output of every benchmark: a table, the goals and whether they are reached, the missing peers, and one line of JSON last.

import { saveRun } from './leaderboard.ts';
import { machine, type Report } from './run-report.ts';

export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => (line[i] ?? '').length)));
  for (const line of cells) console.log(line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
}

/** `npm run bench -- NAME … --save`. */
export const SAVE = '--save';

/** Prints the missing peers, the goals, and the JSON line that ends every benchmark; with `--save` the run is added to the leaderboard. */
export function printReport(report: Report): void {
  for (const peer of report.missing) console.log(`NOT MEASURED, not installed: ${peer}`);
  for (const { what, goal, got, isReached } of report.goals) {
    console.log(`${isReached ? 'reached    ' : 'NOT REACHED'}  ${what}: ${got.toPrecision(3)} (goal ${goal})`);
  }
  const [, , , ...args] = process.argv;
  const on = machine();
  if (args.includes(SAVE))
    saveRun(
      report,
      on,
      args.filter((arg) => arg !== SAVE),
    );
  console.log(JSON.stringify({ ...report, machine: on, at: new Date().toISOString() }));
}
