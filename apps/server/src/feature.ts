// The server's part of a feature: `features/<name>/<name>.server.ts` exports one manifest, which `npm run features` lists.
import type { Row } from '@lookout/contract';
import type { Contract, Feature } from '@lookout/features/contract.ts';
import type { Handlers, RawRoute } from './serve/context.ts';
import type { Room } from './services/open.ts';

/** A background task of a feature: a poller, a subscriber of the log, a worker. */
export interface Job {
  stop(): Promise<void>;
}

type Calls = Record<string, Row>;
type NoCalls = Record<never, never>;

interface OpenPart<Rows extends Calls> {
  /** The handlers of its rows in the call table. */
  readonly calls: Handlers<Rows>;
  /** Routes that answer with bytes instead of JSON. */
  readonly rawRoutes?: readonly RawRoute[];
  /** Stopped when the server stops, in reverse order, after the last call. */
  readonly jobs?: readonly Job[];
}

/** A part of a feature that has too many rows for one file. `joined` combines the parts into the feature. */
export interface ServerPart<Rows extends Calls> {
  /** Takes the services that it needs from the room. */
  open(room: Room): OpenPart<Rows>;
}

export type OpenFeature<F extends Feature> = OpenPart<Contract[F]>;
export type ServerFeature<F extends Feature> = ServerPart<Contract[F]>;

/** Opens the parts in order; they are stopped in reverse order. */
export const joined = <A extends Calls, B extends Calls, C extends Calls = NoCalls, D extends Calls = NoCalls, E extends Calls = NoCalls>(
  ...parts: readonly [ServerPart<A>, ServerPart<B>, ServerPart<C>?, ServerPart<D>?, ServerPart<E>?]
): ServerPart<A & B & C & D & E> => ({
  open: (room) => {
    const opened = parts.filter((part) => part !== undefined).map((part) => part.open(room));
    return {
      calls: Object.assign({}, ...opened.map(({ calls }) => calls)) as Handlers<A & B & C & D & E>,
      rawRoutes: opened.flatMap(({ rawRoutes = [] }) => rawRoutes),
      jobs: opened.flatMap(({ jobs = [] }) => jobs),
    };
  },
});

/** One entry for each part of the contract; a missing one does not compile. */
export type Features = { readonly [F in Feature]: ServerFeature<F> };
type OpenFeatures = { readonly [F in Feature]: OpenFeature<F> };

/** @param stops receives the stop functions of the features' jobs */
export function openFeatures(features: Features, room: Room, stops: AsyncDisposableStack): OpenFeatures {
  const opened = Object.entries(features).map(([name, feature]) => {
    const open = feature.open(room);
    for (const job of open.jobs ?? []) stops.defer(() => job.stop());
    return [name, open];
  });
  return Object.fromEntries(opened) as OpenFeatures;
}
