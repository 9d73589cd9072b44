// Alarms on the globe: which of them pass, the one that is selected, and their rows in the layer tree.
import { type Alarm, isHandled, isInProgress, type NamedAlarm, verdictOf } from '@lookout/domain';
import type { AlarmMark, AlarmPart, MarkChange } from '@lookout/map';
import { createStore } from 'zustand/vanilla';
import { alarmRecords } from '../entities/alarm/alarm-records.ts';
import { perSession, useServices } from '../shared/services.ts';
import type { RecordsRead } from '../stores/live-records.ts';
import { layersEn, layersZh } from './layers/messages.ts';
import type { GlobePart } from './part.ts';

interface AlarmView {
  /** The filter at a moment, epoch milliseconds: windows of time move on by the minute. */
  readonly filterAt: (now: number) => AlarmFilter;
  /** White ring around it; null: none. */
  readonly selected: Alarm | null;
}

/** What a page has chosen of the alarms on the map. It outlives the globe. */
export const alarmViewOf = perSession(() => createStore<AlarmView>(() => ({ filterAt: () => () => true, selected: null })));

export type AlarmViewStore = ReturnType<typeof alarmViewOf>;

export const useAlarmView = (): AlarmViewStore => alarmViewOf(useServices());

/** Each a switch of the layer tree. */
const ROWS = ['marks', 'fires', 'footprints', 'counts'] as const satisfies readonly AlarmPart[];

export const alarms: GlobePart = ({ map, globe, services, now, everyMinute }) => {
  const view = alarmViewOf(services);
  const drawn = map.mountAlarms(globe, { now: new Date(now()) });
  const rows = ROWS.map((part) =>
    services.layers.register({
      id: `alarms.${part}`,
      group: 'alarms',
      title: { zh: layersZh.rows[part], en: layersEn.rows[part] },
      visible: true,
      setVisible: (visible) => drawn.show(part, visible),
    }),
  );
  const wiring = wireAlarms(services.records(alarmRecords), drawn, view.getState().filterAt(now()));
  const select = ({ selected }: AlarmView) => drawn.select(selected === null ? null : selected.position);
  select(view.getState());
  const unsubscribe = view.subscribe((next, before) => {
    if (next.filterAt !== before.filterAt) wiring.setFilter(next.filterAt(now()));
    if (next.selected !== before.selected) select(next);
  });
  everyMinute(() => {
    drawn.setNow(new Date(now()));
    wiring.setFilter(view.getState().filterAt(now()));
  });
  return () => {
    unsubscribe();
    wiring.stop();
    for (const row of rows) row.remove();
  };
};

// Carries the record store's changes to the globe's layers, past React. The panel's filter is the map's filter.

type AlarmFilter = (alarm: NamedAlarm) => boolean;

interface AlarmWiring {
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

// From an alarm to what the map draws of it. Handled alarms have no mark, but a fire judged real lives on until it is closed.

/** In the queue, or a fire in progress: a marker of its own that no filter hides. */
export const isOnMap = ({ response }: Alarm): boolean => !isHandled(response) || isInProgress(response);

/** @returns null when the alarm has nothing to show on the map */
export function markOf(alarm: Alarm, isNew: boolean): AlarmMark | null {
  if (!isOnMap(alarm)) return null;
  const { id, position, gridNo, observedAt, arrivedAt, facts, response } = alarm;
  const { scanKilometres, trackKilometres } = facts.kind === 'satellite' ? facts : { scanKilometres: null, trackKilometres: null };
  return {
    id,
    kind: facts.kind,
    lng: position.lng,
    lat: position.lat,
    gridNo,
    ...(scanKilometres !== null && trackKilometres !== null && { footprint: { scanKilometres, trackKilometres } }),
    observedAt,
    arrivedAt,
    verdict: verdictOf(response),
    inProgress: isInProgress(response),
    isNew,
  };
}
