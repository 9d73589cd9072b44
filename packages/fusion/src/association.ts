// Decides which detections belong to the same fire. This is a pure function of the set of detections and of people's decisions, so the
// order of arrival does not matter. It is updated incrementally: only what a change can reach is recomputed.
//
// Two detections may be of one fire when they are near enough in place and time for their errors (`mayBeOne`). Joining is transitive, along
// the shortest links: the minimum spanning tree of the candidates, as in single linkage (J. C. Gower and G. J. S. Ross, Appl. Statist. 18,
// 1969). Where a chain contains two detections that cannot be one fire (`contradicts`), the tree is built from its shortest link upwards,
// and the link that would join the two is left out.
import { LARGEST_HEAT_RADIUS_METRES } from '@lookout/features/known-heat/known-heat.ts';
import { addCovariances, CHI_SQUARED_99, degreesAt, largestSigmaMetres, mahalanobisSquared, planeOffset } from '@lookout/geo';
import type { Detection, DetectionSource } from './detection.ts';

/** A person's decision about detections, which are named by their ids. */
export type AssociationDecision =
  /** No detection of the first side is of the same fire as one of the second. */
  | { readonly kind: 'split'; readonly sides: readonly [readonly string[], readonly string[]] }
  /** These detections are of one fire, whatever the algorithm finds. */
  | { readonly kind: 'merge'; readonly ids: readonly string[] };

const idsOfDecision = (decision: AssociationDecision): readonly string[] =>
  decision.kind === 'merge' ? decision.ids : decision.sides.flat();

/** The time within which two sightings may be of one fire. For two different sources the longer time applies. */
export const JOIN_WINDOW_MS: Readonly<Record<DetectionSource, number>> = {
  satellite: 24 * 3_600_000,
  camera: 30 * 60_000,
  person: 30 * 60_000,
  sensor: 30 * 60_000,
};

/** Two satellite detections are of one fire within this distance (spotoroo's default; W. Li et al., R Journal 15, 2023). */
export const SATELLITE_JOIN_METRES = 3_000;

/** Ground sightings further apart than this many deviations are of two fires, even when satellite detections bridge them … */
const GROUND_CONFLICT_SIGMAS = 5;
/** … but a fire may have spread in the meantime: metres an hour. */
const GROUND_DRIFT_METRES_PER_HOUR = 50;

/**
 * Square root of the 99 % point: two detections within D² < 9.21 are never further apart than this times the sum of their largest
 * deviations.
 */
const REACH_SIGMAS = Math.sqrt(CHI_SQUARED_99);

/**
 * Whether two detections, taken alone, may be of one fire. Two that one known heat source explains (`isOfHeat`) on one day always are.
 * @returns their distance relative to their errors (D²); null when they may not be one fire
 */
export function joinCost(a: Detection, b: Detection): number | null {
  if (a.world !== b.world || a.knownHeat !== b.knownHeat) return null;
  const offset = planeOffset(a.position, b.position);
  const cost = mahalanobisSquared(offset, addCovariances(a.covariance, b.covariance));
  if (a.knownHeat !== null) return cost;
  if (Math.abs(a.atMs - b.atMs) > Math.max(JOIN_WINDOW_MS[a.source], JOIN_WINDOW_MS[b.source])) return null;
  const areSatellites = a.source === 'satellite' && b.source === 'satellite';
  const isNear = areSatellites ? Math.hypot(offset.east, offset.north) <= SATELLITE_JOIN_METRES : cost < CHI_SQUARED_99;
  return isNear ? cost : null;
}

/** Whether two detections are certainly of different fires: confirmed as different fires, or seen from the ground at two places. */
export function contradicts(a: Detection, b: Detection): boolean {
  if (a.confirmation !== null && b.confirmation !== null && a.confirmation !== b.confirmation) return true;
  return a.source !== 'satellite' && b.source !== 'satellite' && a.knownHeat === null && areApart(a, b);
}

function areApart(a: Detection, b: Detection): boolean {
  const { east, north } = planeOffset(a.position, b.position);
  const metres = Math.hypot(east, north);
  const drift = (GROUND_DRIFT_METRES_PER_HOUR * Math.abs(a.atMs - b.atMs)) / 3_600_000;
  if (metres <= drift) return false;
  const rest = 1 - drift / metres;
  const offset = { east: east * rest, north: north * rest };
  return mahalanobisSquared(offset, addCovariances(a.covariance, b.covariance)) > GROUND_CONFLICT_SIGMAS ** 2;
}

