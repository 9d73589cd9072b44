// A table read from a sheet: columns are found by name, in any order.
import { TextDecoder } from 'node:util';
import { type FileFault, fileFault, type NotASheet, textOfInert } from '@lookout/domain';
import { CsvError, parse } from 'csv-parse/sync';
import { UnreadableFile } from './lines.ts';
import { type PointColumns, readPointSheet } from './point-sheet.ts';
import { readWorkbook } from './workbook.ts';

export interface TableColumn {
  readonly name: string;
  /** The column must exist and have a value in every row. */
  readonly required?: boolean;
}

export interface TableShape {
  readonly columns: readonly TableColumn[];
  /** Columns with this prefix are accepted under any name: 属性：容量. */
  readonly openPrefix?: string;
  /** GeoJSON and KML are accepted too: points, whose properties are the columns. */
  readonly points?: PointColumns;
}

export interface TableFault {
  /** Line number as in Excel. */
  readonly line: number;
  /** null: the row as a whole. */
  readonly column: string | null;
  readonly error: FileFault;
}

export interface TableRow {
  readonly line: number;
  /** The text in this column; '' when it is empty or the column is not there. */
  cell(name: string): string;
}

export interface Table {
  /** The columns that the file has. */
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
  readonly faults: readonly TableFault[];
}

/**
 * Reads a table from the bytes of an Excel or CSV file, or of one with points where the shape takes them.
 * @throws UnreadableFile with the file's actual type, or its missing, duplicate or unknown columns; then nothing is imported
 */
export async function readTable(bytes: Uint8Array, shape: TableShape): Promise<Table> {
  const [header, ...rows] = (await readSheet(bytes, shape.points ?? null)).rows;
  if (!header) throw new UnreadableFile(fileFault('file-empty'));
  const columns = columnsOf(header, shape);
  const required = shape.columns.filter((column) => column.required).map(({ name }) => name);
  const good: TableRow[] = [];
  const faults: TableFault[] = [];
  for (const row of rows) {
    const fault = faultOf(row, columns, required);
    if (fault) faults.push(fault);
    else good.push({ line: row.line, cell: (name) => textAt(row, columns.get(name)) });
  }
  return { names: [...columns.keys()], rows: good, faults };
}

function columnsOf({ cells, line }: SheetRow, { columns, openPrefix }: TableShape): ReadonlyMap<string, number> {
  const names = cells.map((cell) => (typeof cell === 'string' ? cell.replace(/\s+|\*$/g, '') : ''));
  const given = names.filter((name) => name !== '');
  const wanted = new Set(columns.map(({ name }) => name));
  const isOpen = (name: string) => openPrefix !== undefined && name.startsWith(openPrefix) && name.length > openPrefix.length;
  const missing = columns.filter(({ name, required }) => required && !given.includes(name)).map(({ name }) => name);
  const unknown = [...new Set(given.filter((name) => !wanted.has(name) && !isOpen(name)))];
  const doubled = [...new Set(given.filter((name, i) => given.indexOf(name) !== i))];
  if (missing.length + unknown.length + doubled.length > 0)
    throw new UnreadableFile(fileFault('sheet-columns', { line, missing, unknown, doubled, usable: [...wanted] }), line);
  return new Map(names.flatMap((name, i) => (name === '' ? [] : [[name, i] as const])));
}

function faultOf(row: SheetRow, columns: ReadonlyMap<string, number>, required: readonly string[]): TableFault | null {
  const { line, cells } = row;
  if (row.fault !== null) return { line, column: null, error: row.fault };
  const named = new Set(columns.values());
  const astray = cells.findIndex((cell, i) => cell !== '' && !named.has(i));
  if (astray >= 0) return { line, column: null, error: fileFault('cell-without-header', { column: astray + 1 }) };
  for (const [name, i] of columns) {
    const cell = cells[i] ?? '';
    if (typeof cell !== 'string') return { line, column: name, error: cell.fault };
    if (cell === '' && required.includes(name)) return { line, column: name, error: fileFault('cell-needed') };
  }
  return null;
}

function textAt({ cells }: SheetRow, column: number | undefined): string {
  const cell = column === undefined ? '' : (cells[column] ?? '');
  return typeof cell === 'string' ? cell : '';
}

// An Excel or CSV file → rows of texts. The format is detected from the content, never from the name.

