import type { Target } from '@lookout/report';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { StatisticsFilter, StatisticsReport } from '../statistics.ts';
import { alarmsPath, questionOf, readNarrowing } from './question.ts';

/** New figures appear without a reload. */
const REFRESH_MS = 60_000;

export interface ReportQuery {
  readonly question: ReturnType<typeof questionOf>;
  readonly filter: StatisticsFilter;
  readonly report: UseQueryResult<StatisticsReport>;
}

export function useReport(url: UrlState): ReportQuery {
  const client = useClient();
  const question = questionOf(url, useGridFilter(url));
  const report = useQuery({
    queryKey: ['statistics', question],
    queryFn: ({ signal }) => client.statistics.report({ body: question, silent: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return { question, filter: readNarrowing(url), report };
}

/** Opens 报警管理; null: this user may not open it. */
export function useShowAlarms(): ((target: Target) => void) | null {
  const navigate = useNavigate();
  return useRight('act-on-alarms') ? (target) => void navigate(alarmsPath(target)) : null;
}
