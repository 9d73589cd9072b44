// How far a person can travel in given times: areas over roads and terrain together.
import { type AreaGeometry, cellOutlines, cellRegions } from '@lookout/geo';
import { endOfHalf } from './road-net.ts';
import type { SearchResult, TravelNets } from './travel-search.ts';
import { cellAt, cellsAlong, type GroundFrame, placeOfCell } from './walk-ground.ts';

type MultiPolygon = Extract<AreaGeometry, { type: 'MultiPolygon' }>;

export interface ReachArea {
  readonly minutes: number;
  /** WGS 84; the outlines of the cells reached, including holes. Empty: none is reached. */
  readonly area: MultiPolygon;
}

/**
 * @param frame the cells that make up the areas; a cell is reached when a road in it or its ground is
 * @param minutes not beyond those of the search
 */
export function reachAreasOf(
  { net, ground, nodes }: TravelNets,
  { seconds }: SearchResult,
  halfSeconds: Float64Array | null,
  frame: GroundFrame,
  minutes: readonly number[],
): readonly ReachArea[] {
  const reached = new Float64Array(frame.columns * frame.rows).fill(Number.POSITIVE_INFINITY);
  const mark = (cell: number, at: number): void => {
    if (cell !== -1 && at < (reached[cell] as number)) reached[cell] = at;
  };
  if (ground !== null)
    for (let cell = 0; cell < ground.columns * ground.rows; cell++) {
      const at = seconds[nodes + cell] as number;
      if (at < Number.POSITIVE_INFINITY) mark(cellAt(frame, placeOfCell(ground, cell)), at);
    }
  if (net !== null && halfSeconds !== null)
    for (let half = 0; half < 2 * net.edges; half++) {
      const [begin, took] = [seconds[endOfHalf(net, half ^ 1)] as number, halfSeconds[half] as number];
      if (begin === Number.POSITIVE_INFINITY || took === Number.POSITIVE_INFINITY) continue;
      const edge = half >> 1;
      const [first, last] = [net.shapeStart[edge] as number, (net.shapeStart[edge + 1] as number) - 1];
      for (let point = first; point < last; point++) {
        const [from, to] = [point, point + 1].map((at) => ({ lng: net.shape[2 * at] as number, lat: net.shape[2 * at + 1] as number }));
        if (from === undefined || to === undefined) continue;
        const cells = cellsAlong(frame, from, to);
        for (const [index, cell] of cells.entries()) {
          const share = (point - first + index / cells.length) / (last - first);
          mark(cell, begin + took * ((half & 1) === 0 ? share : 1 - share));
        }
      }
    }
  return minutes.map((limit) => ({ minutes: limit, area: areaWithin(frame, reached, limit * 60) }));
}

function areaWithin(frame: GroundFrame, reached: Float64Array, limit: number): MultiPolygon {
  const raster = { columns: frame.columns, rows: frame.rows, values: Uint8Array.from(reached, (at) => (at <= limit ? 1 : 0)) };
  const coordinates = cellOutlines(raster, cellRegions(raster), () => true).map((rings) =>
    rings.map((ring) => {
      const places = ring.map(([x, y]) => [frame.west + x * frame.lngDegrees, frame.north - y * frame.latDegrees]);
      // Outer rings are counter-clockwise (RFC 7946).
      return [...places, places[0] as number[]].reverse();
    }),
  );
  return { type: 'MultiPolygon', coordinates };
}
