// Builds a road net from lines. It has a node where lines share a point (OpenStreetMap's way), where loose ends are close to another line
// (for files without such points), and at least each `mostEdgeMetres`, so that people can leave the road there.
import { ok, type Result, refuse } from '@lookout/domain';
import { distanceMetres, type LngLat, planeOffset } from '@lookout/geo';
import { ROAD_CLASSES, type RoadClass } from './road-classes.ts';
import { EDGE_FLAGS, type Island, islandsOf, newRoadNet, type RoadNet } from './road-net.ts';

export interface RoadLine {
  /** WGS 84 degrees, at least two different ones. */
  readonly points: readonly LngLat[];
  readonly class: RoadClass;
  /** Whether traffic may only go in the order of the points. */
  readonly isOneWay?: boolean;
  /** km/h, at most 255. */
  readonly speedLimit?: number;
  readonly isBridge?: boolean;
  readonly isTunnel?: boolean;
  readonly isFord?: boolean;
}

export interface RoadNetOptions {
  /** Metres above sea level; null: unknown. Without this function roads are level. */
  readonly heightAt?: (lng: number, lat: number) => number | null;
  /** Distance within which a loose end is joined to another line; 0, the default: lines join only where they share a point. */
  readonly snapMetres?: number;
  /** Longer edges are divided; default 300. */
  readonly mostEdgeMetres?: number;
}

export type RoadLineFault = 'points' | 'position' | 'speedLimit';

export interface BuiltRoadNet {
  readonly net: RoadNet;
  /** Lines left out, by their index, with the invalid field. */
  readonly refused: readonly { readonly line: number; readonly field: RoadLineFault }[];
  /** Longest first. */
  readonly islands: readonly Island[];
  readonly snappedEnds: number;
  /** Points with unknown height: their edges are level there. */
  readonly unknownHeights: number;
}

const MOST_EDGE_METRES = 300;
const MOST_SPEED_LIMIT = 255;
/** OpenStreetMap's smallest step: 1 cm. */
const UNITS_PER_DEGREE = 1e7;
/** Cell size of the table in which segments are looked up: about 1 km. */
const LOOKUP_DEGREES = 0.01;

/** @returns 'no-roads': no line is usable */
export function buildRoadNet(lines: readonly RoadLine[], options: RoadNetOptions = {}): Result<BuiltRoadNet, 'no-roads'> {
  const faults = lines.map(faultOf);
  const refused = faults.flatMap((field, line) => (field === null ? [] : [{ line, field }]));
  const points = internPoints(lines, faults);
  if (points.ways.size === 0) return refuse('no-roads');
  const snappedEnds = snapLooseEnds(points, options.snapMetres ?? 0);
  const pieces = cutAtNodes(points, options.mostEdgeMetres ?? MOST_EDGE_METRES);
  const { net, unknownHeights } = assemble(pieces, lines, options.heightAt);
  return ok({ net, refused, islands: islandsOf(net), snappedEnds, unknownHeights });
}

const keyOf = ({ lng, lat }: LngLat): string => `${Math.round(lng * UNITS_PER_DEGREE)},${Math.round(lat * UNITS_PER_DEGREE)}`;

function faultOf({ points, speedLimit }: RoadLine): RoadLineFault | null {
  const isOnEarth = ({ lng, lat }: LngLat): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
  if (!points.every(isOnEarth)) return 'position';
  if (new Set(points.map(keyOf)).size < 2) return 'points';
  return speedLimit === undefined || (speedLimit > 0 && speedLimit <= MOST_SPEED_LIMIT) ? null : 'speedLimit';
}

/** Each place once, and the lines over them, by their index. */
interface Points {
  readonly places: LngLat[];
  readonly ways: Map<number, number[]>;
  /** By place: how often a line uses it, with an end counted twice. */
  readonly uses: number[];
}

function internPoints(lines: readonly RoadLine[], faults: readonly (RoadLineFault | null)[]): Points {
  const idOf = new Map<string, number>();
  const places: LngLat[] = [];
  const uses: number[] = [];
  const ways = new Map<number, number[]>();
  for (const [line, { points }] of lines.entries()) {
    if (faults[line] !== null) continue;
    const way: number[] = [];
    for (const place of points) {
      const key = keyOf(place);
      const id = idOf.get(key) ?? places.push(place) - 1;
      idOf.set(key, id);
      if (way.at(-1) !== id) way.push(id);
    }
    for (const id of way) uses[id] = (uses[id] ?? 0) + 1;
    ways.set(line, way);
  }
  return { places, ways, uses };
}

interface Segment {
  readonly line: number;
  /** Index of the segment: from point `index` of the line to the next. */
  readonly index: number;
}

