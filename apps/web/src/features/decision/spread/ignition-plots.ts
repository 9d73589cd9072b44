// Which drawings of a fire say where it burns, and how they are sent as where a forecast begins (GeoJSON, RFC 7946).
import type { Named, Plot, PlotSymbol, Position } from '@lookout/domain';

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

/** Those of a fire that show where it burns: burnt areas, fire fronts and heads. @param fireIds the alarm and its fire */
export const burningPlots = (plots: readonly Named<Plot>[], fireIds: readonly (string | null)[]): readonly Named<Plot>[] =>
  plots.filter(({ fireId, symbol }) => fireId !== null && fireIds.includes(fireId) && symbol !== null && symbol in GEOMETRY_OF);

/** null: none is chosen, or what was chosen is gone meanwhile; it begins where the fire is then. */
export function ignitionOf(plots: readonly Pick<Plot, 'symbol' | 'points'>[]) {
  const features = plots.flatMap(({ symbol, points }) => {
    const geometry = symbol === null ? undefined : GEOMETRY_OF[symbol]?.(points);
    return geometry === undefined ? [] : [{ type: 'Feature' as const, properties: null, geometry }];
  });
  return features.length === 0 ? null : { type: 'FeatureCollection' as const, features };
}
export type PlottedIgnition = NonNullable<ReturnType<typeof ignitionOf>>;
