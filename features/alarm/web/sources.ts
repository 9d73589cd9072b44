// The call of each source's table (specification §7): two sources reply with pages, three with the whole list, of which the table shows a
// page.
import type { Client } from '@lookout/client';
import { formatTime, type Page, type Sent } from '@lookout/contract';
import type { FetchPage } from '@lookout/web/shared/table/gather-rows.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { fireCalls } from '../alarm.calls.ts';
import type { AlarmKind, NamedAlarm } from '../alarm.ts';

type CombinedFilter = NonNullable<Sent<(typeof fireCalls)['page']>['body']>;
type SourceFilter = NonNullable<Sent<(typeof fireCalls)['monitorPage']>['body']>;
type Paging = Parameters<FetchPage<NamedAlarm>>[0];

/** Fetches one page with this paging, without the whole list. */
type Paged = (client: Client, filter: SourceFilter, paging: Paging, signal: AbortSignal) => Promise<Page<NamedAlarm>>;
type Listed = (client: Client, filter: SourceFilter, signal: AbortSignal) => Promise<readonly NamedAlarm[]>;

const PAGED: { readonly [K in AlarmKind]?: Paged } = {
  camera: (client, filter, paging, signal) => client.alarm.monitorPage({ body: { ...filter, ...paging }, silent: true, signal }),
  smoke: (client, filter, paging, signal) => client.alarm.smokePage({ body: { ...filter, ...paging }, silent: true, signal }),
};

const LISTED: { readonly [K in AlarmKind]?: Listed } = {
  satellite: (client, filter, signal) => client.alarm.satelliteList({ body: filter, silent: true, signal }),
  report: (client, filter, signal) => client.alarm.reportList({ body: filter, silent: true, signal }),
  danger: (client, filter, signal) => client.alarm.dangerList({ body: filter, silent: true, signal }),
};

export const isListed = (kind: AlarmKind): boolean => LISTED[kind] !== undefined;

/** How long a list is reused for the other pages of the table and for an export. */
const LIST_STAYS_MS = 30_000;

const pageOf = (list: readonly NamedAlarm[], { pageNo, pageSize }: Paging): Page<NamedAlarm> => ({
  total: list.length,
  pageNo,
  pageSize,
  list: list.slice((pageNo - 1) * pageSize, pageNo * pageSize),
});

/**
 * A page of the table. A whole list is fetched once for all its pages, and again when `alarms-list` is invalidated. @param source null: all
 * sources together
 */
export function fetchOf(
  source: AlarmKind | null,
  client: Client,
  queries: QueryClient,
  filter: CombinedFilter | SourceFilter,
): FetchPage<NamedAlarm> {
  const paged = source && PAGED[source];
  const listed = source && LISTED[source];
  if (paged) return (paging, signal) => paged(client, filter as SourceFilter, paging, signal);
  if (!listed) return (paging, signal) => client.alarm.page({ body: { ...(filter as CombinedFilter), ...paging }, silent: true, signal });
  return async (paging) => {
    const list = await queries.fetchQuery({
      queryKey: ['alarms-list', source, filter],
      queryFn: ({ signal }) => listed(client, filter as SourceFilter, signal),
      staleTime: LIST_STAYS_MS,
    });
    return pageOf(list, paging);
  };
}

const FIRST_WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

/** A list without paging opens with the last 30 days. The whole archive is only fetched on request. */
export const firstWindowOf = (tab: string, now: number): { readonly from: string } | null =>
  tab in LISTED ? { from: formatTime(new Date(now - FIRST_WINDOW_MS)) } : null;
