// A table read from a sheet: columns are found by name, in any order.

import { type FileFault, fileFault, type NotASheet } from '@lookout/domain';
import { readCsvSheet } from './csv.ts';
import { encodingOfBom, textOfFile } from './encoding.ts';
import { type CoordinateSystem, UNSTATED } from './placing/index.ts';
import { MOST_COLUMNS, type PointColumns, readPointSheet } from './point-sheet.ts';
import type { BadCell, Sheet, SheetCell, SheetRow, TableColumn } from './sheet.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { readWorkbook } from './workbook.ts';

export interface TableShape {
  readonly columns: readonly TableColumn[];
  /** Columns with this prefix are accepted whatever follows it: 属性：容量. */
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
  /** The text in this column as it is displayed; empty when the cell is empty or the column is missing. */
  cell(name: string): string;
  /** The number in this column: the value stored in a workbook, or a number parsed from text; null when there is none. */
  number(name: string): number | null;
}

export interface Table {
  /** The columns present in the file. */
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
  readonly faults: readonly TableFault[];
  /** Numbers in its texts have a decimal comma. */
  readonly hasDecimalCommas: boolean;
}

/**
 * Reads a table from the bytes of an Excel or CSV file, or of a file with points where the table accepts them.
 * @param system used for points whose file states none; default: WGS 84
 * @throws UnreadableFile with the file's actual type, or its missing, duplicate or unknown columns; then nothing is imported
 */
export async function readTable(bytes: Uint8Array, shape: TableShape, system: CoordinateSystem = UNSTATED): Promise<Table> {
  const { rows: all, hasDecimalCommas = false } = await readSheet(bytes, shape.points ?? null, system);
  const [header, ...rows] = all;
  if (!header) throw new UnreadableFile(fileFault('file-empty'));
  const columns = columnsOf(header, shape);
  const faultOf = faultChecker(columns, shape);
  const good: TableRow[] = [];
  const faults: TableFault[] = [];
  for (const row of rows) {
    const fault = faultOf(row);
    if (fault) faults.push(fault);
    else
      good.push({
        line: row.line,
        cell: (name) => textOf(cellAt(row, columns.get(name))),
        number: (name) => numberOf(cellAt(row, columns.get(name)), hasDecimalCommas),
      });
  }
  return { names: [...columns.keys()], rows: good, faults, hasDecimalCommas };
}

