// A fire (火情) of several alarms: the ellipse that contains it in 95 % of all cases, and a line to each of its alarms.
import { ellipseRing } from '@lookout/geo';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';

export interface FireExtentMark extends Place {
  /** Metres, and the azimuth of the longer axis in degrees. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly azimuthDegrees: number };
  readonly label: string;
  /** Positions of its alarms. */
  readonly alarms: readonly Place[];
}

export interface FireExtentLayer {
  /** null: nothing is drawn. */
  readonly set: (fire: FireExtentMark | null) => void;
  readonly destroy: () => void;
}

export function mountFireExtent(globe: Globe): FireExtentLayer {
  const layer = globe.addLayer(drawingLayer('fire-extent', false));
  return { set: (fire) => layer.apply(fire === null ? [] : fireExtentDrawings(fire)), destroy: layer.destroy };
}

const COLOUR = '#ff7a1a';
const FILL_OPACITY = 0.12;
const EDGE_PIXELS = 2;
const LINE_PIXELS = 1;
/** Most lines to alarms: a fire with very many alarms does not need a line to each. */
const MOST_LINES = 60;

export function fireExtentDrawings({ lng, lat, ellipse, label, alarms }: FireExtentMark): Drawing[] {
  const plain = { plotId: null, handles: false, colour: COLOUR, texts: [] } as const;
  const edge = ellipseRing({ lng, lat, ellipse }).slice(0, -1);
  return [
    {
      ...plain,
      shape: 'area',
      points: edge.map(([east, north]) => ({ lng: east, lat: north })),
      widthPixels: EDGE_PIXELS,
      fillOpacity: FILL_OPACITY,
    },
    ...(alarms.length > 1
      ? alarms
          .slice(0, MOST_LINES)
          .map((alarm): Drawing => ({ ...plain, shape: 'line', points: [{ lng, lat }, alarm], widthPixels: LINE_PIXELS }))
      : []),
    { ...plain, shape: 'text', points: [{ lng, lat }], texts: [label], textPlace: 'above', widthPixels: 0 },
  ];
}
