// What every feature may use, made once in app/services.ts and handed down by context: client, stores, live messages, the interceptor.
import type { Client } from '@lookout/client';
import type { LiveUpdate } from '@lookout/contract';
import type { Capability } from '@lookout/domain';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ConnectionFacts, ConnectionStore } from '../stores/connection.ts';
import type { LayerRegistry } from '../stores/layer-registry.ts';
import type { LiveRecords, LoadState, RecordsKind } from '../stores/live-records.ts';
import type { Overlays } from '../stores/overlays.ts';
import type { Session, SessionStore } from '../stores/session.ts';

export type LiveListener = (updates: readonly LiveUpdate[], source: 'live' | 'replayed') => void;

export interface Services {
  readonly client: Client;
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  /** What this desk holds of a kind, kept true by the live line. */
  readonly records: <T>(kind: RecordsKind<T>) => LiveRecords<T>;
  /** What the map can show: parts of the globe register their rows, the layer tree switches them. */
  readonly layers: LayerRegistry;
  /** What the open tabs put on the map. */
  readonly overlays: Overlays;
  /** Every live update in seq order, nothing twice; `replayed` ones were caught up from the log. Returns its stop. */
  readonly onLive: (listener: LiveListener) => () => void;
  /** Was a live update brought about by a call of this very page? (its `requestId`) */
  readonly isOwnRequest: (requestId: string) => boolean;
  /** Asks for the list of every kind of record again (after a failed first load). */
  readonly reloadRecords: () => void;
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

export const useRight = (right: Capability | null): boolean => {
  const { rights } = useSession();
  return right === null || rights.has(right);
};

export function useConnection(): ConnectionFacts {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.get);
}

/** All that is held of a kind, in its order; renders again at most once a frame. */
export function useRecords<T>(kind: RecordsKind<T>): readonly T[] {
  const records = useServices().records(kind);
  return useSyncExternalStore(records.subscribe, records.list);
}

export function useLoadState<T>(kind: RecordsKind<T>): LoadState {
  const records = useServices().records(kind);
  return useSyncExternalStore(records.subscribe, records.state);
}

// The server's clock for what is shown in minutes: renders again every half minute.

const TICK_MS = 30_000;

/** @returns epoch milliseconds */
export function useNow(): number {
  const { now } = useServices();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  return at;
}

// What one logged-in person has on this desk: made for whoever needs it first, and gone with the session, so that the next finds none of it.

/** @param end takes it down */
export function perSession<T>(make: (services: Services) => T, end: (thing: T) => void = () => undefined): (services: Services) => T {
  const kept = new WeakMap<Services, { readonly thing: T }>();
  return (services) => {
    const standing = kept.get(services);
    if (standing) return standing.thing;
    const thing = make(services);
    kept.set(services, { thing });
    const { accid } = services.session.get();
    const unsubscribe = services.session.subscribe(() => {
      const now = services.session.get();
      // A page that is about to go may ask once more after the end: that is nobody's, and not the next person's either.
      if (now.token !== null && now.accid === accid) return;
      unsubscribe();
      kept.delete(services);
      end(thing);
    });
    return thing;
  };
}
