import { describe, expect, it } from 'vitest';

// The scripts are plain JavaScript, because they run before anything is installed, and are imported without types.
const here = (name: string) => new URL(name, import.meta.url).href;
const { afterSecondTry, closing, failingFiles, flakyFiles, outcomeOf } = await import(here('outcome.mjs'));
const { withoutParts } = await import(here('test-parts.mjs'));
const { howOften, withSecondTry } = await import(here('run-tests.mjs'));
const { slowestFiles, stopwatch } = await import(here('timing.mjs'));

interface Fault {
  readonly name: string;
  readonly why: string;
}
const broke = (name: string): Fault => ({ name, why: `${name} broke\n    at line 1` });
const aFile = (file: string, over: { passed?: string[]; faults?: Fault[]; finished?: boolean; seconds?: number } = {}) => ({
  path: `/clone/${file}`,
  file,
  finished: true,
  passed: [],
  seconds: 1,
  faults: [],
  ...over,
});
const aReport = (
  files: ReturnType<typeof aFile>[],
  over: { strays?: { file: string | null; why: string }[]; interrupted?: boolean } = {},
) => ({
  files,
  strays: [],
  interrupted: false,
  ...over,
});
const ofRun = (...files: ReturnType<typeof aFile>[]) => outcomeOf('unit', aReport(files), 0);
const namesOf = (list: { name: string }[]): string[] => list.map(({ name }) => name);

const sound = aFile('sound.test.ts', { passed: ['a', 'b'] });
const shaky = aFile('shaky.test.ts', { passed: ['c'], faults: [broke('d')] });

describe('a second try', () => {
  const first = ofRun(sound, shaky);

  it('counts a test that then passes once, and names it with the reason of its failure', () => {
    const both = afterSecondTry(first, ofRun(aFile('shaky.test.ts', { passed: ['c', 'd'] })));
    expect(namesOf(both.passed)).toEqual(['sound.test.ts: a', 'sound.test.ts: b', 'shaky.test.ts: c', 'shaky.test.ts: d']);
    expect(both).toMatchObject({
      failures: [],
      broken: [],
      unsteady: [{ file: 'shaky.test.ts', name: 'shaky.test.ts: d', why: 'd broke\n    at line 1' }],
    });
  });

  it('still fails a test that fails twice, and one that passed only at the first try', () => {
    const both = afterSecondTry(first, ofRun(aFile('shaky.test.ts', { faults: [broke('c'), broke('d')] })));
    expect(namesOf(both.failures)).toEqual(['shaky.test.ts: c', 'shaky.test.ts: d']);
    expect([both.passed.length, both.unsteady]).toEqual([2, []]);
  });

  it('in which the file does not load, or a hook prevents the test from running, passes nothing', () => {
    for (const fault of ['', 'before all']) {
      const both = afterSecondTry(first, ofRun(aFile('shaky.test.ts', { faults: [broke(fault)] })));
      expect([both.passed.length, both.unsteady]).toEqual([2, []]);
    }
  });

  it('that never reached the file leaves it failed, and the broken run is named', () => {
    const both = afterSecondTry(first, outcomeOf('unit', null, 137));
    expect(namesOf(both.failures)).toEqual(['shaky.test.ts: d']);
    expect(both.broken).toEqual([
      { file: '', name: 'the runner of the unit tests', why: 'it left no report, or half of one, and ended with 137' },
    ]);
  });

  it('passes a file whose hook failed at first', () => {
    const hook = ofRun(aFile('hook.test.ts', { faults: [broke('before all'), broke('')] }));
    const both = afterSecondTry(hook, ofRun(aFile('hook.test.ts', { passed: ['a'] })));
    expect(namesOf(both.unsteady)).toEqual(['hook.test.ts: before all', 'hook.test.ts']);
  });

  it('does not correct an error outside any test, of the first run or the second', () => {
    const stray = (file: string | null) => ({ strays: [{ file, why: 'nobody waited' }] });
    const both = afterSecondTry(
      outcomeOf('unit', aReport([sound, shaky], stray('sound.test.ts')), 0),
      outcomeOf('unit', aReport([aFile('shaky.test.ts', { passed: ['c', 'd'] })], stray(null)), 0),
    );
    expect(namesOf(both.broken)).toEqual(['an error outside any test: sound.test.ts', 'an error outside any test: unit tests']);
    expect(both.failures).toEqual([]);
  });

  it('is for at most eight files; when more fail nothing is tried again', async () => {
    const ofFailing = async (count: number) => {
      const runs: string[][] = [];
      const failing = Array.from({ length: count }, (_, index) => aFile(`${index}.test.ts`, { faults: [broke('a')] }));
      await withSecondTry('browser', async (files: string[]) => {
        runs.push(files);
        return ofRun(sound, ...failing);
      });
      return runs;
    };
    expect(await ofFailing(0)).toEqual([[]]);
    const eight = Array.from({ length: 8 }, (_, index) => `/clone/${index}.test.ts`);
    expect(await ofFailing(8)).toEqual([[], eight]);
    expect(await ofFailing(9)).toEqual([[]]);
  });

  it('is not begun, or not evaluated, when a signal stops the run', async () => {
    expect(await withSecondTry('browser', async () => ({ stopped: 130 }))).toEqual({ stopped: 130 });
    expect(await withSecondTry('browser', async (files: string[]) => (files.length === 0 ? first : { stopped: 143 }))).toEqual({
      stopped: 143,
    });
  });
});

