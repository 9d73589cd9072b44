// Tables out: the workbook and the CSV that readTable reads, for templates and for lists handed to people.
import type { Cell } from 'hucre/xlsx';
import type { TableColumn } from './table.ts';

export interface SheetToWrite {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** Rows below the last one whose cells are texts already, for who fills in a template: the format of a whole column is not written. */
const ROWS_TO_FILL = 1000;
const TEXT = { numFmt: '@' } as const;
const HEADER = { name: 'Calibri', size: 11, bold: true } as const;
const REQUIRED = { rgb: 'C00000' } as const;

/** Columns of codes and telephone numbers are texts: Excel must not take their noughts or write them as 1.38E+10. */
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

/** With a BOM, by which Excel knows UTF-8. */
export function csvText({ columns, rows }: Omit<SheetToWrite, 'name'>): string {
  const quoted = (value: string | number | undefined): string => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map(({ name }) => quoted(name)), ...rows.map((row) => columns.map(({ name }) => quoted(row[name])))];
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
