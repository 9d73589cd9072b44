// Lays out roads over a relief that has none: between towns by least cost, so that they follow valleys, and from there to villages and up
// to ridges. The function is pure and gives the same result on every machine. The tree over the towns is K. Mehlhorn's (A faster
// approximation algorithm for the Steiner problem in graphs, Information Processing Letters 27, 1988): one search from all towns at once,
// whose areas meet at the cheapest links. Villages and ridges join it by the method of H. Takahashi and A. Matsuyama (An approximate
// solution for the Steiner problem in graphs, Mathematica Japonica 24, 1980): the place nearest to the existing roads is always connected
// next.
import { createBucketQueue, type GroundFrame, placeOfCell, type RoadClass, type RoadLine } from '@lookout/fire-model';
import { degreesAt, type LngLat } from '@lookout/geo';

export interface Land extends GroundFrame {
  /** Metres above sea level of each cell. */
  readonly heights: Float32Array;
  /** 1: a river runs through the cell. Roads cross it only by bridges. */
  readonly rivers: Uint8Array;
}

/** The destinations of roads, as cells. */
export interface Places {
  readonly towns: readonly number[];
  readonly villages: readonly number[];
  readonly ridges: readonly number[];
}

/** The grade at which a metre of road costs twice as much as a level one. */
const DOUBLE_AT_GRADE = 0.06;
/** The cost of a metre of bridge, in metres of road. */
const BRIDGE_FACTOR = 8;
/** The highest cost that is searched, in metres of level road, and the width of the queue's buckets. */
const HORIZON = 2_000_000;
const BUCKET = 200;
/** A link outside the tree is built if its cost is at most this share of the way through the tree. */
const LOOP_SHARE = 0.4;
/** The share of all pairs of towns whose way uses a link, from which it is a national or a provincial road. */
const TRUNK_SHARE = 0.3;
const PRIMARY_SHARE = 0.1;

const STEPS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].flatMap((across) => (across === 0 && down === 0 ? [] : [{ across, down }])));

interface Search {
  /** Cost from the nearest source; Infinity: beyond the horizon. */
  readonly cost: Float64Array;
  /** The previous cell on the way; −1: a source. */
  readonly before: Int32Array;
  /** Index of the nearest source. */
  readonly owner: Int32Array;
}

/** @returns the roads as cells; `linesOf` draws them */
export function layOutRoads(land: Land, { towns, villages, ridges }: Places): RoadPiece[] {
  const stepCost = stepCostsOf(land);
  const { add, pieces, cells } = createLayout(land);
  const fromTowns = searchFrom(land, stepCost, towns);
  for (const { way, class: roadClass } of linksOf(land, stepCost, fromTowns, towns)) add(way, roadClass);
  const fromRoads = searchFrom(land, stepCost, cells());
  const addSpurs = (goals: readonly number[], roadClass: RoadClass): void => {
    const left = new Set(goals);
    for (let goal = nearestOf(left, fromRoads); goal !== null; goal = nearestOf(left, fromRoads)) {
      left.delete(goal);
      const way = wayBack(fromRoads, goal);
      add(way, roadClass);
      search(land, stepCost, fromRoads, way);
    }
  };
  addSpurs(villages, 'unclassified');
  addSpurs(ridges, 'fire-road');
  return pieces;
}

type StepCost = (from: number, to: number, metres: number) => number;

/** The cost is the same uphill and downhill, because a road is built for both. */
const stepCostsOf =
  ({ heights, rivers }: Land): StepCost =>
  (from, to, metres) => {
    const grade = ((heights[to] as number) - (heights[from] as number)) / metres;
    const bridge = rivers[from] === 1 || rivers[to] === 1 ? BRIDGE_FACTOR : 1;
    return metres * (1 + (grade / DOUBLE_AT_GRADE) ** 2) * bridge;
  };

function searchFrom(land: Land, stepCost: StepCost, sources: readonly number[]): Search {
  const count = land.columns * land.rows;
  const found: Search = {
    cost: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    before: new Int32Array(count).fill(-1),
    owner: new Int32Array(count).fill(-1),
  };
  search(land, stepCost, found, sources);
  return found;
}

