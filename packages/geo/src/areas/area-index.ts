// Which area does a position lie in? Placing every alarm asks it, so it must answer tens of thousands of times a moment:
// a tree of boxes finds the polygons that come into question, and each polygon keeps its edges by bands of latitude,
// so that a ray to the east meets a handful of edges instead of thousands. Cells without a border are asked once.
import Flatbush from 'flatbush';
import type { MultiPolygon, Polygon } from 'geojson';
import { boundsOf } from './bounds.ts';
import { type CellAnswers, cellAnswers, cellAt, UNASKED } from './cell-answers.ts';

export type AreaGeometry = Polygon | MultiPolygon;

export interface Area<No extends string = string> {
  readonly no: No;
  /** GeoJSON in WGS 84 degrees; holes are outside. Not across the antimeridian. */
  readonly geometry: AreaGeometry;
}

export interface AreaIndex<No extends string = string> {
  /**
   * The area at a position in WGS 84 degrees, null when none. Where areas overlap, the one given first.
   * On a border shared vertex for vertex exactly one neighbour answers: a coverage without gaps has none here either.
   */
  at(lng: number, lat: number): No | null;
  /** What the index is made of. Handed to another thread it is not copied: both read the same memory. */
  readonly shared: SharedAreas<No>;
}

/** Plain data over shared memory. */
export interface SharedAreas<No extends string = string> {
  readonly nos: readonly No[];
  /** The tree of the polygons' boxes; null when there are none. */
  readonly boxes: SharedArrayBuffer | null;
  readonly polygons: readonly BandedPolygon[];
  readonly cells: CellAnswers | null;
}

/** Edges of one polygon by latitude: band b holds the edges `edgeOf[bandStart[b]] … edgeOf[bandStart[b + 1] - 1]`. */
interface BandedPolygon {
  readonly area: number;
  readonly south: number;
  readonly bandsPerDegree: number;
  readonly bandStart: Int32Array;
  readonly edgeOf: Int32Array;
  /** lng, lat of the southern end, lng, lat of the northern end, edge after edge. */
  readonly edges: Float64Array;
}

/** About this many edges begin in a band: fewer costs memory, more costs time. */
const EDGES_PER_BAND = 4;

/** Builds the index once; it copies what it needs and holds no reference to the geometries. */
export function createAreaIndex<No extends string>(areas: readonly Area<No>[]): AreaIndex<No> {
  const polygons = areas.flatMap(({ geometry }, area) =>
    polygonsOf(geometry).map((rings) => ({ area, rings, box: boundsOf({ type: 'Polygon', coordinates: rings }) })),
  );
  const nos = areas.map(({ no }) => no);
  const drawn = polygons.filter(({ box }) => box.south < box.north);
  if (drawn.length === 0) return openAreaIndex({ nos, boxes: null, polygons: [], cells: null });

  const boxes = new Flatbush(drawn.length, undefined, undefined, SharedArrayBuffer);
  for (const { box } of drawn) boxes.add(box.west, box.south, box.east, box.north);
  boxes.finish();
  const bounds = { west: boxes.minX, south: boxes.minY, east: boxes.maxX, north: boxes.maxY };
  return openAreaIndex({
    nos,
    boxes: boxes.data as SharedArrayBuffer,
    polygons: drawn.map(({ area, rings, box }) => bandEdges(area, rings, box.south, box.north)),
    cells: cellAnswers(
      drawn.flatMap(({ rings }) => rings),
      bounds,
      nos.length,
    ),
  });
}

