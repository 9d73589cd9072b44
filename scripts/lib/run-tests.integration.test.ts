// Vitest itself over small trees that are broken on purpose: how its report and its exit code are read.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let tree = '';
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'lookout-broken-'));
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

const SOUND = `test('holds', () => {});`;
/** Records that the file ran; `runs(name)` returns how often it did. */
const COUNT_RUNS = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { basename, join } from 'node:path';
  const record = join(import.meta.dirname, 'runs');
  appendFileSync(record, basename(import.meta.filename, '.test.js') + '\\n');
  const runs = (name) => readFileSync(record, 'utf8').split('\\n').filter((line) => line === name).length;`;

/** Runs the tree's files as one project, in a separate process that does not use our terminal. */
function runTree(files: Record<string, string>, { config = '', secondTry = false } = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text);
  const test = `{ name: 'unit', globals: true, include: ['*.test.js'] }`;
  writeFileSync(join(tree, 'vitest.config.mjs'), `export default { test: { ${config} projects: [{ test: ${test} }] } };`);
  const script = `
    import { runProject, withSecondTry } from ${JSON.stringify(new URL('run-tests.mjs', import.meta.url).href)};
    const run = (files) => runProject({ node: process.execPath, project: 'unit', cwd: process.argv[1], files });
    const outcome = await ${secondTry ? "withSecondTry('integration', run)" : 'run([])'};
    console.log('\\n' + JSON.stringify(outcome));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, tree], { encoding: 'utf8', stdio: 'pipe' });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

const firstLines = (list: { name: string; why: string }[]) => list.map(({ name, why }) => [name, why.split('\n', 1)[0]]);

describe('a real run', () => {
  it('names an unhandled error, in addition to ordinary failures and in a file that passes', () => {
    const outcome = runTree({
      'sound.test.js': SOUND,
      'stray.test.js': `test('passes', async () => {
        Promise.reject(new Error('nobody waited for this'));
        await new Promise((resolve) => setTimeout(resolve, 50));
      });`,
      'failing.test.js': `
        test('adds', () => expect(1 + 1).toBe(3));
        describe('with a door', () => {
          beforeAll(() => { throw new Error('the door is shut'); });
          test('goes in', () => {});
        });`,
      'unreadable.test.js': `import './nothing.js';`,
    });
    expect(outcome.passed).toHaveLength(2);
    expect(outcome.broken).toHaveLength(1);
    expect(outcome.broken[0]).toMatchObject({ file: 'stray.test.js', name: 'an error outside any test: stray.test.js' });
    expect(outcome.broken[0].why).toMatch(/^Unhandled Rejection\n.*passes\nError: nobody waited for this\n\s+at .*stray\.test\.js:2/);
    const failures = firstLines(outcome.failures);
    expect(failures).toContainEqual(['failing.test.js: adds', 'AssertionError: expected 2 to be 3 // Object.is equality']);
    expect(failures).toContainEqual(['failing.test.js: with a door', 'Error: the door is shut']);
    expect(failures).toContainEqual(['unreadable.test.js', expect.stringMatching(/nothing\.js/)]);
    expect(failures).toHaveLength(3);
  });

  it('names the file whose worker died, and a failure while the runner closed', () => {
    writeFileSync(join(tree, 'setup.mjs'), `export const teardown = () => { throw new Error('cannot close'); };`);
    const outcome = runTree(
      { 'sound.test.js': SOUND, 'dying.test.js': `test('dies', () => process.kill(process.pid, 'SIGKILL'));` },
      { config: `globalSetup: ['./setup.mjs'],` },
    );
    expect(outcome.passed).toEqual([{ file: 'sound.test.js', name: 'sound.test.js: holds' }]);
    expect(outcome.failures).toEqual([{ file: 'dying.test.js', name: 'dying.test.js', why: 'the file did not run to its end' }]);
    expect(outcome.broken[0].why).toMatch(/\nCaused by: Error: Worker exited unexpectedly with signal SIGKILL.*dying\.test\.js/);
    expect(outcome.broken[1]).toMatchObject({ name: 'the runner of the unit tests', why: 'it ended with 1 after its report' });
  });

  it('names a runner that was killed before it could report', () => {
    const outcome = runTree({ 'killer.test.js': `test('kills', () => process.kill(process.ppid, 'SIGKILL'));` });
    expect(outcome).toEqual({
      passed: [],
      failures: [],
      broken: [{ file: '', name: 'the runner of the unit tests', why: 'it left no report, or half of one, and ended with 137' }],
      ran: [],
    });
  });

  it('tries again only the file that failed, and retains the reason of its first failure', () => {
    const outcome = runTree(
      {
        'sound.test.js': `${COUNT_RUNS} ${SOUND}`,
        'shaky.test.js': `${COUNT_RUNS} test('waits', () => expect(runs('shaky')).toBe(2)); test('holds', () => {});`,
      },
      { secondTry: true },
    );
    expect(outcome.passed.map(({ name }: { name: string }) => name).sort()).toEqual([
      'shaky.test.js: holds',
      'shaky.test.js: waits',
      'sound.test.js: holds',
    ]);
    expect([outcome.failures, outcome.broken]).toEqual([[], []]);
    expect(firstLines(outcome.unsteady)).toEqual([['shaky.test.js: waits', 'AssertionError: expected 1 to be 2 // Object.is equality']]);
    expect(readFileSync(join(tree, 'runs'), 'utf8').split('\n').sort()).toEqual(['', 'shaky', 'shaky', 'sound']);
  });

  it('reports no failure in a sound tree', () => {
    expect(runTree({ 'sound.test.js': SOUND })).toMatchObject({
      passed: [{ file: 'sound.test.js', name: 'sound.test.js: holds' }],
      failures: [],
      broken: [],
    });
  });
});
