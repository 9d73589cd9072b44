// The door to the way somebody went for the web.
import type { Globe } from '../../engine/globe.ts';
import { type Track, trackLayer } from './track-layer.ts';

export interface TrackOnMap {
  readonly set: (track: Track) => void;
  readonly destroy: () => void;
}

export function mountTrack(globe: Globe): TrackOnMap {
  const layer = globe.addLayer(trackLayer);
  return { set: layer.apply, destroy: layer.destroy };
}
