// The alarms that a number of the report counts.
import type { GridNo, Span } from '@lookout/domain';
import type { StatisticsFilter, StatisticsReport } from '@lookout/features/statistics/statistics.ts';

export interface Target extends Span {
  readonly gridNo: GridNo;
  readonly filter: StatisticsFilter;
}

type Narrowing = StatisticsFilter & Partial<Span> & { readonly gridNo?: GridNo };

/** The alarms of the whole report, or of a part of it. @param filter the report's own filter */
export function targetOf(report: StatisticsReport, filter: StatisticsFilter, narrowing: Narrowing = {}): Target {
  const { begin = report.now.begin, end = report.now.end, gridNo = report.gridNo, ...narrower } = narrowing;
  return { begin, end, gridNo, filter: { ...filter, ...narrower } };
}
