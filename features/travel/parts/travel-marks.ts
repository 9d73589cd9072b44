import type { ReachAreaMark } from '../layer/reach.ts';
import type { RouteMark } from '../layer/route.ts';
import type { Arrival, Reach } from './arrivals.ts';
import type { ChosenWay } from './chosen-way.ts';

/** Converts a route for the map. @param text shown at its beginning */
export function routeOf({ path, stages }: Pick<Arrival, 'path' | 'stages'>, text: string): RouteMark {
  return {
    text,
    stages: stages.map(({ by, end }, index) => ({
      by,
      path: path.slice(stages[index - 1]?.end ?? 0, end + 1).map(([lng, lat]) => ({ lng, lat })),
    })),
  };
}

/** The planned route of a team that is under way. The mode of travel of each section is not stored, so all of it is drawn as road. */
export const wayOf = ({ text, path }: Pick<ChosenWay, 'text' | 'path'>): RouteMark => ({ text, stages: [{ by: 'road', path }] });

export const areasOf = ({ areas }: Pick<Reach, 'areas'>): readonly ReachAreaMark[] =>
  areas.map(({ minutes, area }) => ({
    minutes,
    polygons: area.coordinates.map((rings) => rings.map((ring) => ring.map(([lng, lat]) => ({ lng, lat })))),
  }));
