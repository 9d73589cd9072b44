// The areas that a team can reach within given numbers of minutes, draped on the terrain, the farthest lowest.
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';
import { reachColour } from './reach-colours.ts';

export interface ReachAreaMark {
  readonly minutes: number;
  /** Outer ring and holes of each polygon, closed or open. */
  readonly polygons: readonly (readonly (readonly Place[])[])[];
}

export interface ReachMark {
  /** In order of minutes. */
  readonly areas: readonly ReachAreaMark[];
  readonly centre: Place;
  /** Text at the centre. */
  readonly text: string;
}

export interface ReachOnMap {
  /** Replaces the areas; null: nothing is drawn. */
  readonly set: (reach: ReachMark | null) => void;
  readonly destroy: () => void;
}

const CENTRE_COLOUR = '#ff7ae0';
/** The areas are nested, so the inner ones are filled several times. */
const FILL_OPACITY = 0.16;
const LINE_PIXELS = 3;

export function mountReach(globe: Globe): ReachOnMap {
  const layer = globe.addLayer(drawingLayer('reach', false));
  return { set: (reach) => layer.apply(reach === null ? [] : reachDrawings(reach)), destroy: layer.destroy };
}

export function reachDrawings({ areas, centre, text }: ReachMark): Drawing[] {
  const same = { plotId: null, handles: false, texts: [] } as const;
  const drawn = areas.flatMap(({ polygons }, index) =>
    polygons.flatMap(([points = [], ...holes]): Drawing[] => {
      const colour = reachColour(index);
      return [
        { ...same, shape: 'area', points, holes, colour, fillOpacity: FILL_OPACITY, widthPixels: LINE_PIXELS },
        ...holes.map((hole): Drawing => ({ ...same, shape: 'line', points: hole, colour, widthPixels: 1 })),
      ];
    }),
  );
  // The farthest first, so that nearer ones are drawn over it.
  return [...drawn.reverse(), { ...same, shape: 'point', points: [centre], texts: [text], colour: CENTRE_COLOUR, widthPixels: 2 }];
}
