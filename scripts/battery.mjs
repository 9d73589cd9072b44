// npm run battery [NAME…]: the long reliability batteries in full (BATTERY=full), and the planted faults (mutants.mjs); with names, only
// the batteries whose path contains one of them. Their results are written into docs/reliability.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { batteries, batteriesNamed, withRuns } from './lib/batteries.mjs';
import { runChild } from './lib/child.mjs';
import { CannotGoOn, leaveWith, prepare, root } from './lib/prepare.mjs';
import { recordMutants } from './lib/record-mutants.mjs';
import { withRunFolder } from './lib/run-folder.mjs';
import { runNamed } from './lib/run-tests.mjs';

const LAST_RUNS = join(root, 'docs', 'reliability', 'last-runs.json');

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

await leaveWith(async () => {
  const names = process.argv.slice(2);
  const code = await runBatteries(names);
  // Batteries measure a real disk, so they do not run in the memory folder. The tests of planted faults give no figures.
  return names.length > 0 ? code : (await withRunFolder((env) => recordMutants([], { env }))) || code;
});

/** @param {string[]} names @returns {Promise<number>} the exit code */
async function runBatteries(names) {
  const chosen = batteriesNamed(names);
  if (chosen.length === 0) throw new CannotGoOn(`没有这样的长测 (no such battery)，可选 (there are):\n${batteries.join('\n')}`);
  const folder = mkdtempSync(join(tmpdir(), 'lookout-battery-'));
  const measured = join(folder, 'figures.jsonl');
  try {
    const outcomes = [];
    const code = await runNamed(chosen, { env: { BATTERY: 'full', BATTERY_FIGURES: measured }, done: (outcome) => outcomes.push(outcome) });
    const figures = (readIfThere(measured) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    const of = { root, date: new Date().toISOString().slice(0, 10), commit };
    mkdirSync(dirname(LAST_RUNS), { recursive: true });
    writeFileSync(LAST_RUNS, `${JSON.stringify(withRuns(JSON.parse(readIfThere(LAST_RUNS) ?? '{}'), outcomes, figures, of), null, 2)}\n`);
    const { node } = await prepare();
    return (await runChild(node, [join(root, 'scripts', 'docs.ts')], { cwd: root })) || code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
