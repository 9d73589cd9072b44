// Planted faults: one at a time is in the product's source while the test files that should catch it run. For mutants.mjs and battery.mjs;
// the faults themselves are in scripts/mutants.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotGoOn, prepare, root } from './prepare.mjs';
import { runProject } from './run-tests.mjs';
import { findTestParts } from './test-parts.mjs';
import { PROJECTS, projectOf } from './test-projects.mjs';
import { ensureTestWebApps, ensureWebApp } from './web-app.mjs';

/**
 * @typedef {{ name: string, room: string, file: string, find: string, replace: string, tests: readonly string[] }} Mutant
 *   `name`: what goes wrong; `file`, `tests`: paths from the root; `find`: occurs exactly once in the file; `tests`: which should turn red,
 *   the
 *   cheapest first
 * @typedef {Record<string, string>} Red the first test that failed, by test file
 * @typedef {{ mutant: Mutant, red: Red, green: string[], why?: string }} Verdict
 *   `green`: files that ran and remained green; `why`: the reason why the fault could not be planted, or a candidate did not run
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @param {readonly Mutant[]} mutants @param {readonly string[]} names parts of a name, a room or a path @returns {Mutant[]} all without names */
export const mutantsNamed = (mutants, names) =>
  mutants.filter(
    ({ name, room, file, tests }) =>
      names.length === 0 || names.some((part) => [name, room, file, ...tests].some((text) => text.includes(part))),
  );

/**
 * @param {string} text of the file
 * @param {Mutant} mutant
 * @returns {string} the text with the fault in it
 * @throws {CannotGoOn} when its place does not occur exactly once, or nothing would change
 */
export function planted(text, { name, file, find, replace }) {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new CannotGoOn(`${name}: its text stands ${places} times in ${file}, not once`);
  if (find === replace) throw new CannotGoOn(`${name}: it changes nothing in ${file}`);
  return text.replace(find, () => replace);
}

/**
 * Runs `work` while the fault is in its file. Afterwards the file is restored, also when a signal ends this process meanwhile.
 * @template T
 * @param {string} folder the root that the mutant's path starts from
 * @param {Mutant} mutant
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {CannotGoOn} when the fault cannot be planted
 */
export async function withFault(folder, mutant, work) {
  const path = join(folder, mutant.file);
  const sound = readFileSync(path, 'utf8');
  const faulty = planted(sound, mutant);
  const restore = () => writeFileSync(path, sound);
  const onSignal = (name, number) => {
    restore();
    // A child in the foreground also gets the signal, and child.mjs waits for its end.
    if (process.listenerCount(name) === 1) process.exit(128 + number);
  };
  // When a signal ends a step, this process exits at once.
  process.once('exit', restore);
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    writeFileSync(path, faulty);
    return await work();
  } finally {
    restore();
    process.off('exit', restore);
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

/** @param {readonly Mutant[]} mutants @throws {CannotGoOn} when a file that would get a fault has uncommitted changes */
function refuseChangedFiles(mutants) {
  const files = [...new Set(mutants.map(({ file }) => file))];
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { cwd: root, encoding: 'utf8' }).trimEnd();
  if (changed !== '')
    throw new CannotGoOn(
      `这些文件有未提交的改动，不能植入缺陷 (faults are planted only in files without uncommitted changes):\n${changed}`,
    );
}

/**
 * Which build a test needs: files that draw the globe open the product's build, the others the build with the flat map. @param {string}
 * test
 */
const mapOf = (test) => (readFileSync(join(root, test), 'utf8').includes("map: 'globe'") ? 'globe' : 'flat');

/** The first test of the file that failed. A runner that broke, or a file that did not run, has detected nothing. */
const redOf = ({ failures, broken }, test) => [...failures, ...broken].find(({ file }) => file === test)?.name;

/**
 * Runs the candidate tests of a fault that is planted in its file.
 * @param {{ node: string, env: Record<string, string>, all: boolean }} run
 * @param {Mutant} mutant
 * @returns {Promise<Omit<Verdict, 'mutant'> | import('./run-tests.mjs').Stopped>}
 */
async function runCandidates({ node, env, all }, { tests }) {
  const red = {};
  const green = [];
  const unrun = [];
  // With `all`, the files of a project run together, because each run of a project sets up its databases anew.
  const groups = all
    ? PROJECTS.map(({ name }) => tests.filter((test) => projectOf(test) === name)).filter((group) => group.length > 0)
    : tests.map((test) => [test]);
  for (const group of groups) {
    const project = projectOf(group[0]) ?? '';
    if (project === 'browser') for (const map of new Set(group.map(mapOf))) await ensureWebApp({ node, map });
    const outcome = await runProject({ node, project, files: group.map((test) => join(root, test)), env, quiet: true });
    if ('stopped' in outcome) return outcome;
    for (const test of group) {
      const failed = redOf(outcome, test);
      if (failed !== undefined) red[test] = failed.startsWith(`${test}: `) ? failed.slice(test.length + 2) : failed;
      else if (outcome.ran.some(({ file }) => file === test)) green.push(test);
      else unrun.push(test);
    }
    if (!all && Object.keys(red).length > 0) break;
  }
  return unrun.length === 0 ? { red, green } : { red, green, why: `did not run: ${unrun.join(', ')}` };
}

/**
 * Plants the faults one after the other and runs the candidates of each.
 * @param {readonly Mutant[]} mutants
 * @param {{ all?: boolean, env?: Record<string, string>, print?: (line: string) => void, done?: (verdict: Verdict) => void }} [options]
 *   all: runs every candidate, not only those up to the first red one; done: called with each verdict at once
 * @returns {Promise<{ verdicts: Verdict[] } | import('./run-tests.mjs').Stopped>}
 * @throws {CannotGoOn} when a file has uncommitted changes, or a candidate is not a test file
 */
