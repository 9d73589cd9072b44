// Alarms on the globe: the records filtered and drawn as marks, the selected one, and the rows of the layer tree.

import { layersEn, layersZh } from '@lookout/web/globe/layers/messages.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import type { RecordsRead } from '@lookout/web/stores/live-records.ts';
import { createStore } from 'zustand/vanilla';
import { isDrill } from '../../exercise/drill.ts';
import { ALARM_KINDS, type Alarm, type AlarmKind, isHandled, isInProgress, type NamedAlarm, verdictOf } from '../alarm.ts';
import type { AlarmPart } from '../layer/alarm-layers.ts';
import type { AlarmMark, MarkChange } from '../layer/mark.ts';
import { alarmRecords } from './alarm-records.ts';
import { alarmTermsEn, alarmTermsZh } from './messages.ts';

interface AlarmView {
  /** The filter at a time, epoch milliseconds, because its time windows move. */
  readonly filterAt: (now: number) => AlarmFilter;
  /** Drawn with a white ring; null: none. */
  readonly selected: Alarm | null;
  /** The alarm that the camera is flying to; null: none. */
  readonly approached: Alarm | null;
}

/** The page's filter and selection of alarms on the map; outlives the globe. */
export const alarmViewOf = perSession(() =>
  createStore<AlarmView>(() => ({ filterAt: () => () => true, selected: null, approached: null })),
);

export type AlarmViewStore = ReturnType<typeof alarmViewOf>;

export const useAlarmView = (): AlarmViewStore => alarmViewOf(useServices());

/** Each row is a switch of the layer tree. */
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
  const hidden = new Set<AlarmKind>();
  /** The page's filter, without the sources that the layer tree has switched off. */
  const accepted = (): AlarmFilter => {
    const passes = view.getState().filterAt(now());
    return (alarm) => !hidden.has(alarm.facts.kind) && passes(alarm);
  };
  let wiring: AlarmWiring | null = null;
  const refilter = () => wiring?.setFilter(accepted());
  for (const kind of ALARM_KINDS)
    rows.push(
      services.layers.register({
        id: `alarms.source.${kind}`,
        group: 'alarms',
        rank: 1,
        title: { zh: alarmTermsZh.kinds[kind], en: alarmTermsEn.kinds[kind] },
        visible: true,
        setVisible: (visible) => {
          if (visible) hidden.delete(kind);
          else hidden.add(kind);
          refilter();
        },
      }),
    );
  wiring = wireAlarms(services.records(alarmRecords), drawn, accepted());
  const { stop } = wiring;
  const select = ({ selected }: AlarmView) => drawn.select(selected === null ? null : selected.position);
  select(view.getState());
  const unsubscribe = view.subscribe((next, before) => {
    if (next.filterAt !== before.filterAt) refilter();
    if (next.selected !== before.selected) select(next);
  });
  everyMinute(() => {
    drawn.setNow(new Date(now()));
    refilter();
  });
  return () => {
    unsubscribe();
    stop();
    for (const row of rows) row.remove();
  };
};

type AlarmFilter = (alarm: NamedAlarm) => boolean;

interface AlarmWiring {
  /** Replaces the filter. Also called every minute, because filters contain time windows. */
  readonly setFilter: (filter: AlarmFilter) => void;
  readonly stop: () => void;
}

interface Target {
  readonly apply: (change: MarkChange) => void;
}

/**
 * Forwards changes of the alarm records to the map layers, without React. The panel's filter applies to the map too.
 * @param target the mounted alarm layers
 */
export function wireAlarms(records: RecordsRead<NamedAlarm>, target: Target, filter: AlarmFilter): AlarmWiring {
  let accepts = filter;
  const shown = new Set<string>();
  // Alarms that existed when the desk opened are not new, however late the map is mounted.
  const known = new Set<string>();

  const isWanted = (alarm: NamedAlarm) => isInProgress(alarm.response) || accepts(alarm);

  const apply = (upserts: readonly AlarmMark[], removals: readonly string[]) => {
    if (upserts.length > 0 || removals.length > 0) target.apply({ upserts, removals });
  };

  /** @param announces whether an alarm not seen before is shown as new */
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
        // Most of 20,000 alarms are unchanged: marks are built only for those that enter.
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

/** Unhandled, or a fire in progress: a fire judged real keeps its mark until it is closed. */
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
    isDrill: isDrill(alarm),
    isNew,
  };
}
