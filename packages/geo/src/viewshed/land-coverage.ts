// What several masts see of land together: how much of the forest, where their bearings cross, and how large the error ellipse is there.
import { cellDegrees } from '../elevation/lattice.ts';
import { METRES_PER_DEGREE, type PostBox, placeInBox } from '../elevation/post-box.ts';
import { CURVATURE_PER_METRE, SIGMA_DEGREES } from '../ray/sight.ts';
import { CHI_SQUARED_95 } from '../uncertainty/covariance.ts';
import { LAND, type Land } from './land.ts';
import { GROUND_SEEN, type MastView, SEEN_AT_METRES, UNKNOWN_VIEW } from './mast-view.ts';

/** A mast with its view. */
export interface SeeingMast {
  readonly position: { readonly lng: number; readonly lat: number };
  readonly view: MastView;
}

/**
 * Which masts see each post: those of post p are the entries `first[p] … first[p + 1] - 1`. Posts outside the area have none.
 */
export interface Seers {
  readonly first: Uint32Array;
  /** Index of the mast. */
  readonly mast: Uint16Array;
  /** As in `MastView.seen`, at least 1. */
  readonly seen: Uint8Array;
}

/** Classes of posts, by the masts that see a target there. */
export const POST_CLASS = { none: 0, blindForest: 1, blind: 2, one: 3, two: 4, located: 5 } as const;

const RADIANS = Math.PI / 180;
const SIGMA = SIGMA_DEGREES * RADIANS;

/**
 * @param visibilityMetres a mast sees no farther; null: clear air
 * @param masts at most 65,535. Their views have the level of the land or a finer one
 */
export function seersOf({ box, land }: Land, masts: readonly SeeingMast[], visibilityMetres: number | null): Seers {
  const first = new Uint32Array(land.length + 1);
  const each = (use: (post: number, mast: number, seen: number) => void): void => {
    for (const [index, mast] of masts.entries()) {
      eachSeen(box, mast, visibilityMetres, (post, seen) => {
        if ((land[post] as number) >= LAND.open) use(post, index, seen);
      });
    }
  };
  each((post) => {
    first[post + 1] = (first[post + 1] as number) + 1;
  });
  for (let post = 0; post < land.length; post++) first[post + 1] = (first[post + 1] as number) + (first[post] as number);
  const total = first[land.length] as number;
  const seers = { first, mast: new Uint16Array(total), seen: new Uint8Array(total) };
  const next = first.slice();
  each((post, mast, seen) => {
    const at = next[post] as number;
    next[post] = at + 1;
    seers.mast[at] = mast;
    seers.seen[at] = seen;
  });
  return seers;
}

/** The posts of a box that one mast sees. */
function eachSeen(
  box: PostBox,
  { position, view }: SeeingMast,
  visibilityMetres: number | null,
  use: (post: number, seen: number) => void,
) {
  const step = 2 ** (view.box.level - box.level);
  const [left, top] = [box.west * step - view.box.west, box.north * step - view.box.north];
  const fromColumn = Math.max(0, Math.ceil(-left / step));
  const toColumn = Math.min(box.columns - 1, Math.floor((view.box.columns - 1 - left) / step));
  const fromRow = Math.max(0, Math.ceil(-top / step));
  const toRow = Math.min(box.rows - 1, Math.floor((view.box.rows - 1 - top) / step));
  const offset = offsetsFrom(box, position);
  const most = visibilityMetres === null ? Number.POSITIVE_INFINITY : visibilityMetres ** 2;
  for (let row = fromRow; row <= toRow; row++) {
    const start = (top + row * step) * view.box.columns + left;
    const north = offset.north(row);
    const eastMetres = offset.eastMetres(row);
    for (let column = fromColumn; column <= toColumn; column++) {
      const seen = view.seen[start + column * step] as number;
      if (seen === 0 || seen === UNKNOWN_VIEW) continue;
      const east = (column - offset.column) * eastMetres;
      if (east * east + north * north <= most) use(row * box.columns + column, seen);
    }
  }
}

