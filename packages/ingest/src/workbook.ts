// An Excel workbook (.xlsx) → the rows of its first sheet as texts, as Excel displays them.
import { type FileFaultParams, fileFault, inertText } from '@lookout/domain';
import type { Cell, CellValue, MergeRange, Sheet as Page } from 'hucre/xlsx';
import type { Sheet, SheetCell, SheetRow, TableColumn } from './sheet.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { withZip, type ZipEntry } from './zip.ts';

/** A sheet is one string while it is read, and a JavaScript string cannot be longer. */
const MOST_UNPACKED_BYTES = 512 * 1024 * 1024;
/** Maximum number of cells that the reader allocates, empty ones included. */
const MOST_CELLS = 20_000_000;

/** @throws UnreadableFile when it is damaged, empty, or its header is merged */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  // Loaded on demand: only an import needs it.
  const [{ cellRef, readXlsx }, { formatValue }] = await Promise.all([import('hucre/xlsx'), import('hucre')]);
  const pages = await pagesOf(bytes, readXlsx);
  const page = pages.find(({ rows }) => rows.some((row) => row.some((value) => value !== null)));
  if (!page) throw new UnreadableFile(fileFault('workbook-empty'));
  const rows = rowsOf(page, cellRef, formatValue);
  const [header] = rows;
  if (!header) throw new UnreadableFile(fileFault('workbook-empty'));
  const { line, fault } = header;
  if (fault !== null)
    throw new UnreadableFile(fault.code === 'merged-cells' ? fileFault('merged-header', { line, ...fault.params }) : fault, line);
  return { rows };
}

type Reader = typeof import('hucre/xlsx').readXlsx;
type AddressOf = typeof import('hucre/xlsx').cellRef;
type Formatter = typeof import('hucre').formatValue;

/** Visible sheets. */
async function pagesOf(bytes: Uint8Array, read: Reader): Promise<Page[]> {
  try {
    await withZip(bytes, async (entries) => {
      if (entries.reduce((sum, { size }) => sum + size, 0) > MOST_UNPACKED_BYTES)
        throw broken(fileFault('workbook-unpacks-too-large', { megabytes: MOST_UNPACKED_BYTES / 1024 / 1024 }));
      for (const entry of entries)
        if (SHEET.test(entry.name) && (await formattedColumns(entry)) > MOST_FORMATTED_COLUMNS)
          throw broken(fileFault('column-formats-overlap'));
    });
    const { sheets } = await read(bytes, { readStyles: true, sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden });
    for (const { merges = [] } of sheets) if (overlap(merges)) throw broken(fileFault('merged-cells-overlap'));
    return sheets;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error.fault.code === 'workbook-broken' ? error : broken(error.fault as WhyBroken);
    const why = error instanceof Error ? error.message : String(error);
    // A single formatted cell at the far end of a sheet can exceed the limit.
    throw /over the \d+ limit/.test(why) ? new UnreadableFile(fileFault('workbook-too-wide')) : broken(why);
  }
}

const SHEET = /^xl\/worksheets\/.*\.xml$/i;
const COLUMN = /<(?:[\w.-]+:)?col\s[^<>]*>/g;
/** An element longer than this is not carried over to the next chunk. */
const LONGEST_ELEMENT = 65_536;
/** Twice Excel's number of columns: column formats do not overlap. */
const MOST_FORMATTED_COLUMNS = 2 * 16_384;
const boundOf = (element: string, name: RegExp, usual: number): number => Number(name.exec(element)?.[1] ?? usual);

