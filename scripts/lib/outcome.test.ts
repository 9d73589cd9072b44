import { expect, it } from 'vitest';

// Plain JavaScript, as every script that runs before anything is installed: it comes in without types.
const { afterSecondTry, outcomeOf } = await import(new URL('outcome.mjs', import.meta.url).href);

const test = (fullName: string, status: 'passed' | 'failed') => ({
  fullName,
  status,
  failureMessages: status === 'failed' ? [`${fullName} broke`] : [],
});
const file = (name: string, ...tests: ReturnType<typeof test>[]) => ({
  name,
  status: tests.some(({ status }) => status === 'failed') || tests.length === 0 ? 'failed' : 'passed',
  message: tests.length === 0 ? 'cannot load' : '',
  assertionResults: tests,
});
const report = (...testResults: ReturnType<typeof file>[]) => ({
  testResults,
  numPassedTests: testResults.flatMap((one) => one.assertionResults).filter(({ status }) => status === 'passed').length,
});

const sound = file('sound.test.ts', test('a', 'passed'), test('b', 'passed'));
const first = outcomeOf('report.json', report(sound, file('shaky.test.ts', test('c', 'passed'), test('d', 'failed'))), 1);

it('what passes at the second try counts once and is named with why it failed', () => {
  const second = outcomeOf('report.json', report(file('shaky.test.ts', test('c', 'passed'), test('d', 'passed'))), 0);
  expect(afterSecondTry(first, second)).toEqual({
    passed: 4,
    failures: [],
    unsteady: [{ file: 'shaky.test.ts', name: 'shaky.test.ts: d', why: 'd broke' }],
  });
});

it('what fails twice has failed, and so has what passed only at the first try', () => {
  const second = outcomeOf('report.json', report(file('shaky.test.ts', test('c', 'failed'), test('d', 'failed'))), 1);
  const both = afterSecondTry(first, second);
  expect(both).toMatchObject({ passed: 2, unsteady: [] });
  expect(both.failures.map(({ name }: { name: string }) => name)).toEqual(['shaky.test.ts: c', 'shaky.test.ts: d']);
});

it('a file that does not load at the second try has passed nothing', () => {
  const second = outcomeOf('report.json', report(file('shaky.test.ts')), 1);
  expect(afterSecondTry(first, second)).toEqual({
    passed: 2,
    failures: [{ file: 'shaky.test.ts', name: 'shaky.test.ts', why: 'cannot load' }],
    unsteady: [],
  });
});

it('a runner that dies with every test passed has failed', () => {
  expect(outcomeOf('report.json', report(sound), 7).failures).toEqual([
    { file: 'report.json', name: 'report.json', why: 'the test runner ended with 7' },
  ]);
});
