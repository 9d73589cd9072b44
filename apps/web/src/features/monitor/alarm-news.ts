// What colleagues did about one alarm, as the live messages tell it.
import type { LiveMessage } from '@lookout/contract';
import type { AlarmAct } from '@lookout/domain';

export interface AlarmNews {
  /** Of the alarm. */
  readonly id: string;
  readonly act: AlarmAct;
  readonly by: string;
  /** It is no longer there for this desk: deleted, or moved out of its grid. */
  readonly isGone: boolean;
}

/** Looking at it, its tasks' progress and its messages are told elsewhere: they change nothing about the alarm. */
const UNTOLD: ReadonlySet<string> = new Set<AlarmAct>(['arrived', 'seen', 'progress', 'messaged']);

/** The last news of an alarm; null: none. An alarm that moved within the grid is gone and there again in one go. */
export function readNews(messages: readonly LiveMessage[], id: string): AlarmNews | null {
  const last = messages.findLast(({ kind, data }) => kind === 'fireAlarm' && isNews(data) && data.id === id && !UNTOLD.has(data.change));
  if (last === undefined || !isNews(last.data)) return null;
  const { change, changedBy, deleted } = last.data;
  return { id, act: change, by: changedBy, isGone: deleted === true };
}

interface NewsData {
  readonly id: string;
  readonly change: AlarmAct;
  readonly changedBy: string;
  readonly deleted?: boolean;
}

const isNews = (data: unknown): data is NewsData =>
  typeof data === 'object' && data !== null && 'id' in data && 'change' in data && 'changedBy' in data;