/** Number of formatted columns, each counted once per format: the library sets them one by one. */
async function formattedColumns({ content }: ZipEntry): Promise<number> {
  let [sum, rest] = [0, ''];
  for await (const chunk of content()) {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    for (const [element] of text.matchAll(COLUMN)) {
      const [least, most] = [boundOf(element, /\smin=["'](\d{1,9})["']/, 1), boundOf(element, /\smax=["'](\d{1,9})["']/, 0)];
      sum += Math.max(0, Math.min(most, MOST_FORMATTED_COLUMNS) - least + 1);
    }
    if (sum > MOST_FORMATTED_COLUMNS) break;
    // An element that the chunk boundary splits.
    const begun = text.lastIndexOf('<');
    rest = begun >= Math.max(text.lastIndexOf('>'), text.length - LONGEST_ELEMENT) ? text.slice(begun) : '';
  }
  return sum;
}

type WhyBroken = FileFaultParams['workbook-broken']['why'];
const broken = (why: WhyBroken): UnreadableFile => new UnreadableFile(fileFault('workbook-broken', { why }));

/** Merged areas that do not overlap have no more rows and columns in total than a sheet has cells. */
const overlap = (merges: readonly MergeRange[]): boolean =>
  merges.reduce((rows, { startRow, endRow }) => rows + endRow - startRow + 1, 0) > MOST_CELLS;

function rowsOf({ rows: values, cells, merges = [] }: Page, addressOf: AddressOf, format: Formatter): SheetRow[] {
  const rows: SheetRow[] = [];
  const mergedIn = byRow(merges, values.length);
  const textAt = (row: number, column: number) => textOf(values[row]?.[column] ?? null, cells?.get(`${row},${column}`), format);
  for (const [at, row] of values.entries()) {
    const texts = row.map((_value, column) => textAt(at, column));
    const merged = mergedIn.get(at) ?? [];
    // Merged down, the value applies to each row; merged across, its column is ambiguous.
    for (const { startRow, startCol } of merged) texts[startCol] = textAt(startRow, startCol);
    if (texts.every((text) => text === '')) continue;
    const across = first(merged.filter(({ startCol, endCol }) => endCol > startCol));
    // A header over two rows: its second row would be read as data.
    const down = rows.length === 0 ? first(merged.filter(({ startRow, endRow }) => startRow === at && endRow > at)) : undefined;
    const fault = across
      ? fileFault('merged-cells', { direction: 'across', cell: addressOf(at, across.startCol + 1) })
      : down
        ? fileFault('merged-cells', { direction: 'down', cell: addressOf(at, down.startCol) })
        : null;
    rows.push({ line: at + 1, cells: Array.from(texts, (text) => text ?? ''), fault });
  }
  return rows;
}

/** The merged areas of each row. */
function byRow(merges: readonly MergeRange[], rows: number): ReadonlyMap<number, MergeRange[]> {
  const found = new Map<number, MergeRange[]>();
  for (const merge of merges) {
    for (let row = merge.startRow; row <= Math.min(merge.endRow, rows - 1); row += 1) {
      const there = found.get(row);
      if (there) there.push(merge);
      else found.set(row, [merge]);
    }
  }
  return found;
}

const first = (merges: readonly MergeRange[]): MergeRange | undefined =>
  merges.reduce<MergeRange | undefined>((least, one) => (least === undefined || one.startCol < least.startCol ? one : least), undefined);

function textOf(value: CellValue, cell: Cell | undefined, format: Formatter): SheetCell {
  if (cell?.type === 'error') return { fault: fileFault('cell-error-value', { value: String(value) }) };
  if (value === null) return cell?.formula === undefined ? '' : { fault: fileFault('cell-formula-without-result') };
  if (value instanceof Date) return dateText(value);
  switch (typeof value) {
    case 'number':
      return shownNumber(value, cell?.style?.numFmt, format);
    case 'boolean':
      return value ? '是' : '否';
    default:
      return value.trim();
  }
}

/** The format "General": Chinese spreadsheets use their own name for it. */
const GENERAL = /general|g\/通用格式/i;
/** First placeholder character for literals during formatting: the library interprets some literals, such as E-, as format characters. */
const FIRST_MARK = 0xe000;
const MARKS = /[\uE000-\uF8FF]/g;

/** Excel's own limit on a format. */
const LONGEST_FORMAT = 255;

/**
 * The number as Excel displays it, so that a code is read with its prefix and leading zeros. A value that its format would hide is read as
 * stored.
 */
function shownNumber(value: number, numberFormat: string | undefined, format: Formatter): SheetCell {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { fault: fileFault('cell-number-too-long') };
  const plain = String(value);
  if (numberFormat === undefined || numberFormat === '@' || numberFormat.length > LONGEST_FORMAT) return { text: plain, number: value };
  const literals: string[] = [];
  const marked = (literal: string): string => String.fromCharCode(FIRST_MARK + literals.push(literal) - 1);
  const bare = numberFormat
    .replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) => marked(quoted ?? escaped ?? ''))
    // Chinese numeral formats are read as digits.
    .replace(/\[DBNum\d\]/gi, '');
  const text = GENERAL.test(bare) ? generalText(value, bare, (number) => marked(String(number)), format) : format(value, bare);
  const shown = text.replace(MARKS, (mark) => literals[mark.charCodeAt(0) - FIRST_MARK] ?? '').trim();
  return { text: shown || plain, number: value };
}

/** Picks the section for the sign of the number (positive, negative, zero) and puts the number between its literals. */
function generalText(value: number, numberFormat: string, literal: (number: number) => string, format: Formatter): string {
  const sections = numberFormat.split(';');
  const at = value < 0 && sections.length > 1 ? 1 : value === 0 && sections.length > 2 ? 2 : 0;
  const section = sections[at] ?? '';
  return format(Math.abs(value), section.replace(GENERAL, literal(at === 1 ? -value : value)));
}

/** Excel counts days from here; an earlier value is a time of day without a date. */
const FIRST_DAY_MS = Date.UTC(1900, 0, 1);

/** Excel has no time zones: the displayed time is used. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString().slice(0, 19).replace('T', ' ');
  if (value.getTime() < FIRST_DAY_MS) return text.slice(11);
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}

// Writes tables: workbooks and CSV that readTable can read, for templates and downloads.

export interface SheetToWrite {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** Number of empty rows formatted as text for filling in a template; the format of a whole column is not written. */
const ROWS_TO_FILL = 1000;
const TEXT = { numFmt: '@' } as const;
const HEADER = { name: 'Calibri', size: 11, bold: true } as const;
const REQUIRED = { rgb: 'C00000' } as const;

/** Columns of codes and telephone numbers are written as text: Excel must not drop leading zeros or show 1.38E+10. */
export async function workbookBytes({ name, columns, rows }: SheetToWrite): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const cells = new Map<string, Partial<Cell>>();
  for (const [at, column] of columns.entries()) {
    cells.set(`0,${at}`, { style: { font: { ...HEADER, ...(column.required && { color: REQUIRED }) } } });
    if (rows.some((row) => typeof row[column.name] === 'number')) continue;
    for (let line = 1; line <= rows.length + ROWS_TO_FILL; line += 1) cells.set(`${line},${at}`, { style: TEXT });
  }
  const table = [columns.map((column) => column.name), ...rows.map((row) => columns.map((column) => row[column.name] ?? null))];
  const widths = columns.map((column) => ({ width: Math.max(12, column.name.length * 2 + 4) }));
  return writeXlsx({ sheets: [{ name, columns: widths, rows: table, cells, freezePane: { rows: 1 } }] });
}

/** With a BOM, so that Excel detects UTF-8. */
export function csvText({ columns, rows }: Omit<SheetToWrite, 'name'>): string {
  const quoted = (value: string | number | undefined): string => {
    const text = typeof value === 'number' ? String(value) : inertText(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map(({ name }) => quoted(name)), ...rows.map((row) => columns.map(({ name }) => quoted(row[name])))];
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
