// npm test: from a bare clone to one line `N passed, N failed`: the static checks, unit, component, recovery, integration and browser tests.
// npm test -- FILE…: only these test files (parts of their paths), without the checks and without a second try.
// npm test -- --repeat N FILE…: these files N times, and how often each passed.
// npm test -- --changed[=COMMIT]: the test files that the change since a commit (default HEAD) reaches.
// npm test -- --accept-costs: what the last whole run cost becomes the budget (scripts/test-costs.json).
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

/** What runs behind a project, before the projects that the table puts behind it: later tests need the builds and the data. */
const BEHIND = {
  recovery: [['web build', ensureTestWebApps]],
  integration: [
    ['checks', runChecks],
    ['data of the browser tests', prepareBrowserTests],
  ],
};

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

/** A whole run with its CPU seconds. @param {Record<string, string>} folder the variables of the run's folder */
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
  const calibrations = [];
  const outcomes = [];
  for (const { name: project } of PROJECTS.filter(({ behind }) => behind === undefined)) {
    const inFront = programs.then(({ env }) =>
      watch.part(project, () => withSecondTry(project, (files) => runProject({ node, project, files, env: { ...folder, ...env } }))),
    );
    const both = await Promise.allSettled([inFront, behindOthers(() => runBehind(project, watch, { node, env: folder }))]);
    const broken = both.find(({ status }) => status === 'rejected');
    if (broken) throw broken.reason;
    outcomes.push(...both.flatMap(({ value }) => value));
    const stopped = outcomes.find((outcome) => 'stopped' in outcome);
    if (stopped) return stopped.stopped;
    calibrations.push(await watch.part('calibration', () => calibrate(node)));
  }
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
 * @param {string} front
 * @param {ReturnType<typeof stopwatch>} watch
 * @param {{ node: string, env: Record<string, string> }} options
 * @returns {Promise<Awaited<ReturnType<typeof runProject>>[]>} of what runs behind a project, up to the first that was stopped
 */
async function runBehind(front, watch, options) {
  const projects = PROJECTS.filter(({ behind }) => behind === front).map(({ name }) => [
    name,
    () => runProject({ ...options, project: name }),
  ]);
  const outcomes = [];
  for (const [part, run] of [...(BEHIND[front] ?? []), ...projects]) {
    const outcome = await watch.part(part, () => run(options));
    if (outcome) outcomes.push(outcome);
    if (outcome && 'stopped' in outcome) break;
  }
  return outcomes;
}

/**
 * What the run cost, and what of it is over the budget.
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
