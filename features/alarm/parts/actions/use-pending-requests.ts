// An officer's requests about alarms, on any page: the pending requests of the session, and the acting officer.
import { calls } from '@calls';
import { createClient } from '@lookout/client';
import { NATION, parseGridNo } from '@lookout/domain';
import { perSession, type Services, useServices, useSession } from '@lookout/web/shared/services.ts';
import { basePath } from '@lookout/web/shared/site.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { NamedAlarm } from '../../alarm.ts';
import type { ActingOfficer } from '../../alarm-actions.ts';
import { alarmRecords } from '../alarm-records.ts';
import { sendAlarmRequest } from './alarm-requests.ts';
import { createPendingRequests, type PendingRequests } from './pending-requests.ts';

export const pendingRequestsOf = perSession((services): PendingRequests => {
  const { client } = services;
  return createPendingRequests({
    send: (alarm, request) => sendAlarmRequest(client, alarm, request),
    sendLeaving: (alarm, request) => sendAlarmRequest(leavingClient(services), alarm, request),
    clock: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
});

/** A client whose calls outlive the page (keepalive). */
const leavingClient = ({ session }: Services) =>
  createClient({
    calls,
    base: basePath,
    token: () => session.get().token,
    deviceId: null,
    fetch: (url, init) => window.fetch(url, { ...init, keepalive: true }),
  });

export const usePendingRequests = (): PendingRequests => pendingRequestsOf(useServices());

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
