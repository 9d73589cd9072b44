// Which plots of a fire show where it burns, and how they are sent as the start of a forecast (GeoJSON, RFC 7946), each with its ignition
// time.

import { HOUR_MS, type Named, type Position } from '@lookout/domain';
import type { Plot } from '../../plot/plot.ts';
import type { PlotSymbol } from '../../plot/plot-symbol.ts';

type Place = [number, number];
type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Place }
  | { readonly type: 'LineString'; readonly coordinates: Place[] }
  | { readonly type: 'Polygon'; readonly coordinates: Place[][] };

const placeOf = ({ lng, lat }: Position): Place => [lng, lat];

const GEOMETRY_OF: Readonly<Partial<Record<PlotSymbol, (points: readonly Position[]) => Geometry>>> = {
  'burnt-area': (points) => ({ type: 'Polygon', coordinates: [[...points, ...points.slice(0, 1)].map(placeOf)] }),
  'fire-front': (points) => ({ type: 'LineString', coordinates: points.map(placeOf) }),
  'fire-head': (points) => ({ type: 'Point', coordinates: placeOf(points[0] as Position) }),
};

/** The plots of a fire that show where it burns: burnt areas, fire fronts and heads. @param fireIds the alarm and its fire */
export const burningPlots = (plots: readonly Named<Plot>[], fireIds: readonly (string | null)[]): readonly Named<Plot>[] =>
  plots.filter(({ fireId, symbol }) => fireId !== null && fireIds.includes(fireId) && symbol !== null && symbol in GEOMETRY_OF);

/** @param time the ignition time; null: the start of the forecast */
type IgnitionPlot = Pick<Plot, 'symbol' | 'points'> & { readonly time: Date | null };

/** null: no plot is chosen, or the chosen ones have been deleted; the forecast then starts at the fire's position. */
export function ignitionOf(plots: readonly IgnitionPlot[]) {
  const features = plots.flatMap(({ symbol, points, time }) => {
    const geometry = symbol === null ? undefined : GEOMETRY_OF[symbol]?.(points);
    return geometry === undefined ? [] : [{ type: 'Feature' as const, properties: time && { time }, geometry }];
  });
  return features.length === 0 ? null : { type: 'FeatureCollection' as const, features };
}

/** The start of a forecast and the ignition times of its parts, milliseconds since 1970. */
export interface PartTimes {
  /** The chosen start; null: none chosen. */
  readonly beginMs: number | null;
  readonly nowMs: number;
  readonly hours: number;
  /** The ignition time of each chosen plot; null: the start of the forecast. */
  readonly times: readonly (number | null)[];
}

const STEP_MS = 5 * 60_000;
/** Rounded down to five minutes, as the server does. */
const onStep = (ms: number): number => Math.floor(ms / STEP_MS) * STEP_MS;

/** The same rule as the server's: the chosen start. Without one, the earliest ignition time if every part has one, else now. */
export function beginOf({ beginMs, nowMs, times }: Omit<PartTimes, 'hours'>): number {
  const given = times.filter((time) => time !== null);
  return onStep(beginMs ?? (given.length > 0 && given.length === times.length ? Math.min(...given) : nowMs));
}

export type PartFault = { readonly kind: 'outside'; readonly from: Date; readonly to: Date } | { readonly kind: 'none-at-first' };

/** Why a part cannot ignite at its time; null: it can. */
export function partFaultOf(time: number, all: PartTimes): PartFault | null {
  const begin = beginOf(all);
  const end = begin + all.hours * HOUR_MS;
  const at = onStep(time);
  if (at < begin || at >= end) return { kind: 'outside', from: new Date(begin), to: new Date(end) };
  return all.times.every((one) => one !== null && onStep(one) > begin) ? { kind: 'none-at-first' } : null;
}