/** The index that another thread has built. */
export function openAreaIndex<No extends string>(shared: SharedAreas<No>): AreaIndex<No> {
  const { nos, polygons, cells } = shared;
  if (shared.boxes === null) return { at: () => null, shared };
  const boxes = Flatbush.from(shared.boxes);
  /** The place among `nos`; its length when none. */
  const search = (lng: number, lat: number): number => {
    let found = nos.length;
    for (const candidate of boxes.search(lng, lat, lng, lat)) {
      const polygon = polygons[candidate] as BandedPolygon;
      if (polygon.area < found && contains(polygon, lng, lat)) found = polygon.area;
    }
    return found;
  };
  return {
    at(lng, lat) {
      const cell = cells === null ? -1 : cellAt(cells, lng, lat);
      if (cells === null || cell < 0) return nos[search(lng, lat)] ?? null;
      const known = cells.answers[cell] as number;
      if (known > UNASKED) return nos[known - 1] ?? null;
      const found = search(lng, lat);
      if (known === UNASKED) cells.answers[cell] = found + 1;
      return nos[found] ?? null;
    },
    shared,
  };
}

const polygonsOf = (geometry: AreaGeometry) => (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates);

/** Even-odd rule with half-open edges (south included, north not), so that a ray through a vertex counts it once. */
function contains({ south, bandsPerDegree, bandStart, edgeOf, edges }: BandedPolygon, lng: number, lat: number): boolean {
  const band = Math.min(Math.floor((lat - south) * bandsPerDegree), bandStart.length - 2);
  let inside = false;
  for (let at = bandStart[band] as number, end = bandStart[band + 1] as number; at < end; at++) {
    const edge = (edgeOf[at] as number) * 4;
    const y1 = edges[edge + 1] as number;
    const y2 = edges[edge + 3] as number;
    if (lat < y1 || lat >= y2) continue;
    const x1 = edges[edge] as number;
    // Always from the southern end: both neighbours of a border compute the same crossing to the last bit.
    if (x1 + ((lat - y1) / (y2 - y1)) * ((edges[edge + 2] as number) - x1) > lng) inside = !inside;
  }
  return inside;
}

function bandEdges(area: number, rings: Polygon['coordinates'], south: number, north: number): BandedPolygon {
  const edges = edgesOf(rings);
  const count = edges.length / 4;
  const bands = Math.max(1, Math.ceil(count / EDGES_PER_BAND));
  const bandsPerDegree = bands / (north - south);
  const bandAt = (lat: number) => Math.min(Math.floor((lat - south) * bandsPerDegree), bands - 1);

  // Counting sort: sizes, then starts, then the edges into their places.
  const bandStart = sharedInts(bands + 1);
  const eachBand = (visit: (edge: number, band: number) => void) => {
    for (let edge = 0; edge < count; edge++) {
      const last = bandAt(edges[edge * 4 + 3] as number);
      for (let band = bandAt(edges[edge * 4 + 1] as number); band <= last; band++) visit(edge, band);
    }
  };
  eachBand((_, band) => {
    bandStart[band + 1] = (bandStart[band + 1] as number) + 1;
  });
  for (let band = 0; band < bands; band++) bandStart[band + 1] = (bandStart[band + 1] as number) + (bandStart[band] as number);
  const next = Int32Array.from(bandStart);
  const edgeOf = sharedInts(bandStart[bands] as number);
  eachBand((edge, band) => {
    const place = next[band] as number;
    edgeOf[place] = edge;
    next[band] = place + 1;
  });
  return { area, south, bandsPerDegree, bandStart, edgeOf, edges };
}

/** All edges but the level ones (a ray along a parallel never crosses them), southern end first. Open rings are closed. */
function edgesOf(rings: Polygon['coordinates']): Float64Array {
  const edges: number[] = [];
  for (const ring of rings) {
    let [fromLng, fromLat] = (ring.at(-1) ?? []) as [number, number];
    for (const [lng, lat] of ring as [number, number][]) {
      if (fromLat < lat) edges.push(fromLng, fromLat, lng, lat);
      else if (fromLat > lat) edges.push(lng, lat, fromLng, fromLat);
      [fromLng, fromLat] = [lng, lat];
    }
  }
  const shared = new Float64Array(new SharedArrayBuffer(edges.length * Float64Array.BYTES_PER_ELEMENT));
  shared.set(edges);
  return shared;
}

const sharedInts = (count: number) => new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
