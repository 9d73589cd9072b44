import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const here = (name: string) => new URL(name, import.meta.url).href;
const { changedTestFiles, importsOf, reachedFrom, testFiles } = await import(here('test-files.mjs'));
const { projectOf } = await import(here('test-projects.mjs'));
const { readTestArguments } = await import(here('test-arguments.mjs'));

it('a test file belongs to one project by its name and its room', () => {
  expect(projectOf('packages/geo/src/rays.test.ts')).toBe('unit');
  expect(projectOf('apps/web/src/features/tasks/TaskForm.test.tsx')).toBe('component');
  expect(projectOf('features/sos/server/sos.integration.test.ts')).toBe('integration');
  expect(projectOf('apps/server/src/reliability/killed.integration.test.ts')).toBe('recovery');
  expect(projectOf('e2e/src/tabs.test.ts')).toBe('browser');
  expect(projectOf('packages/geo/src/rays.ts')).toBeNull();
  expect(projectOf('scripts/fixtures/broken-tree/a.test.ts')).toBeNull();
});

it('imports of every spelling are found', () => {
  const source = `
    import { a } from './a.ts';
    import './b.ts';
    export * from "@lookout/geo";
    const c = await import('./c.ts');
    new Worker(new URL('./d.ts', import.meta.url));`;
  expect(importsOf(source)).toEqual(['./a.ts', './b.ts', '@lookout/geo', './c.ts', './d.ts']);
});

it('a change is not followed through a list of all features, except a change of the list', () => {
  const list = 'features/servers.generated.ts';
  const importers = new Map([
    ['sos.ts', [list, 'sos.test.ts']],
    [list, ['app.ts']],
  ]);
  expect([...reachedFrom(['sos.ts'], importers)]).toEqual(['sos.ts', list, 'sos.test.ts']);
  expect([...reachedFrom([list], importers)]).toEqual([list, 'app.ts']);
});

describe('the test files that a change affects', () => {
  let clone = '';
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), text);
  };
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: clone });
  const reached = () => changedTestFiles(clone, 'HEAD').map(({ project, file }: { project: string; file: string }) => `${project} ${file}`);

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'lookout-changed-'));
    write('packages/geo/package.json', JSON.stringify({ name: '@lookout/geo', exports: { '.': './src/index.ts' } }));
    write('packages/geo/src/index.ts', `export * from './rays.ts';`);
    write('packages/geo/src/rays.ts', '');
    write('packages/geo/src/rays.test.ts', `import './rays.ts';`);
    write('apps/server/package.json', JSON.stringify({ name: '@lookout/server' }));
    write('apps/server/src/locate.integration.test.ts', `import { ray } from '@lookout/geo';`);
    write('apps/web/src/features/tasks/form.ts', '');
    write('e2e/src/tasks.test.ts', '');
    write('e2e/src/tasks-far.test.ts', '');
    write('e2e/src/tabs.test.ts', '');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it('are none without a change', () => {
    expect(reached()).toEqual([]);
    expect(testFiles(clone)).toHaveLength(5);
  });

  it('import the changed file, also through packages, or are new, or have the name of its feature', () => {
    write('packages/geo/src/rays.ts', 'export const ray = 1;');
    write('packages/geo/src/new.test.ts', '');
    write('apps/web/src/features/tasks/form.ts', 'export {};');
    expect(reached().sort()).toEqual([
      'browser e2e/src/tasks-far.test.ts',
      'browser e2e/src/tasks.test.ts',
      'integration apps/server/src/locate.integration.test.ts',
      'unit packages/geo/src/new.test.ts',
      'unit packages/geo/src/rays.test.ts',
    ]);
  });

  it('cannot be found for a commit that does not exist', () => {
    expect(() => changedTestFiles(clone, 'no-such-commit')).toThrow(/git 无法比较.*no-such-commit/s);
  });
});

describe('what follows npm test --', () => {
  it('is files, a number of repetitions, a commit, or the option to accept the costs', () => {
    const nothing = { files: [], repeat: 1, changedSince: null, acceptsCosts: false };
    expect(readTestArguments([])).toEqual(nothing);
    expect(readTestArguments(['--repeat', '20', 'tabs'])).toEqual({ ...nothing, files: ['tabs'], repeat: 20 });
    expect(readTestArguments(['--changed'])).toEqual({ ...nothing, changedSince: 'HEAD' });
    expect(readTestArguments(['--changed=v0.1.0'])).toEqual({ ...nothing, changedSince: 'v0.1.0' });
    expect(readTestArguments(['--accept-costs'])).toEqual({ ...nothing, acceptsCosts: true });
  });

  it.each([['--repeat', '20'], ['--repeat', '0', 'tabs'], ['--changed', 'tabs'], ['--nothing']])(
    'is refused with its usage: %s %s',
    (...args) => {
      expect(() => readTestArguments(args)).toThrow(/用法/);
    },
  );
});
