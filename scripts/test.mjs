// npm test: from a bare clone to one line `N passed, N failed`. The static checks, then unit, integration and browser tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './lib/checks.mjs';
import { runChild } from './lib/child.mjs';
import { afterSecondTry, outcomeOf, withoutReport } from './lib/outcome.mjs';
import { leaveWith, prepare, root } from './lib/prepare.mjs';
import { findTestParts } from './lib/test-parts.mjs';
import { ensureWebApp } from './lib/web-app.mjs';

const projects = [{ name: 'unit' }, { name: 'integration', secondTry: true }, { name: 'browser', secondTry: true }];
/** More files than this failing is no accident of a busy machine: nothing is tried again. */
const SECOND_TRY_FILES = 3;

await leaveWith(async () => {
  const prepared = await prepare();
  const { env, missing } = await findTestParts();
  const { failures: recap, ...total } = await runChecks(prepared);
  const unsteady = [];
  await ensureWebApp(prepared);
  const reports = mkdtempSync(join(tmpdir(), 'lookout-test-'));
  try {
    for (const { name, secondTry } of projects) {
      const first = await runProject(prepared, env, reports, name);
      if ('stopped' in first) return first.stopped;
      let came = { ...first, unsteady: [] };
      if (secondTry && first.files.length > 0 && first.files.length <= SECOND_TRY_FILES) {
        const second = await runProject(prepared, env, reports, name, first.files);
        if ('stopped' in second) return second.stopped;
        came = afterSecondTry(first, second);
      }
      total.passed += came.passed;
      total.failed += came.failures.length;
      recap.push(...came.failures);
      unsteady.push(...came.unsteady);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  // Once more at the end, where whoever sees only the last lines of a long run looks.
  for (const { name, why } of recap) console.log(`FAILED ${name}\n${why.trimEnd()}\n`);
  for (const { name, why } of unsteady) console.log(`passed only at the second try: ${name}\n${why.trimEnd()}\n`);
  for (const part of missing) console.log(`not run: ${part}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

/**
 * Runs one project, or some files of it. Tests that start servers and browsers depend on what else the machine does: a file of theirs that
 * fails is tried once more with everything new, and what passed only then is named at the end with why it failed.
 */
async function runProject(prepared, env, reports, project, files = []) {
  const report = join(reports, `${project}-${files.length}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files];
  const code = await runChild(prepared.node, args, { cwd: root, env: { ...process.env, ...env } });
  if (code > 128) return { stopped: code };
  try {
    return outcomeOf(report, JSON.parse(readFileSync(report, 'utf8')), code);
  } catch (error) {
    return withoutReport(report, error);
  }
}
