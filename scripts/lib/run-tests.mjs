// Runs test files: a project of vitest.config.ts or some files of it, once, with a second try, or many times. For test.mjs, battery.mjs and mutants.mjs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { secondTryOf, withinPart } from './cpu-meter.mjs';
import { afterSecondTry, closing, failingFiles, outcomeOf } from './outcome.mjs';
import { CannotGoOn, prepare, root } from './prepare.mjs';
import { testFiles } from './test-files.mjs';
import { findTestParts, withoutParts } from './test-parts.mjs';
import { PROJECTS, projectNamed } from './test-projects.mjs';
import { slowestFiles, stopwatch } from './timing.mjs';
import { reporterFile } from './vitest-report.mjs';
import { ensureTestWebApps } from './web-app.mjs';

/** If more files than this fail, a busy machine is not the cause, and nothing is tried again. */
const SECOND_TRY_FILES = 8;

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/**
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 * @typedef {{ stopped: number }} Stopped a signal ended us; the exit code to exit with
 */

/**
 * Runs one project, or some files of it.
 * @param {{ node: string, project: string, files?: string[], env?: Record<string, string>, cwd?: string, quiet?: boolean }} options files:
 *   absolute paths; cwd: where vitest.config.ts is; quiet: prints nothing of the tests
 * @returns {Promise<Outcome | Stopped>}
 */
export async function runProject({ node, project, files = [], env = {}, cwd = root, quiet = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'lookout-test-'));
  const report = join(folder, 'report.json');
  const reporters = [...(quiet ? [] : ['--reporter=default']), `--reporter=${reporterFile}`];
  const args = ['run', '--project', project, ...reporters, `--outputFile=${report}`, ...files];
  let stopped = 0;
  try {
    const code = await runChild(node, [vitest, ...args], {
      cwd,
      env: { ...process.env, ...env },
      onSignal: (exitCode) => {
        stopped = exitCode;
      },
    });
    // A runner that ended by a signal of its own (out of memory, a crash) counts as broken.
    return stopped > 0 ? { stopped } : outcomeOf(project, readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Prepares the initial data of the browser tests' servers (e2e/src/lib/prepared-data.ts). A first start mostly waits for its demo world, so
 * the other tests run meanwhile.
 * @param {{ node: string, env: Record<string, string> }} options
 */
export async function prepareBrowserTests({ node, env }) {
  const code = await runChild(node, [join(root, 'e2e', 'src', 'lib', 'prepare.ts')], { cwd: root, env: { ...process.env, ...env } });
  if (code !== 0) console.error(`the data of the browser tests could not be made (exit code ${code}): they will try again themselves`);
}

/** @param {string} file @returns {import('./vitest-report.mjs').Report | null} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Runs the files that fail once more with everything set up anew, if they are few. Tests that pass only then are named at the end with the
 * reason of their failure.
 * @param {string} project
 * @param {(files: string[]) => Promise<Outcome | Stopped>} run runs the files with these absolute paths; without any, all
 * @returns {Promise<(Outcome & { unsteady: import('./outcome.mjs').Failure[] }) | Stopped>}
 */
export async function withSecondTry(project, run) {
  const first = await run([]);
  if ('stopped' in first) return first;
  const failing = failingFiles(first);
  if (failing.length === 0 || failing.length > SECOND_TRY_FILES) return { ...first, unsteady: [] };
  const second = await withinPart(secondTryOf(project), () => run(failing.map(({ path }) => path)));
  return 'stopped' in second ? second : afterSecondTry(first, second);
}

/**
 * Runs the named test files as `runFiles` does.
 * @param {string[]} names parts of paths
 * @param {Parameters<typeof runFiles>[1]} [options]
 * @returns {Promise<number>} the exit code
 * @throws {CannotGoOn} when no test file matches
 */
export const runNamed = (names, options) => runFiles(filesNamed(names), options);

/**
 * Runs test files, each in its project, without a second try.
 * @param {import('./test-files.mjs').TestFile[]} found
 * @param {{ repeat?: number, env?: Record<string, string>, done?: (outcome: Outcome) => void }} [options] repeat: how many times, to see
 * how
 *   often each file passes; done: called with the outcome of each project
 * @returns {Promise<number>} the exit code
 */
export async function runFiles(found, { repeat = 1, env = {}, done = () => undefined } = {}) {
  const watch = stopwatch();
  const { node } = await watch.part('install', () => prepare());
  const startsNothing = found.every(({ project }) => !projectNamed(project).startsServers);
  const parts = startsNothing ? { env: {}, missing: [] } : await watch.part('install', findTestParts);
  if (found.some(({ project }) => project === 'browser')) await watch.part('web build', () => ensureTestWebApps({ node }));
  const rounds = [];
  for (let round = 1; round <= repeat; round++) {
    if (repeat > 1) console.log(`\nround ${round} of ${repeat}`);
    for (const { name: project } of PROJECTS) {
      const files = found.filter((file) => file.project === project).map(({ path }) => path);
      if (files.length === 0) continue;
      const outcome = await watch.part(project, () => runProject({ node, project, files, env: { ...parts.env, ...env } }));
      if ('stopped' in outcome) return outcome.stopped;
      rounds.push(outcome);
      done(outcome);
    }
  }
  const { failures, notRun } = withoutParts(found.some(({ project }) => project === 'browser') ? parts.missing : [], process.env.CI);
  const { lines, code } = closing({
    passed: rounds.reduce((sum, { passed }) => sum + passed.length, 0),
    failures: [...failures, ...rounds.flatMap((outcome) => [...outcome.failures, ...outcome.broken])],
    notRun,
    times: [...watch.lines(), ...(repeat > 1 ? [...howOften(rounds, repeat), ''] : slowestFiles(rounds.flatMap(({ ran }) => ran)))],
  });
  for (const line of lines) console.log(line);
  return code;
}

/**
 * How often each file passed: it ran, nothing in it failed, and no error occurred in it outside its tests.
 * @param {Outcome[]} rounds one a project and round
 * @param {number} repeat how many rounds
 * @returns {string[]} one line a file
 */
export function howOften(rounds, repeat) {
  const files = new Set(rounds.flatMap(({ ran }) => ran.map(({ file }) => file)));
  const hasPassed = (file) => (round) =>
    round.ran.some((one) => one.file === file) && ![...round.failures, ...round.broken].some((failure) => failure.file === file);
  return [...files].map((file) => `passed ${rounds.filter(hasPassed(file)).length} of ${repeat}: ${file}`);
}

/**
 * @param {string[]} names parts of paths
 * @returns {import('./test-files.mjs').TestFile[]}
 * @throws {CannotGoOn} when no test file matches
 */
function filesNamed(names) {
  const wanted = names.map((name) => name.replace(/^\.\//, ''));
  const all = testFiles(root);
  const without = wanted.filter((name) => !all.some(({ path }) => path.includes(name)));
  if (without.length > 0) throw new CannotGoOn(`没有这样的测试文件 (no such test file): ${without.join(', ')}`);
  return all.filter(({ path }) => wanted.some((name) => path.includes(name)));
}
