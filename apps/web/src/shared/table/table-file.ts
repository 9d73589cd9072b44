// A sheet of cells as a file: .xlsx for Excel and WPS, .csv for other programs.

import { formatTime } from '@lookout/contract';
import { inertText } from '@lookout/domain';
import { loadScript } from '../lazily.ts';
import type { CellValue } from './columns.ts';

export const FILE_KINDS = ['xlsx', 'csv'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

type Sheet = readonly (readonly CellValue[])[];

const WIDEST = 60;
/** A Chinese character is as wide as two others. */
const widthOf = (value: CellValue): number => [...String(value ?? '')].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0);

const CSV_TYPE = 'text/csv;charset=utf-8';
/** Excel's limit for the length of a sheet name. */
const MOST_IN_NAME = 31;

const widthsOf = ([header = [], ...rows]: Sheet) =>
  header.map((title, at) => ({
    width: Math.min(WIDEST, 2 + Math.max(widthOf(title), ...rows.slice(0, 200).map((row) => widthOf(row[at] ?? null)))),
  }));

const excelCells = ([header = [], ...rows]: Sheet) => [
  header.map((value) => ({ value: String(value), fontWeight: 'bold' as const })),
  ...rows.map((row) => [...row]),
];

const writers: Readonly<Record<FileKind, (name: string, sheet: Sheet) => Promise<Blob>>> = {
  async xlsx(name, sheet) {
    // Loaded at the first export.
    const { default: writeExcel } = await loadScript(() => import('write-excel-file/universal'));
    return writeExcel(excelCells(sheet), { sheet: name, columns: widthsOf(sheet), stickyRowsCount: 1 }).toBlob();
  },
  csv: async (_name, sheet) => new Blob([csvOf(sheet)], { type: CSV_TYPE }),
};

/** @param name name of the sheet */
export const fileOf = (kind: FileKind, name: string, sheet: Sheet): Promise<Blob> => writers[kind](name.slice(0, MOST_IN_NAME), sheet);

/** `火警 2026-11-21 0830.xlsx`, Beijing time; characters that file systems do not allow are removed. */
export const fileNameOf = (name: string, extension: string, at: Date): string =>
  `${name.replace(/[\\/:*?"<>|]/g, '')} ${formatTime(at).slice(0, 16).replace(':', '')}.${extension}`;

/** One of several sheets of a file. */
export interface NamedSheet {
  readonly name: string;
  readonly cells: Sheet;
}

/**
 * Several tables as one file: one sheet per table in Excel, one below the other in CSV.
 * @param heading above the first table in CSV, where sheets have no names
 */
export async function bookOf(kind: FileKind, heading: string, sheets: readonly NamedSheet[]): Promise<Blob> {
  if (kind === 'csv') {
    const lines = sheets.flatMap(({ name, cells }) => [[], [name], ...cells]);
    return new Blob([csvOf([[heading], ...lines])], { type: CSV_TYPE });
  }
  const { default: writeExcel } = await loadScript(() => import('write-excel-file/universal'));
  return writeExcel(
    sheets.map(({ name, cells }) => ({
      data: excelCells(cells),
      sheet: name.slice(0, MOST_IN_NAME),
      columns: widthsOf(cells),
      stickyRowsCount: 1,
    })),
  ).toBlob();
}

const BOM = '\uFEFF';
const LINE_END = '\r\n';

const cell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = inertText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * CSV that Excel opens directly: UTF-8 with a byte order mark, lines terminated according to RFC 4180. @param rows the first one is the
 * header
 */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  BOM + rows.map((row) => row.map(cell).join(',') + LINE_END).join('');
