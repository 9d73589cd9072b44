// Services of every feature, created once in app/services.ts and provided by context: client, stores, live updates.
import type { Client } from '@lookout/client';
import { hasRight, type Right } from '@lookout/domain';
import type { LiveUpdate } from '@lookout/features/live-messages.ts';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ConnectionFacts, ConnectionStore } from '../stores/connection.ts';
import type { LayerRegistry } from '../stores/layer-registry.ts';
import type { LiveRecords, LoadState, RecordsKind } from '../stores/live-records.ts';
import type { Overlays } from '../stores/overlays.ts';
import type { Session, SessionStore } from '../stores/session.ts';

export type LiveListener = (updates: readonly LiveUpdate[], source: 'live' | 'replayed') => void;

export interface Services {
  readonly client: Client;
  /** Same as `client`, but every call that would change something fails before it is sent. */
  readonly reader: Client;
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  /** The desk's records of a kind, updated by live updates. */
  readonly records: <T>(kind: RecordsKind<T>) => LiveRecords<T>;
  /** The layers of the map: parts of the globe register rows, the layer tree switches them. */
  readonly layers: LayerRegistry;
  /** Overlays of open tabs on the map. */
  readonly overlays: Overlays;
  /** Receives every live update once, in seq order; `replayed`: caught up from the log. @returns unsubscribe */
  readonly onLive: (listener: LiveListener) => () => void;
  /** Whether a live update (by its `requestId`) was caused by a call of this page. */
  readonly isOwnRequest: (requestId: string) => boolean;
  /** Reloads the records of every kind (after a failed first load). */
  readonly reloadRecords: () => void;
  /** The server's clock as this desk knows it, epoch milliseconds. */
  readonly now: () => number;
  /**
   * null on a live desk. A desk that shows a past moment is silent, sends nothing and stores nothing in the browser; `now` is that moment.
   */
  readonly replay: { readonly onMoment: (listener: () => void) => () => void } | null;
  /** Ends the session here and on the server. `password-changed`: the server has ended it already; the login page shows why. */
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

export const useRight = (right: Right): boolean => hasRight(useSession().rights, right);

export function useConnection(): ConnectionFacts {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.get);
}

/** All records of a kind, in its order; renders at most once a frame. */
export function useRecords<T>(kind: RecordsKind<T>): readonly T[] {
  const records = useServices().records(kind);
  return useSyncExternalStore(records.subscribe, records.list);
}

/** Same as `useRecords`, but renders a stream of changes at most once per interval. A single change is shown at once. */
export function useCalmRecords<T>(kind: RecordsKind<T>, everyMs: number): readonly T[] {
  const records = useServices().records(kind);
  const subscribe = useMemo(() => calmed(records.subscribe, everyMs), [records, everyMs]);
  return useSyncExternalStore(subscribe, records.list);
}

/** Passes on the first of several changes at once, the others together. */
export const calmed =
  (subscribe: (listener: () => void) => () => void, everyMs: number) =>
  (listener: () => void): (() => void) => {
    let resting: ReturnType<typeof setTimeout> | null = null;
    let isMissed = false;
    const notify = () => {
      if (resting !== null) {
        isMissed = true;
        return;
      }
      resting = setTimeout(() => {
        resting = null;
        if (isMissed) notify();
      }, everyMs);
      isMissed = false;
      listener();
    };
    const stop = subscribe(notify);
    return () => {
      stop();
      if (resting !== null) clearTimeout(resting);
    };
  };

export function useLoadState<T>(kind: RecordsKind<T>): LoadState {
  const records = useServices().records(kind);
  return useSyncExternalStore(records.subscribe, records.state);
}

const TICK_MS = 30_000;

/** Calls `run` at the given interval, and in a replay whenever the moment changes. @returns a function that stops it */
export function everyTick({ replay }: Pick<Services, 'replay'>, run: () => void, milliseconds: number): () => void {
  const timer = setInterval(run, milliseconds);
  const stop = replay?.onMoment(run);
  return () => {
    clearInterval(timer);
    stop?.();
  };
}

/** The server's clock for times shown in minutes; re-renders every half minute. @returns epoch milliseconds */
export function useNow(): number {
  const services = useServices();
  const [at, setAt] = useState(services.now);
  useEffect(() => everyTick(services, () => setAt(services.now()), TICK_MS), [services]);
  return at;
}

/**
 * A value per session: created on first use and dropped when the session ends, so that the next user gets a new one. @param end destroys
 * the value
 */
export function perSession<T>(make: (services: Services) => T, end: (value: T) => void = () => undefined): (services: Services) => T {
  const values = new WeakMap<Services, { readonly value: T }>();
  return (services) => {
    const existing = values.get(services);
    if (existing) return existing.value;
    const value = make(services);
    values.set(services, { value });
    const { accid } = services.session.get();
    const unsubscribe = services.session.subscribe(() => {
      const now = services.session.get();
      // A closing page may request the value once more after the end; the next user must not receive it.
      if (now.token !== null && now.accid === accid) return;
      unsubscribe();
      values.delete(services);
      end(value);
    });
    return value;
  };
}
