// Wire format of an alarm's notifications and their next step, and of the times after which alarms are overdue.

import { readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { WireAging, WireAlarmNotices } from '../notification/notification.calls.ts';
import type { DutyReach } from '../notification/notification.ts';
import type { AgePolicy } from './alarm-age.ts';

export interface Aging {
  readonly policies: ReadonlyMap<GridNo, AgePolicy>;
  /** The officer who has the desk of each grid. */
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

/** Readers for the replies of calls, keyed by the name in a call's `reads`. */
export const alarmNoticesReaders = {
  aging: readAging,
  'alarm-notices': readAlarmNotices,
} as const;
