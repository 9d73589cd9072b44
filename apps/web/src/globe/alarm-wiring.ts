// Carries the record store's changes to the globe's layers, past React. The panel's filter is the map's filter.
import { isInProgress, type NamedAlarm } from '@lookout/domain';
import type { AlarmMark, MarkChange } from '@lookout/map';
import type { RecordsRead } from '../stores/records.ts';
import { markOf } from './marks.ts';

export type AlarmFilter = (alarm: NamedAlarm) => boolean;

export interface AlarmWiring {
  /** Shows what passes from now on; also called when time has moved on and a window of time with it. */
  readonly setFilter: (filter: AlarmFilter) => void;
  readonly stop: () => void;
}

interface Target {
  readonly apply: (change: MarkChange) => void;
}

/** @param target the mounted alarm layers */
export function wireAlarms(records: RecordsRead<NamedAlarm>, target: Target, filter: AlarmFilter): AlarmWiring {
  let accepts = filter;
  const shown = new Set<string>();
  // What was there when the desk opened is not new, however late the map came.
  const known = new Set<string>();

  const isWanted = (alarm: NamedAlarm) => isInProgress(alarm.response) || accepts(alarm);

  const apply = (upserts: readonly AlarmMark[], removals: readonly string[]) => {
    if (upserts.length > 0 || removals.length > 0) target.apply({ upserts, removals });
  };

  /** @param announces whether an unknown alarm is a new one */
  const take = (alarms: readonly NamedAlarm[], gone: readonly string[], announces: boolean) => {
    const upserts: AlarmMark[] = [];
    const removals: string[] = gone.filter((id) => shown.delete(id));
    for (const alarm of alarms) {
      const mark = isWanted(alarm) ? markOf(alarm, announces && !known.has(alarm.id)) : null;
      known.add(alarm.id);
      if (mark !== null) {
        shown.add(alarm.id);
        upserts.push(mark);
      } else if (shown.delete(alarm.id)) removals.push(alarm.id);
    }
    apply(upserts, removals);
  };

  let loaded = records.state() === 'loaded';
  take(records.list(), [], false);
  const unsubscribe = records.subscribe(({ upserted, removed }) => {
    for (const id of removed) known.delete(id);
    take(upserted, removed, loaded);
    loaded = records.state() === 'loaded';
  });

  return {
    setFilter: (next) => {
      accepts = next;
      const upserts: AlarmMark[] = [];
      const removals: string[] = [];
      for (const alarm of records.list()) {
        // Most of 20,000 stay as they are: a mark is made only for one that comes in.
        const before = shown.has(alarm.id);
        if (isWanted(alarm) === before) continue;
        const mark = before ? null : markOf(alarm, false);
        if (mark !== null) {
          shown.add(alarm.id);
          upserts.push(mark);
        } else if (shown.delete(alarm.id)) removals.push(alarm.id);
      }
      apply(upserts, removals);
    },
    stop: unsubscribe,
  };
}
