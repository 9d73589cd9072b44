// A table that a page sends as the body of a call: read as a whole, and reported by row.
import type { CodedError, TableReport } from '@lookout/contract';
import { type Table, type TableShape, UnreadableFile } from '@lookout/ingest';
import { invalid, Refusal } from '../acting/refusal.ts';
import type { Errand } from '../acting/turns.ts';
import type { Context } from './context.ts';
import { whyIn } from './envelope.ts';
import { errandOf } from './whose.ts';

const MOST_ROWS = 100_000;

interface RowFault {
  readonly line: number;
  readonly column: string | null;
  readonly error: CodedError;
}

/** Reads the table off the main thread. */
export interface TableReader {
  table(errand: Errand, bytes: Uint8Array, shape: TableShape, mostRows: number): Promise<Table & { readonly count: number }>;
}

/** @throws Refusal of the whole file if it is empty, of another kind, with other columns or too long */
export async function sentTable(context: Context, shape: TableShape, reader: TableReader): Promise<Table> {
  const { stream } = context;
  if (stream === null) throw invalid('file', 'file-empty');
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const table = await refusing(() => reader.table(errandOf(context), Buffer.concat(parts), shape, MOST_ROWS));
  if (table.count > MOST_ROWS) throw invalid('file', 'table-rows-at-most', { most: MOST_ROWS });
  return table;
}

/** @throws Refusal where the reader throws UnreadableFile */
export async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Refusal(error.fault, { fields: [{ path: 'file', ...error.fault }] });
    throw error;
  }
}

const rowsOf = ({ rows, faults }: Table): number => rows.length + faults.length;

/**
 * Reports each row as accepted, or as rejected with its reason in the caller's language. The audit has the counts.
 * @param faults faults of the rows that could be parsed
 * @param changed how many rows were new or changed; null: the table was only checked
 */
export function tableReportOf(
  { language, audit }: Pick<Context, 'language' | 'audit'>,
  table: Table,
  faults: readonly RowFault[],
  changed: number | null,
): TableReport {
  const rejected = [...table.faults, ...faults]
    .sort((a, b) => a.line - b.line)
    .map(({ line, column, error }) => ({ line, column, ...whyIn(language, error) }));
  const received = rowsOf(table);
  audit.detail({ received, rejected: rejected.length, applied: changed !== null });
  return { received, accepted: received - rejected.length, changed, rejected };
}
