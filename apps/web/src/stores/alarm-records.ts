// Every alarm this desk knows, by id. Fed by the first load and the live line; read by React panels and by the globe's layers alike.
import type { LiveUpdate } from '@lookout/contract';
import { isInProgress, type NamedAlarm } from '@lookout/domain';
import { createRecords, type RecordChange, type RecordsRead } from './records.ts';

export type AlarmChange = RecordChange<NamedAlarm>;

/** Newest arrival first. */
export interface AlarmRecords extends RecordsRead<NamedAlarm> {
  /** The answer of the first load (open alarms and fires in progress), which speaks for the log up to `seq`. What live messages said later stands. */
  readonly load: (alarms: readonly NamedAlarm[], seq: number) => void;
  /** In seq order; what is about something else is passed over. */
  readonly apply: (updates: readonly LiveUpdate[]) => void;
  readonly clear: () => void;
}

/** Room for a desk: contract.md stops an unpaged list here. Beyond it the oldest go, but never a fire in progress. */
export const RECORD_LIMIT = 20_000;

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createAlarmRecords(nextFrame: (run: () => void) => void): AlarmRecords {
  const { set, remove, size, clear, ...records } = createRecords<NamedAlarm>(nextFrame, newestFirst);
  // What was last said of each, also of those that are gone: a deleted alarm must not come back by an older message that was replayed late.
  const saidAt = new Map<string, number>();

  const put = (alarm: NamedAlarm, seq: number) => {
    if (seq < (saidAt.get(alarm.id) ?? -1)) return;
    saidAt.set(alarm.id, seq);
    set(alarm.id, alarm);
  };
  const drop = (id: string, seq: number) => {
    if (seq < (saidAt.get(id) ?? -1)) return;
    saidAt.set(id, seq);
    remove(id);
  };
  const trim = () => {
    if (size() <= RECORD_LIMIT) return;
    const mayGo = records.list().filter(({ response }) => !isInProgress(response));
    for (const { id } of mayGo.slice(RECORD_LIMIT - size())) {
      remove(id);
      saidAt.delete(id);
    }
  };

  return {
    ...records,
    load: (alarms, seq) => {
      for (const alarm of alarms) put(alarm, seq);
      trim();
      records.setState('loaded');
    },
    apply: (updates) => {
      for (const update of updates) {
        const { seq } = update;
        if (seq === undefined) continue;
        if (update.kind === 'alarm-gone') drop(update.alarmId, seq);
        else if ('alarm' in update) put(update.alarm, seq);
      }
      trim();
    },
    clear: () => {
      saidAt.clear();
      clear();
    },
  };
}

const newestFirst = (a: NamedAlarm, b: NamedAlarm): number =>
  b.arrivedAt.getTime() - a.arrivedAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
