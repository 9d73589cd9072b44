import { describe, expect, it } from 'vitest';
import { type FetchPage, gatherRows, MOST_ROWS, TooManyRows } from './gather-rows.ts';

const rows = (from: number, count: number) => Array.from({ length: count }, (_, n) => ({ id: String(from + n) }));

function gather(fetchPage: FetchPage<{ id: string }>, signal = new AbortController().signal) {
  const progress: [number, number][] = [];
  const gathered = gatherRows({ fetchPage, keyOf: ({ id }) => id, signal, onProgress: (got, total) => void progress.push([got, total]) });
  return { gathered, progress };
}

describe('all rows of a filter', () => {
  it('are fetched page by page with progress, each once even if rows shifted meanwhile', async () => {
    const { gathered, progress } = gather(async ({ pageNo, pageSize }) => ({
      // One row arrived between the pages: the last of the first page is the first of the second.
      pageNo,
      pageSize,
      total: 701,
      list: pageNo === 1 ? rows(0, 500) : rows(499, 201),
    }));
    expect((await gathered).length).toBe(700);
    expect(progress).toEqual([
      [500, 701],
      [700, 701],
    ]);
  });

  it('an empty list gives no rows', async () => {
    const { gathered } = gather(async ({ pageNo, pageSize }) => ({ pageNo, pageSize, total: 0, list: [] }));
    expect(await gathered).toEqual([]);
  });

  it('too many rows are refused after the first page, with their number', async () => {
    let requests = 0;
    const { gathered } = gather(async ({ pageNo, pageSize }) => {
      requests += 1;
      return { pageNo, pageSize, total: MOST_ROWS + 1, list: rows(0, 500) };
    });
    await expect(gathered).rejects.toSatisfy((error) => error instanceof TooManyRows && error.total === MOST_ROWS + 1);
    expect(requests).toBe(1);
  });

  it('an error of the call is thrown, and no rows are returned', async () => {
    const { gathered } = gather(async ({ pageNo, pageSize }) => {
      if (pageNo === 2) throw new Error('line lost');
      return { pageNo, pageSize, total: 900, list: rows(0, 500) };
    });
    await expect(gathered).rejects.toThrow('line lost');
  });
});
