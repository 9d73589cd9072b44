// The forest of a county by the days since it was last seen, draped on the terrain: one pixel for each post.
import type { Globe } from '@lookout/map/engine/globe.ts';
import { type DangerPicture, dangerGridLayer } from '../../danger/layer/danger-grid.ts';

export interface GapPictureOnMap {
  /** null: nothing is drawn. */
  readonly set: (picture: DangerPicture | null) => void;
  readonly destroy: () => void;
}

export function mountGapPicture(globe: Globe): GapPictureOnMap {
  const layer = globe.addLayer(dangerGridLayer('patrol-gaps'));
  layer.show(true);
  return { set: (picture) => layer.apply({ pictures: picture === null ? [] : [picture] }), destroy: layer.destroy };
}
