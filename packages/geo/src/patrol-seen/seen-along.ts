// What a person on foot sees along a track: a strip on both sides in forest, a viewshed from each open place.
import type { LngLat } from '../coordinates/geodesic.ts';
import { heightGridOf, type PostBox, placeOnPosts } from '../elevation/post-box.ts';
import { isReached, type TrackFix } from '../track/patrol.ts';
import { evenlySpaced } from '../track/thin.ts';
import { eastMetresAt, type HeightGrid, heightBetween } from '../viewshed/height-grid.ts';
import { seenPosts } from '../viewshed/seen-posts.ts';
import { pointsAlong } from './points-along.ts';
import { SEEN_COLUMNS } from './seen-cells.ts';

/** Height of the eyes above the ground. */
export const EYE_METRES = 1.7;
/** How far one sees among trees. Assumption: some 50 to 100 m, by how dense the stand is (待核对). */
export const FOREST_SIGHT_METRES = 80;
/** How far a person on the ground notices smoke, a camp or a light by day without looking for it. Assumption (待核对). */
export const OPEN_SIGHT_METRES = 2_000;
/** Objects of low contrast are lost before the visibility, which is defined for black ones. Assumption: at half of it (待核对). */
const SHARE_OF_VISIBILITY = 0.5;
/** Trees hide what is behind them, and their crowns are what is seen of a forest from outside. Assumption (待核对). */
export const CANOPY_METRES = 15;

/** In the order of their numbers in `PatrolGround.covers`. Where nothing is known, sight is as short as in forest. */
export const SIGHT_COVERS = ['unknown', 'forest', 'open'] as const;
const [, FOREST, OPEN] = SIGHT_COVERS.map((_, index) => index);

/** Viewpoints lie this far apart; a day of very many has them further apart. */
const SPACING_METRES = 100;
const MOST_VIEWPOINTS = 400;

/** The ground around a track. */
export interface PatrolGround {
  /** Of `SEEN_LEVEL`. */
  readonly box: PostBox;
  /** Metres above sea level; NaN: unknown. */
  readonly heights: Float32Array;
  /** Index into `SIGHT_COVERS`. */
  readonly covers: Uint8Array;
}

export interface PatrolSight {
  /** The seen cells, ascending. */
  readonly cells: Float64Array;
  /** Those of them that are forest. */
  readonly forestCells: Float64Array;
  /** Heights along the track every 100 m, stretch by stretch, for the climb. */
  readonly profile: readonly (readonly number[])[];
  /** Points of the track, and those of them without elevation. */
  readonly points: number;
  readonly withoutElevation: number;
}

/**
 * The union of what is seen along a track. In forest these are the cells within `FOREST_SIGHT_METRES` of the track, and the cell of each
 * position. From open land all surface in view within `OPEN_SIGHT_METRES` counts: the ground, and the crowns of forest. Nothing is seen on
 * the unknown way across a gap or a jump.
 * @param fixes sound positions within the ground's box, in order of time
 * @param visibilityMetres meteorological visibility; null: clear @param pause called between viewpoints
 */
