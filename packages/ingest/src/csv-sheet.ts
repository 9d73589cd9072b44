// CSV as spreadsheets write it → rows of texts: UTF-8 (with or without BOM), UTF-16 with BOM, else GB18030, which Chinese Excel writes.
import { TextDecoder } from 'node:util';
import { fileFault } from '@lookout/domain';
import { CsvError, parse } from 'csv-parse/sync';
import { UnreadableFile } from './firms-csv.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/** @throws UnreadableFile when it is no text, or its quotes do not close */
export function readCsvSheet(bytes: Uint8Array): Sheet {
  const text = decode(bytes);
  const rows = records(text).map((cells, i): SheetRow => ({ line: i + 1, cells: cells.map((cell) => cell.trim()), fault: null }));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header] = filled;
  if (!header) throw new UnreadableFile(fileFault('file-empty'));
  return { rows: filled.map((row) => withWidth(row, header.cells.length)) };
}

/** A row cut off in the middle must not go in as a shorter one. */
function withWidth(row: SheetRow, width: number): SheetRow {
  const { cells } = row;
  const isWhole = cells.length >= width && cells.slice(width).every((cell) => cell === '');
  return isWhole ? row : { ...row, fault: fileFault('columns-counted', { wanted: width, found: cells.length }) };
}

function decode(bytes: Uint8Array): string {
  const encodings =
    bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : bytes[0] === 0xfe && bytes[1] === 0xff ? ['utf-16be'] : ['utf-8', 'gb18030'];
  for (const encoding of encodings) {
    const text = decoded(bytes, encoding);
    if (text !== null) return text;
  }
  throw new UnreadableFile(fileFault('csv-encoding'));
}

/** null: it is not in this encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return null;
    throw error;
  }
}

/** Excel's "Unicode text" is parted by tabs, its CSV in some countries by semicolons. */
const DELIMITERS = [',', '\t', ';'] as const;

function records(text: string): string[][] {
  const head =
    text
      .slice(0, text.search(/\S[^\n]*(\n|$)/) + 4096)
      .trimStart()
      .split('\n', 1)[0] ?? '';
  const delimiter = DELIMITERS.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
  try {
    return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(fileFault('csv-quotes', { line: Number(error.lines ?? 1) }));
  }
}
