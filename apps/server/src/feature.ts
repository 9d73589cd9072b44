// What a feature is on the server: its folder exports one manifest, and one line of `features/index.ts` names it.
import type { Contract, Feature } from '@lookout/contract';
import type { Handlers, RawRoute } from './serve/context.ts';
import type { Room } from './services/open.ts';

/** What goes on beside the calls: a poll, something that listens to the log, a worker that is kept ready. */
export interface Job {
  stop(): Promise<void>;
}

export interface OpenFeature<F extends Feature> {
  /** The handlers of its rows. */
  readonly calls: Handlers<Contract[F]>;
  /** Routes that answer with bytes. */
  readonly rawRoutes?: readonly RawRoute[];
  /** Ended when the server ends, last first, after the last call. */
  readonly jobs?: readonly Job[];
}

export interface ServerFeature<F extends Feature> {
  /** Given the whole room, it takes what it needs. */
  open(room: Room): OpenFeature<F>;
}

/** One for each part of the contract: what is missing does not compile. */
export type Features = { readonly [F in Feature]: ServerFeature<F> };
type OpenFeatures = { readonly [F in Feature]: OpenFeature<F> };

/** @param begun takes the stops of their jobs */
export function openFeatures(features: Features, room: Room, stops: AsyncDisposableStack): OpenFeatures {
  const opened = Object.entries(features).map(([name, feature]) => {
    const open = feature.open(room);
    for (const job of open.jobs ?? []) stops.defer(() => job.stop());
    return [name, open];
  });
  return Object.fromEntries(opened) as OpenFeatures;
}
