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
/** Variables that are set in the style of an element, not in a style sheet. */
const SET_BY_ELEMENTS = ['--wall-side', '--reach', '--notices-begin', '--notices-end'];
const defined = (css: string) => [...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name);

it('token names are written as CSS variable names', () => {
  const css = tokensCss();
  for (const one of ['--panel-solid:#0d1626', '--header:56px', '--font:"PingFang SC"']) expect(css).toContain(one);
});

it('no style sheet repeats a colour of the tokens', () => {
  const colours = Object.values(COLOURS);
  const written = sheets.flatMap(({ file, css }) => colours.filter((colour) => css.includes(colour)).map((colour) => `${file}: ${colour}`));
  expect(written).toEqual([]);
});

it('every variable that a style sheet reads is defined', () => {
  const known = new Set([...defined(tokensCss()), ...sheets.flatMap(({ css }) => defined(css)), ...SET_BY_ELEMENTS]);
  const unknown = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/var\((--[\w-]+)/g)].filter(([, name]) => !known.has(name)).map(([, name]) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('layers above whole pages take their z-index from the named stack; literal numbers are only for layers within a page', () => {
  const order = Object.values(STACK);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const numbers = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/z-index:\s*(\d+)/g)].filter(([, z]) => Number(z) > MOST_IN_A_PAGE).map(([rule]) => `${file}: ${rule}`),
  );
  expect(numbers).toEqual([]);
});
