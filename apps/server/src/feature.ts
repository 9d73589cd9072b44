// A feature of the server: its folder exports one manifest, listed in `features/index.ts`.
import type { Contract, Feature } from '@lookout/features/contract.ts';
import type { Handlers, RawRoute } from './serve/context.ts';
import type { Room } from './services/open.ts';

/** Background work of a feature: a poll, a subscriber of the log, a worker. */
export interface Job {
  stop(): Promise<void>;
}

export interface OpenFeature<F extends Feature> {
  /** The handlers of its rows. */
  readonly calls: Handlers<Contract[F]>;
  /** Routes that answer with bytes. */
  readonly rawRoutes?: readonly RawRoute[];
  /** Stopped when the server stops, last first, after the last call. */
  readonly jobs?: readonly Job[];
}

export interface ServerFeature<F extends Feature> {
  /** Takes what it needs of the room. */
  open(room: Room): OpenFeature<F>;
}

/** One for each part of the contract; a missing one does not compile. */
export type Features = { readonly [F in Feature]: ServerFeature<F> };
type OpenFeatures = { readonly [F in Feature]: OpenFeature<F> };

/** @param stops receives the stops of their jobs */
export function openFeatures(features: Features, room: Room, stops: AsyncDisposableStack): OpenFeatures {
  const opened = Object.entries(features).map(([name, feature]) => {
    const open = feature.open(room);
    for (const job of open.jobs ?? []) stops.defer(() => job.stop());
    return [name, open];
  });
  return Object.fromEntries(opened) as OpenFeatures;
}
