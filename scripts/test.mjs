// npm test: from a bare clone to one line `N passed, N failed`. The static checks, then unit, integration and browser tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './lib/checks.mjs';
import { runChild } from './lib/child.mjs';
import { leaveWith, prepare, root } from './lib/prepare.mjs';
import { findTestParts } from './lib/test-parts.mjs';
import { ensureWebApp } from './lib/web-app.mjs';

const projects = ['unit', 'integration', 'browser'];

await leaveWith(async () => {
  const prepared = await prepare();
  const { env, missing } = await findTestParts();
  const { failures: recap, ...total } = await runChecks(prepared);
  await ensureWebApp(prepared);
  const reports = mkdtempSync(join(tmpdir(), 'lookout-test-'));
  try {
    for (const project of projects) {
      const report = join(reports, `${project}.json`);
      const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const args = [vitest, 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const code = await runChild(prepared.node, args, { cwd: root, env: { ...process.env, ...env } });
      if (code > 128) return code;
      const { passed, failed, failures } = outcome(report, code);
      total.passed += passed;
      total.failed += failed;
      recap.push(...failures);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  // Once more at the end, where whoever sees only the last lines of a long run looks.
  for (const { name, why } of recap) console.log(`FAILED ${name}\n${why.trimEnd()}\n`);
  for (const part of missing) console.log(`not run: ${part}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

/** What one project came to. A file that does not even load, and a runner that dies, are failures too. */
function outcome(report, code) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    const why = `the test runner left no report: ${error.message}`;
    return { passed: 0, failed: 1, failures: [{ name: report, why }] };
  }
  const failures = result.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [{ name, why: message }] : [];
    return tests.map((test) => ({ name: `${name}: ${test.fullName}`, why: test.failureMessages.join('\n') }));
  });
  if (failures.length === 0 && code !== 0) failures.push({ name: report, why: `the test runner ended with ${code}` });
  return { passed: result.numPassedTests, failed: failures.length, failures };
}
