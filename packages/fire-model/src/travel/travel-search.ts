// One search over roads and terrain together: from a place to all others, or from all others to a place. States are the nodes of the net
// (driving), then the cells of the ground (on foot). A person who leaves the car continues on foot and does not return to it.
import { degreesAt } from '@lookout/geo';
import { createBucketQueue } from '../bucket-queue.ts';
import { MAY_STOP } from './road-classes.ts';
import { EDGE_FLAGS, endOfHalf, type RoadNet } from './road-net.ts';
import { cellAt, placeOfCell, stepSeconds, type WalkGround, type WalkStep, walkSteps } from './walk-ground.ts';
import { secondsPerMetreAt } from './walking.ts';

/** Where people can leave the car. */
export interface Exits {
  /** For each node its cell; −1: none, or stopping is not allowed there. */
  readonly cellOf: Int32Array;
  /** Walking time from the node to the middle of its cell, or back. */
  readonly seconds: Float64Array;
  /** Linked list of the nodes in each cell: the first node of a cell, and the node after each node; −1: none. */
  readonly firstNode: Int32Array;
  readonly nextNode: Int32Array;
}

export interface TravelNets {
  readonly net: RoadNet | null;
  readonly ground: WalkGround | null;
  readonly exits: Exits | null;
  readonly steps: readonly WalkStep[];
  /** The reverse of each step. */
  readonly backSteps: readonly WalkStep[];
  readonly nodes: number;
  readonly states: number;
}

export function joinNets(net: RoadNet | null, ground: WalkGround | null): TravelNets {
  const nodes = net?.nodes ?? 0;
  const steps = ground === null ? [] : walkSteps(ground);
  return {
    net,
    ground,
    exits: net === null || ground === null ? null : exitsOf(net, ground),
    steps,
    backSteps: steps.map((step) => steps.find(({ columns, rows }) => columns === -step.columns && rows === -step.rows) ?? step),
    nodes,
    states: nodes + (ground === null ? 0 : ground.columns * ground.rows),
  };
}

function exitsOf(net: RoadNet, ground: WalkGround): Exits {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(ground.north - (ground.rows / 2) * ground.latDegrees);
  const cellOf = new Int32Array(net.nodes).fill(-1);
  const seconds = new Float64Array(net.nodes);
  const firstNode = new Int32Array(ground.columns * ground.rows).fill(-1);
  const nextNode = new Int32Array(net.nodes).fill(-1);
  for (let node = 0; node < net.nodes; node++) {
    let isStop = false;
    for (let slot = net.firstHalf[node] as number; slot < (net.firstHalf[node + 1] as number) && !isStop; slot++) {
      const edge = (net.halves[slot] as number) >> 1;
      isStop =
        ((net.flags[edge] as number) & (EDGE_FLAGS.bridge | EDGE_FLAGS.tunnel)) === 0 && MAY_STOP[net.classOf[edge] as number] === true;
    }
    const at = { lng: net.nodePositions[2 * node] as number, lat: net.nodePositions[2 * node + 1] as number };
    const cell = isStop ? cellAt(ground, at) : -1;
    if (cell === -1 || !Number.isFinite(ground.drag[cell])) continue;
    const middle = placeOfCell(ground, cell);
    const metres = Math.hypot((at.lng - middle.lng) * eastMetresPerDegree, (at.lat - middle.lat) * northMetresPerDegree);
    seconds[node] = metres * (ground.drag[cell] as number) * secondsPerMetreAt(0);
    cellOf[node] = cell;
    nextNode[node] = firstNode[cell] as number;
    firstNode[cell] = node;
  }
  return { cellOf, seconds, firstNode, nextNode };
}

/**
 * When the fire arrives: minutes from the departure, Infinity never. A place can be passed only if the fire does not arrive within
 * `marginMinutes` afterwards.
 */
export interface Closing {
  /** The arrival of the fire at each edge. */
  readonly edges?: Float32Array;
  /** The arrival of the fire at each cell of the ground. */
  readonly cells?: Float32Array;
  readonly marginMinutes: number;
}

export interface SearchRequest {
  /** `to`: times from all states to the seeds; `from`: times from the seeds to all states. */
  readonly direction: 'to' | 'from';
  readonly seeds: readonly { readonly state: number; readonly seconds: number }[];
  /** For each half (`secondsOfHalves`); null: no driving. */
  readonly halfSeconds: Float64Array | null;
  readonly mostSeconds: number;
  /**
   * With `from`, times are compared with the actual times of travel; with `to` only places that are closed from the start are meaningful.
   */
  readonly closing?: Closing;
  /** The cells of the goals, which are allowed to burn. */
  readonly goalCells?: ReadonlySet<number>;
  /** Lower bound of the remaining time from each state (A*), consistent; a state with Infinity is not visited. */
  readonly remaining?: (state: number) => number;
  /** Called when all states before `lowSeconds` have their final times. */
  readonly isDone?: (lowSeconds: number, seconds: Float64Array) => boolean;
}

