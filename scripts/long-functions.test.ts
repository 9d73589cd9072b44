import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { longFunctions } from './long-functions.ts';

const root = path.resolve(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Override {
  readonly includes: readonly string[];
  readonly linter: { readonly rules: { readonly complexity?: object; readonly style?: object } };
}
const { overrides } = JSON.parse(textOf('biome.json')) as { overrides: readonly Override[] };

/** Files that are excepted from a limit by their path. */
const exceptions = (of: 'complexity' | 'style'): readonly string[] =>
  overrides.find(({ includes, linter }) => linter.rules[of] !== undefined && includes.every((name) => !name.includes('*')))?.includes ?? [];

it('every file that is excepted from the limit of a function still needs it', () => {
  expect(exceptions('complexity').filter((file) => longFunctions(file, textOf(file)) === 0)).toEqual([]);
});

it('every file that is excepted from the limit of a file still needs it', () => {
  expect(exceptions('style').filter((file) => textOf(file).split('\n').length <= 400)).toEqual([]);
});

it('the lists of exceptions only become shorter', () => {
  expect([exceptions('complexity').length, exceptions('style').length]).toEqual([30, 21]);
});
