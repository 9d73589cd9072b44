// Bytes → text, for every reader of files. A stated encoding is used where the bytes are valid in it. Without one, text is UTF-8 if it is
// valid UTF-8, else GB18030, else refused. No reader replaces what it cannot decode. Labels: WHATWG Encoding, code pages of Windows,
// language drivers of dBASE.
import { isAscii as isAsciiBytes, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { fileFault } from '@lookout/domain';
import { UnreadableFile } from './unreadable-file.ts';

/** Names under which files state an encoding, in lower case without separators, and the WHATWG label of each. */
const LABELS: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  65001: 'utf-8',
  cp65001: 'utf-8',
  usascii: 'utf-8',
  ascii: 'utf-8',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  unicode: 'utf-16le',
  gb18030: 'gb18030',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb231280: 'gb18030',
  euccn: 'gb18030',
  936: 'gb18030',
  cp936: 'gb18030',
  windows936: 'gb18030',
  ms936: 'gb18030',
  ansi936: 'gb18030',
  54936: 'gb18030',
  big5: 'big5',
  big5hkscs: 'big5',
  950: 'big5',
  cp950: 'big5',
  windows950: 'big5',
  shiftjis: 'shift_jis',
  sjis: 'shift_jis',
  932: 'shift_jis',
  cp932: 'shift_jis',
  windows932: 'shift_jis',
  euckr: 'euc-kr',
  949: 'euc-kr',
  cp949: 'euc-kr',
  1252: 'windows-1252',
  cp1252: 'windows-1252',
  windows1252: 'windows-1252',
  ansi1252: 'windows-1252',
  iso88591: 'windows-1252',
  88591: 'windows-1252',
  latin1: 'windows-1252',
  1251: 'windows-1251',
  cp1251: 'windows-1251',
  windows1251: 'windows-1251',
};