describe('a runner that ended badly is named', () => {
  const failed = aReport([sound, shaky]);
  it.each([
    ['no report', null, 0, 'it left no report, or half of one, and ended with 0'],
    ['a failure while it closed, beside a failing test', failed, 1, 'it ended with 1 after its report'],
    ['it was interrupted', aReport([sound], { interrupted: true }), 0, 'it was interrupted'],
    ['it ran nothing', aReport([]), 0, 'it found no test file'],
  ])('%s', (_what, report, code, why) => {
    expect(outcomeOf('unit', report, code).broken).toEqual([{ file: '', name: 'the runner of the unit tests', why }]);
  });

  it('an error outside any test is listed with ordinary failures, with its file when that is known', () => {
    const outcome = outcomeOf('unit', aReport([sound, shaky], { strays: [{ file: 'sound.test.ts', why: 'Error: late\n    at x' }] }), 0);
    expect(outcome.broken).toEqual([
      { file: 'sound.test.ts', name: 'an error outside any test: sound.test.ts', why: 'Error: late\n    at x' },
    ]);
    expect(namesOf(outcome.failures)).toEqual(['shaky.test.ts: d']);
  });

  it('a file whose worker died has failed', () => {
    const outcome = ofRun(sound, aFile('dying.test.ts', { finished: false }));
    expect(outcome.failures).toEqual([{ file: 'dying.test.ts', name: 'dying.test.ts', why: 'the file did not run to its end' }]);
    expect(failingFiles(outcome)).toEqual([{ path: '/clone/dying.test.ts', file: 'dying.test.ts', seconds: 1 }]);
  });
});

describe('the last lines', () => {
  const unsteady = (file: string, ...tests: string[]) =>
    tests.map((test) => ({ file, name: test === '' ? file : `${file}: ${test}`, why: `${test || 'load'} was slow\n    at line 1` }));

  it('name a flaky file on one line with its tests and the reason', () => {
    expect(
      flakyFiles([...unsteady('x.test.ts', 'a', 'b'), ...unsteady('y.test.ts', '')]).map(({ line }: { line: string }) => line),
    ).toEqual(['FLAKY x.test.ts: a, b — a was slow; b was slow', 'FLAKY y.test.ts: the file itself — load was slow']);
  });

  it('list what failed, was flaky and did not run, and end with the count', () => {
    const { lines, code } = closing({
      passed: 7,
      failures: [{ name: 'z.test.ts: c', why: 'c broke\n' }],
      unsteady: unsteady('x.test.ts', 'a'),
      notRun: ['the browser tests'],
      times: ['time by part'],
    });
    expect([lines, code]).toEqual([
      [
        'time by part',
        'FAILED z.test.ts: c',
        'c broke',
        '',
        'FLAKY x.test.ts: a — a was slow',
        '    a was slow\n        at line 1',
        '',
        'not run: the browser tests',
        '7 passed, 1 failed',
      ],
      1,
    ]);
  });

  it('count three flaky files as a failure, two as no failure', () => {
    const two = [...unsteady('x.test.ts', 'a', 'b', 'c'), ...unsteady('y.test.ts', 'a')];
    const ofTwo = closing({ passed: 9, failures: [], unsteady: two });
    expect([ofTwo.code, ofTwo.lines.at(-1)]).toEqual([0, '9 passed, 0 failed']);
    const ofThree = closing({ passed: 9, failures: [], unsteady: [...two, ...unsteady('z.test.ts', 'a')] });
    expect([ofThree.code, ofThree.lines.at(-1)]).toEqual([1, '9 passed, 1 failed']);
    expect(ofThree.lines).toContain('FAILED three flaky files');
  });
});

it('a missing browser is a failure where CI is set, and is named as not run elsewhere; another missing part is never a failure', () => {
  const missing = [
    { name: 'a browser', packages: ['chromium'], variable: 'LOOKOUT_BROWSER', tests: 'the browser tests', neededInCi: true },
    { name: 'GDAL', packages: ['gdal-bin'], variable: 'LOOKOUT_GDAL', tests: 'elevation' },
  ];
  for (const ci of [undefined, '']) expect(withoutParts(missing, ci)).toEqual({ failures: [], notRun: ['the browser tests', 'elevation'] });
  expect(withoutParts(missing, 'true')).toEqual({
    failures: [
      {
        name: 'missing: a browser',
        why: 'Not run: the browser tests. With CI set that is a failure.\nInstall it (apt-get install chromium), or set LOOKOUT_BROWSER to its program.',
      },
    ],
    notRun: ['elevation'],
  });
});

it('repeated runs count how often each file passed; a run that did not reach it does not count as passed', () => {
  const stray = { strays: [{ file: 'sound.test.ts', why: 'late' }] };
  expect(
    howOften([ofRun(sound, shaky), ofRun(sound, shaky), outcomeOf('unit', aReport([sound], stray), 0), outcomeOf('unit', null, 1)], 4),
  ).toEqual(['passed 2 of 4: sound.test.ts', 'passed 0 of 4: shaky.test.ts']);
});

it('the time is listed by part, with repeated parts summed up, and the ten slowest files', async () => {
  let clock = 0;
  const watch = stopwatch(() => clock);
  const taking = (seconds: number) => async () => {
    clock += seconds * 1000;
  };
  await watch.part('checks', taking(30));
  await watch.part('unit', taking(1.25));
  await watch.part('checks', taking(2));
  expect(watch.lines()).toEqual(['time by part', '    32.0 s  checks', '     1.3 s  unit', '    33.3 s  total', '']);
  const ran = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }));
  expect(slowestFiles(ran).slice(0, 2)).toEqual(['slowest files', '    11.0 s  11.test.ts']);
  expect(slowestFiles(ran)).toHaveLength(12);
  expect(slowestFiles([])).toEqual([]);
});