/** A cell that cannot be read as text. */
export interface BadCell {
  readonly fault: FileFault;
}

export interface SheetRow {
  /** As Excel counts: the first line of the file is 1. */
  readonly line: number;
  /** By column, from the left; trimmed; '' for an empty cell. */
  readonly cells: readonly (string | BadCell)[];
  /** Why the row as a whole cannot be read. */
  readonly fault: FileFault | null;
}

export interface Sheet {
  /** Non-empty rows; the first is the header. */
  readonly rows: readonly SheetRow[];
}

/** Larger files must be split: a workbook is held in memory as a whole. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws UnreadableFile with the file's actual type, when it is neither */
async function readSheet(bytes: Uint8Array, points: PointColumns | null): Promise<Sheet> {
  if (bytes.length === 0) throw new UnreadableFile(fileFault('file-empty'));
  if (bytes.length > MOST_BYTES) throw new UnreadableFile(fileFault('file-larger-than', { megabytes: MOST_BYTES / 1024 / 1024 }));
  const kind = kindOf(bytes);
  if (kind === 'xlsx') return readWorkbook(bytes);
  if (kind === 'text') return readCsvSheet(bytes);
  if (points !== null && (kind === 'json' || kind === 'markup')) return readPointSheet(bytes, kind, points);
  throw new UnreadableFile(fileFault('not-a-sheet', { is: kind }));
}

const begins = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

/** File names in an archive are not compressed, so its type is known without unpacking. */
const ARCHIVES: readonly (readonly [holds: string, what: 'xlsx' | NotASheet])[] = [
  ['xl/workbook.xml', 'xlsx'],
  ['xl/workbook.bin', 'xlsb'],
  ['word/document.xml', 'word'],
  ['ppt/presentation.xml', 'powerpoint'],
  ['opendocument.spreadsheet', 'ods'],
];

function kindOf(bytes: Uint8Array): 'xlsx' | 'text' | NotASheet {
  if (begins(bytes, 0x50, 0x4b)) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return ARCHIVES.find(([holds]) => all.includes(holds))?.[1] ?? 'archive';
  }
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'old-office';
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46)) return 'pdf';
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47) || begins(bytes, 0xff, 0xd8, 0xff) || begins(bytes, 0x47, 0x49, 0x46)) return 'picture';
  if (begins(bytes, 0x1f, 0x8b)) return 'archive';
  if (begins(bytes, 0xff, 0xfe) || begins(bytes, 0xfe, 0xff)) return 'text';
  const head = bytes.subarray(0, 4096);
  if (head.includes(0)) return 'binary';
  const first = Buffer.from(head).toString('latin1').trimStart();
  if (/^<(!doctype|html|\?xml|kml)/i.test(first)) return 'markup';
  if (/^[[{]\s*["{[]/.test(first)) return 'json';
  return 'text';
}

// CSV as spreadsheets write it → rows of texts: UTF-8 (with or without BOM), UTF-16 with BOM, else GB18030, which Chinese Excel writes.

/** @throws UnreadableFile when it is not text, or a quote is not closed */
function readCsvSheet(bytes: Uint8Array): Sheet {
  const text = decode(bytes);
  const rows = records(text).map((cells, i): SheetRow => ({ line: i + 1, cells: cells.map(cellText), fault: null }));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header] = filled;
  if (!header) throw new UnreadableFile(fileFault('file-empty'));
  return { rows: filled.map((row) => withWidth(row, header.cells.length)) };
}

const cellText = (cell: string): string => textOfInert(cell.trim());

/** A row that was cut off must not be read as a shorter one. */
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

/** null: not in this encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return null;
    throw error;
  }
}

/** Excel's "Unicode text" is separated by tabs, its CSV in some countries by semicolons. */
const DELIMITERS = [',', '\t', ';'] as const;
/** Rows added to a template by another program may end otherwise than its own; left to the library, such rows become one. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

function records(text: string): string[][] {
  const head =
    text
      .slice(0, text.search(/\S[^\n]*(\n|$)/) + 4096)
      .trimStart()
      .split('\n', 1)[0] ?? '';
  const delimiter = DELIMITERS.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
  try {
    return parse(text, { delimiter, record_delimiter: LINE_ENDS, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(fileFault('csv-quotes', { line: Number(error.lines ?? 1) }));
  }
}
