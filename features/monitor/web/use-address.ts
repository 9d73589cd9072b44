// Syncs the page with its URL: a link's alarm and view are opened once; afterwards the URL follows, debounced and without navigation.

import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { writeView } from '@lookout/web/globe/view-text.ts';
import { useLoadState, useServices } from '@lookout/web/shared/services.ts';
import { App } from 'antd';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { useAlarmView } from '../../alarm/parts/alarms-part.ts';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { acceptor } from './queue.ts';
import { type AddressState, writeAddress } from './url-state.ts';
import { useDesk, useDeskState } from './use-desk.ts';

/** Debounce interval. */
const QUIET_MS = 200;

export function useAddress(arrival: AddressState, opener: AlarmOpener): void {
  const room = useGlobeRoom();
  const alarmView = useAlarmView();
  const globe = useGlobeState().kind;
  const desk = useDesk();
  const messages = useMessages();
  const { message } = App.useApp();
  const services = useServices();
  const { client } = services;
  const alarms = services.records(alarmRecords);
  const load = useLoadState(alarmRecords);
  // The URL retains the link's alarm until it is opened or found to be deleted.
  const pending = useRef<string | null>(null);
  const before = useRef<NamedAlarm | null>(null);
  useEffect(() => {
    pending.current = arrival.alarmId;
    before.current = desk.store.getState().current;
  }, [arrival, desk]);

  // Runs before the first paint: the desk is older than this page and has no filter until then.
  useLayoutEffect(() => desk.arriveWith(arrival.filter), [desk, arrival]);
  const filter = useDeskState((state) => state.filter);
  useEffect(() => alarmView.setState({ filterAt: (now) => acceptor(filter, now) }), [alarmView, filter]);

  useEffect(() => {
    if (pending.current === null || load !== 'loaded' || (globe !== 'ready' && globe !== 'broken')) return;
    const id = pending.current;
    const open = (alarm: NamedAlarm | undefined) => {
      // If the officer opened another alarm in the meantime, it is not replaced.
      if (pending.current !== id) return;
      pending.current = null;
      if (desk.store.getState().current !== before.current) return;
      if (alarm === undefined) return void message.info(messages.popup.missing);
      // If the link has a view, the camera is already in place.
      opener.open(alarm, arrival.fromTask ? 'task' : arrival.view === null ? 'list' : 'map');
    };
    const known = alarms.get(id);
    if (known) return open(known);
    // Handled alarms are not in the store, and a task's alarm is always handled.
    client.alarm.one({ query: { id }, occasion: 'background', silent: true }).then(open, () => open(undefined));
  }, [load, globe, alarms, client, desk, opener, arrival, message, messages]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      const view = room.view();
      const { current, popupOpen, fromTask, filter: shown } = desk.store.getState();
      const alarmId = pending.current ?? (popupOpen ? (current?.id ?? null) : null);
      const readOnly = pending.current === null ? fromTask : arrival.fromTask;
      const query = writeAddress(location.search, { view: view && writeView(view), alarmId, fromTask: readOnly, filter: shown });
      // Retains the router's history state, so that nothing navigates or renders again.
      if (query !== location.search) history.replaceState(history.state, '', `${location.pathname}${query}`);
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(write, QUIET_MS);
    };
    const stops = [room.onRest(soon), desk.store.subscribe(soon)];
    // After returning from another page, the page's state still exists and is written into the menu's bare URL.
    if (room.view() !== null) soon();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [room, desk, arrival]);
}
