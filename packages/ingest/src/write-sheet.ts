// Tables out: the workbook and the CSV that readTable reads, for templates and for lists handed to people.
import type { TableColumn } from './table.ts';

export interface SheetToWrite {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** Columns of codes and telephone numbers are texts: Excel must not take their noughts or write them as 1.38E+10. */
export async function workbookBytes({ name, columns, rows }: SheetToWrite): Promise<Uint8Array> {
  const { default: excel } = await import('exceljs');
  const book = new excel.Workbook();
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map((column) => ({
    header: column.name,
    key: column.name,
    width: Math.max(12, column.name.length * 2 + 4),
    style: rows.some((row) => typeof row[column.name] === 'number') ? {} : { numFmt: '@' },
  }));
  sheet.getRow(1).eachCell((cell, i) => {
    cell.font = { bold: true, ...(columns[i - 1]?.required && { color: { argb: 'FFC00000' } }) };
  });
  for (const row of rows) sheet.addRow(row);
  return new Uint8Array(await book.xlsx.writeBuffer());
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
