// A road net in one block of memory: nodes, edges between them, and the halves of edges that leave each node. Built by `build-road-net.ts`;
// stored in a file unchanged, and opened again without parsing, by several threads at once.
import { ok, type Result, refuse } from '@lookout/domain';
import {
  FORD_KILOMETRES_PER_HOUR,
  gradeFactorOf,
  ROAD_CLASSES,
  ROAD_SPEEDS,
  type RoadClassSpeed,
  VEHICLE_SPEED_FACTORS,
  type VehicleKind,
} from './road-classes.ts';

export const EDGE_FLAGS = { oneWay: 1, bridge: 2, tunnel: 4, ford: 8 } as const;

interface Counts {
  readonly nodes: number;
  readonly edges: number;
  /** Number of points of all shapes. */
  readonly points: number;
}

/** Arrays in this order, those of eight bytes first, so that each is aligned. */
const ARRAYS = {
  /** lng, lat. */
  nodePositions: { kind: Float64Array, length: ({ nodes }: Counts) => 2 * nodes },
  /** lng, lat: the points of edge e are `shapeStart[e]` … `shapeStart[e + 1] - 1`, including both ends. */
  shape: { kind: Float64Array, length: ({ points }: Counts) => 2 * points },
  /** Length on the ellipsoid. */
  metres: { kind: Float64Array, length: ({ edges }: Counts) => edges },
  /** Metres up from its first node to its last, and metres down; in the other direction they are exchanged. */
  climb: { kind: Float64Array, length: ({ edges }: Counts) => edges },
  drop: { kind: Float64Array, length: ({ edges }: Counts) => edges },
  from: { kind: Int32Array, length: ({ edges }: Counts) => edges },
  to: { kind: Int32Array, length: ({ edges }: Counts) => edges },
  /** The given line of which the edge is a part. */
  lineOf: { kind: Int32Array, length: ({ edges }: Counts) => edges },
  shapeStart: { kind: Uint32Array, length: ({ edges }: Counts) => edges + 1 },
  /** Halves that leave node n: `halves[firstHalf[n]]` … `halves[firstHalf[n + 1] - 1]`. Half 2e goes along edge e, half 2e + 1 against it. */
  firstHalf: { kind: Uint32Array, length: ({ nodes }: Counts) => nodes + 1 },
  halves: { kind: Int32Array, length: ({ edges }: Counts) => 2 * edges },
  /** For each node its island; 0 is the one with the longest roads. */
  islandOf: { kind: Int32Array, length: ({ nodes }: Counts) => nodes },
  /** Index in `ROAD_CLASSES`. */
  classOf: { kind: Uint8Array, length: ({ edges }: Counts) => edges },
  /** Sum of `EDGE_FLAGS`. */
  flags: { kind: Uint8Array, length: ({ edges }: Counts) => edges },
  /** km/h; 0: none. */
  speedLimit: { kind: Uint8Array, length: ({ edges }: Counts) => edges },
} as const;
type Name = keyof typeof ARRAYS;
const NAMES = Object.keys(ARRAYS) as Name[];

export type RoadArrays = { readonly [K in Name]: InstanceType<(typeof ARRAYS)[K]['kind']> };

/** WGS 84 degrees, metres. */
export interface RoadNet extends Counts, RoadArrays {
  /** The whole net, to store in a file or to send to a thread. */
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
}

/** "LKRN"; the file begins with it, the version and the counts, each a 32-bit number in the machine's byte order. */
const MAGIC = 0x4e524b4c;
export const ROAD_NET_VERSION = 1;
const HEADER_NUMBERS = 6;

const bytesOf = (counts: Counts): number =>
  NAMES.reduce((sum, name) => sum + ARRAYS[name].length(counts) * ARRAYS[name].kind.BYTES_PER_ELEMENT, HEADER_NUMBERS * 4);

function viewsOf(buffer: ArrayBuffer | SharedArrayBuffer, counts: Counts): RoadNet {
  let offset = HEADER_NUMBERS * 4;
  const views = NAMES.map((name) => {
    const { kind, length } = ARRAYS[name];
    // Buffers of both kinds are possible, but the library's types accept only one.
    const view = new kind(buffer as ArrayBuffer, offset, length(counts));
    offset += view.byteLength;
    return [name, view] as const;
  });
  return { ...counts, buffer, ...(Object.fromEntries(views) as unknown as RoadArrays) };
}

