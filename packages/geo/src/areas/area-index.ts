// Finds the area of a position. Every alarm needs it, so it must be fast for tens of thousands of positions at a time. A tree of boxes
// finds the candidate polygons, and each polygon has its edges by bands of latitude, so that a ray to the east meets a handful of edges
// instead of thousands. Cells without a border are cached.
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
   * The area at a position in WGS 84 degrees, or null. Where areas overlap, the one given first. On a border with the same vertices on both
   * sides exactly one neighbour is found, so a coverage without gaps has no gap at its borders.
   */
  at(lng: number, lat: number): No | null;
  /** The data of the index. It is not copied when sent to another thread: both read the same memory. */
  readonly shared: SharedAreas<No>;
}

/** Plain data in shared memory. */
export interface SharedAreas<No extends string = string> {
  readonly nos: readonly No[];
  /** The tree of the polygons' boxes; null when there are none. */
  readonly boxes: SharedArrayBuffer | null;
  readonly polygons: BandedPolygons;
  readonly cells: CellAnswers | null;
}

/**
 * The edges of every polygon by latitude. Coordinates are integers in units of 10⁻⁷ degree (1 cm), and each vertex is stored once, so that
 * the borders of all counties fit into 20 MB. Polygon p has the bands `firstBand[p] … firstBand[p + 1] - 1`; band b contains the edges
 * `edgeOf[bandStart[b]] … edgeOf[bandStart[b + 1] - 1]`; edge e goes from vertex e to vertex e + 1.
 */
interface BandedPolygons {
  /** The index in `nos`. */
  readonly areaOf: Int32Array;
  readonly south: Int32Array;
  readonly bandHeight: Float64Array;
  readonly firstBand: Int32Array;
  readonly bandStart: Int32Array;
  readonly edgeOf: Int32Array;
  /** lng, lat, vertex after vertex, ring after ring; rings are closed. */
  readonly vertices: Int32Array;
}

const UNITS_PER_DEGREE = 1e7;

/** Average number of edges that begin in a band: a smaller number costs memory, a larger one time. */
const EDGES_PER_BAND = 8;

/** Builds the index; it copies what it needs and keeps no reference to the geometries. */
export function createAreaIndex<No extends string>(areas: Iterable<Area<No>>): AreaIndex<No> {
  const builder = createAreaIndexBuilder<No>();
  for (const area of areas) builder.add(area);
  return builder.build();
}

/** Builds an index from areas added one at a time, so that the geometries of a whole country are never in memory together. */
export interface AreaIndexBuilder<No extends string = string> {
  add(area: Area<No>): void;
  build(): AreaIndex<No>;
}

export function createAreaIndexBuilder<No extends string>(): AreaIndexBuilder<No> {
  const nos: No[] = [];
  const polygons: OnePolygon[] = [];
  const vertices = createVertices();
  return {
    add({ no, geometry }) {
      for (const rings of geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) {
        const polygon = addPolygon(vertices, nos.length, rings);
        if (polygon.south < polygon.north) polygons.push(polygon);
      }
      nos.push(no);
    },
    build() {
      const all = vertices.all();
      const banded = bandEdges(polygons, all);
      if (polygons.length === 0) return openAreaIndex({ nos, boxes: null, polygons: banded, cells: null });
      const boxes = new Flatbush(polygons.length, undefined, undefined, SharedArrayBuffer);
      const degrees = (units: number) => units / UNITS_PER_DEGREE;
      for (const { west, south, east, north } of polygons) boxes.add(degrees(west), degrees(south), degrees(east), degrees(north));
      boxes.finish();
      const bounds = { west: boxes.minX, south: boxes.minY, east: boxes.maxX, north: boxes.maxY };
      return openAreaIndex({
        nos,
        boxes: boxes.data as SharedArrayBuffer,
        polygons: banded,
        cells: cellAnswers(polygons, all, bounds, nos.length),
      });
    },
  };
}

/** A polygon in integer units. */
interface OnePolygon extends Bounds {
  readonly area: number;
  readonly firstVertex: number;
  /** Number of vertices of each ring. */
  readonly ringLengths: readonly number[];
}

