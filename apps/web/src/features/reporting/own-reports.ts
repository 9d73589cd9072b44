// Which open reports concern this very desk: those it has to send, and those it has not read.
import type { NamedDueReport } from '@lookout/contract';
import { type GridNo, isReporter } from '@lookout/domain';
import { dueReportRecords } from '../../entities/due-report/due-report-records.ts';
import { useRecords, useSession } from '../../shared/services.ts';

interface OwnReports {
  /** The nearest deadline first. */
  readonly toSend: readonly NamedDueReport[];
  readonly toRead: readonly NamedDueReport[];
}

export const ownReports = (open: readonly NamedDueReport[], gridNo: GridNo): OwnReports => ({
  toSend: open.filter((report) => report.sent === null && isReporter(report, gridNo)),
  toRead: open.filter(
    ({ sent, receivers }) => sent !== null && receivers.some((receiver) => receiver.gridNo === gridNo && receiver.read === null),
  ),
});

/** null: the session's officer is not known yet. */
export function useDeskGrid(): GridNo | null {
  return (useSession().info?.userDTO.gridNo as GridNo | undefined) ?? null;
}

export function useOwnReports(): OwnReports {
  const open = useRecords(dueReportRecords);
  const gridNo = useDeskGrid();
  return gridNo === null ? { toSend: [], toRead: [] } : ownReports(open, gridNo);
}

const MINUTE_MS = 60_000;

/** Whole minutes until a deadline, rounded down; after it the minutes since. */
export function minutesTo(dueAt: Date, now: number): { readonly isLate: boolean; readonly minutes: number } {
  const left = dueAt.getTime() - now;
  return { isLate: left < 0, minutes: Math.floor(Math.abs(left) / MINUTE_MS) };
}
