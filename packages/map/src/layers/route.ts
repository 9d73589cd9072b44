// The way of somebody to a fire: what is driven as a line, what is walked in dashes, what is flown in long thin ones.
import { bearingDegrees, destination, distanceMetres } from '@lookout/geo';
import type { Globe } from '../engine/globe.ts';
import { type Drawing, drawingLayer, type Place } from './plots/drawing-layer.ts';

export type RouteManner = 'road' | 'foot' | 'air';

export interface RouteStage {
  readonly by: RouteManner;
  /** In the order of travel, WGS 84 degrees. */
  readonly path: readonly Place[];
}

export interface RouteMark {
  readonly stages: readonly RouteStage[];
  /** At its beginning: who comes, and when. */
  readonly text: string;
}

export interface RouteOnMap {
  /** Replaces what was drawn; null: nothing is drawn. */
  readonly set: (route: RouteMark | null) => void;
  readonly destroy: () => void;
}

/** Seen on every ground; no mark, warning or other line has it. */
const HUE = '#ff7ae0';

interface Look {
  readonly widthPixels: number;
  /** Of the length of the whole way; null: a line without gaps. */
  readonly dash: { readonly share: number; readonly gapShare: number } | null;
}

const LOOKS: Readonly<Record<RouteManner, Look>> = {
  road: { widthPixels: 5, dash: null },
  foot: { widthPixels: 4, dash: { share: 1 / 80, gapShare: 1 / 100 } },
  air: { widthPixels: 3, dash: { share: 1 / 25, gapShare: 1 / 60 } },
};
/** So that a short walk is dashed too, metres. */
const LEAST_DASH_METRES = 30;

export function mountRoute(globe: Globe): RouteOnMap {
  const layer = globe.addLayer(drawingLayer('route', false));
  return { set: (route) => layer.apply(route === null ? [] : routeDrawings(route)), destroy: layer.destroy };
}

const LOOK = { plotId: null, colour: HUE, texts: [], handles: false } as const;

/** Lines that lie on the ground have no pattern of their own: the dashes are lines. */
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

/** Metres. */
export const lengthOf = (path: readonly Place[]): number =>
  path.reduce((sum, place, index) => sum + (index === 0 ? 0 : distanceMetres(path[index - 1] as Place, place)), 0);

/**
 * Cuts a path into dashes, beginning with one; they follow its bends.
 * @param dashMetres above 0
 */
export function dashesOf(path: readonly Place[], dashMetres: number, gapMetres: number): Place[][] {
  const dashes: Place[][] = [];
  let dash: Place[] | null = path.length === 0 ? null : [path[0] as Place];
  let left = dashMetres;
  for (let index = 1; index < path.length; index++) {
    let from = path[index - 1] as Place;
    const to = path[index] as Place;
    const bearing = bearingDegrees(from, to);
    let rest = distanceMetres(from, to);
    while (rest > left) {
      from = destination(from, bearing, left);
      rest -= left;
      if (dash === null) dash = [from];
      else {
        dashes.push([...dash, from]);
        dash = null;
      }
      left = dash === null ? gapMetres : dashMetres;
    }
    left -= rest;
    dash?.push(to);
  }
  if (dash !== null && dash.length > 1) dashes.push(dash);
  return dashes;
}
