// Chunks of bytes → numbered lines of text, in bounded memory.
import { TextDecoder } from 'node:util';
import { fileFault, type LineFault } from '@lookout/domain';
import { encodingOfBom } from './encoding.ts';

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

export function lineReader(): LineReader {
  let decoder: TextDecoder | null = null;
  let head: Uint8Array = new Uint8Array(0);
  let rest = '';
  let overlong = false;
  let number = 0;

  const take = (text: string, last: boolean): TextLine[] => {
    const whole = rest + text;
    // Checked for the whole text first: lines rarely need a check of their own.
    const mayHaveFaults = faultOf(whole) !== null;
    const pieces = whole.split('\n');
    rest = last ? '' : (pieces.pop() ?? '');
    if (last && pieces.at(-1) === '' && !overlong) pieces.pop();
    const lines = pieces.map((piece) => {
      number += 1;
      const tooLong = overlong || piece.length > LONGEST_LINE;
      overlong = false;
      if (tooLong) return { number, text: '', fault: fileFault('line-too-long', { most: LONGEST_LINE }) };
      const bare = piece.endsWith('\r') ? piece.slice(0, -1) : piece;
      return { number, text: bare, fault: mayHaveFaults ? faultOf(bare) : null };
    });
    if (rest.length > LONGEST_LINE) {
      rest = '';
      overlong = true;
    }
    return lines;
  };

  return {
    push(chunk) {
      if (decoder !== null) return take(decoder.decode(chunk, { stream: true }), false);
      head = head.length === 0 ? chunk : concat(head, chunk);
      if (head.length < 2) return [];
      decoder = decoderFor(head);
      return take(decoder.decode(head, { stream: true }), false);
    },
    end() {
      decoder ??= decoderFor(head);
      return take(head.length < 2 ? decoder.decode(head) : decoder.decode(), true);
    },
  };
}

function faultOf(text: string): LineFault | null {
  if (text.includes('\uFFFD')) return fileFault('line-not-utf8');
  if (text.includes('\0')) return fileFault('line-with-nul');
  return null;
}

/** UTF-16 has a byte order mark (a spreadsheet's "Unicode text"); anything else is read as UTF-8, whose mark is dropped. */
const decoderFor = (head: Uint8Array): TextDecoder => new TextDecoder(encodingOfBom(head) ?? 'utf-8');

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
