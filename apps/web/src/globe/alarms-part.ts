// Alarms on the globe: which of them pass, the one that is selected, and their rows in the layer tree.
import type { Alarm } from '@lookout/domain';
import type { AlarmPart } from '@lookout/map';
import { createStore } from 'zustand/vanilla';
import { alarmRecords } from '../entities/alarm/alarm-records.ts';
import { perSession } from '../shared/per-session.ts';
import { useServices } from '../shared/services.ts';
import { type AlarmFilter, wireAlarms } from './alarm-wiring.ts';
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
      ...{ id: `alarms.${part}`, group: 'alarms', title: { zh: layersZh.rows[part], en: layersEn.rows[part] }, visible: true },
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
