// Styles of vector layers by kind, roads by class. Subdued: the background is never brighter than an alarm.
import type { VectorLayerKind } from '../../map-layer.ts';

export interface LineStyle {
  readonly colour: string;
  readonly pixels: number;
  readonly dash?: readonly number[];
}

export interface VectorStyle {
  readonly line: LineStyle;
  /** Areas: a translucent fill, and hatching from lower left to upper right. */
  readonly fill?: string;
  readonly hatch?: { readonly colour: string; readonly everyPixels: number };
  readonly pointPixels: number;
  readonly name: {
    readonly colour: string;
    readonly fontPixels: number;
    /** A shape smaller than this is not named. */
    readonly leastPixels: number;
  };
}

export const VECTOR_STYLES: Readonly<Record<VectorLayerKind, VectorStyle>> = {
  'forest-farm': {
    line: { colour: 'rgba(96, 214, 120, 0.95)', pixels: 2 },
    fill: 'rgba(62, 180, 92, 0.16)',
    hatch: { colour: 'rgba(96, 214, 120, 0.45)', everyPixels: 12 },
    pointPixels: 5,
    name: { colour: '#b9f5c4', fontPixels: 15, leastPixels: 60 },
  },
  village: {
    line: { colour: 'rgba(226, 214, 178, 0.9)', pixels: 1.5, dash: [6, 5] },
    pointPixels: 4,
    name: { colour: '#f0e6c8', fontPixels: 14, leastPixels: 24 },
  },
  road: {
    line: { colour: 'rgba(206, 214, 226, 0.8)', pixels: 1.5 },
    pointPixels: 3,
    name: { colour: '#dbe4f2', fontPixels: 13, leastPixels: 160 },
  },
  water: {
    line: { colour: 'rgba(96, 170, 235, 0.9)', pixels: 1.8 },
    fill: 'rgba(64, 140, 215, 0.35)',
    pointPixels: 4,
    name: { colour: '#b5d9fb', fontPixels: 13, leastPixels: 100 },
  },
  other: {
    line: { colour: 'rgba(190, 170, 235, 0.9)', pixels: 1.8 },
    fill: 'rgba(170, 150, 225, 0.12)',
    pointPixels: 4,
    name: { colour: '#ddd2fa', fontPixels: 13, leastPixels: 80 },
  },
};

/** By the class that the server assigns at import; other classes use the road's default line. */
export const ROAD_LINES: Readonly<Record<string, LineStyle>> = {
  main: { colour: 'rgba(255, 196, 106, 0.95)', pixels: 3.5 },
  middle: { colour: 'rgba(240, 222, 170, 0.9)', pixels: 2.5 },
  minor: { colour: 'rgba(206, 214, 226, 0.8)', pixels: 1.5 },
  track: { colour: 'rgba(206, 190, 170, 0.85)', pixels: 1.5, dash: [5, 4] },
};
