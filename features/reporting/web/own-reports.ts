// The open reports that concern this desk itself: those it has to send, and those it has not read.

import { type GridNo, MINUTE_MS } from '@lookout/domain';
import { useNow, useRecords, useSession } from '@lookout/web/shared/services.ts';
import { type LateFire, useLateFires } from '../../incident/parts/use-late-fires.ts';
import { isReporter, isReportLate, type NamedDueReport } from '../due-report.ts';
import { dueReportRecords } from '../parts/due-report-records.ts';

interface OwnReports {
  /** The nearest deadline first. */
  readonly toSend: readonly NamedDueReport[];
  readonly toRead: readonly NamedDueReport[];
  /** Unsent reports that grids below owe to this desk. */
  readonly owed: readonly NamedDueReport[];
}

export const ownReports = (open: readonly NamedDueReport[], gridNo: GridNo): OwnReports => ({
  toSend: open.filter((report) => report.sent === null && isReporter(report, gridNo)),
  toRead: open.filter(
    ({ sent, receivers }) => sent !== null && receivers.some((receiver) => receiver.gridNo === gridNo && receiver.read === null),
  ),
  owed: open.filter(
    (report) => report.sent === null && !isReporter(report, gridNo) && report.receivers.some((receiver) => receiver.gridNo === gridNo),
  ),
});

/** null: the session's officer is not known yet. */
export function useDeskGrid(): GridNo | null {
  return (useSession().info?.userDTO.gridNo as GridNo | undefined) ?? null;
}

export function useOwnReports(): OwnReports {
  const open = useRecords(dueReportRecords);
  const gridNo = useDeskGrid();
  return gridNo === null ? { toSend: [], toRead: [], owed: [] } : ownReports(open, gridNo);
}

interface Oversight {
  /** Late reports that grids below owe to this desk. */
  readonly reports: readonly NamedDueReport[];
  /** Fires below that no officer took on in time. */
  readonly fires: readonly LateFire[];
}

/** 督办: what the grids below this desk owe and have not done in time. */
export function useOversight(): Oversight {
  const { owed } = useOwnReports();
  const fires = useLateFires();
  const now = useNow();
  return { reports: owed.filter((report) => isReportLate(report, new Date(now))), fires };
}

/** Whole minutes until a deadline, rounded down; after the deadline the minutes since. */
export function minutesTo(dueAt: Date, now: number): { readonly isLate: boolean; readonly minutes: number } {
  const left = dueAt.getTime() - now;
  return { isLate: left < 0, minutes: Math.floor(Math.abs(left) / MINUTE_MS) };
}
