// CSV as spreadsheets write it → rows of strings, by csv-parse. The encoding is detected (encoding.ts), and the header determines the
// delimiter.
import { finished } from 'node:stream/promises';
import { fileFault, textOfInert } from '@lookout/domain';
import { CsvError, parse } from 'csv-parse';
import { utf8OfFile } from './encoding.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** @throws UnreadableFile when the file is not text or a quote is unpaired */
export async function readCsvSheet(bytes: Uint8Array): Promise<Sheet> {
  const content = utf8OfFile(bytes);
  const [hint = '', stated] = SEPARATOR_LINE.exec(content.toString('latin1', 0, LONGEST_HINT)) ?? [];
  const delimiter = stated ?? delimiterOf(content);
  const rows: SheetRow[] = [];
  let [line, width] = [0, 0];
  // The line with the delimiter hint is kept as an empty line, so that line numbers match the file.
  await eachRecord(content.subarray(hint.trimEnd().length), delimiter, (record) => {
    line += 1;
    const cells = cellsOf(record, delimiter);
    if (cells.every((cell) => cell === '')) return;
    if (rows.length === 0) width = cells.length;
    rows.push({ line, cells, fault: faultOf(cells, width, line) });
  });
  const [header] = rows;
  if (!header) throw new UnreadableFile(fileFault('file-empty'));
  if (header.fault !== null) throw new UnreadableFile(header.fault, header.line);
  // Spreadsheets use semicolons as delimiter exactly where the comma is the decimal separator.
  return { rows, hasDecimalCommas: delimiter === ';' };
}

/** `sep=;`: some programs state the delimiter in the first line, for Excel. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;
const LONGEST_HINT = 16;

function cellsOf(record: readonly string[], delimiter: string): readonly string[] {
  return (record.some(mayBeFormula) ? withWholeFormulas(record, delimiter) : record).map(cellText);
}

/** Why a row cannot be read as a whole. A truncated row must not be read as a shorter one. */
function faultOf(cells: readonly string[], width: number, line: number): SheetRow['fault'] {
  // Where a text formula is not closed, the start of the next cell is unknown.
  if (cells.some((cell) => mayBeFormula(cell) && cell.startsWith(FORMULA_BEGINS))) return fileFault('csv-quotes', { line });
  if (cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell === ''))) return null;
  return fileFault('columns-counted', { wanted: width, found: cells.length });
}

/** `="0012"`: programs write this so that Excel leaves a code unchanged. csv-parse treats the inner quotes as ordinary characters. */
const FORMULA_BEGINS = '="';
const mayBeFormula = (cell: string): boolean => cell.charCodeAt(0) === EQUALS_SIGN;
const EQUALS_SIGN = 61;
const endsInQuote = (cell: string): boolean => cell.trimEnd().endsWith('"');
const isWholeFormula = (cell: string): boolean => cell.startsWith(FORMULA_BEGINS) && cell.length > 2 && endsInQuote(cell);

/** A delimiter between the quotes of a text formula belongs to the text. */
function withWholeFormulas(record: readonly string[], delimiter: string): readonly string[] {
  const last = record.findLastIndex(endsInQuote);
  const whole: string[] = [];
  for (let at = 0; at < record.length; at += 1) {
    const from = at;
    let cell = record[at] as string;
    if (cell.startsWith(FORMULA_BEGINS) && !isWholeFormula(cell) && at < last) {
      do at += 1;
      while (!endsInQuote(record[at] as string));
      cell = record.slice(from, at + 1).join(delimiter);
    }
    whole.push(cell);
  }
  return whole;
}

function cellText(cell: string): string {
  const text = cell.trim();
  return isWholeFormula(text) ? text.slice(2, -1).replaceAll('""', '"').trim() : textOfInert(text);
}

/** Excel's "Unicode text" is separated by tabs, its CSV in some countries by semicolons. */
const DELIMITERS = [',', '\t', ';'] as const;

/** Detected from the first line that is not empty. */
function delimiterOf(content: Buffer): string {
  let start = 0;
  while (SPACES.has(content[start] ?? 0)) start += 1;
  let end = start;
  while (end < content.length && content[end] !== CR && content[end] !== LF) end += 1;
  const head = content.toString('utf8', start, end);
  return DELIMITERS.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
}
const [LF, CR] = [10, 13];
const SPACES: ReadonlySet<number> = new Set([9, LF, CR, 32]);

/**
 * Records of cells (RFC 4180). Line endings may be mixed, because other programs append rows to a template. A quote inside a cell that does
 * not begin with a quote is an ordinary character. An empty line is a record of one empty cell.
 * @throws UnreadableFile with the line of an unpaired quote: no closing quote follows, or text follows the closing quote
 */
async function eachRecord(content: Buffer, delimiter: string, onRecord: (record: readonly string[]) => void): Promise<void> {
  const parser = parse({
    delimiter,
    record_delimiter: content.includes(CR) ? ['\r\n', '\n', '\r'] : ['\n'],
    relax_column_count: true,
    relax_quotes: true,
    rtrim: true,
    on_record(record: string[]) {
      onRecord(record);
      // For every record whose number of cells differs from the first one's, csv-parse creates an error with its stack, even where that is
      // allowed, at ten times the cost.
      (parser.info as { records: number }).records = 0;
      return null;
    },
  });
  parser.resume().end(content);
  try {
    await finished(parser);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // csv-parse counts bytes up to the end of the previous cell.
    const line = lineAt(content.toString('latin1', 0, Number(error.bytes)));
    throw new UnreadableFile(fileFault('csv-quotes', { line }), line);
  }
}

/** Line number from 1, as in text editors: the line at the end of this text. */
const lineAt = (before: string): number => before.split(/\r\n|\r|\n/).length;
