// The strokes of a symbol on the map: rails, dashes, marks and heads along a line, hatches across an area. They scale with the drawing, so
// that they look alike on the globe at every height and on paper. They are computed on a plane tangent at the first point, like the arrow
// of attack.
import type { LngLat } from '../coordinates/geodesic.ts';

type StepPoint = readonly [along: number, left: number];

/** Measures in steps; see `LineDrawing` of the domain. */
interface LineStyle {
  readonly rails: readonly number[];
  readonly drawn: number;
  readonly marks: readonly { readonly points: readonly StepPoint[]; readonly isFilled: boolean }[];
  readonly hasHead: boolean;
}

export interface DrawnLine {
  readonly lines: readonly (readonly LngLat[])[];
  /** Filled rings, open: the last point does not repeat the first. */
  readonly fills: readonly (readonly LngLat[])[];
}

/** Number of steps in a line, whatever its length. */
const STEPS = 10;
/** The head of a line, in steps: its length, and half its width. */
const HEAD = { long: 1, half: 0.42 } as const;

interface Flat {
  readonly x: number;
  readonly y: number;
}

/** A place on a line with its direction, a unit vector. */
interface Station extends Flat {
  readonly along: Flat;
}

/** A line in the style of its symbol; empty for fewer than two different points. */
export function drawLine(points: readonly LngLat[], { rails, drawn, marks, hasHead }: LineStyle): DrawnLine {
  const plane = planeAt(points[0]);
  const line = withoutRepeats(points.map(plane.flat));
  const passed = lengthsOf(line);
  const length = passed.at(-1) ?? 0;
  if (length === 0) return { lines: [], fills: [] };
  const step = length / STEPS;
  const at = (distance: number): Station => stationAt(line, passed, distance);
  const end = hasHead ? length - HEAD.long * step : length;
  const pieces = Array.from({ length: drawn === 1 ? 1 : STEPS }, (_, index): readonly [number, number] =>
    drawn === 1 ? [0, end] : [index * step, Math.min(end, (index + drawn) * step)],
  ).filter(([from, to]) => to > from);
  const strokes = rails.flatMap((rail) =>
    pieces.map(([from, to]) => [at(from), ...corners(line, passed, from, to), at(to)].map((one) => beside(one, 0, rail * step))),
  );
  const marked = marks.flatMap((mark) =>
    Array.from({ length: STEPS }, (_, index) => ({
      isFilled: mark.isFilled,
      points: mark.points.map(([along, left]) => beside(at((index + 0.5) * step), along * step, left * step)),
    })),
  );
  const last = at(length);
  const head = ([-HEAD.half, HEAD.half] as const).map((left) => beside(last, -HEAD.long * step, left * step));
  const fills = [...marked.filter(({ isFilled }) => isFilled).map((mark) => mark.points), ...(hasHead ? [[last, ...head]] : [])];
  const lines = [...strokes, ...marked.filter(({ isFilled }) => !isFilled).map((mark) => mark.points)];
  return { lines: lines.map((one) => one.map(plane.geographic)), fills: fills.map((one) => one.map(plane.geographic)) };
}

/**
 * Parallel strokes across an area, from the south-west to the north-east.
 * @param ring open @param count at most this many strokes across the area, evenly spaced
 */
export function hatches(ring: readonly LngLat[], count: number): LngLat[][] {
  const plane = planeAt(ring[0]);
  // Turned by 45°, so that the strokes run along x.
  const turned = ring.map(plane.flat).map(({ x, y }) => ({ x: x + y, y: y - x }));
  const heights = turned.map(({ y }) => y);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  if (count === 0 || turned.length < 3 || low === high) return [];
  return Array.from({ length: count }, (_, index) => low + ((index + 0.5) / count) * (high - low)).flatMap((y) => {
    const crossings = turned.flatMap((from, index) => {
      const to = turned[(index + 1) % turned.length] ?? from;
      return from.y > y === to.y > y ? [] : [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)];
    });
    const inOrder = crossings.toSorted((a, b) => a - b);
    return Array.from({ length: Math.floor(inOrder.length / 2) }, (_, pair) =>
      inOrder.slice(2 * pair, 2 * pair + 2).map((x) => plane.geographic({ x: (x - y) / 2, y: (x + y) / 2 })),
    );
  });
}

/** Where the name of a line is placed: half-way through its points. */
export function middleOfLine(points: readonly LngLat[]): LngLat | undefined {
  const half = (points.length - 1) / 2;
  const [from, to] = [points[Math.floor(half)], points[Math.ceil(half)]];
  return from && to && { lng: (from.lng + to.lng) / 2, lat: (from.lat + to.lat) / 2 };
}

/** Where the name of an area is placed: in the middle of its longest stroke, so always inside it. @param ring open */
export function middleOfArea(ring: readonly LngLat[]): LngLat | undefined {
  const long = (stroke: readonly LngLat[]) => Math.abs((stroke[1]?.lng ?? 0) - (stroke[0]?.lng ?? 0));
  const [longest = []] = hatches(ring, 1).toSorted((a, b) => long(b) - long(a));
  return middleOfLine(longest) ?? ring[0];
}

/** The plane tangent at a place, with both axes in degrees of latitude. */
function planeAt({ lng, lat }: LngLat = { lng: 0, lat: 0 }) {
  const stretch = Math.cos((lat * Math.PI) / 180);
  return {
    flat: (at: LngLat): Flat => ({ x: (at.lng - lng) * stretch, y: at.lat - lat }),
    geographic: ({ x, y }: Flat): LngLat => ({ lng: lng + x / stretch, lat: lat + y }),
  };
}

const withoutRepeats = (points: readonly Flat[]): Flat[] =>
  points.filter(({ x, y }, index) => {
    const before = points[index - 1];
    return before === undefined || before.x !== x || before.y !== y;
  });

/** Returns the length of the line from its first point to each point. */
function lengthsOf(line: readonly Flat[]): number[] {
  let sum = 0;
  return line.map(({ x, y }, index) => {
    const before = line[index - 1];
    sum += before === undefined ? 0 : Math.hypot(x - before.x, y - before.y);
    return sum;
  });
}

function stationAt(line: readonly Flat[], passed: readonly number[], distance: number): Station {
  const next = Math.max(
    1,
    passed.findIndex((so) => so >= distance),
  );
  const [from, to] = [line[next - 1] ?? { x: 0, y: 0 }, line[next] ?? { x: 0, y: 0 }];
  const [begin = 0, end = 0] = [passed[next - 1], passed[next]];
  const long = end - begin;
  const along = { x: (to.x - from.x) / long, y: (to.y - from.y) / long };
  return { x: from.x + along.x * (distance - begin), y: from.y + along.y * (distance - begin), along };
}

/** The corners between two places of a line, each with the direction that leads to it. */
const corners = (line: readonly Flat[], passed: readonly number[], from: number, to: number): Station[] =>
  line.flatMap((_, index) => {
    const so = passed[index] ?? 0;
    return so > from && so < to ? [stationAt(line, passed, so)] : [];
  });

const beside = ({ x, y, along }: Station, forward: number, left: number): Flat => ({
  x: x + along.x * forward - along.y * left,
  y: y + along.y * forward + along.x * left,
});
