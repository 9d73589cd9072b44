// Finds the area of a position. Every alarm needs it, so it must be fast for tens of thousands of positions at a time: a tree of boxes finds the
// candidate polygons, and each polygon has its edges by bands of latitude, so that a ray to the east meets a handful of edges instead of
// thousands. Cells without a border are cached.
import Flatbush from 'flatbush';
import type { MultiPolygon, Polygon } from 'geojson';

export type AreaGeometry = Polygon | MultiPolygon;

export interface Area<No extends string = string> {
  readonly no: No;
  /** GeoJSON in WGS 84 degrees; holes are outside. Not across the antimeridian. */
  readonly geometry: AreaGeometry;
}

export interface AreaIndex<No extends string = string> {
  /**
   * The area at a position in WGS 84 degrees, null when none. Where areas overlap, the one given first.
   * On a border with the same vertices on both sides exactly one neighbour is found, so a coverage without gaps has none here.
   */
  at(lng: number, lat: number): No | null;
  /** The data of the index. Sent to another thread it is not copied: both read the same memory. */
  readonly shared: SharedAreas<No>;
}

/** Plain data in shared memory. */
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

/** Average number of edges that begin in a band: fewer costs memory, more costs time. */
const EDGES_PER_BAND = 4;

/** Builds the index; it copies what it needs and keeps no reference to the geometries. */
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

/** Opens an index that another thread has built. */
export function openAreaIndex<No extends string>(shared: SharedAreas<No>): AreaIndex<No> {
  const { nos, polygons, cells } = shared;
  if (shared.boxes === null) return { at: () => null, shared };
  const boxes = Flatbush.from(shared.boxes);
  /** The index in `nos`; `nos.length` when none. */
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
      if (known > UNKNOWN) return nos[known - 1] ?? null;
      const found = search(lng, lat);
      if (known === UNKNOWN) cells.answers[cell] = found + 1;
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
    // Always from the southern end, so that both neighbours of a border compute exactly the same crossing.
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

  // Counting sort: sizes, then starts, then the edges.
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

/** All edges except horizontal ones, which an eastward ray never crosses; southern end first. Open rings are closed. */
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

/** Degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box around a geometry, degrees. An empty geometry has an empty box: west > east, south > north. */
export function boundsOf(geometry: Polygon | MultiPolygon): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  // Holes lie within the outer ring, which comes first.
  for (const [outer] of polygons) {
    for (const [lng, lat] of (outer ?? []) as [number, number][]) {
      if (lng < west) west = lng;
      if (lng > east) east = lng;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
  }
  return { west, south, east, north };
}

// Cache of results by cell: a cell without a border has the same result everywhere, so it is computed once.

/** Plain data in shared memory, so that the cache is shared by all threads. */
interface CellAnswers extends Bounds {
  readonly columns: number;
  readonly rows: number;
  readonly cellsPerDegree: number;
  /** UNKNOWN, BORDER, or 1 + the result; row after row from the south. */
  readonly answers: Int16Array;
}

/** A cell has at least eleven kilometres: a prefecture is ten cells wide or more. */
const MOST_CELLS_PER_DEGREE = 10;
const MOST_CELLS = 1 << 20;
const UNKNOWN = 0;
const BORDER = -1;
/** A larger result would not fit into 16 bits. */
const MOST_ANSWERS = 0x7ffe;

/**
 * @param rings all borders, in degrees
 * @param bounds of the rings
 * @param most the greatest result
 * @returns null when there are too many different results
 */
function cellAnswers(rings: Iterable<Polygon['coordinates'][number]>, bounds: Bounds, most: number): CellAnswers | null {
  if (most > MOST_ANSWERS) return null;
  const { west, south, east, north } = bounds;
  const cellsPerDegree = Math.min(MOST_CELLS_PER_DEGREE, Math.sqrt(MOST_CELLS / ((east - west) * (north - south))));
  const columns = Math.floor((east - west) * cellsPerDegree) + 1;
  const rows = Math.floor((north - south) * cellsPerDegree) + 1;
  const answers = new Int16Array(new SharedArrayBuffer(columns * rows * Int16Array.BYTES_PER_ELEMENT));
  const cells = { ...bounds, columns, rows, cellsPerDegree, answers };
  for (const ring of rings) {
    let from = (ring.at(-1) ?? []) as [number, number];
    for (const to of ring as [number, number][]) {
      markBorder(cells, from, to);
      from = to;
    }
  }
  return cells;
}

/** Marks every cell that the box of an edge touches; more than the edge itself, but edges are short. */
function markBorder({ west, south, columns, cellsPerDegree, answers }: CellAnswers, a: readonly number[], b: readonly number[]): void {
  const [fromLng = 0, fromLat = 0] = a;
  const [toLng = 0, toLat = 0] = b;
  const first = Math.floor((Math.min(fromLng, toLng) - west) * cellsPerDegree);
  const last = Math.floor((Math.max(fromLng, toLng) - west) * cellsPerDegree);
  const top = Math.floor((Math.max(fromLat, toLat) - south) * cellsPerDegree);
  for (let row = Math.floor((Math.min(fromLat, toLat) - south) * cellsPerDegree); row <= top; row++)
    answers.fill(BORDER, row * columns + first, row * columns + last + 1);
}

/** The cell of a position; -1 outside the grid, and for NaN. */
function cellAt({ west, south, columns, rows, cellsPerDegree }: CellAnswers, lng: number, lat: number): number {
  const column = Math.floor((lng - west) * cellsPerDegree);
  const row = Math.floor((lat - south) * cellsPerDegree);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
}
