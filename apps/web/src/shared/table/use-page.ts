// One page of a call for a table: filter and paging go into the query key, and the previous page remains while the next one loads.
import type { Page } from '@lookout/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { UrlState } from '../url-state.ts';
import type { FetchPage } from './gather-rows.ts';
import { pagingOf } from './PagedTable.tsx';

interface Options<R, F extends object> {
  readonly url: UrlState;
  /** First parts of the query key, followed by the filter and the paging. */
  readonly key: readonly unknown[];
  /** Fields of the call's body besides the paging. */
  readonly filter: F;
  readonly call: (argument: {
    readonly body: F & { readonly pageNo: number; readonly pageSize: number };
    readonly silent: true;
    readonly signal: AbortSignal;
  }) => Promise<Page<R>>;
  /** Milliseconds between polls; absent or false: the page is not polled. */
  readonly everyMs?: number | false;
}

export interface TablePage<R> {
  readonly query: UseQueryResult<Page<R>>;
  readonly fetchPage: FetchPage<R>;
  readonly url: UrlState;
}

/** @returns the properties of a `PagedTable` that depend on the call */
export function usePage<R, F extends object>({ url, key, filter, call, everyMs = false }: Options<R, F>): TablePage<R> {
  const paging = pagingOf(url);
  const fetchPage: FetchPage<R> = (page, signal) => call({ body: { ...filter, ...page }, silent: true, signal });
  const query = useQuery({
    queryKey: [...key, filter, paging],
    queryFn: ({ signal }) => fetchPage(paging, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
  return { query, fetchPage, url };
}
