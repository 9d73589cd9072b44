// What a run of the test runner came to, and what two runs of the same files come to together.

/**
 * @typedef {{ file: string, name: string, why: string }} Failure
 * @typedef {{ passed: number, steady: number, failures: Failure[], files: string[] }} Outcome `steady`: what passed in files without a
 *   failure; `files`: those with one
 */

/**
 * A file that does not even load, and a runner that dies, are failures too.
 * @param {string} report path of the runner's report, the name of a failure that belongs to no file
 * @param {any} result the report itself (Vitest's JSON)
 * @param {number} code the runner's exit code
 * @returns {Outcome}
 */
export function outcomeOf(report, result, code) {
  const failures = result.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [{ file, name: file, why: message }] : [];
    return tests.map((test) => ({ file, name: `${file}: ${test.fullName}`, why: test.failureMessages.join('\n') }));
  });
  if (failures.length === 0 && code !== 0) failures.push(brokenRunner(report, `the test runner ended with ${code}`));
  const files = result.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const steady = result.testResults
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { assertionResults }) => sum + assertionResults.filter((test) => test.status === 'passed').length, 0);
  return { passed: result.numPassedTests, steady, failures, files };
}

/** @returns {Outcome} of a run that left no report */
export const withoutReport = (report, error) => ({
  passed: 0,
  steady: 0,
  failures: [brokenRunner(report, `the test runner left no report: ${error.message}`)],
  files: [],
});

const brokenRunner = (report, why) => ({ file: report, name: report, why });

/**
 * The failing files of the first run were run again, everything in them new.
 * @param {Outcome} first
 * @param {Outcome} second
 * @returns {{ passed: number, failures: Failure[], unsteady: Failure[] }} `unsteady`: what failed at first and passed then, with why it failed
 */
export function afterSecondTry(first, second) {
  const failing = new Set(second.failures.map(({ name }) => name));
  // A file that no longer loads has passed nothing.
  const unsteady = first.failures.filter(({ file, name }) => !failing.has(name) && !failing.has(file));
  return { passed: first.steady + second.passed, failures: second.failures, unsteady };
}
