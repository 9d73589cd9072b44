// The door to the reported burnings on the map for the web.
import type { Globe } from '../../engine/globe.ts';
import { type BurningMark, burningLayer } from './burning-layer.ts';

export interface BurningsOnMap {
  /** Replaces what was drawn. */
  readonly set: (marks: readonly BurningMark[]) => void;
  readonly show: (visible: boolean) => void;
}

export function mountBurnings(globe: Globe): BurningsOnMap {
  const layer = globe.addLayer(burningLayer(globe.language));
  return { set: layer.apply, show: layer.show };
}
