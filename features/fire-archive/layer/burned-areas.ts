// Burned areas by severity: areas with their holes, draped on the terrain, each in its colour.
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';

export interface BurnedAreaMark {
  /** The outer ring and its holes, closed or open. */
  readonly rings: readonly (readonly Place[])[];
  /** CSS colour. */
  readonly colour: string;
}

export interface BurnedAreaLayer {
  /** Replaces all areas. */
  readonly set: (areas: readonly BurnedAreaMark[]) => void;
  readonly destroy: () => void;
}

const FILL_OPACITY = 0.6;

export function mountBurnedAreas(globe: Globe): BurnedAreaLayer {
  const layer = globe.addLayer(drawingLayer('burned-areas', false));
  return { set: (areas) => layer.apply(areas.map(drawingOf)), destroy: layer.destroy };
}

const drawingOf = ({ rings: [points = [], ...holes], colour }: BurnedAreaMark): Drawing => ({
  plotId: null,
  shape: 'area',
  points,
  holes,
  fillOpacity: FILL_OPACITY,
  colour,
  widthPixels: 0,
  texts: [],
  handles: false,
});
