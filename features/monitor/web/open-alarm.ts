// Opening an alarm: its details are shown at once. From the list with a high camera, the camera then flies there. The last request wins.

import type { PopupRule } from '@lookout/region';
import type { GlobeRoom } from '@lookout/web/globe/room.ts';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { AlarmViewStore } from '../../alarm/parts/alarms-part.ts';
import type { Desk } from './desk.ts';

export interface AlarmOpener {
  /** `map`: its marker was clicked, so it is in view and the camera does not move. `task`: like `list`, but read-only. */
  readonly open: (alarm: NamedAlarm, from: 'list' | 'map' | 'task') => void;
  readonly fly: (alarm: NamedAlarm) => void;
  /** Moves the map to a position near the alarm. */
  readonly show: (position: { readonly lng: number; readonly lat: number }) => void;
  readonly close: () => void;
}

export function createOpener(
  desk: Pick<Desk, 'focus'>,
  room: Pick<GlobeRoom, 'state'>,
  view: Pick<AlarmViewStore, 'setState'>,
  rule: PopupRule['kind'],
): AlarmOpener {
  let latest = 0;

  const goTo = async ({ lng, lat }: { readonly lng: number; readonly lat: number }) => {
    const state = room.state();
    if (state.kind !== 'ready') return;
    await state.globe.flyTo({ lng, lat, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
  };
  const approach = async (alarm: NamedAlarm, request: number) => {
    view.setState({ approached: alarm });
    // Continues whether the flight ends or the officer interrupts it.
    await goTo(alarm.position);
    if (request === latest) view.setState({ approached: null });
  };

  return {
    open: (alarm, from) => {
      const request = ++latest;
      view.setState({ selected: alarm, approached: null });
      const state = room.state();
      const fromTask = from === 'task';
      // Without a map, only the popup is opened.
      if (from === 'map' || state.kind !== 'ready') return desk.focus(alarm, true, fromTask);
      const step = state.map.popupStepAt(state.globe.view().heightMetres, rule);
      desk.focus(alarm, step !== 'none', fromTask);
      if (step === 'fly-then-open') void approach(alarm, request);
    },
    fly: (alarm) => {
      view.setState({ selected: alarm });
      void approach(alarm, ++latest);
    },
    show: (position) => void goTo(position),
    close: () => {
      latest++;
      view.setState({ selected: null, approached: null });
      desk.focus(null, false);
    },
  };
}
