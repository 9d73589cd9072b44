// The route of a team to a fire: a line where it drives, dashes where it walks, long thin dashes where it flies.
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { dashesOf, lengthOf } from '@lookout/map/layers/drawings/dashes.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';

export type RouteManner = 'road' | 'foot' | 'air';

export interface RouteStage {
  readonly by: RouteManner;
  /** In the order of travel, WGS 84 degrees. */
  readonly path: readonly Place[];
}

export interface RouteMark {
  readonly stages: readonly RouteStage[];
  /** Text at the start: the team and its arrival time. */
  readonly text: string;
}

export interface RouteOnMap {
  /** Replaces the route; null: nothing is drawn. */
  readonly set: (route: RouteMark | null) => void;
  readonly destroy: () => void;
}

/** Visible on every background; no mark, warning or other line has this colour. */
const HUE = '#ff7ae0';

interface Look {
  readonly widthPixels: number;
  /** Lengths as shares of the whole route; null: a solid line. */
  readonly dash: { readonly share: number; readonly gapShare: number } | null;
}

const LOOKS: Readonly<Record<RouteManner, Look>> = {
  road: { widthPixels: 5, dash: null },
  foot: { widthPixels: 4, dash: { share: 1 / 80, gapShare: 1 / 100 } },
  air: { widthPixels: 3, dash: { share: 1 / 25, gapShare: 1 / 60 } },
};
/** Shortest dash, so that a short walk is dashed too, metres. */
const LEAST_DASH_METRES = 30;

export function mountRoute(globe: Globe): RouteOnMap {
  const layer = globe.addLayer(drawingLayer('route', false));
  return { set: (route) => layer.apply(route === null ? [] : routeDrawings(route)), destroy: layer.destroy };
}

const LOOK = { plotId: null, colour: HUE, texts: [], handles: false } as const;

/** Lines draped on the terrain cannot have a pattern, so each dash is a line. */
export function routeDrawings({ stages, text }: RouteMark): Drawing[] {
  const whole = stages.reduce((sum, { path }) => sum + lengthOf(path), 0);
  const lines = stages.flatMap(({ by, path }): Drawing[] => {
    const { widthPixels, dash } = LOOKS[by];
    const parts =
      dash === null
        ? [path]
        : dashesOf(path, Math.max(whole * dash.share, LEAST_DASH_METRES), Math.max(whole * dash.gapShare, LEAST_DASH_METRES));
    return parts.map((points) => ({ ...LOOK, shape: 'line', points, widthPixels }));
  });
  const start = stages[0]?.path[0];
  return start === undefined ? lines : [...lines, { ...LOOK, shape: 'point', points: [start], texts: [text], widthPixels: 4 }];
}
