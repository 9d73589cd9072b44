// Click = popup, double click = fly there, right click = menu of the place (ui.md 3).
import { useEffect } from 'react';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { useToolStore } from '../../globe/tools/tool-store.ts';
import { useGlobeRoom } from '../../globe/use-globe-room.ts';
import { useServices } from '../../shared/services.ts';
import type { MenuPlace } from './ContextMenu.tsx';
import type { AlarmOpener } from './open-alarm.ts';

/** A badge of a prefecture opens into its alarms: well inside the band in which marks are drawn. */
const COUNT_FLY_HEIGHT_METRES = 250_000;

/** @param onPlace takes the clicks while a new place is looked for (移位); null: they open what they meet */
export function useMapPointer(
  opener: AlarmOpener,
  onMenu: (place: MenuPlace | null) => void,
  onPlace: ((place: { readonly lng: number; readonly lat: number }) => void) | null,
): void {
  const room = useGlobeRoom();
  const alarms = useServices().records(alarmRecords);
  const { select } = useToolStore();
  useEffect(
    () =>
      room.onPointer(({ gesture, pick, x, y }) => {
        const state = room.state();
        if (gesture === 'hover' || state.kind !== 'ready') return;
        onMenu(null);
        if (pick === null) return;
        const { globe, map } = state;
        const { lng, lat } = pick;
        if (onPlace !== null && gesture === 'click') return onPlace({ lng, lat });
        if (gesture === 'right') return onMenu({ lng, lat, x, y });
        if (gesture === 'double') {
          if (pick.kind !== 'alarm-count') void globe.flyTo({ lng, lat, rangeMetres: map.POPUP_FLY_IN_RANGE_METRES });
          return;
        }
        if (pick.kind === 'alarm-count') void globe.flyTo({ lng, lat, heightMetres: COUNT_FLY_HEIGHT_METRES });
        if (pick.kind === 'plot') select(pick.id);
        if (pick.kind !== 'alarm' && pick.kind !== 'fire') return;
        const alarm = alarms.get(pick.id);
        if (alarm) opener.open(alarm, 'map');
      }),
    [room, alarms, opener, select, onMenu, onPlace],
  );
}