/** Adds the cells as further sources. Only cells that are nearer to them than to the earlier sources are visited. */
function search(land: Land, stepCost: StepCost, { cost, before, owner }: Search, sources: readonly number[]): void {
  const { columns, rows, north, lngDegrees, latDegrees } = land;
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(north - (rows / 2) * latDegrees);
  const steps = STEPS.map(({ across, down }) => ({
    across,
    down,
    metres: Math.hypot(across * lngDegrees * eastMetresPerDegree, down * latDegrees * northMetresPerDegree),
  }));
  const queue = createBucketQueue(columns * rows, HORIZON, BUCKET);
  for (const [index, source] of sources.entries()) {
    if (cost[source] === 0) continue;
    cost[source] = 0;
    before[source] = -1;
    owner[source] = index;
    queue.put(source, 0);
  }
  for (let cell = queue.take(); cell !== -1; cell = queue.take()) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    for (const { across, down, metres } of steps) {
      const [x, y] = [column + across, row + down];
      if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
      const next = y * columns + x;
      const total = (cost[cell] as number) + stepCost(cell, next, metres);
      if (total >= (cost[next] as number) || total > HORIZON) continue;
      cost[next] = total;
      before[next] = cell;
      owner[next] = owner[cell] as number;
      queue.put(next, total);
    }
  }
}

/** The goal nearest to a source; null: none can be reached. */
function nearestOf(goals: Iterable<number>, { cost }: Search): number | null {
  let nearest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const goal of goals) {
    if ((cost[goal] as number) >= least) continue;
    nearest = goal;
    least = cost[goal] as number;
  }
  return nearest;
}

/** The way from a cell to its source. */
function wayBack({ before }: Search, cell: number): number[] {
  const way = [cell];
  for (let at = before[cell] as number; at !== -1; at = before[at] as number) way.push(at);
  return way;
}

interface TownLink {
  readonly a: number;
  readonly b: number;
  readonly cost: number;
  /** The two neighbouring cells at which the areas of the towns meet. */
  readonly meets: readonly [number, number];
}

/** The busiest link comes first, so that cells shared by several links get the higher class. */
function linksOf(land: Land, stepCost: StepCost, found: Search, towns: readonly number[]): { way: number[]; class: RoadClass }[] {
  const all = meetingLinks(land, stepCost, found);
  const tree = cheapestTree(all, towns.length);
  const treeCost = costsOver(tree, towns.length);
  const loops = all.filter((link) => !tree.includes(link) && link.cost < LOOP_SHARE * treeCost(link.a, link.b));
  const wayOf = ({ meets: [first, second] }: TownLink): number[] => [...wayBack(found, first).toReversed(), ...wayBack(found, second)];
  const pairs = (towns.length * (towns.length - 1)) / 2;
  const used = tree.map((link) => ({ link, share: pairsOver(link, tree, towns.length) / pairs })).sort((a, b) => b.share - a.share);
  return [
    ...used.map(({ link, share }) => ({
      way: wayOf(link),
      class: share >= TRUNK_SHARE ? ('trunk' as const) : share >= PRIMARY_SHARE ? ('primary' as const) : ('secondary' as const),
    })),
    ...loops.map((link) => ({ way: wayOf(link), class: 'tertiary' as const })),
  ];
}

/** The cheapest link of each two towns whose areas touch, sorted by cost. */
function meetingLinks({ columns, rows }: Land, stepCost: StepCost, { cost, owner }: Search): TownLink[] {
  const best = new Map<string, TownLink>();
  const look = (first: number, second: number): void => {
    const [a, b] = [owner[first] as number, owner[second] as number];
    if (a === b || a === -1 || b === -1) return;
    // The step length is set to 1 for all links: it only decides ties.
    const total = (cost[first] as number) + (cost[second] as number) + stepCost(first, second, 1);
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (total < (best.get(key)?.cost ?? Number.POSITIVE_INFINITY)) best.set(key, { a, b, cost: total, meets: [first, second] });
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      if (column + 1 < columns) look(cell, cell + 1);
      if (row + 1 < rows) look(cell, cell + columns);
    }
  return [...best.values()].sort((one, other) => one.cost - other.cost || one.meets[0] - other.meets[0]);
}

/** Kruskal's minimum spanning tree. @param links cheapest first */
function cheapestTree(links: readonly TownLink[], count: number): TownLink[] {
  const group = Array.from({ length: count }, (_, town) => town);
  return links.filter(({ a, b }) => {
    const [one, other] = [group[a] as number, group[b] as number];
    if (one === other) return false;
    for (const [town, of] of group.entries()) if (of === other) group[town] = one;
    return true;
  });
}

