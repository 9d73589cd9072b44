import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COLOURS, STACK } from '../src/shared/tokens.ts';
import { tokensCss } from './tokens-css.ts';

const root = join(import.meta.dirname, '../../..');
const sheets = globSync('{apps/web/src,features}/**/*.css', { cwd: root }).map((file) => ({
  file,
  css: readFileSync(join(root, file), 'utf8'),
}));
const MOST_IN_A_PAGE = 10;
/** Not in a sheet, but in the style of an element. */
const SET_BY_ELEMENTS = ['--wall-side', '--reach', '--notices-begin', '--notices-end'];
const defined = (css: string) => [...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name);

it('writes names as CSS has them', () => {
  const css = tokensCss();
  for (const one of ['--panel-solid:#0d1626', '--header:56px', '--font:"PingFang SC"']) expect(css).toContain(one);
});

it('a colour of the tokens stands in no style sheet', () => {
  const colours = Object.values(COLOURS);
  const written = sheets.flatMap(({ file, css }) => colours.filter((colour) => css.includes(colour)).map((colour) => `${file}: ${colour}`));
  expect(written).toEqual([]);
});

it('every variable that a style sheet reads is there', () => {
  const known = new Set([...defined(tokensCss()), ...sheets.flatMap(({ css }) => defined(css)), ...SET_BY_ELEMENTS]);
  const unknown = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/var\((--[\w-]+)/g)].filter(([, name]) => !known.has(name)).map(([, name]) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('what floats above whole pages has its place in the stack, by name; a number of its own is for what lies within a page', () => {
  const order = Object.values(STACK);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const numbers = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/z-index:\s*(\d+)/g)].filter(([, z]) => Number(z) > MOST_IN_A_PAGE).map(([rule]) => `${file}: ${rule}`),
  );
  expect(numbers).toEqual([]);
});