/** Joins loose ends to the nearest point or segment of the others. @returns how many were joined */
function snapLooseEnds({ places, ways, uses }: Points, snapMetres: number): number {
  if (snapMetres <= 0) return 0;
  const at = (id: number): LngLat => places[id] as LngLat;
  const lookup = segmentLookup(ways, at);
  const inserted = new Map<number, { index: number; share: number; id: number }[]>();
  let snapped = 0;
  for (const [line, way] of ways) {
    for (const end of [0, way.length - 1]) {
      const id = way[end] as number;
      if (uses[id] !== 1) continue;
      let best: { metres: number; segment: Segment; share: number } | null = null;
      for (const segment of lookup(at(id), snapMetres)) {
        const other = ways.get(segment.line) as number[];
        const [from, to] = [other[segment.index] as number, other[segment.index + 1] as number];
        // The end's own last segment is always near.
        if (segment.line === line && (from === id || to === id)) continue;
        const { metres, share } = nearestOn(at(id), at(from), at(to));
        if (metres <= snapMetres && metres < (best?.metres ?? Number.POSITIVE_INFINITY)) best = { metres, segment, share };
      }
      if (best === null) continue;
      const other = ways.get(best.segment.line) as number[];
      const [from, to] = [other[best.segment.index] as number, other[best.segment.index + 1] as number];
      const near = [from, to].find((point) => distanceMetres(at(id), at(point)) <= snapMetres);
      if (near === undefined) {
        // The other line is bent to the end by less than the tolerance.
        const list = inserted.get(best.segment.line) ?? [];
        inserted.set(best.segment.line, list);
        list.push({ index: best.segment.index, share: best.share, id });
        uses[id] = 2;
      } else {
        way[end] = near;
        uses[id] = 0;
        uses[near] = (uses[near] ?? 0) + 1;
      }
      snapped += 1;
    }
  }
  for (const [line, list] of inserted) {
    const way = ways.get(line) as number[];
    list.sort((a, b) => b.index - a.index || b.share - a.share);
    for (const { index, id } of list) way.splice(index + 1, 0, id);
  }
  // An end may have been moved onto the point before it.
  for (const [line, way] of ways)
    ways.set(
      line,
      way.filter((id, index) => id !== way[index - 1]),
    );
  return snapped;
}

function segmentLookup(ways: ReadonlyMap<number, readonly number[]>, at: (id: number) => LngLat) {
  const cells = new Map<string, Segment[]>();
  const cellsOf = (a: LngLat, b: LngLat, lngMargin: number, latMargin: number): string[] => {
    const found: string[] = [];
    const column = (lng: number): number => Math.floor(lng / LOOKUP_DEGREES);
    for (let x = column(Math.min(a.lng, b.lng) - lngMargin); x <= column(Math.max(a.lng, b.lng) + lngMargin); x++)
      for (let y = column(Math.min(a.lat, b.lat) - latMargin); y <= column(Math.max(a.lat, b.lat) + latMargin); y++)
        found.push(`${x},${y}`);
    return found;
  };
  for (const [line, way] of ways)
    for (let index = 0; index + 1 < way.length; index++)
      for (const cell of cellsOf(at(way[index] as number), at(way[index + 1] as number), 0, 0)) {
        const segments = cells.get(cell);
        if (segments === undefined) cells.set(cell, [{ line, index }]);
        else segments.push({ line, index });
      }
  return (place: LngLat, metres: number): Segment[] => {
    const latMargin = metres / 110_000;
    const lngMargin = latMargin / Math.max(Math.cos((place.lat * Math.PI) / 180), 0.01);
    return cellsOf(place, place, lngMargin, latMargin).flatMap((cell) => cells.get(cell) ?? []);
  };
}

/** The nearest place on a straight segment: its distance, and its position as a share from `from` to `to`. */
export function nearestOn(place: LngLat, from: LngLat, to: LngLat): { readonly metres: number; readonly share: number } {
  const [ahead, aside] = [planeOffset(from, to), planeOffset(from, place)];
  const squared = ahead.east ** 2 + ahead.north ** 2;
  const share = squared === 0 ? 0 : Math.min(Math.max((ahead.east * aside.east + ahead.north * aside.north) / squared, 0), 1);
  return { metres: Math.hypot(aside.east - share * ahead.east, aside.north - share * ahead.north), share };
}

/** A part of a line that becomes an edge. */
interface Piece {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly points: readonly LngLat[];
  readonly metres: number;
}

