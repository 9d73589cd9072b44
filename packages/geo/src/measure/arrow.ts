// The arrow of attack (进攻箭头): a broad arrow from tail to head along a curve, as a ring.
import type { LngLat } from '../coordinates/geodesic.ts';

// Shares of the arrow's length: half the width of the tail, the length of the head, half its width at the barbs and at the neck, the backward
// sweep of the barbs, and the depth of the swallow tail.
const TAIL = 0.075;
const HEAD_LENGTH = 0.24;
const BARB = 0.115;
const NECK = 0.045;
const SWEEP = 0.05;
const NOTCH = 0.06;
/** Points on the curve of each leg. */
const PIECES = 12;

interface Flat {
  readonly x: number;
  readonly y: number;
}

/**
 * The outline, open (the last point does not repeat the first), beginning at the left of the tail; the tip is exactly the last of `points`.
 * Computed on a plane tangent at the tail, which is accurate enough for the hundred kilometres of a drawing.
 * @param points tail, bends, head @returns [] for fewer than two different points
 */
export function attackArrow(points: readonly LngLat[]): LngLat[] {
  const [tail] = points;
  if (tail === undefined || points.length < 2) return [];
  const stretch = Math.cos((tail.lat * Math.PI) / 180);
  const flat = points.map(({ lng, lat }) => ({ x: (lng - tail.lng) * stretch, y: lat - tail.lat }));
  const outline = flatArrow(withoutRepeats(flat));
  return outline.map(({ x, y }) => ({ lng: tail.lng + x / stretch, lat: tail.lat + y }));
}

function flatArrow(points: readonly Flat[]): Flat[] {
  const tip = points.at(-1);
  if (tip === undefined || points.length < 2) return [];
  const curve = curveThrough(points);
  const length = lengths(curve).at(-1) ?? 0;
  const body = cutAt(curve, length * (1 - HEAD_LENGTH));
  const passed = lengths(body);
  const bodyLength = passed.at(-1) ?? 0;
  const neck = body.at(-1) ?? tip;
  const left: Flat[] = [];
  const right: Flat[] = [];
  for (const [index, at] of body.entries()) {
    // At the neck the body has the direction of the head; otherwise its edge would cut the barbs.
    const side = across(
      index === body.length - 1 ? neck : (body[index - 1] ?? at),
      index === body.length - 1 ? tip : (body[index + 1] ?? at),
    );
    const share = bodyLength === 0 ? 1 : (passed[index] ?? 0) / bodyLength;
    const half = length * (TAIL + (NECK - TAIL) * share);
    left.push(moved(at, side, half));
    right.push(moved(at, side, -half));
  }
  const side = across(neck, tip);
  const ahead = { x: side.y, y: -side.x };
  const barbs = moved(neck, ahead, -length * SWEEP);
  const start = body[0] ?? tip;
  const leaving = across(start, body[1] ?? tip);
  const notch = moved(start, { x: leaving.y, y: -leaving.x }, length * NOTCH);
  return [...left, moved(barbs, side, length * BARB), tip, moved(barbs, side, -length * BARB), ...right.toReversed(), notch];
}

/** A smooth curve through all of the points (Catmull–Rom, centripetal enough for a few bends); a straight line stays straight. */
function curveThrough(points: readonly Flat[]): Flat[] {
  const [first] = points;
  if (first === undefined || points.length < 3) return [...points];
  const curve: Flat[] = [first];
  for (let index = 0; index + 1 < points.length; index++) {
    const from = points[index] ?? first;
    const to = points[index + 1] ?? first;
    const before = points[index - 1] ?? from;
    const after = points[index + 2] ?? to;
    for (let piece = 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const along = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      curve.push({ x: along(before.x, from.x, to.x, after.x), y: along(before.y, from.y, to.y, after.y) });
    }
  }
  return curve;
}

/** Returns the length of the line from its first point to each point. */
function lengths(line: readonly Flat[]): number[] {
  let sum = 0;
  return line.map((at, index) => {
    const before = line[index - 1] ?? at;
    sum += Math.hypot(at.x - before.x, at.y - before.y);
    return sum;
  });
}

/** The part of a line up to a length. */
function cutAt(line: readonly Flat[], length: number): Flat[] {
  const passed = lengths(line);
  const next = passed.findIndex((so) => so >= length);
  const [to, from] = [line[next], line[next - 1]];
  if (!to || !from) return [...line];
  const [end = 0, begin = 0] = [passed[next], passed[next - 1]];
  const share = end === begin ? 0 : (length - begin) / (end - begin);
  return [...line.slice(0, next), { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }];
}

/** The unit vector to the left of the direction from one point to another. */
function across(from: Flat, to: Flat): Flat {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y) || 1;
  return { x: -y / length, y: x / length };
}

const moved = ({ x, y }: Flat, by: Flat, length: number): Flat => ({ x: x + by.x * length, y: y + by.y * length });

const withoutRepeats = (points: readonly Flat[]): Flat[] =>
  points.filter(({ x, y }, index) => {
    const before = points[index - 1];
    return before === undefined || before.x !== x || before.y !== y;
  });