export interface Association {
  /** Adds a detection, or replaces the one with the same id. */
  put(detection: Detection): void;
  remove(id: string): void;
  /** Adds a detection whose fire is already known, without marking any fire as touched. */
  load(detection: Detection): void;
  /** Removes a detection that nothing new can join any more, without marking any fire as touched. */
  forget(id: string): void;
  /** Sets all decisions in force and replaces the previous ones. */
  decide(decisions: readonly AssociationDecision[]): void;
  has(id: string): boolean;
  get(id: string): Detection | undefined;
  /** The fires that may have changed since the last call, each with all its detections in order of id. */
  touched(): string[][];
}

/** The fires of a set of detections. Each id occurs once; ids are in order, and fires are ordered by their first id. */
export function associate(detections: Iterable<Detection>, decisions: readonly AssociationDecision[] = []): string[][] {
  const association = createAssociation();
  for (const detection of detections) association.put(detection);
  association.decide(decisions);
  return association.touched().sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

interface Node {
  readonly detection: Detection;
  readonly cell: number;
  readonly size: number;
  /** Neighbours by a merge decision, regardless of distance. */
  together: Set<string> | null;
}

export function createAssociation(): Association {
  const nodes = new Map<string, Node>();
  const cells = new Map<number, Set<Node>>();
  /** Number of nodes per size class. */
  const sizes = new Map<number, number>();
  const touched = new Set<string>();
  let splits: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [];
  let decided = new Set<string>();
  let merges: readonly (readonly string[])[] = [];
  /** The decisions in force, serialised, with their ids. A decision that is unchanged by an update touches nothing. */
  let current = new Map<string, readonly string[]>();

  /** The cells that can contain a neighbour of this detection. */
  const cellsAround = ({ detection }: Node): number[] =>
    [...sizes.keys()].flatMap((size) => cellsWithin(detection.position, reachOf(detection) + cellMetres(size) * REACH_SHARE, size));

  const decidedWith = (node: Node): Node[] => [...(node.together ?? [])].flatMap((id) => nodes.get(id) ?? []);

  /** The detections that this one joined may fall apart, so they are marked as touched. */
  const touchAround = (id: string): void => {
    const node = nodes.get(id);
    if (node === undefined) return;
    for (const key of cellsAround(node))
      for (const other of cells.get(key) ?? []) if (joinCost(node.detection, other.detection) !== null) touched.add(other.detection.id);
    for (const other of decidedWith(node)) touched.add(other.detection.id);
  };

  const take = (id: string): void => {
    const node = nodes.get(id);
    if (node === undefined) return;
    nodes.delete(id);
    touched.delete(id);
    const cell = cells.get(node.cell);
    cell?.delete(node);
    if (cell?.size === 0) cells.delete(node.cell);
    const left = (sizes.get(node.size) ?? 0) - 1;
    if (left > 0) sizes.set(node.size, left);
    else sizes.delete(node.size);
  };

  const link = (): void => {
    for (const ids of merges)
      for (const id of ids) {
        const node = nodes.get(id);
        if (node === undefined) continue;
        node.together ??= new Set();
        for (const other of ids) if (other !== id) node.together.add(other);
      }
  };

  const add = (detection: Detection): void => {
    take(detection.id);
    const size = sizeOf(detection);
    const cell = cellOf(detection.position, size);
    const node: Node = { detection, cell, size, together: null };
    nodes.set(detection.id, node);
    const list = cells.get(cell);
    if (list === undefined) cells.set(cell, new Set([node]));
    else list.add(node);
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    if (decided.has(detection.id)) link();
  };

  return {
    put(detection) {
      touchAround(detection.id);
      add(detection);
      touched.add(detection.id);
    },
    remove(id) {
      touchAround(id);
      take(id);
    },
    load: add,
    forget: take,
    decide(decisions) {
      const texts = new Map(decisions.map((decision) => [JSON.stringify(decision), idsOfDecision(decision)]));
      for (const [text, ids] of [...current, ...texts])
        if (!(current.has(text) && texts.has(text))) for (const id of ids) if (nodes.has(id)) touched.add(id);
      current = texts;
      for (const node of nodes.values()) node.together = null;
      merges = decisions.flatMap((decision) => (decision.kind === 'merge' ? [decision.ids] : []));
      splits = decisions.flatMap((decision) =>
        decision.kind === 'split' ? [[new Set(decision.sides[0]), new Set(decision.sides[1])] as const] : [],
      );
      decided = new Set(decisions.flatMap(idsOfDecision));
      link();
    },
    has: (id) => nodes.has(id),
    get: (id) => nodes.get(id)?.detection,
    touched() {
      const seen = new Set<Node>();
      const left = new Map<number, Node[]>();
      const groups: string[][] = [];
      for (const id of touched) {
        const start = nodes.get(id);
        if (start === undefined || seen.has(start)) continue;
        const chain = chainFrom(start, seen, left);
        for (const group of hasConflict(chain) ? parts(chain) : [chain]) groups.push(group.map(({ detection }) => detection.id).sort());
      }
      touched.clear();
      return groups;
    },
  };

  /**
   * All detections joined with `start`, directly or through others. @param left for each visited cell, its detections not yet in a chain,
   * so that each is visited once
   */
  function chainFrom(start: Node, seen: Set<Node>, left: Map<number, Node[]>): Node[] {
    const chain = [start];
    seen.add(start);
    const join = (other: Node) => {
      seen.add(other);
      chain.push(other);
    };
    for (const node of chain) {
      for (const key of cellsAround(node)) {
        const cell = left.get(key) ?? [...(cells.get(key) ?? [])];
        left.set(key, cell);
        for (let i = cell.length - 1; i >= 0; i -= 1) {
          const other = cell[i] as Node;
          if (!seen.has(other)) {
            if (joinCost(node.detection, other.detection) === null) continue;
            join(other);
          }
          cell[i] = cell.at(-1) as Node;
          cell.pop();
        }
      }
      for (const other of decidedWith(node)) if (!seen.has(other)) join(other);
    }
    return chain;
  }

  function hasConflict(chain: readonly Node[]): boolean {
    if (chain.length < 2) return false;
    const ids = new Set(chain.map(({ detection }) => detection.id));
    if (splits.some((sides) => sides.every((side) => [...side].some((id) => ids.has(id))))) return true;
    const conflicting = chain.filter(mayConflict);
    return conflicting.some((node, i) => conflicting.slice(i + 1).some((other) => contradicts(node.detection, other.detection)));
  }

  /**
   * Kruskal's algorithm (Proc. Amer. Math. Soc. 7, 1956) over the chain's spanning tree. It leaves out a link between two detections that
   * contradict each other.
   */
  function parts(chain: readonly Node[]): Node[][] {
    const partOf = new Map(chain.map((node) => [node, new Part(node)]));
    for (const { from, to, isDecided } of shortestTree(chain)) {
      const [one, other] = [partOf.get(from), partOf.get(to)] as [Part, Part];
      if (one === other || (!isDecided && areSplit(one, other))) continue;
      const [large, small] = one.nodes.length >= other.nodes.length ? [one, other] : [other, one];
      large.take(small);
      for (const node of small.nodes) partOf.set(node, large);
    }
    return [...new Set(partOf.values())].map(({ nodes: members }) => members);
  }

  function areSplit(one: Part, other: Part): boolean {
    return (
      splits.some(([first, second]) => (one.hasAny(first) && other.hasAny(second)) || (one.hasAny(second) && other.hasAny(first))) ||
      one.conflicting.some((node) => other.conflicting.some((each) => contradicts(node.detection, each.detection)))
    );
  }
}

/** Only confirmed detections and ground sightings can contradict another. */
const mayConflict = ({ detection }: Node): boolean => detection.confirmation !== null || detection.source !== 'satellite';

/** Detections joined so far. */
class Part {
  readonly nodes: Node[];
  readonly conflicting: Node[];
  readonly #ids: Set<string>;

  constructor(node: Node) {
    this.nodes = [node];
    this.conflicting = mayConflict(node) ? [node] : [];
    this.#ids = new Set([node.detection.id]);
  }

  take(other: Part): void {
    this.nodes.push(...other.nodes);
    this.conflicting.push(...other.conflicting);
    for (const { detection } of other.nodes) this.#ids.add(detection.id);
  }

  hasAny(ids: ReadonlySet<string>): boolean {
    for (const id of ids) if (this.#ids.has(id)) return true;
    return false;
  }
}

interface Link {
  readonly from: Node;
  readonly to: Node;
  readonly cost: number;
  readonly isDecided: boolean;
}

/**
 * The minimum spanning tree of a chain, shortest link first; people's decisions precede all others. Uses Prim's algorithm (Bell Syst. Tech.
 * J. 36, 1957) without a heap: n² comparisons and memory for n, because a chain with a conflict is small, and a heap for a chain of 10,000
 * would store a hundred million links. Ties are broken by id, so the tree is unique.
 */
function shortestTree(chain: readonly Node[]): Link[] {
  const outside = [...chain].sort((a, b) => (a.detection.id < b.detection.id ? -1 : 1));
  let newest = outside.shift();
  const best = new Map<Node, Link>();
  const tree: Link[] = [];
  while (newest !== undefined) {
    let nearest: Link | undefined;
    for (const node of outside) {
      const link = linkOf(newest, node);
      let known = best.get(node);
      if (link !== null && (known === undefined || isShorter(link, known))) {
        best.set(node, link);
        known = link;
      }
      if (known !== undefined && (nearest === undefined || isShorter(known, nearest))) nearest = known;
    }
    if (nearest === undefined) break;
    tree.push(nearest);
    const { to } = nearest;
    outside.splice(outside.indexOf(to), 1);
    newest = to;
  }
  return tree.sort((a, b) => (isShorter(a, b) ? -1 : 1));
}

function linkOf(from: Node, to: Node): Link | null {
  if (from.together?.has(to.detection.id)) return { from, to, cost: -1, isDecided: true };
  const cost = joinCost(from.detection, to.detection);
  return cost === null ? null : { from, to, cost, isDecided: false };
}

function isShorter(a: Link, b: Link): boolean {
  if (a.cost !== b.cost) return a.cost < b.cost;
  const [[a1, a2], [b1, b2]] = [idsOf(a), idsOf(b)];
  return a1 === b1 ? a2 < b2 : a1 < b1;
}

const idsOf = ({ from, to }: Link): readonly [string, string] =>
  from.detection.id < to.detection.id ? [from.detection.id, to.detection.id] : [to.detection.id, from.detection.id];

// Cells for the neighbour search: rows of equal height, each cut into columns of about the same width. A detection with a large error lies
// in larger cells, so that it does not widen the search for the others. The search does not cross the 180th meridian.

/** Cells of class 0, metres; each class has twice the size of the one before. */
const CELL_METRES = 2_000;
/** A detection reaches at most this share of its cells' size. */
const REACH_SHARE = 0.75;
const cellMetres = (size: number): number => CELL_METRES * 2 ** size;

/** Two detections can only be of one fire when they are no further apart than the sum of their reaches, metres. */
function reachOf({ source, knownHeat, covariance }: Detection): number {
  const metres = REACH_SIGMAS * largestSigmaMetres(covariance);
  if (knownHeat !== null) return LARGEST_HEAT_RADIUS_METRES + metres;
  return source === 'satellite' ? Math.max(SATELLITE_JOIN_METRES / 2, metres) : metres;
}

const sizeOf = (detection: Detection): number => Math.max(0, Math.ceil(Math.log2(reachOf(detection) / (CELL_METRES * REACH_SHARE))));

type Place = Detection['position'];
/** Metres per degree of latitude at the equator, where a degree is shortest. */
const METRES_PER_DEGREE = 110_574;
const rowDegrees = (size: number): number => cellMetres(size) / METRES_PER_DEGREE;
const columnDegrees = (row: number, size: number): number =>
  cellMetres(size) / Math.max(1_000, degreesAt((row + 0.5) * rowDegrees(size)).eastMetresPerDegree);

function cellOf({ lng, lat }: Place, size: number): number {
  const row = Math.floor(lat / rowDegrees(size));
  return keyOf(size, row, Math.floor(lng / columnDegrees(row, size)));
}

/** There are at most 10,100 rows and 20,100 columns. */
const keyOf = (size: number, row: number, column: number): number => (size * 32_768 + row + 16_384) * 65_536 + column + 32_768;

function cellsWithin({ lng, lat }: Place, metres: number, size: number): number[] {
  const keys: number[] = [];
  const latReach = metres / METRES_PER_DEGREE;
  for (let row = Math.floor((lat - latReach) / rowDegrees(size)); row <= Math.floor((lat + latReach) / rowDegrees(size)); row += 1) {
    const width = columnDegrees(row, size);
    const lngReach = (metres / cellMetres(size)) * width * WIDENED;
    for (let column = Math.floor((lng - lngReach) / width); column <= Math.floor((lng + lngReach) / width); column += 1)
      keys.push(keyOf(size, row, column));
  }
  return keys;
}
/** A degree of longitude is a little shorter at one edge of a row than at its middle. */
const WIDENED = 1.01;