export interface SearchResult {
  /** Time of each state; Infinity: not reached. Exact below `radiusSeconds`. */
  readonly seconds: Float64Array;
  /** The previous state on the route from the seeds; −1: a seed, or not reached. */
  readonly parent: Int32Array;
  /** The half driven between a node and its parent, in the direction of travel; −1: not a road. */
  readonly half: Int32Array;
  /** All states nearer than this have their final times. */
  readonly radiusSeconds: number;
}

/** Width of the buckets: short enough that few states are processed twice. */
const BUCKET_SECONDS = 2;
const SECONDS_PER_MINUTE = 60;

export function searchTravel(nets: TravelNets, request: SearchRequest): SearchResult {
  const { net, ground, exits, steps, backSteps, nodes, states } = nets;
  const { direction, seeds, halfSeconds, mostSeconds, closing, goalCells, remaining, isDone } = request;
  const seconds = new Float64Array(states).fill(Number.POSITIVE_INFINITY);
  const parent = new Int32Array(states).fill(-1);
  const half = new Int32Array(nodes).fill(-1);
  const queue = createBucketQueue(states, mostSeconds, BUCKET_SECONDS);
  const isBackwards = direction === 'to';
  const [columns, rows] = [ground?.columns ?? 0, ground?.rows ?? 0];

  const reach = (state: number, at: number, before: number, by: number): void => {
    if (at >= (seconds[state] as number)) return;
    const rest = remaining === undefined ? 0 : remaining(state);
    if (rest === Number.POSITIVE_INFINITY) return;
    seconds[state] = at;
    parent[state] = before;
    if (state < nodes) half[state] = by;
    queue.put(state, at + rest);
  };
  const isShut = (closed: Float32Array | undefined, index: number, at: number): boolean =>
    closed !== undefined && at > ((closed[index] as number) - (closing?.marginMinutes ?? 0)) * SECONDS_PER_MINUTE;

  const leaveNode = (node: number, at: number): void => {
    if (net !== null && halfSeconds !== null) {
      for (let slot = net.firstHalf[node] as number; slot < (net.firstHalf[node + 1] as number); slot++) {
        const out = net.halves[slot] as number;
        const travelled = isBackwards ? out ^ 1 : out;
        const arrival = at + (halfSeconds[travelled] as number);
        if (isShut(closing?.edges, out >> 1, arrival)) continue;
        reach(endOfHalf(net, out), arrival, node, travelled);
      }
    }
    const cell = exits === null || isBackwards ? -1 : (exits.cellOf[node] as number);
    if (exits === null || cell === -1) return;
    const arrival = at + (exits.seconds[node] as number);
    if (goalCells?.has(cell) || !isShut(closing?.cells, cell, arrival)) reach(nodes + cell, arrival, node, -1);
  };

  const leaveCell = (cell: number, at: number): void => {
    if (ground === null) return;
    const column = cell % columns;
    const row = (cell - column) / columns;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as WalkStep;
      const x = column + step.columns;
      const y = row + step.rows;
      if (x < 0 || x >= columns || y < 0 || y >= rows) continue;
      const next = cell + step.cells;
      if ((seconds[nodes + next] as number) <= at) continue;
      const arrival =
        at + (isBackwards ? stepSeconds(ground, next, cell, backSteps[index] as WalkStep) : stepSeconds(ground, cell, next, step));
      if (closing !== undefined && !goalCells?.has(next)) {
        if (isShut(closing.cells, next, arrival)) continue;
        if (step.isThrough && step.sides.some((side) => isShut(closing.cells, cell + side, arrival))) continue;
      }
      reach(nodes + next, arrival, nodes + cell, -1);
    }
    if (exits === null || !isBackwards || halfSeconds === null) return;
    for (let node = exits.firstNode[cell] as number; node !== -1; node = exits.nextNode[node] as number)
      reach(node, at + (exits.seconds[node] as number), nodes + cell, -1);
  };

  for (const seed of seeds) reach(seed.state, seed.seconds, -1, -1);
  let low = -1;
  for (let state = queue.take(); state !== -1; state = queue.take()) {
    if (queue.low() > low) {
      low = queue.low();
      if (isDone?.(low, seconds)) return { seconds, parent, half, radiusSeconds: low };
    }
    const at = seconds[state] as number;
    if (state < nodes) leaveNode(state, at);
    else leaveCell(state - nodes, at);
  }
  return { seconds, parent, half, radiusSeconds: mostSeconds };
}
