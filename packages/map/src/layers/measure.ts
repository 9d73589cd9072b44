// Measuring: a line or an area with texts at its points that follows the pointer.
import type { Globe } from '../engine/globe.ts';
import type { Place } from '../engine/places.ts';
import { drawingLayer } from './drawings/drawing-layer.ts';

/** Bright on every background, and not a plot colour. */
const HUE = '#2dd4ff';
const LINE_PIXELS = 3;

export interface MeasureMark {
  readonly isArea: boolean;
  readonly points: readonly Place[];
  /** Texts next to the points. */
  readonly texts: readonly string[];
}

export interface MeasureLayer {
  /** null: nothing is being measured. */
  readonly set: (mark: MeasureMark | null) => void;
  readonly destroy: () => void;
}

export function mountMeasure(globe: Globe): MeasureLayer {
  const layer = globe.addLayer(drawingLayer('measure', true));
  const look = { plotId: null, colour: HUE, widthPixels: LINE_PIXELS };
  return {
    set: (mark) =>
      layer.apply(
        mark === null
          ? []
          : [
              { ...look, shape: mark.isArea && mark.points.length > 2 ? 'area' : 'line', points: mark.points, texts: [], handles: false },
              { ...look, shape: 'text', points: mark.points, texts: mark.texts, handles: true },
            ],
      ),
    destroy: layer.destroy,
  };
}
