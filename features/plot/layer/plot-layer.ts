// The plots on the globe: saved ones, those of an archive or a patrol, and the sketch of a new one.
import type { Globe } from '@lookout/map/engine/globe.ts';
import { drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';
import { type PlotMark, plotDrawings } from './plot-drawings.ts';

export interface PlotLayer {
  /** Replaces all plots. */
  readonly set: (plots: readonly PlotMark[]) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

/**
 * `shared`: saved plots; `archive`: plots of a fire's archive; `patrol`: the route of a patrol; `sites`: places for towers. A sketch is
 * being drawn or edited and follows the pointer.
 */
export type PlotPart = 'shared' | 'sketch' | 'archive' | 'patrol' | 'patrol-sketch' | 'sites';

export function mountPlots(globe: Globe, part: PlotPart): PlotLayer {
  const layer = globe.addLayer(drawingLayer(`plots-${part}`, part.endsWith('sketch')));
  return { set: (plots) => layer.apply(plots.flatMap(plotDrawings)), show: layer.show, destroy: layer.destroy };
}