/** Metres from a place to the posts of a box. The distance between columns is that of the middle latitude. */
function offsetsFrom(box: PostBox, { lng, lat }: SeeingMast['position']) {
  const cell = cellDegrees(box.level);
  const row = (90 - lat) / cell - box.north;
  return {
    column: (lng + 180) / cell - box.west,
    north: (atRow: number): number => (row - atRow) * cell * METRES_PER_DEGREE,
    eastMetres: (atRow: number): number => cell * METRES_PER_DEGREE * Math.cos(((lat + placeInBox(box, 0, atRow).lat) / 2) * RADIANS),
  };
}

/** Offsets from every mast, by the row of a post. */
function offsetTable(box: PostBox, masts: readonly SeeingMast[]) {
  const offsets = masts.map(({ position }) => offsetsFrom(box, position));
  const columns = Float64Array.from(offsets, ({ column }) => column);
  const norths = new Float64Array(masts.length);
  const eastMetres = new Float64Array(masts.length);
  return {
    columns,
    norths,
    eastMetres,
    moveTo(row: number): void {
      for (const [index, offset] of offsets.entries()) {
        norths[index] = offset.north(row);
        eastMetres[index] = offset.eastMetres(row);
      }
    },
  };
}

/**
 * The class of each post for a target at a height above the ground. `located`: the bearings of two of the masts cross at `crossingDegrees` or
 * more.
 */
export function classesOf({ box, land }: Land, masts: readonly SeeingMast[], seers: Seers, targetMetres: number, crossingDegrees: number) {
  const classes = new Uint8Array(land.length);
  const least = leastByte(targetMetres);
  const steep = Math.tan(crossingDegrees * RADIANS);
  const offsets = offsetTable(box, masts);
  for (let row = 0, post = 0; row < box.rows; row++) {
    offsets.moveTo(row);
    for (let column = 0; column < box.columns; column++, post++) {
      const here = land[post] as number;
      if (here < LAND.open) continue;
      // The tangents of the angles between the first bearing and the others, as lines: −90° … 90°.
      let [count, firstEast, firstNorth, lowest, highest] = [0, 0, 0, 0, 0];
      for (let at = seers.first[post] as number; at < (seers.first[post + 1] as number); at++) {
        if ((seers.seen[at] as number) < least) continue;
        const mast = seers.mast[at] as number;
        const east = (column - (offsets.columns[mast] as number)) * (offsets.eastMetres[mast] as number);
        const north = offsets.norths[mast] as number;
        count += 1;
        if (firstEast === 0 && firstNorth === 0) [firstEast, firstNorth] = [east, north];
        const cross = firstEast * north - firstNorth * east;
        // At the foot of a mast there is no bearing.
        const tangent = cross === 0 ? 0 : cross / (firstEast * east + firstNorth * north);
        if (tangent < lowest) lowest = tangent;
        if (tangent > highest) highest = tangent;
      }
      classes[post] = classOf(here, count, crosses(lowest, highest, steep));
    }
  }
  return classes;
}

/** Whether two of the lines between these tangents differ by the angle. @param lowest not above 0. @param highest not below 0 */
function crosses(lowest: number, highest: number, steep: number): boolean {
  if (highest >= steep || -lowest >= steep) return true;
  // Both angles are below 15°, so their difference is below 30°.
  return (highest - lowest) / (1 + highest * lowest) >= steep;
}

function classOf(land: number, count: number, isLocated: boolean): number {
  if (count === 0) return land === LAND.forest ? POST_CLASS.blindForest : POST_CLASS.blind;
  if (count === 1) return POST_CLASS.one;
  return isLocated ? POST_CLASS.located : POST_CLASS.two;
}

/** The least byte of a view with which a target of this height is seen. */
export const leastByte = (targetMetres: number): number => SEEN_AT_METRES.findIndex((metres) => metres <= targetMetres) + 1;