/** An empty net to fill; in shared memory where that is available. */
export function newRoadNet(counts: Counts): RoadNet {
  const net = viewsOf(new SharedArrayBuffer(bytesOf(counts)), counts);
  new Uint32Array(net.buffer, 0, HEADER_NUMBERS).set([MAGIC, ROAD_NET_VERSION, counts.nodes, counts.edges, counts.points, 0]);
  return net;
}

export type RoadNetFault = 'not-a-road-net' | 'other-version' | 'cut-short';

/** @param buffer of `RoadNet`, as it was stored; not copied */
export function openRoadNet(buffer: ArrayBuffer | SharedArrayBuffer): Result<RoadNet, RoadNetFault> {
  if (buffer.byteLength < HEADER_NUMBERS * 4) return refuse('not-a-road-net');
  const [magic, version, nodes = 0, edges = 0, points = 0] = new Uint32Array(buffer, 0, HEADER_NUMBERS);
  if (magic !== MAGIC) return refuse('not-a-road-net');
  if (version !== ROAD_NET_VERSION) return refuse('other-version');
  const counts = { nodes, edges, points };
  return buffer.byteLength < bytesOf(counts) ? refuse('cut-short') : ok(viewsOf(buffer, counts));
}

/** The node to which a half leads. */
export const endOfHalf = ({ from, to }: Pick<RoadNet, 'from' | 'to'>, half: number): number =>
  ((half & 1) === 0 ? to[half >> 1] : from[half >> 1]) as number;

/** Roads that are connected with each other, and with no others. */
export interface Island {
  readonly nodes: number;
  /** Length of all its edges. */
  readonly metres: number;
  /** One of its nodes. */
  readonly firstNode: number;
}

/** The islands, longest first: no road of the first leads to any of the others. */
export function islandsOf({ nodes, edges, islandOf, from, metres }: RoadNet): readonly Island[] {
  const found: { nodes: number; metres: number; firstNode: number }[] = [];
  for (let node = 0; node < nodes; node++) {
    const island = islandOf[node] as number;
    found[island] = { metres: 0, firstNode: node, ...found[island], nodes: (found[island]?.nodes ?? 0) + 1 };
  }
  for (let edge = 0; edge < edges; edge++) {
    const island = found[islandOf[from[edge] as number] as number];
    if (island !== undefined) island.metres += metres[edge] as number;
  }
  return found;
}

const METRES_PER_SECOND_PER_KILOMETRE_PER_HOUR = 1 / 3.6;

/**
 * Seconds of each half for a vehicle; Infinity where it must not or cannot drive. Speed limits are observed.
 * @param speeds if two rows are for one class the later one applies
 */
export function secondsOfHalves(net: RoadNet, vehicle: VehicleKind, speeds: readonly RoadClassSpeed[] = ROAD_SPEEDS): Float64Array {
  const rowOf = new Map(speeds.map((row) => [row.class, row]));
  const rows = ROAD_CLASSES.map((roadClass) => rowOf.get(roadClass));
  const factor = VEHICLE_SPEED_FACTORS[vehicle];
  const seconds = new Float64Array(2 * net.edges).fill(Number.POSITIVE_INFINITY);
  for (let edge = 0; edge < net.edges; edge++) {
    const row = rows[net.classOf[edge] as number];
    if (!row?.vehicles.includes(vehicle)) continue;
    const flags = net.flags[edge] as number;
    const limit = (net.speedLimit[edge] as number) || Number.POSITIVE_INFINITY;
    const ford = (flags & EDGE_FLAGS.ford) === 0 ? Number.POSITIVE_INFINITY : FORD_KILOMETRES_PER_HOUR;
    const metres = net.metres[edge] as number;
    const grade = metres === 0 ? 0 : (100 * ((net.climb[edge] as number) - (net.drop[edge] as number))) / metres;
    const secondsAt = (gradePercent: number): number =>
      metres /
      (Math.min(row.kilometresPerHour * factor * gradeFactorOf(gradePercent), limit, ford) * METRES_PER_SECOND_PER_KILOMETRE_PER_HOUR);
    seconds[2 * edge] = secondsAt(grade);
    if ((flags & EDGE_FLAGS.oneWay) === 0) seconds[2 * edge + 1] = secondsAt(-grade);
  }
  return seconds;
}
