// What every feature may use, made once in app/services.ts and handed down by context: client, stores, live messages, the interceptor.
import type { Client } from '@lookout/client';
import type { LiveUpdate } from '@lookout/contract';
import type { ListedRanger, NamedAlarm, NamedTask, RightCode } from '@lookout/domain';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AlarmRecords } from '../stores/alarm-records.ts';
import type { ConnectionFacts, ConnectionStore } from '../stores/connection.ts';
import type { LayerRegistry } from '../stores/layer-registry.ts';
import type { Overlays } from '../stores/overlays.ts';
import type { PlotRecords } from '../stores/plot-records.ts';
import type { RangerRecords } from '../stores/ranger-records.ts';
import type { LoadState } from '../stores/records.ts';
import type { Session, SessionStore } from '../stores/session.ts';
import type { TaskRecords } from '../stores/task-records.ts';

export type LiveListener = (updates: readonly LiveUpdate[], source: 'live' | 'replayed') => void;

export interface Services {
  readonly client: Client;
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  readonly alarms: AlarmRecords;
  readonly tasks: TaskRecords;
  readonly plots: PlotRecords;
  /** Empty for who lacks bpRanger. */
  readonly rangers: RangerRecords;
  /** What the map can show: parts of the globe register their rows, the layer tree switches them. */
  readonly layers: LayerRegistry;
  /** What the open tabs put on the map. */
  readonly overlays: Overlays;
  /** Every live update in seq order, nothing twice; `replayed` ones were caught up from the log. Returns its stop. */
  readonly onLive: (listener: LiveListener) => () => void;
  /** Was a live update brought about by a call of this very page? (its `requestId`) */
  readonly isOwnRequest: (requestId: string) => boolean;
  /** Loads the open alarms and tasks again (after a failed first load). */
  readonly reloadAlarms: () => void;
  /** The server's clock as this desk knows it, epoch milliseconds. */
  readonly now: () => number;
  /** Ends the session here and on the server. `password-changed`: the server has ended it already; the login page says why. */
  readonly logout: (reason?: 'password-changed') => Promise<void>;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('useServices outside of ServicesContext');
  return services;
}

export const useClient = (): Client => useServices().client;

export function useSession(): Session {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.get);
}

export const useRight = (right: RightCode | null): boolean => {
  const { rights } = useSession();
  return right === null || rights.has(right);
};

export function useConnection(): ConnectionFacts {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.get);
}

/** All known alarms, newest arrival first; renders again at most once a frame. */
export function useAlarms(): readonly NamedAlarm[] {
  const { alarms } = useServices();
  return useSyncExternalStore(alarms.subscribe, alarms.list);
}

export function useAlarmLoad(): LoadState {
  const { alarms } = useServices();
  return useSyncExternalStore(alarms.subscribe, alarms.state);
}

/** All known tasks, newest first; renders again at most once a frame. */
export function useTasks(): readonly NamedTask[] {
  const { tasks } = useServices();
  return useSyncExternalStore(tasks.subscribe, tasks.list);
}

export function useTaskLoad(): LoadState {
  const { tasks } = useServices();
  return useSyncExternalStore(tasks.subscribe, tasks.state);
}

/** All known rangers, by name; renders again at most once a frame. */
export function useRangers(): readonly ListedRanger[] {
  const { rangers } = useServices();
  return useSyncExternalStore(rangers.subscribe, rangers.list);
}

export function useRangerLoad(): LoadState {
  const { rangers } = useServices();
  return useSyncExternalStore(rangers.subscribe, rangers.state);
}
