// npm test: from a bare clone to one line `N passed, N failed`. The static checks, then unit, component, recovery, integration and browser tests.
// npm test -- FILE…: only these test files (parts of their paths), without the checks and without a second try.
// npm test -- --repeat N FILE…: these files N times, and how often each passed.
import { parseArgs } from 'node:util';
import { runChecks } from './lib/checks.mjs';
import { closing } from './lib/outcome.mjs';
import { CannotGoOn, leaveWith, prepare } from './lib/prepare.mjs';
import { withRunFolder } from './lib/run-folder.mjs';
import { prepareBrowserTests, projects, runNamed, runProject, withSecondTry } from './lib/run-tests.mjs';
import { findTestParts, withoutParts } from './lib/test-parts.mjs';
import { slowestFiles, stopwatch } from './lib/timing.mjs';
import { ensureTestWebApps } from './lib/web-app.mjs';

await leaveWith(async () => {
  const { files, repeat } = readArguments();
  return withRunFolder((folder) => (files.length > 0 ? runNamed(files, { repeat, env: folder }) : runAll(folder)));
});

/** @returns {{ files: string[], repeat: number }} @throws {CannotGoOn} */
function readArguments() {
  const usage = new CannotGoOn('用法 (usage): npm test [-- [--repeat N] FILE…]');
  try {
    const { values, positionals: files } = parseArgs({ allowPositionals: true, options: { repeat: { type: 'string' } } });
    const repeat = Number(values.repeat ?? 1);
    if (!Number.isInteger(repeat) || repeat < 1 || (values.repeat !== undefined && files.length === 0)) throw usage;
    return { files, repeat };
  } catch {
    throw usage;
  }
}

/** @param {Record<string, string>} folder the variables of the run's folder @returns {Promise<number>} the exit code */
async function runAll(folder) {
  const watch = stopwatch();
  const { node } = await watch.part('install', () => prepare());
  // What is fetched and unpacked for the tests waits for the network and the disk, not for the cores.
  const [{ env: parts, missing }, checks] = await Promise.all([
    watch.part('programs that tests need, beside the checks', findTestParts),
    watch.part('checks', () => runChecks({ node })),
  ]);
  const env = { ...folder, ...parts };
  await watch.part('web build', () => ensureTestWebApps({ node }));
  const browserData = watch.part('data of the browser tests, beside the others', () => prepareBrowserTests({ node, env }));
  const outcomes = [];
  for (const { name: project, secondTry } of projects) {
    if (project === 'browser') await browserData;
    const run = (files) => runProject({ node, project, files, env });
    const outcome = await watch.part(project, () => (secondTry ? withSecondTry(run) : run([])));
    if ('stopped' in outcome) return outcome.stopped;
    outcomes.push(outcome);
  }
  const { failures, notRun } = withoutParts(missing, process.env.CI);
  const { lines, code } = closing({
    passed: outcomes.reduce((sum, { passed }) => sum + passed.length, checks.passed),
    failures: [...failures, ...checks.failures, ...outcomes.flatMap((outcome) => [...outcome.failures, ...outcome.broken])],
    unsteady: outcomes.flatMap(({ unsteady = [] }) => unsteady),
    notRun,
    times: [...watch.lines(), ...slowestFiles(outcomes.flatMap(({ ran }) => ran))],
  });
  for (const line of lines) console.log(line);
  return code;
}
