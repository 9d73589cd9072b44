// One desk per logged-in user, begun with the session (`loadSession` of the manifest) and cleared when it ends.
import { calls } from '@calls';
import { createClient, sendAlarmRequest } from '@lookout/client';
import { type ActingOfficer, NATION, type NamedAlarm, parseGridNo } from '@lookout/domain';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { perSession, type Services, useServices, useSession } from '../../shared/services.ts';
import { createAlarmActions } from './actions/alarm-actions.ts';
import { createDesk, type Desk, type DeskState } from './desk.ts';
import { createChime } from './sound.ts';

const deskOf = perSession(begin, (desk) => desk.stop());

function begin(services: Services): Desk {
  const { client, session } = services;
  const { id = '', gridNo } = session.get().info?.userDTO ?? {};
  const alarmActions = createAlarmActions({
    send: (alarm, request) => sendAlarmRequest(client, alarm, request),
    sendLeaving: (alarm, request) => sendAlarmRequest(leavingClient(services), alarm, request),
    clock: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  return createDesk({
    alarms: services.records(alarmRecords),
    services,
    chime: createChime(window, () => new AudioContext(), services.now),
    storage: localStorage,
    onStored: (name, run) => {
      const listen = ({ key, newValue }: StorageEvent) => key === name && run(newValue);
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
    userId: id,
    gridNo: parseGridNo(gridNo),
    alarmActions,
    sendSeen: (alarmId) => client.alarmActions.seen({ body: { id: alarmId }, occasion: 'background', silent: true }),
    every: (run, milliseconds) => {
      const timer = setInterval(run, milliseconds);
      return () => clearInterval(timer);
    },
  });
}

/** A client whose calls outlive the page (keepalive). */
const leavingClient = ({ session }: Services) =>
  createClient({
    calls,
    base: '',
    token: () => session.get().token,
    deviceId: null,
    fetch: (url, init) => window.fetch(url, { ...init, keepalive: true }),
  });

/** Listens and sounds from now on, for an officer who may see alarms. */
export function beginDesk(services: Services): void {
  if (services.session.get().rights.has('watch-alarms')) deskOf(services);
}

export const useDesk = (): Desk => deskOf(useServices());

export const useDeskState = <T>(select: (state: DeskState) => T): T => useStore(useDesk().store, select);

/** The officer logged in at this desk. */
export function useOfficer(): ActingOfficer {
  const { info, rights } = useSession();
  const { id: accountId = '', gridNo } = info?.userDTO ?? {};
  return useMemo(() => ({ accountId, gridNo: parseGridNo(gridNo) ?? NATION, rights }), [accountId, gridNo, rights]);
}

/** The alarm's current state in the store, or `known` when the store does not have it. */
export function useCurrentAlarm(known: NamedAlarm): NamedAlarm {
  const alarms = useServices().records(alarmRecords);
  const read = useCallback(() => alarms.get(known.id), [alarms, known.id]);
  return useSyncExternalStore(alarms.subscribe, read) ?? known;
}