const neighboursIn = (tree: readonly TownLink[], town: number) =>
  tree.flatMap(({ a, b, cost }) => (a === town ? [{ town: b, cost }] : b === town ? [{ town: a, cost }] : []));

function costsOver(tree: readonly TownLink[], count: number): (from: number, to: number) => number {
  const rows = Array.from({ length: count }, (_, from) => {
    const costs = Array.from({ length: count }, () => Number.POSITIVE_INFINITY);
    costs[from] = 0;
    const open = [from];
    for (let town = open.pop(); town !== undefined; town = open.pop())
      for (const next of neighboursIn(tree, town))
        if (costs[next.town] === Number.POSITIVE_INFINITY) {
          costs[next.town] = (costs[town] as number) + next.cost;
          open.push(next.town);
        }
    return costs;
  });
  return (from, to) => rows[from]?.[to] as number;
}

/** The number of pairs of towns that the link connects: without it the tree falls into two parts. */
function pairsOver(link: TownLink, tree: readonly TownLink[], count: number): number {
  const rest = costsOver(
    tree.filter((other) => other !== link),
    count,
  );
  const reached = Array.from({ length: count }, (_, town) => town).filter((town) => rest(link.a, town) < Number.POSITIVE_INFINITY).length;
  const together = Array.from({ length: count }, (_, town) => town).filter((town) => rest(link.b, town) < Number.POSITIVE_INFINITY).length;
  return reached * together;
}

/** A road or a part of one, as cells. Each cell is a neighbour of the previous one. */
export interface RoadPiece {
  readonly class: RoadClass;
  readonly cells: number[];
  readonly isBridge: boolean;
}

/** Collects roads as they are added. Existing road is not built again, and retains its class. */
function createLayout(land: Land) {
  const built = new Set<string>();
  const onRoad = new Set<number>();
  const pieces: RoadPiece[] = [];
  return {
    pieces,
    cells: (): number[] => [...onRoad],
    add(way: readonly number[], roadClass: RoadClass): void {
      let piece = null as RoadPiece | null;
      for (const [index, cell] of way.entries()) {
        onRoad.add(cell);
        const from = way[index - 1];
        if (from === undefined) continue;
        const key = from < cell ? `${from} ${cell}` : `${cell} ${from}`;
        if (built.has(key)) {
          piece = null;
          continue;
        }
        built.add(key);
        const isBridge = land.rivers[from] === 1 || land.rivers[cell] === 1;
        if (piece?.isBridge !== isBridge) {
          piece = { class: roadClass, cells: [from], isBridge };
          pieces.push(piece);
        }
        piece.cells.push(cell);
      }
    },
  };
}

/**
 * How often the corners between cells are cut (G. M. Chaikin, Computer Graphics and Image Processing 3, 1974), so that a road has bends
 * instead of corners of 45°.
 */
const CUTS = 2;

/** Draws roads with bends in place of corners. The points where pieces meet do not move, so that the pieces remain joined. */
export function linesOf(frame: GroundFrame, pieces: readonly RoadPiece[]): RoadLine[] {
  const uses = new Map<number, number>();
  for (const { cells } of pieces) for (const cell of cells) uses.set(cell, (uses.get(cell) ?? 0) + 1);
  return pieces.map(({ class: roadClass, cells, isBridge }) => {
    const ends = new Set([cells[0], cells.at(-1)]);
    let corners = cells.map((cell) => ({ ...placeOfCell(frame, cell), isFixed: ends.has(cell) || (uses.get(cell) as number) > 1 }));
    for (let cut = 0; cut < CUTS; cut++)
      corners = corners.flatMap((corner, index) => {
        if (corner.isFixed) return corner;
        const [before, after] = [corners[index - 1] ?? corner, corners[index + 1] ?? corner];
        return [quarterTo(corner, before), quarterTo(corner, after)];
      });
    return { class: roadClass, points: corners.map(({ lng, lat }) => ({ lng, lat })), ...(isBridge && { isBridge }) };
  });
}

const quarterTo = (corner: LngLat, other: LngLat) => ({
  lng: corner.lng + (other.lng - corner.lng) / 4,
  lat: corner.lat + (other.lat - corner.lat) / 4,
  isFixed: false,
});
