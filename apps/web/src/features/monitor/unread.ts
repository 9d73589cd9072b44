// Which alarms nobody at this desk has looked at yet. Kept in local storage, so that a reload does not make old news new.
import { type Alarm, isHandled } from '@lookout/domain';

export interface ReadMarks {
  /** What arrived up to here counts as read, epoch milliseconds. null: this desk has never been here. */
  readonly until: number | null;
  /** Opened alarms that arrived after it. */
  readonly ids: ReadonlySet<string>;
}

export const NEVER_HERE: ReadMarks = { until: null, ids: new Set() };

export const isUnread = (marks: ReadMarks, alarm: Alarm): boolean =>
  !isHandled(alarm.response) && marks.until !== null && alarm.arrivedAt.getTime() > marks.until && !marks.ids.has(alarm.id);

/** @param alarms newest arrival first: the count ends where the read ones begin */
export function countUnread(marks: ReadMarks, alarms: readonly Alarm[]): number {
  if (marks.until === null) return 0;
  let count = 0;
  for (const alarm of alarms) {
    if (alarm.arrivedAt.getTime() <= marks.until) break;
    if (isUnread(marks, alarm)) count++;
  }
  return count;
}

/** Opening an alarm reads it. */
export const read = (marks: ReadMarks, alarm: Alarm): ReadMarks =>
  isUnread(marks, alarm) ? { ...marks, ids: new Set([...marks.ids, alarm.id]) } : marks;

/** Everything known now is read; also the first time at this desk, which begins without a debt of 20,000. */
export function readAll(marks: ReadMarks, alarms: readonly Alarm[], now: number): ReadMarks {
  const newest = alarms[0]?.arrivedAt.getTime() ?? now;
  return { until: Math.max(marks.until ?? newest, newest), ids: new Set() };
}

export const writeMarks = ({ until, ids }: ReadMarks): string => JSON.stringify({ until, ids: [...ids] });

export function readMarks(text: string | null): ReadMarks {
  if (text === null) return NEVER_HERE;
  try {
    const { until, ids } = JSON.parse(text) as { until?: unknown; ids?: unknown };
    if (typeof until !== 'number' || !Array.isArray(ids)) return NEVER_HERE;
    return { until, ids: new Set(ids.filter((id) => typeof id === 'string')) };
  } catch {
    return NEVER_HERE;
  }
}
