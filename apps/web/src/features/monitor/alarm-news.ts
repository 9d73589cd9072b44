// What colleagues did about one alarm, as the live messages tell it.
import type { AlarmAct, LiveMessage } from '@lookout/contract';

export interface AlarmNews {
  /** Of the alarm. */
  readonly id: string;
  readonly act: AlarmAct;
  readonly by: string;
  /** Of the call that did it; null: none that is known. */
  readonly requestId: string | null;
  /** It is no longer there for this desk: deleted, or moved out of its grid. */
  readonly isGone: boolean;
}

/** Looking at it, its tasks' progress and its messages are told elsewhere: they change nothing about the alarm. */
const UNTOLD: ReadonlySet<AlarmAct> = new Set(['arrived', 'seen', 'progress', 'messaged']);

/** The last news of an alarm; null: none. An alarm that moved within the grid is gone and there again in one go. */
export function readNews(messages: readonly LiveMessage[], id: string): AlarmNews | null {
  for (const message of messages.toReversed()) {
    if (message.kind !== 'fireAlarm' || 'shift' in message.data || message.data.id !== id || UNTOLD.has(message.data.change)) continue;
    const { change: act, changedBy: by } = message.data;
    return { id, act, by, requestId: message.requestId ?? null, isGone: 'deleted' in message.data };
  }
  return null;
}
