// Which alarms nobody at this desk has looked at yet. Kept in local storage, so that a reload does not make old news new.
import type { WireAlarm } from '@lookout/contract';

export interface ReadMarks {
  /** Wire time: what arrived up to here counts as read. null: this desk has never been here. */
  readonly until: string | null;
  /** Opened alarms that arrived after it. */
  readonly ids: ReadonlySet<string>;
}

export const NEVER_HERE: ReadMarks = { until: null, ids: new Set() };

export const isUnread = (marks: ReadMarks, alarm: WireAlarm): boolean =>
  alarm.isHandle === 0 && marks.until !== null && alarm.arriveTime > marks.until && !marks.ids.has(alarm.id);

/** @param alarms newest arrival first: the count ends where the read ones begin */
export function countUnread(marks: ReadMarks, alarms: readonly WireAlarm[]): number {
  if (marks.until === null) return 0;
  let count = 0;
  for (const alarm of alarms) {
    if (alarm.arriveTime <= marks.until) break;
    if (isUnread(marks, alarm)) count++;
  }
  return count;
}

/** Opening an alarm reads it. */
export const read = (marks: ReadMarks, alarm: WireAlarm): ReadMarks =>
  isUnread(marks, alarm) ? { ...marks, ids: new Set([...marks.ids, alarm.id]) } : marks;

/** Everything known now is read; also the first time at this desk, which begins without a debt of 20,000. */
export function readAll(marks: ReadMarks, alarms: readonly WireAlarm[], now: string): ReadMarks {
  const newest = alarms[0]?.arriveTime ?? now;
  return { until: marks.until !== null && marks.until > newest ? marks.until : newest, ids: new Set() };
}

export const writeMarks = ({ until, ids }: ReadMarks): string => JSON.stringify({ until, ids: [...ids] });

export function readMarks(text: string | null): ReadMarks {
  if (text === null) return NEVER_HERE;
  try {
    const { until, ids } = JSON.parse(text) as { until?: unknown; ids?: unknown };
    if (typeof until !== 'string' || !Array.isArray(ids)) return NEVER_HERE;
    return { until, ids: new Set(ids.filter((id) => typeof id === 'string')) };
  } catch {
    return NEVER_HERE;
  }
}
