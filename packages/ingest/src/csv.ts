// CSV as spreadsheets write it → rows of texts. Its encoding is proved (encoding.ts); the header shows which sign separates the cells.
import { fileFault, textOfInert } from '@lookout/domain';
import { textOfFile } from './encoding.ts';
import type { Sheet, SheetRow } from './table.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** @throws UnreadableFile when it is not text, or a quote is not paired */
export function readCsvSheet(bytes: Uint8Array): Sheet {
  const text = textOfFile(bytes);
  const [hint = '', stated] = SEPARATOR_LINE.exec(text) ?? [];
  const delimiter = stated ?? delimiterOf(text);
  // The line of the hint stays as an empty one, so that lines are counted as in the file.
  const rows = recordsOf(`${/[\r\n]*$/.exec(hint)?.[0] ?? ''}${text.slice(hint.length)}`, delimiter).map(
    (cells, i): SheetRow => ({ line: i + 1, cells: cells.map(cellText), fault: null }),
  );
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header] = filled;
  if (!header) throw new UnreadableFile(fileFault('file-empty'));
  // Spreadsheets separate cells by semicolons just where the comma is their decimal sign.
  return { rows: filled.map((row) => withWidth(row, header.cells.length)), hasDecimalCommas: delimiter === ';' };
}

/** `sep=;`: some programs tell Excel by a first line which sign separates the cells. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;

/** `="0012"`: programs write it so that Excel keeps a code as it is. */
const FORMULA_OF_TEXT = /^="((?:[^"]|"")*)"$/;

function cellText(cell: string): string {
  const text = cell.trim();
  const [, inside] = FORMULA_OF_TEXT.exec(text) ?? [];
  return inside === undefined ? textOfInert(text) : inside.replaceAll('""', '"').trim();
}

/** A row that was cut off must not be read as a shorter one. */
function withWidth(row: SheetRow, width: number): SheetRow {
  const { cells } = row;
  const isWhole = cells.length >= width && cells.slice(width).every((cell) => cell === '');
  return isWhole ? row : { ...row, fault: fileFault('columns-counted', { wanted: width, found: cells.length }) };
}

/** Excel's "Unicode text" is separated by tabs, its CSV in some countries by semicolons. */
const DELIMITERS = [',', '\t', ';'] as const;

function delimiterOf(text: string): string {
  const start = text.search(/\S/);
  const end = text.slice(start).search(/[\r\n]/);
  const head = end < 0 ? text.slice(start) : text.slice(start, start + end);
  return DELIMITERS.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
}

/**
 * Records of cells (RFC 4180); lines may end in more than one way, since other programs add rows to a template. A quote inside a cell that does not begin
 * with one is a sign like any other.
 */
function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = [];
  const plain = delimiter === '\t' ? /[^\t\r\n]*/y : delimiter === ';' ? /[^;\r\n]*/y : /[^,\r\n]*/y;
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"' || text.startsWith('="', at)) {
      const end = quotedEnd(text, text[at] === '"' ? at + 1 : at + 2, delimiter);
      if (end === null) throw new UnreadableFile(fileFault('csv-quotes', { line: lineAt(text, at) }), lineAt(text, at));
      const whole = text.slice(at, end);
      record.push(whole.startsWith('=') ? whole : whole.slice(1, -1).replaceAll('""', '"'));
      plain.lastIndex = end;
      // Spaces before the next delimiter.
      at = end + (plain.exec(text)?.[0].length ?? 0);
    } else {
      plain.lastIndex = at;
      const [cell = ''] = plain.exec(text) ?? [];
      record.push(cell);
      at += cell.length;
    }
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
      record.push('');
    } else at += text.startsWith('\r\n', at) ? 2 : 1;
    records.push(record);
    record = [];
  }
  return records;
}

/** Where a quoted cell ends, after its last quote. @returns null when the quote is not paired: none follows, or text follows it */
function quotedEnd(text: string, from: number, delimiter: string): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] === '"') continue;
    let next = at + 1;
    while (text[next] === ' ') next += 1;
    const sign = text[next];
    return sign === undefined || sign === delimiter || sign === '\r' || sign === '\n' ? at + 1 : null;
  }
  return null;
}

/** From 1, as text editors count. */
const lineAt = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\r|\n/).length;
