// A Vitest reporter: what a run came to, as JSON for outcome.mjs. Vitest's own JSON report says nothing of errors that belong to no test, of
// hooks of a suite, or of how long a file took. run-tests.mjs names it to Vitest and reads what it wrote.
import { writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What Vitest takes as `--reporter`; its `--outputFile` is where the report goes. */
export const reporterFile = fileURLToPath(import.meta.url);

/**
 * @typedef {{ name: string, why: string }} Fault `name`: the test, or '' when the file itself failed
 * @typedef {{ path: string, file: string, finished: boolean, passed: string[], seconds: number, faults: Fault[] }} FileReport
 *   `path`: absolute, for the next run; `file`: seen from the root; `finished`: false when its worker died under it; `passed`: names of tests
 * @typedef {{ file: string | null, why: string }} Stray an error that belongs to no test; `file`: where it came up, when that is known
 * @typedef {{ files: FileReport[], strays: Stray[], interrupted: boolean }} Report
 */

// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter's default export
export default class ReportWriter {
  #root = '';
  #outputFile = '';

  onInit(vitest) {
    this.#root = vitest.config.root;
    this.#outputFile = vitest.config.outputFile;
  }

  onTestRunEnd(modules, strays, reason) {
    writeFileSync(this.#outputFile, JSON.stringify(reportOf(this.#root, modules, strays, reason)));
    // Everything so far stands in the report. What the exit code says from here on came after it: a failure while closing.
    process.exitCode = undefined;
  }
}

/**
 * @param {string} root
 * @param {readonly any[]} modules Vitest's TestModule
 * @param {readonly any[]} strays Vitest's unhandled errors
 * @param {'passed' | 'interrupted' | 'failed'} reason
 * @returns {Report}
 */
export function reportOf(root, modules, strays, reason) {
  const seenFromRoot = (path) => relative(root, path).split(sep).join('/');
  return {
    files: modules.map((module) => fileReport(module, seenFromRoot(module.moduleId))),
    strays: strays.map((error) => ({
      file: error?.VITEST_TEST_PATH ? seenFromRoot(error.VITEST_TEST_PATH) : null,
      why: [error?.type, error?.VITEST_TEST_NAME && `while this test ran or had last run: ${error.VITEST_TEST_NAME}`, wordsOf(error)]
        .filter(Boolean)
        .join('\n'),
    })),
    interrupted: reason === 'interrupted',
  };
}

/** @returns {FileReport} */
function fileReport(module, file) {
  const tests = [...module.children.allTests()];
  const having = (state) => tests.filter((test) => test.result().state === state);
  const faults = [
    ...faultsOf('', module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => faultsOf(suite.fullName, suite.errors())),
    ...having('failed').flatMap((test) => {
      const faults = faultsOf(test.fullName, test.result().errors ?? []);
      return faults.length > 0 ? faults : [{ name: test.fullName, why: 'it failed and gave no reason' }];
    }),
  ];
  const state = module.state();
  if (state === 'failed' && faults.length === 0) faults.push({ name: '', why: 'the file failed and gave no reason' });
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    path: module.moduleId,
    file,
    finished: state !== 'pending' && state !== 'queued',
    passed: having('passed').map((test) => test.fullName),
    seconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
    faults,
  };
}

/** A test that broke, and whose clean-up broke too, is one fault with both reasons. @returns {Fault[]} */
const faultsOf = (name, errors) => (errors.length === 0 ? [] : [{ name, why: errors.map(wordsOf).join('\n') }]);

/** An error with its stack and what caused it. @param {any} error @returns {string} */
function wordsOf(error) {
  if (typeof error !== 'object' || error === null) return String(error);
  const words = error.stack || `${error.name ?? 'Error'}: ${error.message}`;
  // Vitest has put the words before some causes itself.
  return error.cause ? `${words}\n${wordsOf(error.cause).replace(/^(Caused by: )?/, 'Caused by: ')}` : words;
}
