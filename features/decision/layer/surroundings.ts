// Surroundings of a fire (辅助决策): the search circle, and lines to the items that a list points at, each with its text.
import { destination } from '@lookout/geo';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';

/** Bright on every background, like everything that the user has just requested. */
const HUE = '#2dd4ff';
const CORNERS = 96;
const CIRCLE_PIXELS = 2;
const LINE_PIXELS = 3;

export interface PointedAt extends Place {
  /** Text next to it: its name and distance. */
  readonly text: string;
}

export interface SurroundingsMark {
  readonly centre: Place;
  readonly radiusMetres: number;
  readonly pointedAt: readonly PointedAt[];
}

export interface SurroundingsOnMap {
  /** null: nothing is drawn. */
  readonly set: (mark: SurroundingsMark | null) => void;
  readonly show: (visible: boolean) => void;
}

export function mountSurroundings(globe: Globe): SurroundingsOnMap {
  const layer = globe.addLayer(drawingLayer('surroundings', true));
  return { set: (mark) => layer.apply(mark === null ? [] : drawingsOf(mark)), show: layer.show };
}

const LOOK = { plotId: null, colour: HUE, texts: [], handles: false } as const;

/** The circle is only a line, so that the terrain inside keeps its colours. */
export function drawingsOf({ centre, radiusMetres, pointedAt }: SurroundingsMark): Drawing[] {
  const circle = Array.from({ length: CORNERS + 1 }, (_, n) => destination(centre, (360 * (n % CORNERS)) / CORNERS, radiusMetres));
  return [
    { ...LOOK, shape: 'line', points: circle, widthPixels: CIRCLE_PIXELS },
    ...pointedAt.flatMap(({ lng, lat, text }): Drawing[] => [
      { ...LOOK, shape: 'line', points: [centre, { lng, lat }], widthPixels: LINE_PIXELS },
      { ...LOOK, shape: 'point', points: [{ lng, lat }], texts: [text], widthPixels: LINE_PIXELS },
    ]),
  ];
}