/**
 * The semi-major axis of the ellipse that contains the fire with 95 % probability, metres; NaN: no mast sees the post; infinity: one bearing
 * alone. Each bearing has a standard deviation of 0.1°. A mast that sees the ground itself locates the fire along its ray, too, by the tilt of
 * its camera, with the same deviation, on the plane through the neighbouring posts. The information of all masts is added.
 */
export function ellipsesOf(land: Land, masts: readonly SeeingMast[], seers: Seers, targetMetres: number): Float32Array {
  const { box, heights } = land;
  const axes = new Float32Array(heights.length).fill(Number.NaN);
  const least = leastByte(targetMetres);
  const offsets = offsetTable(box, masts);
  const northMetres = cellDegrees(box.level) * METRES_PER_DEGREE;
  for (let row = 0, post = 0; row < box.rows; row++) {
    offsets.moveTo(row);
    const eastMetres = northMetres * Math.cos(placeInBox(box, 0, row).lat * RADIANS);
    for (let column = 0; column < box.columns; column++, post++) {
      const [from, to] = [seers.first[post] as number, seers.first[post + 1] as number];
      if (from === to) continue;
      const slopeEast = slopeBetween(heights, post, column > 0 ? -1 : 0, column < box.columns - 1 ? 1 : 0, eastMetres);
      const slopeNorth = -slopeBetween(heights, post, row > 0 ? -box.columns : 0, row < box.rows - 1 ? box.columns : 0, northMetres);
      let [count, a, b, c] = [0, 0, 0, 0];
      for (let at = from; at < to; at++) {
        const seen = seers.seen[at] as number;
        if (seen < least) continue;
        const mast = seers.mast[at] as number;
        const east = (column - (offsets.columns[mast] as number)) * (offsets.eastMetres[mast] as number);
        const north = offsets.norths[mast] as number;
        // A fire nearer than the posts lie apart is at the foot of the mast.
        const far = Math.max(Math.hypot(east, north), northMetres / 2);
        const [x, y] = [east / far, north / far];
        const across = 1 / (SIGMA * far) ** 2;
        const slope = slopeEast * x + slopeNorth * y;
        const along =
          seen === GROUND_SEEN ? tiltInformation(far, (heights[post] as number) - (masts[mast]?.view.eyeMetres ?? 0), slope) : 0;
        count += 1;
        a += across * y * y + along * x * x;
        b += (along - across) * x * y;
        c += across * x * x + along * y * y;
      }
      if (count > 0) axes[post] = semiMajor(a, b, c);
    }
  }
  return axes;
}

/** Rise by metre between two posts beside a post; 0 where one of them is unknown. */
function slopeBetween(heights: Float32Array, post: number, before: number, after: number, metres: number): number {
  const steps = (before === 0 ? 0 : 1) + (after === 0 ? 0 : 1);
  const rise = (heights[post + after] as number) - (heights[post + before] as number);
  return steps === 0 || Number.isNaN(rise) ? 0 : rise / (steps * metres);
}

/**
 * 1/σ² of the distance at which a ray meets the terrain, when the ray's tilt has the standard deviation of a camera.
 * @param far metres. @param up of the terrain above the camera. @param slope of the terrain along the ray
 */
export function tiltInformation(far: number, up: number, slope: number): number {
  const tilt = up / far - far * CURVATURE_PER_METRE;
  // The ray D·tan θ meets the terrain up(D) − D²·curvature: dD/dθ = D(1 + tan²θ)/(slope − 2D·curvature − tan θ).
  const grazing = slope - 2 * far * CURVATURE_PER_METRE - tilt;
  const sigma = far * (1 + tilt * tilt) * SIGMA;
  return Number.isNaN(grazing) ? 0 : (grazing / sigma) ** 2;
}

/** Of the ellipse with 95 % for this information matrix. */
function semiMajor(a: number, b: number, c: number): number {
  const most = (a + c) / 2 + Math.hypot((a - c) / 2, b);
  const least = Math.max(0, (a * c - b * b) / most);
  // What remains of rounding is no information.
  return least < most * 1e-12 ? Number.POSITIVE_INFINITY : Math.sqrt(CHI_SQUARED_95 / least);
}
