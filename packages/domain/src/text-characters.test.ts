import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inertText } from './spreadsheet-text.ts';
import { isWritable, writableText, writableTexts } from './text-characters.ts';

const unwritable = ['\0', '\u0001', '\u000B', '\u001F', '\uFFFE', '\uFFFF', '\uD800', '\uDC00'];
const anyText = fc.array(fc.oneof(fc.constantFrom(...unwritable), fc.string({ unit: 'binary' }))).map((parts) => parts.join(''));

it('finds each unwritable character, but accepts tabs, line ends, rare and private characters', () => {
  for (const one of unwritable) expect(isWritable(`火${one}情`)).toBe(false);
  expect(isWritable('火\t情\r\n𬭎\uE000\u0085\u{1FFFE}')).toBe(true);
  expect(writableText('火\uFFFF情\u0001\uD800')).toBe('火情\uFFFD');
});

it('keeps the writable part of any text, and all of a writable text; in cells of workbooks too', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isWritable(writableText(text))).toBe(true);
      expect(isWritable(inertText(text))).toBe(true);
      if (isWritable(text)) expect(writableText(text)).toBe(text);
    }),
    { numRuns: 60 },
  );
});

it('applies to all texts in plain data, and does not change bytes, numbers and times', () => {
  const bytes = new Uint8Array([0, 255]);
  const at = new Date(0);
  expect(writableTexts({ a: ['x\uFFFF', { b: '\u0000y' }], n: 1, none: null, bytes, at })).toEqual({
    a: ['x', { b: 'y' }],
    n: 1,
    none: null,
    bytes,
    at,
  });
});
