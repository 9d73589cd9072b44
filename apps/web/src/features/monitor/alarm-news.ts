// What colleagues did about one alarm, as the live updates tell it.
import type { LiveUpdate } from '@lookout/contract';
import type { AlarmEventKind } from '@lookout/domain';

export interface AlarmNews {
  /** Of the alarm. */
  readonly id: string;
  readonly change: AlarmEventKind;
  readonly by: string;
  /** Of the call that did it; null: none that is known. */
  readonly requestId: string | null;
  /** It is no longer there for this desk: deleted, or moved out of its grid. */
  readonly isGone: boolean;
}

/** Looking at it, its tasks' progress and its messages are told elsewhere: they change nothing about the alarm. */
const UNTOLD: ReadonlySet<AlarmEventKind> = new Set(['alarm.recorded', 'alarm.linked', 'alarm.seen', 'alarm.progressed', 'alarm.messaged']);

/** The last news of an alarm; null: none. An alarm that moved within the grid is gone and there again in one go. */
export function readNews(updates: readonly LiveUpdate[], id: string): AlarmNews | null {
  for (const update of updates.toReversed()) {
    if (update.kind !== 'alarm-changed' && update.kind !== 'alarm-gone') continue;
    const isGone = update.kind === 'alarm-gone';
    const { change, changedBy: by, requestId } = update;
    if ((isGone ? update.alarmId : update.alarm.id) !== id || UNTOLD.has(change)) continue;
    return { id, change, by, requestId, isGone };
  }
  return null;
}
