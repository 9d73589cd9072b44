// A FIRMS file as bytes → batches of observations and refused rows, in bounded memory, whatever its size.
import { type FileFault, fileFault, type Observation, type Result, refuse, type SatelliteFacts } from '@lookout/domain';
import { parse } from 'csv-parse/sync';
import { type FieldOf, REQUIRED_COLUMNS, readDetection } from './firms.ts';
import { lineReader, type TextLine } from './lines.ts';

export interface RejectedRow {
  /** Line of the file, the header being 1. */
  readonly line: number;
  readonly error: FileFault;
}

/** The file as a whole cannot be taken, and nothing of it is; `fault` says why. */
export class UnreadableFile extends Error {
  readonly fault: FileFault;
  readonly line: number;
  constructor(fault: FileFault, line = 1) {
    super(`${fault.code} ${JSON.stringify(fault.params)}`);
    this.name = 'UnreadableFile';
    this.fault = fault;
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
  const readRow = (line: TextLine, width: number): Result<Observation<SatelliteFacts>, FileFault> => {
    if (line.fault !== null) return refuse(line.fault);
    values = cells(line.text);
    if (values.length !== width) return refuse(fileFault('columns-counted', { wanted: width, found: values.length }));
    return readDetection(field, now);
  };
  const readLines = (some: readonly TextLine[]): void => {
    for (const line of some) {
      if (columns === null) {
        columns = readHeader(line);
        continue;
      }
      if (line.text === '' && line.fault === null) continue;
      const outcome = readRow(line, columns.size);
      if (outcome.ok) sink.read(line.number, outcome.value);
      else sink.rejected({ line: line.number, error: outcome.error });
    }
  };
  return {
    push: (chunk) => readLines(lines.push(chunk)),
    end() {
      readLines(lines.end());
      if (columns === null) throw new UnreadableFile(fileFault('file-empty'));
    },
  };
}

function readHeader(line: TextLine): ReadonlyMap<string, number> {
  if (line.fault !== null) throw new UnreadableFile(fileFault('satellite-header-unreadable', { fault: line.fault }));
  const names = cells(line.text).map((n) => n.trim().toLowerCase());
  const missing = REQUIRED_COLUMNS.filter((c) => !names.includes(c));
  if (missing.length > 0) throw new UnreadableFile(fileFault('satellite-columns-missing', { columns: missing }));
  const columns = new Map(names.map((name, i) => [name, i]));
  if (columns.size !== names.length) throw new UnreadableFile(fileFault('satellite-columns-doubled'));
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
