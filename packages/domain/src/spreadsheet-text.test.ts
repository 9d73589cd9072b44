import { expect, test } from 'vitest';
import { inertText, textOfInert } from './spreadsheet-text.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  '%j is no formula any more, and reads as it was',
  (text) => {
    expect(inertText(text)).toBe(`'${text}`);
    expect(textOfInert(inertText(text))).toBe(text);
  },
);

test.each(['汶川县', "'quoted'", '1-2', ''])('%j stays as it is, there and back', (text) => {
  expect(inertText(text)).toBe(text);
  expect(textOfInert(text)).toBe(text);
});

test('what no workbook can hold is left out, also where it hides a formula', () => {
  expect(inertText('汶川\u0007县\uFFFF')).toBe('汶川县');
  expect(inertText('\u0007=1+1')).toBe("'=1+1");
});
