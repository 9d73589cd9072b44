// Chunks of bytes → numbered lines of text, in bounded memory. A line end is the same byte in UTF-8 and GB18030, so lines are cut before they are decoded.
import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { fileFault, type LineFault } from '@lookout/domain';
import { encodingOfBom, strictReaderOf, textReaderOf } from './encoding.ts';
import { UnreadableFile } from './unreadable-file.ts';

export interface TextLine {
  readonly number: number;
  readonly text: string;
  /** Why the line cannot be read (wrong encoding, far too long); null for a good one. */
  readonly fault: LineFault | null;
}

export interface LineReader {
  /** @returns the lines that this chunk completes, without BOM and CR */
  push(chunk: Uint8Array): TextLine[];
  /** @returns the last line, when no line end followed it */
  end(): TextLine[];
}

/** No row of any feed is this long; a file without line ends must not fill the memory. */
const LONGEST_LINE = 65_536;
/** A character has four bytes at most. */
const LONGEST_LINE_BYTES = 4 * LONGEST_LINE;
const LONGEST_BOM = 3;
const LINE_END = 0x0a;

export function lineReader(): LineReader {
  let source: Source | null = null;
  let head: Buffer = Buffer.alloc(0);
  let rest: Buffer = Buffer.alloc(0);
  let overlong = false;
  let number = 0;
  const decode = lineDecoder();

  const lineOf = (text: string | null): TextLine => {
    number += 1;
    const tooLong = overlong || (text?.length ?? 0) > LONGEST_LINE;
    overlong = false;
    if (tooLong) return { number, text: '', fault: fileFault('line-too-long', { most: LONGEST_LINE }) };
    if (text === null) return { number, text: '', fault: fileFault('line-encoding') };
    return { number, text: text.endsWith('\r') ? text.slice(0, -1) : text, fault: faultOf(text) };
  };
  const take = (bytes: Buffer, last: boolean): TextLine[] => {
    const whole = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const end = last && whole.at(-1) !== LINE_END ? whole.length : whole.lastIndexOf(LINE_END);
    // A copy: a slice would hold the whole chunk in memory.
    rest = Buffer.from(whole.subarray(end + 1));
    const lines = end < 0 || (last && end === 0 && !overlong) ? [] : decode(whole.subarray(0, end)).map(lineOf);
    if (rest.length > LONGEST_LINE_BYTES) {
      rest = Buffer.alloc(0);
      overlong = true;
    }
    return lines;
  };

  return {
    push(chunk) {
      if (source !== null) return take(source(chunk, false), false);
      head = Buffer.concat([head, chunk]);
      if (head.length < LONGEST_BOM) return [];
      source = sourceOf(head);
      return take(source(head, false), false);
    },
    end() {
      if (source !== null) return take(source(new Uint8Array(0), true), true);
      source = sourceOf(head);
      return take(source(head, true), true);
    },
  };
}

/** Converts chunks of a file to UTF-8 or GB18030 bytes without a byte order mark. */
type Source = (chunk: Uint8Array, last: boolean) => Buffer;

/** UTF-16 files start with a byte order mark (a spreadsheet's "Unicode text"). */
function sourceOf(head: Uint8Array): Source {
  const marked = encodingOfBom(head);
  if (marked !== null && marked !== 'utf-8') {
    const decoder = new TextDecoder(marked);
    return (chunk, last) => Buffer.from(decoder.decode(chunk, { stream: !last }));
  }
  let skip = marked === null ? 0 : LONGEST_BOM;
  return (chunk) => {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).subarray(skip);
    skip = 0;
    return bytes;
  };
}

/**
 * Decodes the lines of one file. The first line that is not pure ASCII determines the encoding of all. null: a line is in another encoding.
 */
function lineDecoder(): (lines: Buffer) => (string | null)[] {
  let read: ((bytes: Uint8Array) => string | null) | null = null;
  const lineOf = (line: Buffer): string | null => {
    if (isAscii(line)) return line.toString('latin1');
    read ??= provedReader(line);
    return read === null ? null : read(line);
  };
  return (lines) => (isAscii(lines) ? lines.toString('latin1').split('\n') : pieces(lines).map(lineOf));
}

function provedReader(line: Uint8Array): ((bytes: Uint8Array) => string | null) | null {
  try {
    return strictReaderOf(textReaderOf([line]).encoding);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

function pieces(lines: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let from = 0;
  for (let at = lines.indexOf(LINE_END); at >= 0; at = lines.indexOf(LINE_END, from)) {
    found.push(lines.subarray(from, at));
    from = at + 1;
  }
  found.push(lines.subarray(from));
  return found;
}

function faultOf(text: string): LineFault | null {
  // Another program could not decode the text and wrote replacement characters.
  if (text.includes('\uFFFD')) return fileFault('line-encoding');
  if (text.includes('\0')) return fileFault('line-with-nul');
  return null;
}
