// A part of the globe: layers with whatever feeds them. It is mounted when the globe stands and taken down with it; what must outlive a
// globe (a filter, a mark, drawings, measures) lives in a store that the part reads and pages write; switches live in the layer registry.
// The room is handed the parts of parts.ts, with those that the features' manifests bring.
import type { Globe } from '@lookout/map';
import type { Region } from '@lookout/region';
import { createContext } from 'react';
import type { Services } from '../shared/services.ts';
import type { TerrainMeta } from './terrain.ts';

export type MapModule = typeof import('@lookout/map');

export interface PartContext {
  readonly map: MapModule;
  readonly globe: Globe;
  readonly terrain: TerrainMeta | null;
  readonly services: Services;
  readonly region: Region;
  readonly window: Window;
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** Colours by age and windows of time move on by the minute; ends with the globe. */
  readonly everyMinute: (run: () => void) => void;
  /** With the session's token: tiles and files are fenced like every call. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** False once the globe was taken down: what arrives later has nowhere to go. */
  readonly isStanding: () => boolean;
}

/** Mounts. @returns its end; the globe's own layers are destroyed with the globe and need none */
export type GlobePart = (context: PartContext) => () => void;

/** Fetches the parts that features bring (their manifests say so); handed down by the app. */
export const PartsContext = createContext<() => Promise<readonly GlobePart[]>>(async () => []);