/** lng, lat, vertex after vertex, ring after ring; rings are closed. */
interface Vertices {
  readonly count: () => number;
  readonly add: (x: number, y: number) => void;
  readonly all: () => Int32Array;
}

const GROWTH_BYTES = 1 << 20;
/** Reserved address space, not memory: the counties of the country take a hundredth of it. */
const MOST_BYTES = 1 << 30;

/** The buffer grows in place: thousands of small buffers, copied into one at the end, would leave their memory with the process. */
function createVertices(): Vertices {
  let buffer = new SharedArrayBuffer(0, { maxByteLength: MOST_BYTES });
  let values = new Int32Array(buffer);
  let count = 0;
  const grow = (): void => {
    const bytes = buffer.byteLength + GROWTH_BYTES;
    if (bytes > buffer.maxByteLength) {
      buffer = new SharedArrayBuffer(bytes, { maxByteLength: 2 * buffer.maxByteLength });
      new Int32Array(buffer).set(values);
    } else {
      buffer.grow(bytes);
    }
    values = new Int32Array(buffer, 0, bytes / Int32Array.BYTES_PER_ELEMENT);
  };
  return {
    count: () => count,
    add(x, y) {
      if (2 * count === values.length) grow();
      values[2 * count] = x;
      values[2 * count + 1] = y;
      count++;
    },
    all: () => new Int32Array(buffer, 0, 2 * count),
  };
}

function addPolygon(vertices: Vertices, area: number, rings: Polygon['coordinates']): OnePolygon {
  const firstVertex = vertices.count();
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const put = ([lng = 0, lat = 0]: readonly number[]) => {
    const [x, y] = [Math.round(lng * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE)];
    vertices.add(x, y);
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  };
  const ringLengths = rings.map((ring) => {
    for (const position of ring) put(position);
    if (isClosed(ring)) return ring.length;
    put(ring[0] ?? []);
    return ring.length + 1;
  });
  return { area, firstVertex, ringLengths, west, south, east, north };
}

