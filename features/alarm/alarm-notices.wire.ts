// Who was told of an alarm and what comes next, and by which times alarms grow old, as pages read them.

import { readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { WireAging, WireAlarmNotices } from '../notification/notification.calls.ts';
import type { DutyReach } from '../notification/notification.ts';
import type { AgePolicy } from './alarm-age.ts';

export interface Aging {
  readonly policies: ReadonlyMap<GridNo, AgePolicy>;
  /** Who has the desk of a grid. */
  readonly desks: ReadonlyMap<GridNo, string>;
}

export const readAging = ({ policies, desks }: WireAging): Aging => ({
  policies: new Map(policies.map(({ gridNo, ...policy }) => [gridNo as GridNo, policy])),
  desks: new Map(desks.map(({ gridNo, fullName }) => [gridNo as GridNo, fullName])),
});

const timeOrNull = (time: string | null): Date | null => (time === null ? null : readTime(time));

export const readAlarmNotices = ({ owner, told, toldCount, next, reach }: WireAlarmNotices) => ({
  owner: { ...owner, since: timeOrNull(owner.since) },
  told: told.map(({ createTime, settleTime, ...one }) => ({ ...one, at: readTime(createTime), settledAt: timeOrNull(settleTime) })),
  toldCount,
  next: next && { gridNo: next.gridNo as GridNo, gridName: next.gridName, number: next.number, at: readTime(next.time) },
  reach: reach satisfies DutyReach,
});
export type AlarmNotices = ReturnType<typeof readAlarmNotices>;

/** How a client reads the replies of calls, by the name that a row gives. */
export const alarmNoticesReaders = {
  aging: readAging,
  'alarm-notices': readAlarmNotices,
} as const;