export async function runMutants(mutants, { all = false, env = {}, print = console.log, done = () => undefined } = {}) {
  refuseChangedFiles(mutants);
  const { node } = await prepare();
  refuseUnknownTests(mutants);
  const parts = await findTestParts();
  if (parts.missing.some(({ neededInCi }) => neededInCi)) print('没有浏览器，浏览器测试不作数 (no browser: its tests catch nothing)');
  const run = { node, env: { ...parts.env, ...env }, all };
  // The servers of the browser tests serve both builds, so both must exist. With a fault, only the build that its test opens is rebuilt.
  if (mutants.some(({ tests }) => tests.some((test) => projectOf(test) === 'browser'))) await ensureTestWebApps({ node });
  const verdicts = [];
  for (const [at, mutant] of mutants.entries()) {
    print(`\n[${at + 1}/${mutants.length}] ${mutant.room}: ${mutant.name}`);
    const ran = await withFault(root, mutant, () => runCandidates(run, mutant)).catch((error) => {
      if (!(error instanceof CannotGoOn)) throw error;
      return { red: {}, green: [], why: error.message };
    });
    if ('stopped' in ran) return ran;
    const verdict = { mutant, ...ran };
    verdicts.push(verdict);
    print(verdictLine(verdict));
    done(verdict);
  }
  print('\n没有植入缺陷时再运行变红的测试 (the files that turned red, without a fault)');
  const sick = await redWithoutFault(run, new Set(verdicts.flatMap(({ red }) => Object.keys(red))));
  if ('stopped' in sick) return sick;
  return {
    verdicts: verdicts.map((verdict) => {
      const confirmed = withoutSick(verdict, sick.files);
      if (confirmed !== verdict) done(confirmed);
      return confirmed;
    }),
  };
}

/**
 * Finds the files that are red without any fault (a busy machine, a broken test): they have detected none.
 * @param {{ node: string, env: Record<string, string> }} run
 * @param {Set<string>} tests
 * @returns {Promise<{ files: Set<string> } | import('./run-tests.mjs').Stopped>}
 */
async function redWithoutFault({ node, env }, tests) {
  const files = new Set();
  for (const { name: project } of PROJECTS) {
    const group = [...tests].filter((test) => projectOf(test) === project);
    if (group.length === 0) continue;
    if (project === 'browser') for (const map of new Set(group.map(mapOf))) await ensureWebApp({ node, map });
    const outcome = await runProject({ node, project, files: group.map((test) => join(root, test)), env, quiet: true });
    if ('stopped' in outcome) return outcome;
    for (const test of group) if (redOf(outcome, test) !== undefined || !outcome.ran.some(({ file }) => file === test)) files.add(test);
  }
  return { files };
}

/**
 * @param {Verdict} verdict
 * @param {ReadonlySet<string>} sick files that are red without a fault
 * @returns {Verdict} the verdict without these files; unchanged when it has none of them
 */
export function withoutSick(verdict, sick) {
  const files = Object.keys(verdict.red).filter((test) => sick.has(test));
  if (files.length === 0) return verdict;
  const red = Object.fromEntries(Object.entries(verdict.red).filter(([test]) => !sick.has(test)));
  return { ...verdict, red, why: `red without the fault too: ${files.join(', ')}` };
}

/** @param {readonly Mutant[]} mutants @throws {CannotGoOn} */
function refuseUnknownTests(mutants) {
  const unknown = mutants.flatMap(({ tests }) => tests).filter((test) => projectOf(test) === null || !existsSync(join(root, test)));
  if (unknown.length > 0) throw new CannotGoOn(`没有这样的测试文件 (no such test file): ${unknown.join(', ')}`);
}

/** @param {Verdict} verdict */
export function verdictLine({ mutant, red, why }) {
  const files = Object.entries(red).map(([file, test]) => `${file} (${test})`);
  if (files.length > 0) return `caught    ${mutant.name}: ${files.join('; ')}`;
  return `SURVIVED  ${mutant.name} (${mutant.file})${why === undefined ? '' : `: ${why}`}`;
}

/**
 * The last lines of a run, and its exit code.
 * @param {readonly Verdict[]} verdicts
 * @returns {{ lines: string[], code: number }}
 */
export function mutantsClosing(verdicts) {
  const survived = verdicts.filter(({ red }) => Object.keys(red).length === 0).length;
  return {
    lines: [...verdicts.map(verdictLine), `${verdicts.length - survived} caught, ${survived} survived`],
    code: survived === 0 ? 0 : 1,
  };
}

/**
 * The record, with a verdict replacing the earlier one of the same fault; faults that are no longer in the table are removed. For each test
 * file it holds the first test that failed; null: the file remained green.
 * @param {Record<string, unknown>} before by the name of the fault
 * @param {Verdict} verdict
 * @param {{ mutants: readonly Mutant[], date: string, commit: string }} of
 * @returns {Record<string, unknown>}
 */
export function withVerdict(before, { mutant, red, green }, { mutants, date, commit }) {
  const tests = { ...red, ...Object.fromEntries(green.map((test) => [test, null])) };
  const after = { ...before, [mutant.name]: { file: mutant.file, date, commit, tests } };
  return Object.fromEntries(mutants.flatMap(({ name }) => (name in after ? [[name, after[name]]] : [])));
}
