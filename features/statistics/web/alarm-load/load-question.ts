// The question in the URL: a number of hours back, or a begin and an end, and the grid. An invalid value is ignored.

import type { GridNo } from '@lookout/domain';
import { useClient } from '@lookout/web/shared/services.ts';
import { useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { oneOf, type UrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type AlarmLoadReport, LOAD_WINDOWS, type LoadWindow } from '../../alarm-load.ts';

const FIRST_WINDOW: LoadWindow = 168;
/** New alarms appear without a reload. */
const REFRESH_MS = 60_000;

export const LOAD_FILTERS = ['hours', 'from', 'to', 'grid'] as const;

type Period = { readonly hours: LoadWindow } | { readonly beginTime: string; readonly endTime: string };

export function readLoadPeriod(url: Pick<UrlState, 'get'>): Period {
  const { beginTime, endTime } = windowOf(url);
  if (beginTime !== null && endTime !== null) return { beginTime, endTime };
  return { hours: oneOf(LOAD_WINDOWS, url.get('hours')) ?? FIRST_WINDOW };
}

export function useAlarmLoad(url: UrlState): UseQueryResult<AlarmLoadReport> {
  const client = useClient();
  const gridNo: GridNo | null = useGridFilter(url);
  const question = { ...readLoadPeriod(url), gridNo };
  return useQuery({
    queryKey: ['alarm-load', question],
    queryFn: ({ signal }) => client.statistics.alarmLoad({ body: question, silent: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
