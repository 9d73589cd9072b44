// The tracing port for the server's parts; null where tracing is off. The implementation is otlp.ts, loaded only where tracing is on.

import type { Repositories, Store } from '@lookout/features/store.ts';
import type { NumberedMessage } from '@lookout/live';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A call that changes something. Its full URL and its body are not put into traces, because they may contain tokens and personal data. */
export interface TracedCall {
  /** The name of its row in the contract. */
  readonly name: string;
  readonly method: string;
  /** The path template of the contract. */
  readonly path: string;
  readonly requestId: string;
  readonly headers: Headers;
}

/** Attributes that a part learns while it runs. */
export interface Learnt {
  readonly alarmId?: string;
  readonly seq?: number;
  /** The number of alarms, if there may be several. */
  readonly alarms?: number;
}

export interface Tracing {
  /** The id for a call that has none of its own but has a caller's trace (`traceparent`): our trace continues the caller's. */
  requestIdOf(headers: Headers): string | null;
  /** @param status of the reply, read when `work` has ended */
  call<T>(call: TracedCall, work: () => Promise<T>, status: () => number): Promise<T>;
  /** Runs a part of the current call in a span; outside a call it only runs the work. */
  part<T>(name: string, work: (learn: (learnt: Learnt) => void) => Promise<T>): Promise<T>;
  readonly live: LiveTracing;
  /** Sends the remaining spans, for a second at most. */
  stop(): Promise<void>;
}

/**
 * Traces a message from its commit to the clients, at this server and at the others. Messages without recipients (`internal`) are skipped.
 */
export interface LiveTracing {
  /** Called when this server has committed the messages, before they are passed to the relay. */
  committed(messages: readonly NumberedMessage[]): void;
  /** Called when this server learns of the message: by its own commit, from another server, or from the log. */
  received(message: NumberedMessage): void;
  /** @param deliver sends the message to the sockets of this server. @returns the number of sockets */
  delivered(message: NumberedMessage, deliver: () => number): void;
  /** The last step of the server's own message. @param forward passes it to the broker between the servers; null: there is none */
  forwarded(message: NumberedMessage, forward: (() => void) | null): void;
}

/** The same store, whose transactions and records of alarms are traced as parts of their call. */
export function tracedStore(store: Store, tracing: Tracing): Store {
  const traced = ({ alarms, events }: Pick<Repositories, 'alarms' | 'events'>) => ({
    alarms: tracedAlarms(alarms, tracing),
    events: tracedEvents(events, tracing),
  });
  return {
    ...store,
    ...traced(store),
    transaction: (work) => tracing.part('database transaction', () => store.transaction((tx) => work({ ...tx, ...traced(tx) }))),
  };
}

const tracedAlarms = (alarms: Repositories['alarms'], tracing: Tracing): Repositories['alarms'] => ({
  ...alarms,
  record: (...given) =>
    tracing.part('record alarm', async (learn) => {
      const recorded = await alarms.record(...given);
      const [first] = recorded.fresh;
      if (first !== undefined) learn({ alarmId: first.id, seq: first.seq });
      return recorded;
    }),
  recordFile: (...given) =>
    tracing.part('record alarms', async (learn) => {
      const recorded = await alarms.recordFile(...given);
      learn({ alarms: recorded.fresh.length });
      return recorded;
    }),
});

const tracedEvents = (events: Repositories['events'], tracing: Tracing): Repositories['events'] => ({
  ...events,
  append: (...given) =>
    tracing.part('append to the journal', async (learn) => {
      const lasts = await events.append(...given);
      const seq = lasts.at(-1);
      if (seq !== undefined) learn({ seq });
      return lasts;
    }),
});
