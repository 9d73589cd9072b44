// The door to the boundaries for the web.
import type { Globe } from '../../engine/globe.ts';
import { boundaryLayer } from './boundary-layer.ts';
import { type BoundaryFeatures, boundaryLines } from './lines.ts';

export interface Boundaries {
  /** GeoJSON whose features carry `properties.gridNo`. Replaces what was drawn. */
  readonly set: (collection: BoundaryFeatures) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountBoundaries(globe: Globe): Boundaries {
  const layer = globe.addLayer(boundaryLayer());
  return { set: (collection) => layer.apply(boundaryLines(collection)), show: layer.show, destroy: layer.destroy };
}
