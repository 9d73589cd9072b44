// All rows that a filter finds, page by page: what an export needs and a screen does not.
import type { Page } from '@lookout/contract';

/** The most that a page of the server holds. */
const PAGE_SIZE = 500;
/** A file beyond this is no list for people any more; the filter is to be narrowed. */
export const MOST_ROWS = 20_000;

export class TooManyRows extends Error {
  readonly total: number;
  constructor(total: number) {
    super(`${total} rows`);
    this.total = total;
  }
}

export type AskPage<R> = (paging: { pageNo: number; pageSize: number }, signal: AbortSignal) => Promise<Page<R>>;

export interface GatherOptions<R> {
  readonly ask: AskPage<R>;
  /** What arrives while pages are asked for moves the others on: a row that comes twice is taken once. */
  readonly keyOf: (row: R) => string;
  readonly signal: AbortSignal;
  readonly onProgress: (got: number, total: number) => void;
}

/** @throws TooManyRows before anything but the first page was asked for; whatever `ask` throws */
export async function gatherRows<R>({ ask, keyOf, signal, onProgress }: GatherOptions<R>): Promise<readonly R[]> {
  const rows = new Map<string, R>();
  for (let pageNo = 1; ; pageNo++) {
    const { list, total } = await ask({ pageNo, pageSize: PAGE_SIZE }, signal);
    if (total > MOST_ROWS) throw new TooManyRows(total);
    for (const row of list) rows.set(keyOf(row), row);
    onProgress(rows.size, total);
    if (list.length < PAGE_SIZE || pageNo * PAGE_SIZE >= total) return [...rows.values()];
  }
}