function columnsOf({ cells, line }: SheetRow, { columns, openPrefix }: TableShape): ReadonlyMap<string, number> {
  if (cells.length > MOST_COLUMNS) {
    const found = cells.findLastIndex((cell) => cell !== '') + 1;
    if (found > MOST_COLUMNS) throw new UnreadableFile(fileFault('columns-too-many', { most: MOST_COLUMNS, found }), line);
  }
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

/** Checks each cell once, however many columns the header has. */
function faultChecker(columns: ReadonlyMap<string, number>, shape: TableShape): (row: SheetRow) => TableFault | null {
  const nameAt = new Map(Array.from(columns, ([name, i]) => [i, name]));
  const required = shape.columns.filter((column) => column.required).flatMap(({ name }) => columns.get(name) ?? []);
  return ({ line, cells, fault }) => {
    const at = (i: number, error: FileFault): TableFault => ({ line, column: nameAt.get(i) ?? null, error });
    if (fault !== null) return at(-1, fault);
    const astray = cells.findIndex((cell, i) => cell !== '' && !nameAt.has(i));
    if (astray >= 0) return at(-1, fileFault('cell-without-header', { column: astray + 1 }));
    for (const [i, cell] of cells.entries()) {
      if (isBad(cell)) return at(i, cell.fault);
      const text = textOf(cell);
      // Another program could not decode the text and wrote replacement characters.
      if (text.includes('\uFFFD')) return at(i, fileFault('text-damaged', { text: text.slice(0, 40) }));
    }
    const empty = required.find((i) => textOf(cells[i] ?? '') === '');
    return empty === undefined ? null : at(empty, fileFault('cell-needed'));
  };
}

const cellAt = ({ cells }: SheetRow, column: number | undefined): SheetCell => (column === undefined ? '' : (cells[column] ?? ''));
const isBad = (cell: SheetCell): cell is BadCell => typeof cell === 'object' && 'fault' in cell;
const textOf = (cell: SheetCell): string => (typeof cell === 'string' ? cell : isBad(cell) ? '' : cell.text);
const numberOf = (cell: SheetCell, hasDecimalCommas: boolean): number | null =>
  typeof cell === 'object' && !isBad(cell) ? cell.number : numberOfText(textOf(cell), hasDecimalCommas);

/**
 * Parses a number from text, in ASCII or full-width characters. Thousands separators are not accepted: where the comma is not the decimal
 * separator, 1,234 may mean either.
 * @returns null for any other text
 */
export function numberOfText(text: string, hasDecimalCommas: boolean): number | null {
  const plain = text.normalize('NFKC').replace('\u2212', '-').trim();
  const pointed = hasDecimalCommas && /^[+-]?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(pointed) ? Number(pointed) : null;
}

/** Larger files must be split: a workbook is held in memory as a whole. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws UnreadableFile with the file's actual type, when it is neither */
async function readSheet(bytes: Uint8Array, points: PointColumns | null, system: CoordinateSystem): Promise<Sheet> {
  if (bytes.length === 0) throw new UnreadableFile(fileFault('file-empty'));
  if (bytes.length > MOST_BYTES) throw new UnreadableFile(fileFault('file-larger-than', { megabytes: MOST_BYTES / 1024 / 1024 }));
  const kind = kindOf(bytes);
  if (kind === 'xlsx') return readWorkbook(bytes);
  if (kind === 'text') return readCsvSheet(bytes);
  if (points !== null && (kind === 'json' || kind === 'markup' || kind === 'kmz')) return readPointSheet(bytes, kind, points, system);
  throw new UnreadableFile(fileFault('not-a-sheet', { is: kind === 'kmz' ? 'archive' : kind }));
}

const begins = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

type FileKind = 'xlsx' | 'text' | 'kmz' | NotASheet;

/** File names in an archive are not compressed, so its type is detected without unpacking. */
const ARCHIVES: readonly (readonly [holds: string, what: FileKind])[] = [
  ['xl/workbook.xml', 'xlsx'],
  ['xl/workbook.bin', 'xlsb'],
  ['word/document.xml', 'word'],
  ['ppt/presentation.xml', 'powerpoint'],
  ['opendocument.spreadsheet', 'ods'],
  ['.kml', 'kmz'],
];

function kindOf(bytes: Uint8Array): FileKind {
  if (begins(bytes, 0x50, 0x4b)) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return ARCHIVES.find(([holds]) => all.includes(holds))?.[1] ?? 'archive';
  }
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'old-office';
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46)) return 'pdf';
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47) || begins(bytes, 0xff, 0xd8, 0xff) || begins(bytes, 0x47, 0x49, 0x46)) return 'picture';
  if (begins(bytes, 0x1f, 0x8b)) return 'archive';
  const first = headOf(bytes);
  if (first.includes('\0')) return 'binary';
  if (/^<(!doctype|html|\?xml|!--|([\w.-]+:)?(kml|gpx)\b)/i.test(first)) return 'markup';
  if (/^[[{]\s*["{[]/.test(first)) return 'json';
  return 'text';
}

/** The start of the file, decoded as far as needed to detect its type. */
function headOf(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 4096);
  const text = encodingOfBom(bytes)?.startsWith('utf-16')
    ? textOfFile(head.subarray(0, head.length & ~1))
    : Buffer.from(head).toString('latin1');
  return text.replace(/^ï»¿/, '').trimStart();
}
