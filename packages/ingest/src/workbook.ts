// An Excel workbook (.xlsx) → the rows of its first sheet as texts, as a person reads them there.
import type { Cell, CellValue, Worksheet } from 'exceljs';
import { UnreadableFile } from './firms-csv.ts';
import type { BadCell, Sheet, SheetRow } from './sheet.ts';

/** @throws UnreadableFile when it is damaged, empty, or its header is merged */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  // Large, and only an import needs it: a server that reads feeds must not carry it in its memory.
  const { default: excel } = await import('exceljs');
  const book = new excel.Workbook();
  try {
    await book.xlsx.load(bytes.slice().buffer);
  } catch (error) {
    throw new UnreadableFile(`工作簿已损坏，无法打开（${error instanceof Error ? error.message : String(error)}）`);
  }
  const sheet = book.worksheets.find(({ state, actualRowCount }) => state === 'visible' && actualRowCount > 0);
  if (!sheet) throw new UnreadableFile('工作簿里没有内容');
  const rows = rowsOf(sheet);
  const [header] = rows;
  if (!header) throw new UnreadableFile('工作簿里没有内容');
  if (header.fault !== null)
    throw new UnreadableFile(`第 ${header.line} 行${header.fault}：表头应是一行，每列一格，上面不要有标题`, header.line);
  return { rows };
}

function rowsOf(sheet: Worksheet): SheetRow[] {
  const rows: SheetRow[] = [];
  sheet.eachRow((row) => {
    const cells: (string | BadCell)[] = Array.from({ length: row.cellCount }, () => '');
    let fault: string | null = null;
    row.eachCell((cell, column) => {
      // Merged downwards, the value stands for each of its rows; merged across, nobody can tell for which column.
      if (cell.isMerged && cell.master !== cell && cell.master.col !== cell.col) fault ??= `有横向合并的单元格（${cell.address}）`;
      cells[column - 1] = textOf(cell);
    });
    const isHeader = rows.length === 0;
    if (isHeader && fault === null && row.cellCount > 0) fault = mergedDown(sheet, row.number, row.cellCount);
    if (cells.some((cell) => cell !== '')) rows.push({ line: row.number, cells, fault });
  });
  return rows;
}

/** A header over two rows: its second half would be taken for data. */
function mergedDown(sheet: Worksheet, line: number, columns: number): string | null {
  for (let column = 1; column <= columns; column += 1) {
    const below = sheet.getCell(line + 1, column);
    if (below.isMerged && Number(below.master.row) === line) return `有纵向合并的单元格（${below.master.address}）`;
  }
  return null;
}

const textOf = (cell: Cell): string | BadCell => read(cell.master.value, cell.master.numFmt);

function read(value: CellValue, format: string | undefined): string | BadCell {
  if (value === null || value === undefined) return '';
  switch (typeof value) {
    case 'string':
      return value.trim();
    case 'number':
      return numberText(value, format);
    case 'boolean':
      return value ? '是' : '否';
  }
  if (value instanceof Date) return dateText(value);
  if ('error' in value) return { fault: `单元格是错误值 ${value.error}` };
  if ('richText' in value)
    return value.richText
      .map(({ text }) => text)
      .join('')
      .trim();
  if ('hyperlink' in value) return read(value.text, format);
  const { result } = value;
  return result === undefined ? { fault: '公式没有计算结果，请在 Excel 中打开并保存一次' } : read(result, format);
}

function numberText(value: number, format: string | undefined): string | BadCell {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { fault: '数字太长，Excel 已丢失后面的位数，请把单元格设为文本再填' };
  // A code shown as 007 is meant as 007.
  return format !== undefined && /^0+$/.test(format) ? String(value).padStart(format.length, '0') : String(value);
}

/** Excel knows no time zones: what it shows is what is meant. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}
