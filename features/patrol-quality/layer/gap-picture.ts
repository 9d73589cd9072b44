// The forest of a county by the days since it was last seen, draped on the terrain: one pixel for each post.
import type { Globe } from '@lookout/map/engine/globe.ts';
import { type GridPicture, gridPicturesLayer } from '@lookout/map/layers/grid-pictures.ts';

export interface GapPictureOnMap {
  /** null: nothing is drawn. */
  readonly set: (picture: GridPicture | null) => void;
  readonly destroy: () => void;
}

const GAP_OPACITY = 0.6;

export function mountGapPicture(globe: Globe): GapPictureOnMap {
  const layer = globe.addLayer(gridPicturesLayer('patrol-gaps', GAP_OPACITY));
  layer.show(true);
  return { set: (picture) => layer.apply({ pictures: picture === null ? [] : [picture] }), destroy: layer.destroy };
}
