// Known heat sources as circles, and masks on the map as areas, each with its name.
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';

export interface HeatArea {
  /** Closed or open. */
  readonly ring: readonly Place[];
  /** Position of its name. */
  readonly centre: Place;
  readonly label: string;
}

/** `heats`: known heat sources; `masks`: masks on the map. */
export type HeatPart = 'heats' | 'masks';

export interface HeatAreaLayer {
  /** Replaces all areas. */
  readonly set: (areas: readonly HeatArea[]) => void;
  readonly show: (visible: boolean) => void;
}

const COLOURS: Readonly<Record<HeatPart, string>> = { heats: '#fb923c', masks: '#8e9bb3' };
const FILL_OPACITY = 0.15;
const LINE_PIXELS = 2;

export function mountHeatAreas(globe: Globe, part: HeatPart): HeatAreaLayer {
  const layer = globe.addLayer(drawingLayer(`heat-areas-${part}`, false));
  return { set: (areas) => layer.apply(areas.flatMap((area) => drawingsOf(area, COLOURS[part]))), show: layer.show };
}

const drawingsOf = ({ ring, centre, label }: HeatArea, colour: string): Drawing[] => {
  const same = { plotId: null, colour, handles: false } as const;
  return [
    { ...same, shape: 'area', points: ring, fillOpacity: FILL_OPACITY, widthPixels: LINE_PIXELS, texts: [] },
    { ...same, shape: 'text', points: [centre], widthPixels: 0, texts: [label], textPlace: 'centre' },
  ];
};
