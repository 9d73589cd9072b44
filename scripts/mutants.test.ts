import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutants } from './mutants/index.mjs';

const root = join(import.meta.dirname, '..');
const LEAST = 60;
/** While a fault is planted this file is red as well, so it is not among the fault's candidates. */
const placesOf = ({ file, find }: (typeof mutants)[number]): number => readFileSync(join(root, file), 'utf8').split(find).length - 1;

it('every fault can be planted: its text occurs exactly once in its file, and the fault changes it', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(LEAST);
  expect(mutants.filter((one) => placesOf(one) !== 1).map(({ name }) => name)).toEqual([]);
  expect(mutants.filter(({ find, replace }) => find === replace)).toEqual([]);
});

it('every fault has a unique name and test files that exist', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const tests = mutants.flatMap((one) => one.tests);
  expect(tests.filter((file) => !/\.test\.tsx?$/.test(file) || !existsSync(join(root, file)))).toEqual([]);
});

it('the record contains only faults that are in the table', () => {
  const record: unknown = JSON.parse(readFileSync(join(root, 'docs', 'reliability', 'mutants.json'), 'utf8'));
  expect(Object.keys(record as object).filter((name) => !mutants.some((one) => one.name === name))).toEqual([]);
});
