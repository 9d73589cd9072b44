// An Excel workbook (.xlsx) → the rows of its first sheet as texts, as a person reads them there.
import { type FileFaultParams, fileFault } from '@lookout/domain';
import type { Cell, CellValue, MergeRange, Sheet as Page } from 'hucre/xlsx';
import { UnreadableFile } from './firms-csv.ts';
import type { BadCell, Sheet, SheetRow } from './sheet.ts';
import { withZip } from './zip.ts';

/** A sheet is one text in memory while it is read, and no text may be longer than this. */
const MOST_UNPACKED_BYTES = 512 * 1024 * 1024;
/** What the reader lays out at most, empty ones between them too. */
const MOST_CELLS = 20_000_000;

/** @throws UnreadableFile when it is damaged, empty, or its header is merged */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  // Only an import needs it: a server that reads feeds must not carry it in its memory.
  const { cellRef, readXlsx } = await import('hucre/xlsx');
  const pages = await pagesOf(bytes, readXlsx);
  const page = pages.find(({ rows }) => rows.some((row) => row.some((value) => value !== null)));
  if (!page) throw new UnreadableFile(fileFault('workbook-empty'));
  const rows = rowsOf(page, cellRef);
  const [header] = rows;
  if (!header) throw new UnreadableFile(fileFault('workbook-empty'));
  const { line, fault } = header;
  if (fault !== null)
    throw new UnreadableFile(fault.code === 'merged-cells' ? fileFault('merged-header', { line, ...fault.params }) : fault, line);
  return { rows };
}

type Reader = typeof import('hucre/xlsx').readXlsx;
type AddressOf = typeof import('hucre/xlsx').cellRef;

/** Those that are shown. */
async function pagesOf(bytes: Uint8Array, read: Reader): Promise<Page[]> {
  try {
    const unpacked = await withZip(bytes, async (entries) => entries.reduce((sum, { size }) => sum + size, 0));
    if (unpacked > MOST_UNPACKED_BYTES)
      throw broken(fileFault('workbook-unpacks-too-large', { megabytes: MOST_UNPACKED_BYTES / 1024 / 1024 }));
    const { sheets } = await read(bytes, { readStyles: true, sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden });
    for (const { merges = [] } of sheets) if (overlap(merges)) throw broken(fileFault('merged-cells-overlap'));
    return sheets;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error.fault.code === 'workbook-broken' ? error : broken(error.fault as WhyBroken);
    const why = error instanceof Error ? error.message : String(error);
    // One coloured cell at the far end of a sheet is enough.
    throw /over the \d+ limit/.test(why) ? new UnreadableFile(fileFault('workbook-too-wide')) : broken(why);
  }
}

type WhyBroken = FileFaultParams['workbook-broken']['why'];
const broken = (why: WhyBroken): UnreadableFile => new UnreadableFile(fileFault('workbook-broken', { why }));

/** Merged areas that do not overlap have no more rows and columns between them than a sheet has cells. */
const overlap = (merges: readonly MergeRange[]): boolean =>
  merges.reduce((rows, { startRow, endRow }) => rows + endRow - startRow + 1, 0) > MOST_CELLS;

function rowsOf({ rows: values, cells, merges = [] }: Page, addressOf: AddressOf): SheetRow[] {
  const rows: SheetRow[] = [];
  const mergedIn = byRow(merges, values.length);
  const textAt = (row: number, column: number) => textOf(values[row]?.[column] ?? null, cells?.get(`${row},${column}`));
  for (const [at, row] of values.entries()) {
    const texts = row.map((_value, column) => textAt(at, column));
    const merged = mergedIn.get(at) ?? [];
    // Merged downwards, the value stands for each of its rows; merged across, nobody can tell for which column.
    for (const { startRow, startCol } of merged) texts[startCol] = textAt(startRow, startCol);
    if (texts.every((text) => text === '')) continue;
    const across = first(merged.filter(({ startCol, endCol }) => endCol > startCol));
    // A header over two rows: its second half would be taken for data.
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

/** The merged areas of each row that is there. */
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

const first = (merges: readonly MergeRange[]): MergeRange | undefined => merges.toSorted((a, b) => a.startCol - b.startCol)[0];

function textOf(value: CellValue, cell: Cell | undefined): string | BadCell {
  if (cell?.type === 'error') return { fault: fileFault('cell-error-value', { value: String(value) }) };
  if (value === null) return cell?.formula === undefined ? '' : { fault: fileFault('cell-formula-without-result') };
  if (value instanceof Date) return dateText(value);
  switch (typeof value) {
    case 'number':
      return numberText(value, cell?.style?.numFmt);
    case 'boolean':
      return value ? '是' : '否';
    default:
      return value.trim();
  }
}

function numberText(value: number, format: string | undefined): string | BadCell {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { fault: fileFault('cell-number-too-long') };
  // A code shown as 007 is meant as 007.
  return format !== undefined && /^0+$/.test(format) ? String(value).padStart(format.length, '0') : String(value);
}

/** Excel knows no time zones: what it shows is what is meant. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}
