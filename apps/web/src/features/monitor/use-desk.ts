// One desk for each logged-in person, begun by the first page that needs it and cleared when the session ends.
import { calls } from '@calls';
import { createClient, sendAlarmRequest } from '@lookout/client';
import { parseGridNo } from '@lookout/domain';
import { useStore } from 'zustand';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { perSession, type Services, useServices } from '../../shared/services.ts';
import { createAnswering } from './answer/answering.ts';
import { createChime } from './chime.ts';
import { createDesk, type Desk, type DeskState } from './desk.ts';
import { readAddress } from './url-state.ts';

const deskOf = perSession(begin, (desk) => desk.stop());

function begin(services: Services): Desk {
  const { client, session } = services;
  const { id = '', gridNo } = session.get().info?.userDTO ?? {};
  const answering = createAnswering({
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
    userId: id,
    gridNo: parseGridNo(gridNo),
    answering,
    tellSeen: (alarmId) => client.acts.seen({ body: { id: alarmId }, occasion: 'background', silent: true }),
    filter: readAddress(location.search).filter,
    every: (run, milliseconds) => {
      const timer = setInterval(run, milliseconds);
      return () => clearInterval(timer);
    },
  });
}

/** Calls that outlive the page: the browser sends them after it has gone. */
const leavingClient = ({ session }: Services) =>
  createClient({
    calls,
    base: '',
    token: () => session.get().token,
    deviceId: null,
    fetch: (url, init) => window.fetch(url, { ...init, keepalive: true }),
  });

export const useDesk = (): Desk => deskOf(useServices());

export const useDeskState = <T>(select: (state: DeskState) => T): T => useStore(useDesk().store, select);
