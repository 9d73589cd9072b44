// Outlines for distant views: on a grid of about a kilometre, with a twentieth of the points.
import type { MultiPolygon, Position } from 'geojson';

/** 0.01°, about 1.1 km from south to north. */
export const FAR_STEPS_PER_DEGREE = 100;

/** Least points of a closed ring with an area. */
const LEAST_POINTS = 4;

/**
 * The outline with every point moved to the grid. Neighbours that share a border still share it, because each point is moved independently.
 * Rings that vanish are left out; an area that would vanish completely keeps its outline.
 * @param outline WGS 84 degrees
 */
export function farOutline(outline: MultiPolygon): MultiPolygon {
  const coordinates = outline.coordinates.flatMap(([outer, ...holes]) => {
    const edge = snapped(outer ?? []);
    return edge === null ? [] : [[edge, ...holes.map(snapped).filter((hole) => hole !== null)]];
  });
  return coordinates.length === 0 ? outline : { type: 'MultiPolygon', coordinates };
}

function snapped(ring: readonly Position[]): Position[] | null {
  const points: Position[] = [];
  for (const [lng = 0, lat = 0] of ring) {
    const [x, y] = [onGrid(lng), onGrid(lat)];
    const last = points.at(-1);
    if (last === undefined || last[0] !== x || last[1] !== y) points.push([x, y]);
  }
  return points.length < LEAST_POINTS ? null : points;
}

const onGrid = (degrees: number): number => Math.round(degrees * FAR_STEPS_PER_DEGREE) / FAR_STEPS_PER_DEGREE;
