// A sheet held against the columns that are wanted, by their names and in any order.
import { type FileFault, fileFault } from '@lookout/domain';
import { UnreadableFile } from './firms-csv.ts';
import { readSheet, type SheetRow } from './sheet.ts';

export interface TableColumn {
  readonly name: string;
  /** The column must be there, and something in every row of it. */
  readonly required?: boolean;
}

export interface TableShape {
  readonly columns: readonly TableColumn[];
  /** Columns whose names begin so are taken as they are: 属性：容量. */
  readonly openPrefix?: string;
}

export interface TableFault {
  /** As Excel counts. */
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
 * Reads a table from the bytes of an Excel or CSV file.
 * @throws UnreadableFile saying what the file is, or which columns it lacks, doubles or should not have; then nothing of it may be taken
 */
export async function readTable(bytes: Uint8Array, shape: TableShape): Promise<Table> {
  const [header, ...rows] = (await readSheet(bytes)).rows;
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