export function seenAlong(
  ground: PatrolGround,
  fixes: readonly TrackFix[],
  visibilityMetres: number | null = null,
  pause: () => void = () => undefined,
): PatrolSight {
  const { box } = ground;
  const air = (visibilityMetres ?? Number.POSITIVE_INFINITY) * SHARE_OF_VISIBILITY;
  const seen = new Uint8Array(box.columns * box.rows);
  const bare = heightGridOf(box, ground.heights);
  const surface = heightGridOf(box, withCanopy(ground));
  for (const [index, fix] of fixes.entries()) {
    const before = fixes[index - 1];
    const own = postAt(box, fix);
    if (own !== null) seen[own] = 1;
    const from = before !== undefined && isReached(before, fix) ? before : fix;
    markBeside(bare, placeOnPosts(box, from), placeOnPosts(box, fix), Math.min(FOREST_SIGHT_METRES, air), seen);
  }
  const stretches = pointsAlong(fixes, SPACING_METRES);
  const heightAt = (place: LngLat): number => {
    const { column, row } = placeOnPosts(box, place);
    return heightBetween(bare, column, row);
  };
  const rangeMetres = Math.min(OPEN_SIGHT_METRES, air);
  for (const place of openViewpoints(ground, stretches.flat())) {
    pause();
    const { column, row } = placeOnPosts(box, place);
    const mastMetres = heightAt(place) + EYE_METRES - heightBetween(surface, column, row);
    if (Number.isNaN(mastMetres)) continue;
    for (const post of seenPosts(surface, { column, row, mastMetres, rangeMetres }, 0)) seen[post] = 1;
  }
  const profile = stretches.map((stretch) => stretch.map(heightAt));
  const heights = profile.flat();
  return {
    ...cellsOf(ground, seen),
    profile: profile.map((stretch) => stretch.filter((height) => !Number.isNaN(height))),
    points: heights.length,
    withoutElevation: heights.filter(Number.isNaN).length,
  };
}

/** The open places of a track, one for each post, and at most `MOST_VIEWPOINTS`. */
function openViewpoints(ground: PatrolGround, points: readonly LngLat[]): LngLat[] {
  const byPost = new Map<number, LngLat>();
  for (const place of points) {
    const post = postAt(ground.box, place);
    if (post !== null && ground.covers[post] === OPEN && !byPost.has(post)) byPost.set(post, place);
  }
  return evenlySpaced([...byPost.values()], MOST_VIEWPOINTS);
}

/** The nearest post; null: outside the box. */
function postAt(box: PostBox, place: LngLat): number | null {
  const { column, row } = placeOnPosts(box, place);
  const [nearest, line] = [Math.round(column), Math.round(row)];
  return nearest >= 0 && nearest < box.columns && line >= 0 && line < box.rows ? line * box.columns + nearest : null;
}

type OnPosts = ReturnType<typeof placeOnPosts>;

/** Marks the posts at most this far from the line between two positions. */
function markBeside(grid: HeightGrid, from: OnPosts, to: OnPosts, metres: number, seen: Uint8Array): void {
  const { columns, rows, northMetres } = grid;
  const eastMetres = eastMetresAt(grid, from.row);
  const [alongX, alongY] = [(to.column - from.column) * eastMetres, (to.row - from.row) * northMetres];
  const length2 = alongX * alongX + alongY * alongY;
  const [across, down] = [metres / eastMetres, metres / northMetres];
  const lastRow = Math.min(rows - 1, Math.floor(Math.max(from.row, to.row) + down));
  const lastColumn = Math.min(columns - 1, Math.floor(Math.max(from.column, to.column) + across));
  for (let row = Math.max(0, Math.ceil(Math.min(from.row, to.row) - down)); row <= lastRow; row++) {
    const y = (row - from.row) * northMetres;
    for (let column = Math.max(0, Math.ceil(Math.min(from.column, to.column) - across)); column <= lastColumn; column++) {
      const x = (column - from.column) * eastMetres;
      const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (x * alongX + y * alongY) / length2));
      if (Math.hypot(x - along * alongX, y - along * alongY) <= metres) seen[row * columns + column] = 1;
    }
  }
}

const withCanopy = ({ heights, covers }: PatrolGround): Float32Array =>
  heights.map((height, post) => (covers[post] === FOREST ? height + CANOPY_METRES : height));

function cellsOf({ box: { west, north, columns, rows }, covers }: PatrolGround, seen: Uint8Array) {
  const cells = new Float64Array(seen.length);
  const forest = new Float64Array(seen.length);
  let [count, forestCount] = [0, 0];
  for (let row = 0, post = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, post++) {
      if (seen[post] === 0) continue;
      const cell = (north + row) * SEEN_COLUMNS + west + column;
      cells[count++] = cell;
      if (covers[post] === FOREST) forest[forestCount++] = cell;
    }
  }
  return { cells: cells.slice(0, count), forestCells: forest.slice(0, forestCount) };
}
