// Keeps the desk current while an officer is logged in: reads the log's position, then the list of every kind of record, then live updates.
import { type Client, type ConnectionTimers, isDeadSession, type Live, loadLive } from '@lookout/client';
import { parseGridNo } from '@lookout/domain';
import { loadScript } from '../shared/lazily.ts';
import type { LiveListener } from '../shared/services.ts';
import type { ConnectionStore } from '../stores/connection.ts';
import type { LoadContext, RecordStore } from '../stores/live-records.ts';
import type { SessionStore } from '../stores/session.ts';

interface DutyRoom {
  readonly client: Client;
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  readonly records: readonly RecordStore[];
  readonly publish: LiveListener;
  readonly sessionDied: (token: string | null) => void;
  /** The screen cannot be brought up to date by the log (see `LiveSettings`): the server was restored, or this desk was away too long. Restart duty. */
  readonly rewound: () => void;
  /** A live message could not be decoded. */
  readonly unreadable: () => void;
  readonly mqttUrl: string;
  /** The timers of the page, loaded when needed. */
  readonly timers: () => Promise<ConnectionTimers>;
  readonly clock: () => number;
}

export interface Duty {
  readonly stop: () => void;
  readonly reload: () => void;
  /** The browser is online again. */
  readonly networkBack: () => void;
}

const RETRY_MS = 3_000;
/**
 * Events per catch-up request. The number is small, because a short outage misses few events and thousands of desks ask in the same second.
 * Further events are fetched by the next request.
 */
const CAUGHT_UP_AT_ONCE = 200;
/**
 * After a reconnect, data that is not in the log (positions) is reloaded within this time, each desk after a random delay. When a
 * nationwide connection returns, thousands of desks read the log in the same second, and alarms must still be delivered.
 */
const UNLOGGED_WITHIN_MS = 8_000;

/** Starts immediately; a user without the right to see alarms has no live connection. */
export function startDuty(room: DutyRoom): Duty {
  const { client, session, connection, records } = room;
  const { token, accid, info, rights } = session.get();
  const gridNo = parseGridNo(info?.userDTO.gridNo);
  const topic = session.topic();
  if (token === null || accid === null || gridNo === null || topic === null || !rights.has('watch-alarms'))
    return { stop: () => {}, reload: () => {}, networkBack: () => {} };

  let stopped = false;
  let live: Live | null = null;
  let since = 0;
  let retry: ReturnType<typeof setTimeout> | null = null;

  const later = (run: () => void) => {
    // Several lists may be waiting to retry: `stop` clears one timer, the others check here.
    if (!stopped) retry = setTimeout(() => !stopped && run(), RETRY_MS);
  };
  const died = () => {
    connection.line('dead');
    room.sessionDied(token);
  };

  const desk: LoadContext = { client, rights, since: () => since, isOver: () => stopped, later };
  const refresh = (some: readonly RecordStore[]) => Promise.all(some.map((one) => one.refresh(desk)));

  const begin = async () => {
    connection.line('connecting');
    try {
      // Reads the log's position BEFORE the list, so that changes made in between are in the log after that position. No events are needed:
      // a query from beyond the log's end returns only its position, however many old events have been deleted.
      const [{ last }, { createLive, mqttTransport, topicsOfDesk }, timers] = await Promise.all([
        client.duty.events({ query: { since: Number.MAX_SAFE_INTEGER, limit: 1 }, occasion: 'background', silent: true }),
        loadScript(loadLive),
        loadScript(room.timers),
      ]);
      if (stopped) return;
      since = last;
      connection.received();
      live = createLive({
        since,
        connect: mqttTransport({
          url: room.mqttUrl,
          accid,
          token: () => token,
          topics: topicsOfDesk(gridNo, topic, rights),
          random: Math.random,
          clock: room.clock,
          timers,
        }),
        fetchEvents: (from) =>
          client.duty.events({ query: { since: from, limit: CAUGHT_UP_AT_ONCE }, occasion: 'background', silent: true }),
        onUpdates: (updates, source) => {
          connection.received();
          for (const one of records) one.apply(updates);
          room.publish(updates, source);
        },
        onUnreadable: room.unreadable,
        onState: connection.line,
        onConfirmed: connection.received,
        onCaughtUp: (report) => {
          connection.caughtUp(report);
          timers.setTimeout(
            () => !stopped && void refresh(records.filter(({ isUnlogged }) => isUnlogged)),
            Math.random() * UNLOGGED_WITHIN_MS,
          );
        },
        onRewound: room.rewound,
        onDeadSession: died,
        clock: room.clock,
        random: Math.random,
        timers,
      });
      await refresh(records);
    } catch (error) {
      if (stopped) return;
      if (isDeadSession(error)) return died();
      connection.line('lost');
      later(() => void begin());
    }
  };

  void begin();
  return {
    stop: () => {
      stopped = true;
      if (retry !== null) clearTimeout(retry);
      live?.stop();
      connection.reset();
      for (const one of records) one.clear();
    },
    reload: () => void refresh(records),
    networkBack: () => live?.retryNow(),
  };
}
