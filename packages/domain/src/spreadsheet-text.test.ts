import { expect, test } from 'vitest';
import { inertText, textOfInert } from './spreadsheet-text.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  '%j is no longer a formula, and is read back unchanged',
  (text) => {
    expect(inertText(text)).toBe(`'${text}`);
    expect(textOfInert(inertText(text))).toBe(text);
  },
);

test.each(['汶川县', "'quoted'", '1-2', ''])('%j is written and read back unchanged', (text) => {
  expect(inertText(text)).toBe(text);
  expect(textOfInert(text)).toBe(text);
});

test('characters that no workbook can contain are left out, also where they hide a formula', () => {
  expect(inertText('汶川\u0007县\uFFFF')).toBe('汶川县');
  expect(inertText('\u0007=1+1')).toBe("'=1+1");
});
