// A file with one table in it, Excel or CSV, told apart by what is in it and never by its name → rows of texts.
import { readCsvSheet } from './csv-sheet.ts';
import { UnreadableFile } from './firms-csv.ts';
import { readWorkbook } from './workbook.ts';

/** A cell that holds something nobody can read as a text; why, in Chinese. */
export interface BadCell {
  readonly fault: string;
}

export interface SheetRow {
  /** As Excel counts: the first line of the file is 1. */
  readonly line: number;
  /** By column, from the left; trimmed; '' where there is nothing. */
  readonly cells: readonly (string | BadCell)[];
  /** Why the row as a whole cannot be read, in Chinese. */
  readonly fault: string | null;
}

export interface Sheet {
  /** Rows with something in them; the first is the header. */
  readonly rows: readonly SheetRow[];
}

/** Larger ones are to be cut in pieces: all of a workbook is held in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws UnreadableFile saying what the file is, when it is neither */
export async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.length === 0) throw new UnreadableFile('文件是空的');
  if (bytes.length > MOST_BYTES) throw new UnreadableFile(`文件超过 ${MOST_BYTES / 1024 / 1024} MB，请分成几个文件`);
  const kind = kindOf(bytes);
  if (kind === 'xlsx') return readWorkbook(bytes);
  if (kind === 'text') return readCsvSheet(bytes);
  throw new UnreadableFile(`${kind}，应为 Excel（.xlsx）或 CSV 文件`);
}

const begins = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

/** Names inside an archive are not compressed: what is packed can be told without unpacking. */
const ARCHIVES: readonly (readonly [holds: string, what: string])[] = [
  ['xl/workbook.xml', 'xlsx'],
  ['xl/workbook.bin', '这是 Excel 二进制工作簿（.xlsb）'],
  ['word/document.xml', '这是 Word 文档'],
  ['ppt/presentation.xml', '这是 PowerPoint 文档'],
  ['opendocument.spreadsheet', '这是 OpenDocument 表格（.ods）'],
];

/** `xlsx`, `text`, or in words what else it is. */
function kindOf(bytes: Uint8Array): string {
  if (begins(bytes, 0x50, 0x4b)) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return ARCHIVES.find(([holds]) => all.includes(holds))?.[1] ?? '这是压缩文件';
  }
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return '这是旧版（.xls）或加密的 Office 文件，请另存为不加密的 .xlsx';
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46)) return '这是 PDF 文件';
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47) || begins(bytes, 0xff, 0xd8, 0xff) || begins(bytes, 0x47, 0x49, 0x46)) return '这是图片';
  if (begins(bytes, 0x1f, 0x8b)) return '这是压缩文件';
  if (begins(bytes, 0xff, 0xfe) || begins(bytes, 0xfe, 0xff)) return 'text';
  const head = bytes.subarray(0, 4096);
  if (head.includes(0)) return '这是二进制文件';
  const first = Buffer.from(head).toString('latin1').trimStart();
  if (/^<(!doctype|html|\?xml)/i.test(first)) return '这是网页或 XML 文件';
  if (/^[[{]\s*["{[]/.test(first)) return '这是 JSON 文件';
  return 'text';
}
