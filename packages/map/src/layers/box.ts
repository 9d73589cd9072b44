// The rectangle of the box selection (框选).
import type { Globe } from '../engine/globe.ts';
import type { GeoBox } from '../engine/places.ts';
import { drawingLayer } from './drawings/drawing-layer.ts';

const HUE = '#2dd4ff';
const LINE_PIXELS = 2;

export interface BoxLayer {
  readonly set: (box: GeoBox | null) => void;
  readonly destroy: () => void;
}

export function mountBox(globe: Globe): BoxLayer {
  const layer = globe.addLayer(drawingLayer('box', true));
  return {
    set: (box) => layer.apply(box === null ? [] : [{ ...LOOK, points: cornersOf(box) }]),
    destroy: layer.destroy,
  };
}

const LOOK = { plotId: null, shape: 'area', colour: HUE, widthPixels: LINE_PIXELS, texts: [], handles: false } as const;

const cornersOf = ({ west, south, east, north }: GeoBox) => [
  { lng: west, lat: south },
  { lng: east, lat: south },
  { lng: east, lat: north },
  { lng: west, lat: north },
];
