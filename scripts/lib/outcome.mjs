// The outcome of a run of the test runner, the combined outcome of two runs of the same files, and the last lines of `npm test`.

/**
 * @typedef {import('./vitest-report.mjs').Report} Report
 * @typedef {{ file: string, name: string }} Passed
 * @typedef {{ file: string, name: string, why: string }} Failure `file`: relative to the root, '' when it belongs to none; `name`: file and
 * test
 * @typedef {{ path: string, file: string, seconds: number }} FileRun `path`: absolute
 * @typedef {{ passed: Passed[], failures: Failure[], broken: Failure[], ran: FileRun[] }} Outcome
 *   `failures`: of tests and files, which may pass at a second try; `broken`: faults of the run itself, which no second try corrects
 */

/** This many files that needed the second try are not explained by a busy machine. */
const TOO_MANY_FLAKY = 3;

/**
 * @param {string} project its name, which is used for the run itself
 * @param {Report | null} report null: no report was written, or only a part of one
 * @param {number} code the runner's exit code, which shows failures that are not in the report (vitest-report.mjs)
 * @returns {Outcome}
 */
export function outcomeOf(project, report, code) {
  const broken = (why) => ({ file: '', name: `the runner of the ${project} tests`, why });
  if (report === null) {
    return { passed: [], failures: [], broken: [broken(`it left no report, or half of one, and ended with ${code}`)], ran: [] };
  }
  const { files, strays, interrupted } = report;
  return {
    passed: files.flatMap(({ file, passed }) => passed.map((name) => ({ file, name: nameOf(file, name) }))),
    failures: files.flatMap(({ file, finished, faults }) => [
      ...faults.map(({ name, why }) => ({ file, name: nameOf(file, name), why })),
      ...(finished ? [] : [{ file, name: file, why: 'the file did not run to its end' }]),
    ]),
    broken: [
      ...strays.map(({ file, why }) => ({ file: file ?? '', name: `an error outside any test: ${file ?? `${project} tests`}`, why })),
      ...(interrupted ? [broken('it was interrupted')] : []),
      ...(files.length === 0 ? [broken('it found no test file')] : []),
      ...(code === 0 ? [] : [broken(`it ended with ${code} after its report`)]),
    ],
    ran: files.map(({ path, file, seconds }) => ({ path, file, seconds })),
  };
}

/** @param {Outcome} outcome @returns {FileRun[]} the files in which something failed */
export function failingFiles({ failures, ran }) {
  const failing = filesOf(failures);
  return ran.filter(({ file }) => failing.has(file));
}

/**
 * Combines the first run with a second run of its failing files, in which everything is set up anew. Faults of a run itself remain.
 * @param {Outcome} first
 * @param {Outcome} second
 * @returns {Outcome & { unsteady: Failure[] }} `unsteady`: tests that failed at first and then passed, with the reason of the failure
 */
export function afterSecondTry(first, second) {
  const again = filesOf(second.ran);
  const failing = filesOf(second.failures);
  const failedFirst = filesOf(first.failures);
  const passed = new Set(second.passed.map(({ name }) => name));
  return {
    passed: [...first.passed.filter(({ file }) => !failedFirst.has(file)), ...second.passed],
    // A file that a broken second run never reached has failed.
    failures: [...first.failures.filter(({ file }) => !again.has(file)), ...second.failures],
    broken: [...first.broken, ...second.broken],
    ran: first.ran,
    unsteady: first.failures.filter(({ file, name }) => again.has(file) && (passed.has(name) || !failing.has(file))),
  };
}

/**
 * One entry for each file that passed only at the second try.
 * @param {Failure[]} unsteady
 * @returns {{ file: string, line: string, why: string }[]} `line`: file, tests and the reason in short; `why`: the whole reason
 */
export function flakyFiles(unsteady) {
  return [...filesOf(unsteady)].map((file) => {
    const failures = unsteady.filter((failure) => failure.file === file);
    const tests = failures.map(({ name }) => (name === file ? 'the file itself' : name.slice(`${file}: `.length)));
    const reasons = new Set(failures.map(({ why }) => why.trim().split('\n', 1)[0]));
    return {
      file,
      line: `FLAKY ${file}: ${tests.join(', ')} — ${[...reasons].join('; ')}`,
      why: failures.map(({ why }) => why.trimEnd()).join('\n'),
    };
  });
}

/**
 * The last lines of a run: what failed, what was flaky, what did not run, how the time was spent.
 * @param {{ passed: number, failures: { name: string, why: string }[], unsteady?: Failure[], notRun?: string[], times?: string[] }} run
 * @returns {{ lines: string[], code: number }} the last line is `N passed, N failed` and nothing else; code: the exit code
 */
export function closing({ passed, failures, unsteady = [], notRun = [], times = [] }) {
  const flaky = flakyFiles(unsteady);
  const why = `${flaky.length} files passed only at the second try:\n${flaky.map(({ file }) => file).join('\n')}`;
  const all = flaky.length < TOO_MANY_FLAKY ? failures : [...failures, { name: 'three flaky files', why }];
  return {
    lines: [
      ...times,
      ...all.flatMap((failure) => [`FAILED ${failure.name}`, failure.why.trimEnd(), '']),
      ...flaky.flatMap((file) => [file.line, file.why.replace(/^/gm, '    '), '']),
      ...notRun.map((part) => `not run: ${part}`),
      `${passed} passed, ${all.length} failed`,
    ],
    code: all.length === 0 ? 0 : 1,
  };
}

const nameOf = (file, test) => (test === '' ? file : `${file}: ${test}`);
/** @param {readonly { file: string }[]} list @returns {Set<string>} */
const filesOf = (list) => new Set(list.map(({ file }) => file));
