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
