// The state of the live connection: the dot, "last updated", the banner, and the summary of updates caught up after a reconnect.
import type { CaughtUp, LiveState } from '@lookout/client';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ConnectionFacts {
  /** `none`: no live connection (not logged in, or no right to any topic). */
  readonly line: LiveState | 'none' | 'dead';
  /** When the connection ceased to be online, epoch milliseconds. */
  readonly since: number | null;
  /** A background call got no reply, and none has succeeded since. */
  readonly callsLost: boolean;
  /** Time of the server's last message, epoch milliseconds. */
  readonly updatedAt: number | null;
  readonly caughtUp: CaughtUp | null;
}

export interface ConnectionStore {
  readonly get: () => ConnectionFacts;
  readonly subscribe: StoreApi<ConnectionFacts>['subscribe'];
  readonly line: (line: ConnectionFacts['line']) => void;
  readonly received: () => void;
  readonly callLost: () => void;
  readonly callPassed: () => void;
  readonly caughtUp: (report: CaughtUp | null) => void;
  readonly reset: () => void;
}

export function createConnection(clock: () => number): ConnectionStore {
  const initial: ConnectionFacts = { line: 'none', since: null, callsLost: false, updatedAt: null, caughtUp: null };
  const store = createStore<ConnectionFacts>(() => initial);
  return {
    get: store.getState,
    subscribe: store.subscribe,
    line: (line) => {
      const quiet = line === 'online' || line === 'none';
      store.setState({ line, since: quiet ? null : (store.getState().since ?? clock()), ...(line === 'lost' ? { caughtUp: null } : {}) });
    },
    received: () => store.setState({ updatedAt: clock() }),
    callLost: () => store.setState({ callsLost: true }),
    callPassed: () => {
      if (store.getState().callsLost) store.setState({ callsLost: false });
    },
    caughtUp: (caughtUp) => store.setState({ caughtUp }),
    reset: () => store.setState(initial, true),
  };
}

/** Whether to show the banner: the connection is lost or calls get no reply, but not during the first attempt to connect. */
export const isBroken = (facts: ConnectionFacts): boolean => facts.line === 'lost' || facts.line === 'dead' || facts.callsLost;
