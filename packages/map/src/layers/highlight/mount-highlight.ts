// The door to the highlighted place for the web.
import type { Globe } from '../../engine/globe.ts';
import { drawAtlas } from '../alarms/atlas-canvas.ts';
import { type HighlightedPlace, highlightLayer } from './highlight-layer.ts';

export interface Highlight {
  readonly set: (place: HighlightedPlace | null) => void;
  readonly destroy: () => void;
}

export function mountHighlight(globe: Globe): Highlight {
  const layer = globe.addLayer(highlightLayer(drawAtlas(document.createElement('canvas'))));
  return { set: layer.apply, destroy: layer.destroy };
}
