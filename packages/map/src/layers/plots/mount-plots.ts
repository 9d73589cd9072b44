// The door to the plots for the web.
import type { Globe } from '../../engine/globe.ts';
import { drawingLayer } from './drawing-layer.ts';
import { type PlotMark, plotDrawings } from './plot-drawings.ts';

export interface PlotLayer {
  /** Replaces what was drawn. */
  readonly set: (plots: readonly PlotMark[]) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

/** @param part `shared`: those that stand; `sketch`: the one that is being drawn or changed, and follows the pointer */
export function mountPlots(globe: Globe, part: 'shared' | 'sketch'): PlotLayer {
  const layer = globe.addLayer(drawingLayer(`plots-${part}`, part === 'sketch'));
  return { set: (plots) => layer.apply(plots.flatMap(plotDrawings)), show: layer.show, destroy: layer.destroy };
}
