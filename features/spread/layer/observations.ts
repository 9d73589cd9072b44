// Observations of a fire, shown with its forecast (蔓延推演): places with their error, and the drawn burnt areas, each with its time.
import { ellipseRing } from '@lookout/geo';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { openRing } from '@lookout/map/layers/drawings/distinct.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';

export interface PlaceMark extends Place {
  readonly kind: 'place';
  /** Metres, and the azimuth of the longer axis in degrees. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly azimuthDegrees: number };
  readonly text: string;
}
export interface AreaMark {
  readonly kind: 'area';
  /** The outline; the last corner may be the first. */
  readonly ring: readonly Place[];
  readonly text: string;
}
export type ObservationMark = PlaceMark | AreaMark;

export interface ObservationsOnMap {
  readonly set: (marks: readonly ObservationMark[]) => void;
  readonly show: (visible: boolean) => void;
}

export function mountObservations(globe: Globe): ObservationsOnMap {
  const layer = globe.addLayer(drawingLayer('seen-of-fire', true));
  return { set: (marks) => layer.apply(marks.flatMap(observationDrawings)), show: layer.show };
}

/** The colour is none of the forecast's hues. */
const COLOUR = '#ffb020';
const EDGE_PIXELS = 2;
const DOT_PIXELS = 3;
const LEAST_CORNERS = 3;

export function observationDrawings(mark: ObservationMark): Drawing[] {
  const plain = { plotId: null, handles: false, colour: COLOUR, texts: [] } as const;
  if (mark.kind === 'area') {
    const ring = openRing(mark.ring);
    const [first] = ring;
    if (ring.length < LEAST_CORNERS || first === undefined) return [];
    return [
      // The burnt area itself is a plot, which has its own colour: only its edge is drawn here.
      { ...plain, shape: 'line', points: [...ring, first], widthPixels: EDGE_PIXELS },
      { ...plain, shape: 'text', points: [first], texts: [mark.text], textPlace: 'above', widthPixels: 0 },
    ];
  }
  const { lng, lat, ellipse, text } = mark;
  return [
    {
      ...plain,
      shape: 'line',
      points: ellipseRing({ lng, lat, ellipse }).map(([east, north]) => ({ lng: east, lat: north })),
      widthPixels: EDGE_PIXELS,
    },
    { ...plain, shape: 'point', points: [{ lng, lat }], texts: [text], widthPixels: DOT_PIXELS },
  ];
}
