import { expect, it } from 'vitest';
import { coverage, coverageTables, readStatements } from './coverage.ts';

const statements = readStatements('# 1 What\n1.1\tAlarms sound.\n1.2a\tThey | stop.\n1.2b\tThey begin.\n1.3\tA table.\n');
const faultsOf = (text: string, awaited: readonly string[] = ['1.1', '1.2a', '1.2b', '1.3']) =>
  coverage(statements, [['a.test.ts', text]], awaited).faults;

it('a tag above a test, or above one case of its table, counts as a proof', () => {
  const text = `// Proves §1.1, §1.2a\nit('sounds', () => {});\nit.each([\n  // Proves §1.3\n  ['a case', 1],\n])('%s', () => {});\n`;
  const found = coverage(statements, [['a.test.ts', text]], ['1.2b']);
  expect(found.faults).toEqual([]);
  expect(found.proofs).toEqual([
    { number: '1.1', file: 'a.test.ts', title: 'sounds' },
    { number: '1.2a', file: 'a.test.ts', title: 'sounds' },
    { number: '1.3', file: 'a.test.ts', title: 'a case' },
  ]);
  expect(coverageTables(found)).toBe(
    '## 1 What\n\n| § | about | proved by |\n|---|---|---|\n| 1.1 | Alarms sound. | `a.test.ts`: sounds |\n| 1.2a | They \\| stop. | `a.test.ts`: sounds |\n| 1.2b | They begin. | — |\n| 1.3 | A table. | `a.test.ts`: a case |\n',
  );
});

it('a statement without a test is a fault unless it is awaited; a statement that has a test may no longer be awaited', () => {
  expect(faultsOf('', ['1.1', '1.2a', '1.2b'])).toEqual(['§1.3: no test proves it']);
  expect(faultsOf("// Proves §1.1\nit('x', () => {});")).toEqual(['§1.1: is awaited no longer; take it off the list']);
  expect(faultsOf('', ['1.1', '1.2a', '1.2b', '1.3', '9.9'])).toEqual(['§9.9: is awaited no longer; take it off the list']);
});

it('a tag that proves nothing is a fault', () => {
  expect(faultsOf("// Proves §7.7\nit('x', () => {});")).toEqual(['a.test.ts:1: there is no statement §7.7']);
  expect(faultsOf("// Proves §1.1, §1.2a, §1.2b, §1.3\nit('x', () => {});", [])).toEqual([
    'a.test.ts:1: one test proves at most 3 statements',
  ]);
  expect(faultsOf("// Proves §1.1\nconst a = 1;\nit('x', () => {});", ['1.2a', '1.2b', '1.3'])).toEqual([
    'a.test.ts:1: stands above no test',
  ]);
  expect(faultsOf("// proves 1.1 and §1.3\nit('x', () => {});")).toEqual(['a.test.ts:1: write it as `// Proves §1.1, §1.2`']);
});
