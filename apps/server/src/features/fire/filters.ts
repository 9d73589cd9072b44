// Whose alarms are asked for: the wire's filters → the store's.
import { type Contract, type Received, readAlarmFilter } from '@lookout/contract';
import { covers, type GridNo } from '@lookout/domain';
import type { AlarmFilters } from '@lookout/store';
import { invalid } from '../../acting/refusal.ts';

type ListBody = Omit<Received<Contract['fire']['reportList']>['body'], 'gridNo'>;

/** @param scope the grid the call is already held to; a `countyCode` beside it is refused like a `gridNo`. */
export function readFilters(body: ListBody, scope: GridNo): AlarmFilters {
  if (body.countyCode != null && !covers(scope, body.countyCode)) throw invalid('countyCode', 'outside-own-grid');
  return { ...readWindow(body), ...readAlarmFilter(body) };
}

/** A window of arrival: begin inclusive, end exclusive; no window means all. */
export function readWindow(window: {
  readonly beginTime?: Date | null | undefined;
  readonly endTime?: Date | null | undefined;
}): AlarmFilters {
  const { beginTime, endTime } = window;
  if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
  return { beginArrived: beginTime ?? undefined, endArrived: endTime ?? undefined };
}
