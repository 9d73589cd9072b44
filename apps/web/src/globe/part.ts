// A part of the globe: layers and their data sources, mounted and unmounted with the globe. State that outlives a globe (a filter, a mark,
// drawings, measurements) is in a store that pages write and the part reads; switches are in the layer registry. GlobeStage.tsx lists the
// parts whose place in the order of drawing is fixed; the features' manifests name the others.
import type { Globe } from '@lookout/map';
import type { Region } from '@lookout/region';
import { createContext } from 'react';
import type { Services } from '../shared/services.ts';
import type { TerrainMeta } from './terrain.ts';

export type MapModule = typeof import('@lookout/features/globe.generated.ts');

export interface PartContext {
  readonly map: MapModule;
  readonly globe: Globe;
  readonly terrain: TerrainMeta | null;
  readonly services: Services;
  readonly region: Region;
  readonly window: Window;
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** For what depends on the time (colours by age, time windows); stops with the globe. */
  readonly everyMinute: (run: () => void) => void;
  /** Sends the session's token, which tiles and files need like every call. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** False once the globe was destroyed: later replies are discarded. */
  readonly isMounted: () => boolean;
}

/** Mounts the part. @returns unmount; layers of the globe are destroyed with it anyway */
export type GlobePart = (context: PartContext) => () => void;

/** Loads the parts listed in the features' manifests; provided by the app. */
export const PartsContext = createContext<() => Promise<readonly GlobePart[]>>(async () => []);
