// What a feature gives to be served: the handlers of its rows, and the routes that answer with bytes.
import type { Contract, Feature } from '@lookout/contract';
import type { Handlers } from './context.ts';
import type { RawRoute } from './raw-route.ts';

export interface FeatureModule<F extends Feature> {
  readonly handlers: Handlers<Contract[F]>;
  readonly rawRoutes?: readonly RawRoute[];
  /** Ends what the feature started. */
  stop?(): Promise<void>;
}
