// The alarms of the bare map, polled every few seconds with `since`: a reply without changes is a few bytes. There is no live connection,
// because its messages contain more than an embedded map may see (decision 0039).
import { type Client, deadReasonOf, isDeadSession } from '@lookout/client';
import type { GridNo } from '@lookout/domain';
import { createStore } from 'zustand/vanilla';
import type { MapAlarm } from '../map-embed.ts';
import type { ArrivalWindow } from './address.ts';

const EVERY_MS = 3_000;

export interface FeedState {
  readonly alarms: readonly MapAlarm[];
  /** The list is truncated. */
  readonly isCut: boolean;
  /** When the server last replied, epoch milliseconds; null: not yet. */
  readonly answeredAt: number | null;
  /** The last request got no reply. */
  readonly isLost: boolean;
}

export interface AlarmFeed {
  readonly get: () => FeedState;
  readonly subscribe: (listener: (state: FeedState, before: FeedState) => void) => () => void;
  readonly stop: () => void;
}

interface Options {
  readonly client: Client;
  readonly gridNo: GridNo | null;
  readonly windowAt: (now: number) => ArrivalWindow;
  readonly now: () => number;
  readonly window: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  /** The token is no longer valid. @param reason the code of the error catalogue */
  readonly onOver: (reason: string | null) => void;
  readonly everyMs?: number;
}

export function startAlarmFeed({ client, gridNo, windowAt, now, window, onOver, everyMs = EVERY_MS }: Options): AlarmFeed {
  const store = createStore<FeedState>(() => ({ alarms: [], isCut: false, answeredAt: null, isLost: false }));
  const stop = new AbortController();
  let last: number | null = null;
  let timer = 0;

  const ask = async (): Promise<void> => {
    const { from, to } = windowAt(now());
    const body = {
      gridNo,
      since: last,
      beginTime: from === null ? null : new Date(from),
      endTime: to === null ? null : new Date(to),
    };
    try {
      const answer = await client.mapEmbed.mapAlarms({ body, occasion: 'background', silent: true, signal: stop.signal });
      if (stop.signal.aborted) return;
      last = answer.last;
      const changed = answer.alarms === null ? {} : { alarms: answer.alarms, isCut: answer.isCut };
      store.setState({ ...changed, answeredAt: now(), isLost: false });
    } catch (error) {
      if (stop.signal.aborted) return;
      if (isDeadSession(error)) return onOver(deadReasonOf(error));
      // The drawn alarms remain, and the page shows their time.
      store.setState({ isLost: true });
    }
    timer = window.setTimeout(() => void ask(), everyMs);
  };
  void ask();

  return {
    get: store.getState,
    subscribe: store.subscribe,
    stop: () => {
      stop.abort();
      window.clearTimeout(timer);
    },
  };
}
