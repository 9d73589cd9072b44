// A file with one table in it, Excel or CSV, told apart by what is in it and never by its name → rows of texts.
import { type FileFault, fileFault, type NotASheet } from '@lookout/domain';
import { readCsvSheet } from './csv-sheet.ts';
import { UnreadableFile } from './firms-csv.ts';
import { readWorkbook } from './workbook.ts';

/** A cell that holds something nobody can read as a text; why. */
export interface BadCell {
  readonly fault: FileFault;
}

export interface SheetRow {
  /** As Excel counts: the first line of the file is 1. */
  readonly line: number;
  /** By column, from the left; trimmed; '' where there is nothing. */
  readonly cells: readonly (string | BadCell)[];
  /** Why the row as a whole cannot be read. */
  readonly fault: FileFault | null;
}

export interface Sheet {
  /** Rows with something in them; the first is the header. */
  readonly rows: readonly SheetRow[];
}

/** Larger ones are to be cut in pieces: all of a workbook is held in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws UnreadableFile saying what the file is, when it is neither */
export async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.length === 0) throw new UnreadableFile(fileFault('file-empty'));
  if (bytes.length > MOST_BYTES) throw new UnreadableFile(fileFault('file-larger-than', { megabytes: MOST_BYTES / 1024 / 1024 }));
  const kind = kindOf(bytes);
  if (kind === 'xlsx') return readWorkbook(bytes);
  if (kind === 'text') return readCsvSheet(bytes);
  throw new UnreadableFile(fileFault('not-a-sheet', { is: kind }));
}

const begins = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

/** Names inside an archive are not compressed: what is packed can be told without unpacking. */
const ARCHIVES: readonly (readonly [holds: string, what: 'xlsx' | NotASheet])[] = [
  ['xl/workbook.xml', 'xlsx'],
  ['xl/workbook.bin', 'xlsb'],
  ['word/document.xml', 'word'],
  ['ppt/presentation.xml', 'powerpoint'],
  ['opendocument.spreadsheet', 'ods'],
];

/** `xlsx`, `text`, or what else it is. */
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
  if (/^<(!doctype|html|\?xml)/i.test(first)) return 'markup';
  if (/^[[{]\s*["{[]/.test(first)) return 'json';
  return 'text';
}
