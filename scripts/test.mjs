// npm test: from a bare clone to one line `N passed, N failed`: the static checks, unit, component, recovery, integration and browser
// tests. npm test -- FILE…: only these test files (parts of their paths), without the checks and without a second try. npm test -- --repeat
// N FILE…: these files N times, and how often each passed. npm test -- --changed[=COMMIT]: the test files affected by the change since a
// commit (default HEAD). npm test -- --accept-costs: accepts the costs of the last whole run as the budget (scripts/test-costs.json).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calibrate } from './lib/calibration.mjs';
import { runChecks } from './lib/checks.mjs';
import { acceptCosts, costLines, costsOf, overBudget, readBudget, rememberCosts } from './lib/costs.mjs';
import { cpuMeter, readMarks } from './lib/cpu-meter.mjs';
import { closing } from './lib/outcome.mjs';
import { CannotGoOn, leaveWith, prepare, root } from './lib/prepare.mjs';
import { withRunFolder } from './lib/run-folder.mjs';
import { prepareBrowserTests, runFiles, runNamed, runProject, withSecondTry } from './lib/run-tests.mjs';
import { behindOthers } from './lib/started.mjs';
import { readTestArguments } from './lib/test-arguments.mjs';
import { changedTestFiles } from './lib/test-files.mjs';
import { findTestParts, withoutParts } from './lib/test-parts.mjs';
import { PROJECTS } from './lib/test-projects.mjs';
import { slowestFiles, stopwatch } from './lib/timing.mjs';
import { ensureTestWebApps } from './lib/web-app.mjs';

/**
 * @typedef {{ node: string, env: Record<string, string> }} Prepared env: the variables of the run's folder
 * @typedef {import('./lib/run-tests.mjs').Stopped} Stopped
 */

const WEB_BUILD = 'web build';
const BROWSER_DATA = 'data of the browser tests';

/**
 * Parts that run behind the test projects in front, at a lower priority and one after the other: the projects in front leave between a
 * third and a tenth of both cores idle.
 * @type {[part: string, run: (options: Prepared) => Promise<import('./lib/run-tests.mjs').Outcome | Stopped | void>][]}
 */
const BEHIND = [
  [WEB_BUILD, ensureTestWebApps],
  ['unit', (options) => runProject({ ...options, project: 'unit' })],
  [BROWSER_DATA, prepareBrowserTests],
  ['checks', runChecks],
  ['component', (options) => runProject({ ...options, project: 'component' })],
];

/** The other projects run in front; each begins only when these parts behind have ended. @type {Record<string, string[]>} */
const NEEDS = { browser: [WEB_BUILD, BROWSER_DATA] };

await leaveWith(async () => {
  const { files, repeat, changedSince, acceptsCosts } = readTestArguments(process.argv.slice(2));
  if (acceptsCosts) return accept();
  if (changedSince !== null) return withRunFolder((folder) => runChanged(changedSince, { env: folder }));
  return withRunFolder((folder) => (files.length > 0 ? runNamed(files, { repeat, env: folder }) : runMeasured(folder)));
});

/** @throws {CannotGoOn} */
function accept() {
  if (!acceptCosts()) throw new CannotGoOn('没有完整运行的记录，请先运行 npm test。 (no whole run to accept: npm test first)');
  console.log('scripts/test-costs.json 已更新。 (updated)');
  return 0;
}

/** @param {string} commit @param {{ env: Record<string, string> }} options */
function runChanged(commit, options) {
  const found = changedTestFiles(root, commit);
  for (const { project, file } of found) console.log(`${project}: ${file}`);
  if (found.length > 0) return runFiles(found, options);
  console.log('没有测试与改动有关。 (the change reaches no test)');
  return 0;
}

/** A whole run, with its CPU seconds measured. @param {Record<string, string>} folder the variables of the run's folder */
async function runMeasured(folder) {
  const marks = mkdtempSync(join(tmpdir(), 'lookout-marks-'));
  const meter = cpuMeter({ currentFiles: () => readMarks(marks) });
  try {
    return await runAll({ ...folder, LOOKOUT_TEST_MARKS: marks }, meter);
  } finally {
    meter.stop();
    rmSync(marks, { recursive: true, force: true });
  }
}

/** @param {Record<string, string>} folder @param {ReturnType<typeof cpuMeter>} meter @returns {Promise<number>} the exit code */
async function runAll(folder, meter) {
  const watch = stopwatch();
  const { node } = await watch.part('install', () => prepare());
  const programs = watch.part('programs that tests need, beside the others', findTestParts);
  const outcomes = [];
  const isStopped = () => outcomes.some((outcome) => 'stopped' in outcome);
  const run = async (part, work) => {
    if (isStopped()) return;
    const outcome = await watch.part(part, work);
    if (outcome) outcomes.push(outcome);
  };
  const behind = behindOthers(() => oneAfterTheOther(BEHIND, (part, work) => run(part, () => work({ node, env: folder }))));
  const calibrations = [];
  const runInFront = async () => {
    const { env } = await programs;
    for (const { name: project } of PROJECTS.filter(({ name }) => !behind.has(name))) {
      await Promise.all((NEEDS[project] ?? []).map((part) => behind.get(part)));
      await run(project, () => withSecondTry(project, (files) => runProject({ node, project, files, env: { ...folder, ...env } })));
      if (isStopped()) return;
      calibrations.push(await watch.part('calibration', () => calibrate(node)));
    }
  };
  await allEnded([runInFront(), ...behind.values()]);
  const stopped = outcomes.find((outcome) => 'stopped' in outcome);
  if (stopped) return stopped.stopped;
  const { failures, notRun } = withoutParts((await programs).missing, process.env.CI);
  const costs = measured(meter, calibrations);
  const { lines, code } = closing({
    passed: outcomes.reduce((sum, { passed }) => sum + passed.length, 0),
    failures: [...failures, ...outcomes.flatMap((outcome) => [...outcome.failures, ...outcome.broken]), ...costs.failures],
    unsteady: outcomes.flatMap(({ unsteady = [] }) => unsteady),
    notRun: [...notRun, ...costs.notRun],
    times: [...watch.lines(), ...slowestFiles(outcomes.flatMap(({ ran }) => ran)), ...costs.lines],
  });
  for (const line of lines) console.log(line);
  return code;
}

/**
 * @template Work
 * @param {readonly [string, Work][]} parts
 * @param {(part: string, work: Work) => Promise<void>} run
 * @returns {Map<string, Promise<void>>} by part, resolves when it has ended; a part after one that fails fails too
 */
function oneAfterTheOther(parts, run) {
  const ended = new Map();
  let last = Promise.resolve();
  for (const [part, work] of parts) {
    last = last.then(() => run(part, work));
    ended.set(part, last);
  }
  return ended;
}

/** Waits for all, then fails if one failed. @param {Promise<void>[]} works */
async function allEnded(works) {
  const broken = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (broken) throw broken.reason;
}

/**
 * The costs of the run, and which of them exceed the budget.
 * @param {ReturnType<typeof cpuMeter>} meter
 * @param {import('./lib/calibration.mjs').Calibration[]} calibrations
 */
function measured(meter, calibrations) {
  const seconds = meter.stop();
  if (seconds === null) return { failures: [], notRun: ['the budget of CPU seconds (they are counted on Linux)'], lines: [] };
  const [costs, budget] = [costsOf(seconds, calibrations), readBudget()];
  rememberCosts(costs);
  return {
    failures: budget === null ? [] : overBudget(costs, calibrations, budget),
    notRun: [],
    lines: costLines(costs, calibrations, budget),
  };
}
