// A FIRMS file as bytes → batches of observations and refused rows, in bounded memory, whatever its size.
import type { Observation, SatelliteFacts } from '@lookout/domain';
import { parse } from 'csv-parse/sync';
import { type FieldOf, REQUIRED_COLUMNS, readDetection } from './firms.ts';
import { lineReader, type TextLine } from './lines.ts';

export interface RejectedRow {
  /** Line of the file, the header being 1. */
  readonly line: number;
  readonly reason: string;
}

/** The file as a whole is no FIRMS file: nothing of it is taken. The message says why, in Chinese. */
export class UnreadableFile extends Error {
  readonly line: number;
  constructor(message: string, line = 1) {
    super(message);
    this.name = 'UnreadableFile';
    this.line = line;
  }
}

/** Is given each row as it is read. Of a large file none is kept: what dies young costs little. */
export interface FirmsSink {
  read(line: number, observation: Observation<SatelliteFacts>): void;
  rejected(row: RejectedRow): void;
}

export interface FirmsReader {
  /**
   * Gives the rows that this chunk completes.
   * @throws UnreadableFile when the header lacks a required column; then nothing of the file has been given.
   */
  push(chunk: Uint8Array): void;
  /** @throws UnreadableFile when the file is empty */
  end(): void;
}

/** Reads a FIRMS CSV: bytes in any chunking; UTF-8 (with or without BOM) or UTF-16 with BOM. */
export function firmsReader(now: Date, sink: FirmsSink): FirmsReader {
  const lines = lineReader();
  let columns: ReadonlyMap<string, number> | null = null;
  let values: readonly string[] = [];
  const field: FieldOf = (name) => {
    const at = columns?.get(name);
    return at === undefined ? undefined : trimmed(values[at]);
  };
  const readRow = (line: TextLine, width: number): Observation<SatelliteFacts> | string => {
    if (line.fault !== null) return line.fault;
    values = cells(line.text);
    if (values.length !== width) return `应有 ${width} 列，实有 ${values.length} 列${values.length < width ? '（行不完整）' : ''}`;
    const detection = readDetection(field, now);
    return detection.ok ? detection.value : detection.error;
  };
  const readLines = (some: readonly TextLine[]): void => {
    for (const line of some) {
      if (columns === null) {
        columns = readHeader(line);
        continue;
      }
      if (line.text === '' && line.fault === null) continue;
      const outcome = readRow(line, columns.size);
      if (typeof outcome === 'string') sink.rejected({ line: line.number, reason: outcome });
      else sink.read(line.number, outcome);
    }
  };
  return {
    push: (chunk) => readLines(lines.push(chunk)),
    end() {
      readLines(lines.end());
      if (columns === null) throw new UnreadableFile('文件是空的');
    },
  };
}

function readHeader(line: TextLine): ReadonlyMap<string, number> {
  if (line.fault !== null) throw new UnreadableFile(`第 1 行无法读取：${line.fault}`);
  const names = cells(line.text).map((n) => n.trim().toLowerCase());
  const missing = REQUIRED_COLUMNS.filter((c) => !names.includes(c));
  if (missing.length > 0) throw new UnreadableFile(`不是 FIRMS 文件，第 1 行缺少列：${missing.join('、')}`);
  const columns = new Map(names.map((name, i) => [name, i]));
  if (columns.size !== names.length) throw new UnreadableFile('第 1 行有重复的列名');
  return columns;
}

const SPACE = 32;
/** Nothing to trim, nearly always: no white space is printed before `!`, and what lies beyond ASCII is looked at properly. */
function trimmed(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return text;
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return first > SPACE && first < 128 && last > SPACE && last < 128 ? text : text.trim();
}

/** FIRMS never quotes, so a plain split serves its 50,000 rows at once; a file that went through a spreadsheet may quote, and is parsed. */
function cells(text: string): string[] {
  if (!text.includes('"')) return text.split(',');
  try {
    return (parse(text, { relax_column_count: true, relax_quotes: true }) as string[][])[0] ?? [];
  } catch {
    // An unclosed quote: the row is refused by its number of columns, with its line.
    return [text];
  }
}
