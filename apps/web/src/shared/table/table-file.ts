// A sheet of cells as a file that Excel and WPS open: .xlsx, or .csv for other programs.
import type { CellValue } from './columns.ts';
import { csvOf } from './csv.ts';

export const FILE_KINDS = ['xlsx', 'csv'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

type Sheet = readonly (readonly CellValue[])[];

const WIDEST = 60;
/** A Chinese character is as wide as two others. */
const widthOf = (value: CellValue): number => [...String(value ?? '')].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0);

const writers: Readonly<Record<FileKind, (name: string, sheet: Sheet) => Promise<Blob>>> = {
  async xlsx(name, [header = [], ...rows]) {
    // Loaded when somebody exports for the first time.
    const { default: writeExcel } = await import('write-excel-file/universal');
    const columns = header.map((title, at) => ({
      width: Math.min(WIDEST, 2 + Math.max(widthOf(title), ...rows.slice(0, 200).map((row) => widthOf(row[at] ?? null)))),
    }));
    const data = [header.map((value) => ({ value: String(value), fontWeight: 'bold' as const })), ...rows.map((row) => [...row])];
    return writeExcel(data, { sheet: name, columns, stickyRowsCount: 1 }).toBlob();
  },
  csv: async (_name, sheet) => new Blob([csvOf(sheet)], { type: 'text/csv;charset=utf-8' }),
};

/** @param name of the sheet; at most 31 characters, as Excel has it */
export const fileOf = (kind: FileKind, name: string, sheet: Sheet): Promise<Blob> => writers[kind](name.slice(0, 31), sheet);
