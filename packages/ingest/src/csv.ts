// CSV as spreadsheets write it → rows of texts, by csv-parse. Its encoding is proved (encoding.ts); the header shows which sign separates the cells.
import { finished } from 'node:stream/promises';
import { fileFault, textOfInert } from '@lookout/domain';
import { CsvError, parse } from 'csv-parse';
import { utf8OfFile } from './encoding.ts';
import type { Sheet, SheetRow } from './table.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** @throws UnreadableFile when it is not text, or a quote is not paired */
export async function readCsvSheet(bytes: Uint8Array): Promise<Sheet> {
  const content = utf8OfFile(bytes);
  const [hint = '', stated] = SEPARATOR_LINE.exec(content.toString('latin1', 0, LONGEST_HINT)) ?? [];
  const delimiter = stated ?? delimiterOf(content);
  const rows: SheetRow[] = [];
  let [line, width] = [0, 0];
  // The line of the hint stays as an empty one, so that lines are counted as in the file.
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
  // Spreadsheets separate cells by semicolons just where the comma is their decimal sign.
  return { rows, hasDecimalCommas: delimiter === ';' };
}

/** `sep=;`: some programs state in a first line, for Excel, which sign separates the cells. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;
const LONGEST_HINT = 16;

function cellsOf(record: readonly string[], delimiter: string): readonly string[] {
  return (record.some(mayBeFormula) ? withWholeFormulas(record, delimiter) : record).map(cellText);
}

/** Why a row cannot be read as a whole: one that was cut off must not be read as a shorter one. */
function faultOf(cells: readonly string[], width: number, line: number): SheetRow['fault'] {
  // Of a formula of a text that does not end nobody knows where the next cell begins.
  if (cells.some((cell) => mayBeFormula(cell) && cell.startsWith(FORMULA_BEGINS))) return fileFault('csv-quotes', { line });
  if (cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell === ''))) return null;
  return fileFault('columns-counted', { wanted: width, found: cells.length });
}

/** `="0012"`: programs write it so that Excel leaves a code as it is. For the library the quotes inside are signs like any other. */
const FORMULA_BEGINS = '="';
const mayBeFormula = (cell: string): boolean => cell.charCodeAt(0) === EQUALS_SIGN;
const EQUALS_SIGN = 61;
const endsInQuote = (cell: string): boolean => cell.trimEnd().endsWith('"');
const isWholeFormula = (cell: string): boolean => cell.startsWith(FORMULA_BEGINS) && cell.length > 2 && endsInQuote(cell);

/** A delimiter between the quotes of a formula of a text belongs to the text. */
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

/** By the first line that is not empty. */
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
 * Records of cells (RFC 4180); lines may end in more than one way, since other programs add rows to a template. A quote inside a cell that does not begin
 * with one is a sign like any other. An empty line is a record of one empty cell.
 * @throws UnreadableFile with the line of a quote that is not paired: none follows, or text follows it
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
      // For every record that has not as many cells as the first the library makes an error, with its stack, even where that is allowed: ten times the work.
      (parser.info as { records: number }).records = 0;
      return null;
    },
  });
  parser.resume().end(content);
  try {
    await finished(parser);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The library counts bytes up to the end of the cell before.
    const line = lineAt(content.toString('latin1', 0, Number(error.bytes)));
    throw new UnreadableFile(fileFault('csv-quotes', { line }), line);
  }
}

/** From 1, as text editors count: the line that follows this text, or goes on with it. */
const lineAt = (before: string): number => before.split(/\r\n|\r|\n/).length;