/** The WHATWG label of an encoding that a file states by name. @returns null for an unknown name, which is ignored */
export const encodingNamed = (name: string): string | null => LABELS[name.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? null;

/**
 * Encodings in which any bytes are valid, so that bytes never disprove them. Writers that do not know the text's encoding state them by
 * default.
 */
const SINGLE_BYTE: ReadonlySet<string> = new Set(['windows-1252', 'windows-1251']);

const BOMS: readonly (readonly [encoding: string, ...bytes: readonly number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** @returns the encoding that a byte order mark states; null without one */
export const encodingOfBom = (bytes: Uint8Array): string | null =>
  BOMS.find(([, ...mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0] ?? null;

/** GB18030 maps codes without a character, and therefore most bytes of other encodings, to these. */
const UNASSIGNED = /[\u0080-\u009F\uE000-\uF8FF]/;

/** Decodes the texts of one file, which all have the same encoding. */
export interface TextReader {
  /** The WHATWG label. */
  readonly encoding: string;
  /** @param cut the last character may be incomplete and is then left out: fields of a fixed length may end in the middle of a character */
  read(bytes: Uint8Array, cut?: boolean): string;
}

/**
 * Chooses the encoding of a file by all its texts: a byte order mark, else the stated encoding, else UTF-8, else GB18030; the first in
 * which all texts are valid. UTF-8 bytes may happen to be valid in another stated encoding, and any bytes are valid in a single-byte one,
 * so texts that prove another encoding are read in that one.
 * @param texts bytes of the texts
 * @param stated names as the file states them, the most reliable first; unknown ones are ignored
 * @throws UnreadableFile when none fits
 */
export function textReaderOf(texts: Iterable<Uint8Array>, stated: readonly (string | null)[] = [], cut = false): TextReader {
  const statedName = stated.find((name) => name !== null) ?? null;
  const all: Uint8Array[] = [];
  for (const text of texts) if (!isAscii(text)) all.push(text);
  // ASCII bytes are not UTF-16, whatever is stated.
  const named = stated.flatMap((name) => encodingNamed(name ?? '') ?? []).filter((encoding) => !encoding.startsWith('utf-16'));
  const isSingle = (encoding: string): boolean => SINGLE_BYTE.has(encoding);
  const order = [
    ...(named.length > 0 && looksOfUtf8(all, cut) ? ['utf-8'] : []),
    ...named.filter((encoding) => !isSingle(encoding)),
    ...(isUtf8ByChance(all) ? ['gb18030'] : []),
    'utf-8',
    ...(looksOfGb(all) ? ['gb18030'] : []),
    ...named.filter(isSingle),
    'gb18030',
  ];
  for (const encoding of new Set(order)) {
    const read = readerOf(encoding);
    if (all.every((text) => agrees(encoding, read(text, cut))))
      return { encoding, read: (bytes, mayBeCut = false) => read(bytes, mayBeCut) ?? refuse(statedName) };
  }
  return refuse(statedName);
}

function refuse(stated: string | null): never {
  throw new UnreadableFile(fileFault('text-encoding', { stated: stated === null ? null : stated.slice(0, 40) }));
}

/**
 * The text of a whole file, without its byte order mark.
 * @param stated the encoding that the file states, as it spells it; null: none
 * @throws UnreadableFile as `textReaderOf`
 */
export function textOfFile(bytes: Uint8Array, stated: string | null = null): string {
  const marked = encodingOfBom(bytes) ?? encodingOfZeros(bytes);
  // A byte order mark is certain: bytes of another encoding after a UTF-8 mark mean a damaged file.
  const text = marked === null ? textReaderOf([bytes], [stated]).read(bytes) : readerOf(marked)(bytes, false);
  if (text === null) return refuse(marked);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * The text of a whole file that states no encoding, in UTF-8 without a byte order mark. Bytes that are UTF-8 already are not copied.
 * @throws UnreadableFile as `textReaderOf`
 */
export function utf8OfFile(bytes: Uint8Array): Buffer {
  const marked = encodingOfBom(bytes);
  const isProved = (marked === null ? encodingOfZeros(bytes) === null : marked === 'utf-8') && isUtf8(bytes);
  if (!isProved || (marked === null && isUtf8ByChance([bytes]))) return Buffer.from(textOfFile(bytes));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(marked === null ? 0 : 3);
}

/** UTF-16 without a byte order mark: one of the first two bytes is zero, because the first character is ASCII. */
function encodingOfZeros([first, second]: Uint8Array): string | null {
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) return null;
  return first === 0 ? 'utf-16be' : 'utf-16le';
}

const isAscii = (bytes: Uint8Array): boolean => isAsciiBytes(bytes);

const agrees = (encoding: string, text: string | null): boolean => text !== null && !(encoding === 'gb18030' && UNASSIGNED.test(text));

/** Decodes bytes of one encoding. @returns null for bytes that are not valid in it */
export function strictReaderOf(encoding: string): (bytes: Uint8Array) => string | null {
  const read = readerOf(encoding);
  return (bytes) => {
    const text = read(bytes, false);
    return agrees(encoding, text) ? text : null;
  };
}

/** All common GB18030 characters consist of two bytes above 0xA0; in western text an ASCII letter follows most accents. */
const LEAST_SHARE_OF_PAIRS = 0.6;

/**
 * Looks for characters of three bytes and more, which other encodings do not produce by chance. Common two-byte GB18030 characters can also
 * be valid UTF-8.
 */
function looksOfUtf8(texts: readonly Uint8Array[], cut: boolean): boolean {
  const read = readerOf('utf-8');
  let [long, others] = [0, 0];
  for (const bytes of texts) {
    const text = read(bytes, cut);
    if (text === null) return false;
    for (const character of text) {
      if (character >= '\u0800') long += 1;
      else if (character > '\x7F') others += 1;
    }
  }
  return long > others;
}

function looksOfGb(texts: readonly Uint8Array[]): boolean {
  let [pairs, others] = [0, 0];
  for (const text of texts)
    for (let i = 0; i < text.length; i += 1) {
      if ((text[i] as number) < 0x80) continue;
      if ((text[i] as number) > 0xa0 && (text[i + 1] ?? 0) > 0xa0) pairs += 1;
      else others += 1;
      i += 1;
    }
  return pairs > 0 && pairs >= LEAST_SHARE_OF_PAIRS * (pairs + others);
}

/**
 * A few Chinese characters in GB18030, 学校 among them, are Greek, Cyrillic or Arabic letters in UTF-8. They are read as Chinese where a text
 * has nothing else outside ASCII, unless a single one stands next to a Latin letter, as in pinyin (xī) and in units.
 */
export function isUtf8ByChance(texts: readonly Uint8Array[]): boolean {
  let pairs = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length; ) {
      const begin = at;
      while (isLetterOrCharacter(text[at], text[at + 1])) at += 2;
      const run = at - begin;
      if (run > 2 || (run === 2 && !isLatinLetter(text[begin - 1]) && !isLatinLetter(text[at]))) pairs += run;
      else if (run > 0 || (text[at] as number) > 0x7f) return false;
      else at += 1;
    }
  }
  return pairs > 0;
}
const isLetterOrCharacter = (first = 0, second = 0): boolean => first >= 0xc4 && first <= 0xdf && second > 0xa0 && second <= 0xbf;
const isLatinLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** null: the bytes are not valid in this encoding. */
function readerOf(encoding: string): (bytes: Uint8Array, cut: boolean) => string | null {
  let decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes, cut) => {
    if (isAscii(bytes) && !encoding.startsWith('utf-16'))
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    try {
      // A streaming decoder holds back an incomplete last character.
      const text = decoder.decode(bytes, { stream: cut });
      if (cut) decoder = cleared(decoder, encoding);
      return text;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
      decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
      return null;
    }
  };
}

function cleared(decoder: TextDecoder, encoding: string): TextDecoder {
  try {
    decoder.decode();
    return decoder;
  } catch {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  }
}
