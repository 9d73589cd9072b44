import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOfFile, textReaderOf, utf8OfFile } from './encoding.ts';
import { gbkOf } from './testing/files.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
/** Texts typical of forest-duty files, with at least one character outside ASCII. */
const texts = fc
  .array(fc.constantFrom('林', '场', '汶川县', '镕山林场', '护林站', ' ', 'A', '12', '（东）', '，'), { minLength: 1, maxLength: 12 })
  .map((parts) => `${parts.join('')}防火`);

describe('the encoding of a file', () => {
  it('UTF-8, UTF-16 and GBK are read correctly, with or without a byte order mark, whether the encoding is stated, not stated or stated wrongly', () => {
    const ways: readonly (readonly [(text: string) => Buffer, stated: readonly (string | null)[]])[] = [
      [utf8, [null, 'UTF-8', 'utf8', '65001', 'GB2312', 'ISO-8859-1', 'windows-1252', 'UTF-16', 'x-unknown']],
      [gbkOf, [null, 'GBK', 'gb2312', 'CP936', '936', 'GB18030', 'UTF-8', 'ISO-8859-1', 'x-unknown']],
      [(text) => utf8(`\uFEFF${text}`), [null, 'UTF-8', 'GBK']],
      [(text) => utf16(`\uFEFF${text}`), [null, 'UTF-16', 'UTF-8']],
      [(text) => utf16(`\uFEFF${text}`).swap16(), [null, 'UTF-16']],
      [(text) => utf16(`<a>${text}`), [null, 'UTF-16']],
    ];
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...ways.flatMap(([encode, stated]) => stated.map((one) => [encode, one] as const))),
        (text, [encode, stated]) => {
          const bytes = encode(text);
          expect(textOfFile(bytes, stated).replace('<a>', '')).toBe(text);
          if (stated === null) expect(utf8OfFile(bytes).toString().replace('<a>', '')).toBe(text);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('Short GBK text that happens to be valid UTF-8 is read as Chinese, but pinyin and stated other scripts are not', () => {
    for (const text of ['学校', '学', 'A1,学校,12', '校(1)', '学 and 校']) expect(textOfFile(gbkOf(text))).toBe(text);
    for (const text of ['xī', 'shūfáng', '5 μm', 'café', '25°', '±3', '学校', 'дома и сады', 'résumé,дом'])
      expect(textOfFile(utf8(text))).toBe(text);
    expect(textOfFile(utf8('дом'), 'UTF-8')).toBe('дом');
    expect(textOfFile(utf8('\uFEFFдом'))).toBe('дом');
  });

  it('Western accents in a stated encoding are not read as Chinese, and bytes in no encoding are refused', () => {
    expect(textOfFile(Buffer.from('Forêt médiévale', 'latin1'), 'ISO-8859-1')).toBe('Forêt médiévale');
    for (const [bytes, stated] of [
      [[0x80, 0xff, 0x2c], null],
      [[0xef, 0xbb, 0xbf, 0xb0, 0xe0], null],
      [[0xff, 0x41], 'GBK'],
      // A GB18030 code without a character.
      [[0xaa, 0xa1], null],
    ] as const)
      expect(() => textOfFile(Uint8Array.from(bytes), stated)).toThrow('text-encoding');
  });

  it('All texts of a file share one encoding, and a character truncated at the end of its field is left out', () => {
    const names = ['威州林场', '镕山林场', 'A1'];
    for (const encode of [utf8, gbkOf]) {
      const fields = names.map((name) => encode(name).subarray(0, -1));
      const { read } = textReaderOf(fields, [null], true);
      expect(fields.map((field) => read(field, true))).toEqual(['威州林', '镕山林', 'A']);
    }
    expect(() => textReaderOf([utf8('林场'), Uint8Array.of(0xff)], ['UTF-8'], true)).toThrow('text-encoding {"stated":"UTF-8"}');
  });
});
