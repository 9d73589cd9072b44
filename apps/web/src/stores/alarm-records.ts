// Every alarm this desk knows, by id. Fed by the first load and the live line; read by React panels and by the globe's layers alike.
import type { LiveMessage, WireAlarm } from '@lookout/contract';
import { createRecords, type RecordChange, type RecordsRead } from './records.ts';

export type AlarmChange = RecordChange<WireAlarm>;

/** Newest arrival first. */
export interface AlarmRecords extends RecordsRead<WireAlarm> {
  /** The answer of the first load (open alarms and fires in progress), which speaks for the log up to `seq`. What live messages said later stands. */
  readonly load: (alarms: readonly WireAlarm[], seq: number) => void;
  /** Messages of the alarm topics, in seq order; others are passed over. */
  readonly apply: (messages: readonly LiveMessage[]) => void;
  readonly clear: () => void;
}

/** Room for a desk: contract.md stops an unpaged list here. Beyond it the oldest go, but never a fire in progress. */
export const RECORD_LIMIT = 20_000;

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createAlarmRecords(nextFrame: (run: () => void) => void): AlarmRecords {
  const { set, remove, size, clear, ...records } = createRecords<WireAlarm>(nextFrame, newestFirst);
  // What was last said of each, also of those that are gone: a deleted alarm must not come back by an older message that was replayed late.
  const saidAt = new Map<string, number>();

  const put = (alarm: WireAlarm, seq: number) => {
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
    const mayGo = records.list().filter(({ isReal, closeTime }) => isReal !== 1 || closeTime !== null);
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
    apply: (messages) => {
      for (const message of messages) {
        const { seq } = message;
        const news = alarmIn(message);
        if (news === null || seq === undefined) continue;
        if ('deleted' in news) drop(news.id, seq);
        else put(news, seq);
      }
      trim();
    },
    clear: () => {
      saidAt.clear();
      clear();
    },
  };
}

/** The whole alarm as the list calls give it, or that it is gone; null: the message is about something else. */
export function alarmIn(message: LiveMessage): WireAlarm | { readonly id: string; readonly deleted: true } | null {
  switch (message.kind) {
    case 'newFire':
    case 'countyReport':
    case 'cityReport':
      return message.data;
    case 'fireAlarm':
      return 'shift' in message.data ? null : message.data;
    default:
      return null;
  }
}

const newestFirst = (a: WireAlarm, b: WireAlarm): number =>
  a.arriveTime < b.arriveTime ? 1 : a.arriveTime > b.arriveTime ? -1 : a.id < b.id ? 1 : -1;
