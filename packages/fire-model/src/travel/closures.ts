// When the fire closes roads and ground: from the times at which it comes, as its growth says them.
import type { LngLat } from '@lookout/geo';
import type { RoadNet } from './road-net.ts';
import { type GroundFrame, placeOfCell } from './walk-ground.ts';

/** Minutes from now; Infinity: not within the forecast. Of an ensemble, the tenth percentile. */
export type FireArrival = (place: LngLat) => number;

/** Nobody passes in the last minutes before the fire. 待核对. */
export const CLOSING_MARGIN_MINUTES = 10;

/** Of each edge: when the fire comes to the first of its points. Edges are short (`mostEdgeMetres`), so that is enough. */
export function closedEdges({ edges, shape, shapeStart }: RoadNet, arrivalAt: FireArrival): Float32Array {
  const closed = new Float32Array(edges).fill(Number.POSITIVE_INFINITY);
  for (let edge = 0; edge < edges; edge++)
    for (let point = shapeStart[edge] as number; point < (shapeStart[edge + 1] as number); point++)
      closed[edge] = Math.min(closed[edge] as number, arrivalAt({ lng: shape[2 * point] as number, lat: shape[2 * point + 1] as number }));
  return closed;
}

/** Of each cell: when the fire comes to its middle. */
export const closedCells = (frame: GroundFrame, arrivalAt: FireArrival): Float32Array =>
  Float32Array.from({ length: frame.columns * frame.rows }, (_, cell) => arrivalAt(placeOfCell(frame, cell)));