function cutAtNodes({ places, ways, uses }: Points, mostEdgeMetres: number): { pieces: Piece[]; nodes: LngLat[] } {
  const nodes: LngLat[] = [];
  const nodeOf = new Map<number, number>();
  const pieces: Piece[] = [];
  for (const [line, way] of ways) {
    let from = -1;
    let points: LngLat[] = [];
    let metres = 0;
    const cut = (place: LngLat, id: number | null): void => {
      const known = id === null ? undefined : nodeOf.get(id);
      const node = known ?? nodes.push(place) - 1;
      if (id !== null) nodeOf.set(id, node);
      if (from !== -1) pieces.push({ line, from, to: node, points: [...points, place], metres });
      [from, points, metres] = [node, [place], 0];
    };
    for (const [index, id] of way.entries()) {
      const place = places[id] as LngLat;
      const before = points.at(-1);
      if (before !== undefined) {
        const step = distanceMetres(before, place);
        if (metres > 0 && metres + step > mostEdgeMetres) cut(before, null);
        const parts = Math.max(Math.ceil(step / mostEdgeMetres), 1);
        for (let part = 1; part < parts; part++) {
          metres = step / parts;
          const share = part / parts;
          cut({ lng: before.lng + (place.lng - before.lng) * share, lat: before.lat + (place.lat - before.lat) * share }, null);
        }
        metres += step / parts;
      }
      if (index === 0 || index === way.length - 1 || (uses[id] ?? 0) > 1) cut(place, id);
      else points.push(place);
    }
  }
  return { pieces, nodes };
}

function assemble(
  { pieces, nodes }: { readonly pieces: readonly Piece[]; readonly nodes: readonly LngLat[] },
  lines: readonly RoadLine[],
  heightAt: RoadNetOptions['heightAt'],
): { net: RoadNet; unknownHeights: number } {
  const net = newRoadNet({
    nodes: nodes.length,
    edges: pieces.length,
    points: pieces.reduce((sum, { points }) => sum + points.length, 0),
  });
  for (const [node, { lng, lat }] of nodes.entries()) net.nodePositions.set([lng, lat], 2 * node);
  let point = 0;
  let unknownHeights = 0;
  for (const [edge, { line, from, to, points, metres }] of pieces.entries()) {
    const { class: roadClass, isOneWay, isBridge, isTunnel, isFord, speedLimit } = lines[line] as RoadLine;
    net.shapeStart[edge] = point;
    for (const { lng, lat } of points) net.shape.set([lng, lat], 2 * point++);
    net.from[edge] = from;
    net.to[edge] = to;
    net.lineOf[edge] = line;
    net.metres[edge] = metres;
    net.classOf[edge] = ROAD_CLASSES.indexOf(roadClass);
    net.flags[edge] =
      (isOneWay ? EDGE_FLAGS.oneWay : 0) |
      (isBridge ? EDGE_FLAGS.bridge : 0) |
      (isTunnel ? EDGE_FLAGS.tunnel : 0) |
      (isFord ? EDGE_FLAGS.ford : 0);
    net.speedLimit[edge] = speedLimit ?? 0;
    if (heightAt === undefined) continue;
    // The terrain under a bridge or over a tunnel is not climbed.
    const climbed = isBridge || isTunnel ? [points[0] as LngLat, points.at(-1) as LngLat] : points;
    let before: number | null = null;
    for (const { lng, lat } of climbed) {
      const height = heightAt(lng, lat);
      if (height === null) unknownHeights += 1;
      const up: number = height === null || before === null ? 0 : height - before;
      net.climb[edge] = (net.climb[edge] as number) + Math.max(up, 0);
      net.drop[edge] = (net.drop[edge] as number) + Math.max(-up, 0);
      before = height ?? before;
    }
  }
  net.shapeStart[pieces.length] = point;
  joinHalves(net);
  findIslands(net);
  return { net, unknownHeights };
}

function joinHalves({ nodes, edges, from, to, firstHalf, halves }: RoadNet): void {
  for (let edge = 0; edge < edges; edge++)
    for (const node of [from[edge] as number, to[edge] as number]) firstHalf[node + 1] = (firstHalf[node + 1] as number) + 1;
  for (let node = 0; node < nodes; node++) firstHalf[node + 1] = (firstHalf[node + 1] as number) + (firstHalf[node] as number);
  const next = firstHalf.slice();
  const leave = (node: number, half: number): void => {
    halves[next[node] as number] = half;
    next[node] = (next[node] as number) + 1;
  };
  for (let edge = 0; edge < edges; edge++) {
    leave(from[edge] as number, 2 * edge);
    leave(to[edge] as number, 2 * edge + 1);
  }
}

/** One-way streets connect like others: an island is a part of the net that no road joins. */
function findIslands({ nodes, edges, from, to, metres, islandOf }: RoadNet): void {
  const parent = Int32Array.from({ length: nodes }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root] as number] as number;
      root = parent[root] as number;
    }
    return root;
  };
  for (let edge = 0; edge < edges; edge++) parent[rootOf(from[edge] as number)] = rootOf(to[edge] as number);
  const metresOf = new Map<number, number>();
  for (let edge = 0; edge < edges; edge++) {
    const root = rootOf(from[edge] as number);
    metresOf.set(root, (metresOf.get(root) ?? 0) + (metres[edge] as number));
  }
  const rank = new Map([...metresOf].sort(([a, one], [b, other]) => other - one || a - b).map(([root], index) => [root, index]));
  for (let node = 0; node < nodes; node++) islandOf[node] = rank.get(rootOf(node)) ?? 0;
}