function isClosed(ring: Polygon['coordinates'][number]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/** Visits the first vertex of every edge of a polygon; there is no edge between two rings. */
function eachEdge({ firstVertex, ringLengths }: OnePolygon, visit: (vertex: number) => void): void {
  let vertex = firstVertex;
  for (const length of ringLengths) {
    for (const end = vertex + length - 1; vertex < end; vertex++) visit(vertex);
    vertex++;
  }
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
      const area = polygons.areaOf[candidate] as number;
      if (area < found && contains(polygons, candidate, lng * UNITS_PER_DEGREE, lat * UNITS_PER_DEGREE)) found = area;
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

/** Even-odd rule with half-open edges (south included, north not), so that a ray through a vertex counts it once. */
function contains(
  { south, bandHeight, firstBand, bandStart, edgeOf, vertices }: BandedPolygons,
  polygon: number,
  x: number,
  y: number,
): boolean {
  const first = firstBand[polygon] as number;
  const last = (firstBand[polygon + 1] as number) - 1;
  const band = Math.max(first, Math.min(first + Math.floor((y - (south[polygon] as number)) / (bandHeight[polygon] as number)), last));
  let inside = false;
  for (let at = bandStart[band] as number, end = bandStart[band + 1] as number; at < end; at++) {
    const edge = (edgeOf[at] as number) * 2;
    // Computed always from the southern end, so that both neighbours of a border compute exactly the same crossing.
    const isUp = (vertices[edge + 1] as number) < (vertices[edge + 3] as number);
    const low = isUp ? edge : edge + 2;
    const high = isUp ? edge + 2 : edge;
    const y1 = vertices[low + 1] as number;
    const y2 = vertices[high + 1] as number;
    if (y < y1 || y >= y2) continue;
    const x1 = vertices[low] as number;
    if (x1 + ((y - y1) / (y2 - y1)) * ((vertices[high] as number) - x1) > x) inside = !inside;
  }
  return inside;
}

function bandEdges(polygons: readonly OnePolygon[], vertices: Int32Array): BandedPolygons {
  const count = polygons.length;
  const areaOf = sharedInts(count);
  const south = sharedInts(count);
  const bandHeight = new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));
  const firstBand = sharedInts(count + 1);
  for (const [p, polygon] of polygons.entries()) {
    const edges = polygon.ringLengths.reduce((sum, length) => sum + length - 1, 0);
    const bands = Math.max(1, Math.ceil(edges / EDGES_PER_BAND));
    areaOf[p] = polygon.area;
    south[p] = polygon.south;
    bandHeight[p] = (polygon.north - polygon.south) / bands;
    firstBand[p + 1] = (firstBand[p] as number) + bands;
  }

  // Counting sort: sizes, then starts, then the edges.
  const bandStart = sharedInts((firstBand[count] as number) + 1);
  const eachBand = (visit: (edge: number, band: number) => void) => {
    for (const [p, polygon] of polygons.entries()) {
      const [first, last] = [firstBand[p] as number, (firstBand[p + 1] as number) - 1];
      const bandAt = (y: number) => Math.min(first + Math.floor((y - polygon.south) / (bandHeight[p] as number)), last);
      eachEdge(polygon, (vertex) => {
        const [from, to] = [vertices[2 * vertex + 1] as number, vertices[2 * vertex + 3] as number];
        // An eastward ray never crosses a horizontal edge.
        if (from === to) return;
        const highest = bandAt(Math.max(from, to));
        for (let band = bandAt(Math.min(from, to)); band <= highest; band++) visit(vertex, band);
      });
    }
  };
  eachBand((_, band) => {
    bandStart[band + 1] = (bandStart[band + 1] as number) + 1;
  });
  for (let band = 1; band < bandStart.length; band++) bandStart[band] = (bandStart[band] as number) + (bandStart[band - 1] as number);
  const next = Int32Array.from(bandStart);
  const edgeOf = sharedInts(bandStart.at(-1) ?? 0);
  eachBand((edge, band) => {
    const place = next[band] as number;
    edgeOf[place] = edge;
    next[band] = place + 1;
  });
  return { areaOf, south, bandHeight, firstBand, bandStart, edgeOf, vertices };
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
  // Holes are within the outer ring, which comes first.
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

/** A cell is at least eleven kilometres wide: a prefecture is ten cells wide or more. */
const MOST_CELLS_PER_DEGREE = 10;
const MOST_CELLS = 1 << 20;
const UNKNOWN = 0;
const BORDER = -1;
/** The maximum result that fits into 16 bits. */
const MOST_ANSWERS = 0x7ffe;

/**
 * @param bounds of the polygons, degrees
 * @param most the greatest result
 * @returns null when there are too many different results
 */
function cellAnswers(polygons: readonly OnePolygon[], vertices: Int32Array, bounds: Bounds, most: number): CellAnswers | null {
  if (most > MOST_ANSWERS) return null;
  const { west, south, east, north } = bounds;
  const cellsPerDegree = Math.min(MOST_CELLS_PER_DEGREE, Math.sqrt(MOST_CELLS / ((east - west) * (north - south))));
  const columns = Math.floor((east - west) * cellsPerDegree) + 1;
  const rows = Math.floor((north - south) * cellsPerDegree) + 1;
  const answers = new Int16Array(new SharedArrayBuffer(columns * rows * Int16Array.BYTES_PER_ELEMENT));
  const cells = { ...bounds, columns, rows, cellsPerDegree, answers };
  for (const polygon of polygons) eachEdge(polygon, (vertex) => markBorder(cells, vertices, 2 * vertex));
  return cells;
}

/** Marks every cell that the box of an edge touches. This is more than the edge itself, but edges are short. */
function markBorder({ west, south, columns, cellsPerDegree, answers }: CellAnswers, vertices: Int32Array, at: number): void {
  const fromLng = (vertices[at] as number) / UNITS_PER_DEGREE;
  const fromLat = (vertices[at + 1] as number) / UNITS_PER_DEGREE;
  const toLng = (vertices[at + 2] as number) / UNITS_PER_DEGREE;
  const toLat = (vertices[at + 3] as number) / UNITS_PER_DEGREE;
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
