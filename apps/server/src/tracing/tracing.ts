// What the server's parts know of tracing: a port, which is null where tracing is off. The library behind it is otlp.ts, loaded only where it is on.

import type { Repositories, Store } from '@lookout/features/store.ts';
import type { NumberedMessage } from '@lookout/live';

/** Where spans go and which; names and defaults are those of OpenTelemetry. */
export interface TracingConfig {
  /** OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** Of the `traceidratio` samplers, 0 to 1. */
  readonly ratio: number;
}

export const SAMPLER_NAMES = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLER_NAMES)[number];

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A call that changes something. Its address and its body stay out of traces: they may hold tokens and people. */
export interface TracedCall {
  /** Of its row of the contract. */
  readonly name: string;
  readonly method: string;
  /** As the contract has it. */
  readonly path: string;
  readonly requestId: string;
  readonly headers: Headers;
}

/** What a part learns while it runs. */
export interface Learnt {
  readonly alarmId?: string;
  readonly seq?: number;
  /** How many alarms, where there may be several. */
  readonly alarms?: number;
}

export interface Tracing {
  /** The id of a call that has none of its own but belongs to a trace of the outside (`traceparent`): that trace goes on in ours. */
  requestIdOf(headers: Headers): string | null;
  /** @param status of the answer, read when `work` has ended */
  call<T>(call: TracedCall, work: () => Promise<T>, status: () => number): Promise<T>;
  /** A part of the call that is being answered; outside of a call it only works. */
  part<T>(name: string, work: (learn: (learnt: Learnt) => void) => Promise<T>): Promise<T>;
  readonly live: LiveTracing;
  /** Sends what is left, for a second at most. */
  stop(): Promise<void>;
}

/** The way of a message from its commit to the desks, at this server and at the others. Messages without desks (`internal`) are passed over. */
export interface LiveTracing {
  /** This server has committed them; before they are given to the relay. */
  committed(messages: readonly NumberedMessage[]): void;
  /** This server knows of it: by its own commit, from another server, or from the log. */
  received(message: NumberedMessage): void;
  /** @param deliver gives it to the sockets of this server. @returns how many these were */
  delivered(message: NumberedMessage, deliver: () => number): void;
  /** Of an own one, the last of all. @param announce gives it to the broker between the servers; null: there is none */
  announced(message: NumberedMessage, announce: (() => void) | null): void;
}

/** The same store, whose transactions and records of alarms are parts of the call that they belong to. */
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
