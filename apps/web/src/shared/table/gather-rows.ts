// Collects all rows of a filter page by page, for an export.
import type { Page } from '@lookout/contract';

/** The server's largest page. */
const PAGE_SIZE = 500;
/** A longer file is not useful; the filter should be narrowed. */
export const MOST_ROWS = 20_000;

export class TooManyRows extends Error {
  readonly total: number;
  constructor(total: number) {
    super(`${total} rows`);
    this.total = total;
  }
}

export type FetchPage<R> = (paging: { pageNo: number; pageSize: number }, signal: AbortSignal) => Promise<Page<R>>;

export interface GatherOptions<R> {
  readonly fetchPage: FetchPage<R>;
  /** New rows shift the pages while they are fetched: a row received twice is counted once. */
  readonly keyOf: (row: R) => string;
  readonly signal: AbortSignal;
  readonly onProgress: (got: number, total: number) => void;
}

/** @throws TooManyRows after the first page; whatever `fetchPage` throws */
export async function gatherRows<R>({ fetchPage, keyOf, signal, onProgress }: GatherOptions<R>): Promise<readonly R[]> {
  const rows = new Map<string, R>();
  for (let pageNo = 1; ; pageNo++) {
    const { list, total } = await fetchPage({ pageNo, pageSize: PAGE_SIZE }, signal);
    if (total > MOST_ROWS) throw new TooManyRows(total);
    for (const row of list) rows.set(keyOf(row), row);
    onProgress(rows.size, total);
    if (list.length < PAGE_SIZE || pageNo * PAGE_SIZE >= total) return [...rows.values()];
  }
}
