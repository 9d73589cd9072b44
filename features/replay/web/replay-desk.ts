// A desk that displays a past moment: the same stores, panels and layers as the live desk, fed from a replay's log.

import type { Capability } from '@lookout/domain';
import type { LiveListener, Services } from '@lookout/web/shared/services.ts';
import { memoryStorage } from '@lookout/web/shared/storage.ts';
import { createConnection } from '@lookout/web/stores/connection.ts';
import { createLayerRegistry } from '@lookout/web/stores/layer-registry.ts';
import { createHoldings, nextFrame } from '@lookout/web/stores/live-records.ts';
import { createOverlays } from '@lookout/web/stores/overlays.ts';
import type { Session, SessionStore } from '@lookout/web/stores/session.ts';
import { createStore } from 'zustand/vanilla';
import type { LiveUpdate } from '../../live-messages.ts';
import { rangerRecords } from '../../ranger/parts/ranger-records.ts';
import { RECORDS } from '../../records.generated.ts';
import { createPastClient } from './past-client.ts';
import { countUntil, newestAt, peopleAt, pointAt, type ReplayLog } from './replay-log.ts';

/** A replay needs no more rights than reading. */
const READING: readonly Capability[] = ['watch-alarms', 'see-rangers'];

export interface ReplayDesk {
  readonly services: Services;
  /** Epoch milliseconds. */
  readonly moment: () => number;
  /** Shows another moment, earlier or later. */
  readonly jump: (moment: number) => void;
  /** Advances to a later moment, applying the updates in between as a live desk applies them. */
  readonly advance: (moment: number) => void;
  /** Pauses at the current moment and reports it to the displays of the time, however recently another was reported. */
  readonly pause: () => void;
  /** Called after the moment has moved, at a limited rate while the replay plays. */
  readonly onMoment: (listener: () => void) => () => void;
  readonly close: () => void;
}

/** How long a jump blocked the main thread, as an entry in the browser's profile; the benchmark reads it. */
const JUMP_MEASURE = 'replay jump';

/** While a replay plays, displays of the time are notified at this interval. */
const NOTIFIED_EVERY_MS = 500;

export function createReplayDesk(live: Services, log: ReplayLog): ReplayDesk {
  const holdings = createHoldings(RECORDS, nextFrame);
  const records: Services['records'] = holdings.of;
  const people = records(rangerRecords);
  const listeners = new Set<LiveListener>();
  const watching = new Set<() => void>();
  const session = closableSession(live.session);
  let moment = log.begin;
  let known = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  let dueTell: ReturnType<typeof setTimeout> | undefined;

  const tell = () => {
    clearTimeout(dueTell);
    dueTell = undefined;
    toldAt = performance.now();
    connection.received();
    for (const listener of [...watching]) listener();
  };
  const now = () => moment;
  const connection = createConnection(now);
  connection.line('online');
  const onMoment = (listener: () => void) => {
    watching.add(listener);
    return () => void watching.delete(listener);
  };

  const services: Services = {
    client: createPastClient({ reader: live.reader, records, now }),
    reader: live.reader,
    session: session.store,
    connection,
    records,
    layers: createLayerRegistry(memoryStorage(), () => live.session.get().accid),
    overlays: createOverlays(),
    onLive: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isOwnRequest: () => false,
    reloadRecords: () => undefined,
    now,
    replay: { onMoment },
    logout: live.logout,
  };

  const jump = (to: number) => {
    const start = performance.now();
    // The records notify panels and layers in the next frame, between these two.
    let flushed = 0;
    nextFrame(() => {
      flushed = performance.now();
    });
    moment = Math.min(log.end, Math.max(log.begin, to));
    known = countUntil(log.times, moment);
    const updates = log.updates.slice(0, known);
    for (const kind of holdings.all)
      kind.refill(() => {
        kind.loadPast(log.moment);
        // The log has no positions.
        if (kind === people) people.load(peopleAt(log, moment), log.moment.seq);
        kind.apply(updates);
      });
    tell();
    const filled = performance.now();
    nextFrame(() => {
      performance.clearMeasures(JUMP_MEASURE);
      performance.measure(JUMP_MEASURE, { start, duration: filled - start + performance.now() - flushed });
    });
  };

  const advance = (to: number) => {
    const before = moment;
    moment = Math.min(log.end, Math.max(moment, to));
    const next = countUntil(log.times, moment);
    const updates = [...log.updates.slice(known, next), ...movesBetween(log, before, moment)];
    known = next;
    if (updates.length > 0) {
      for (const kind of holdings.all) kind.apply(updates);
      for (const listener of [...listeners]) listener(updates, 'replayed');
    }
    if (moment === log.end) tell();
    // Not in this frame, in which the map is already being drawn.
    else if (performance.now() - toldAt >= NOTIFIED_EVERY_MS) dueTell ??= setTimeout(tell, 0);
  };

  const close = () => {
    clearTimeout(dueTell);
    session.close();
  };

  jump(log.begin);
  return { services, moment: now, jump, advance, pause: tell, onMoment, close };
}

/** The movements of people between two moments: at most the last position of each. */
function movesBetween({ people, tracks }: ReplayLog, from: number, to: number): LiveUpdate[] {
  const moves: LiveUpdate[] = [];
  for (const { userId, gridNo } of people) {
    const track = tracks.get(userId);
    if (track === undefined) continue;
    const [before, after] = [newestAt(track, from), newestAt(track, to)];
    const point = after === before ? null : pointAt(track, after);
    if (point !== null)
      moves.push({
        kind: 'ranger-moved',
        userId,
        gridNo,
        position: point.position,
        at: point.at,
        publishedAt: point.receivedAt,
        requestId: null,
      });
  }
  return moves;
}

/** The officer's session, limited to read rights; it ends with the replay, together with everything stored per session. */
function closableSession(live: SessionStore): { readonly store: SessionStore; readonly close: () => void } {
  const rights: ReadonlySet<Capability> = new Set(READING.filter((right) => live.get().rights.has(right)));
  const store = createStore<Session>(() => ({ ...live.get(), rights }));
  return {
    store: { ...live, get: store.getState, subscribe: store.subscribe },
    close: () => store.setState({ token: null, accid: null, info: null, rights: new Set() }),
  };
}
