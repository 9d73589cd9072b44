// A Vitest reporter: the outcome of a run as JSON for outcome.mjs. Vitest's own JSON report omits errors that belong to no test, hooks of a
// suite, and the duration of a file. run-tests.mjs names this reporter to Vitest and reads its output.
import { writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The value of Vitest's `--reporter`; `--outputFile` is where the report is written. */
export const reporterFile = fileURLToPath(import.meta.url);

/**
 * @typedef {{ name: string, why: string }} Fault `name`: the test, or '' when the file itself failed
 * @typedef {{ path: string, file: string, finished: boolean, passed: string[], seconds: number, faults: Fault[] }} FileReport
 *   `path`: absolute, for the next run; `file`: relative to the root; `finished`: false when its worker died while running it; `passed`:
 *   names of tests
 * @typedef {{ file: string | null, why: string }} Stray an error that belongs to no test; `file`: where it occurred, when that is known
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
    // The report holds everything so far. From here on the exit code shows only later failures, those while closing.
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

/** A test that failed, and whose clean-up failed too, is one fault with both reasons. @returns {Fault[]} */
const faultsOf = (name, errors) => (errors.length === 0 ? [] : [{ name, why: errors.map(wordsOf).join('\n') }]);

/** An error with its stack and its causes. @param {any} error @returns {string} */
function wordsOf(error) {
  if (typeof error !== 'object' || error === null) return String(error);
  const words = error.stack || `${error.name ?? 'Error'}: ${error.message}`;
  // Vitest itself has already included the text of some causes.
  return error.cause ? `${words}\n${wordsOf(error.cause).replace(/^(Caused by: )?/, 'Caused by: ')}` : words;
}
