// What a person on foot sees along a track: a strip on both sides in forest, a viewshed from each open place.
import type { LngLat } from '../coordinates/geodesic.ts';
import { isReached, type TrackFix } from '../track/patrol.ts';
import { evenlySpaced } from '../track/thin.ts';
import { type HeightGrid, heightBetween } from '../viewshed/height-grid.ts';
import { seenPosts } from '../viewshed/seen-posts.ts';
import { type PostBox, pointsAlong } from './points-along.ts';
import { SEEN_COLUMNS, SEEN_NORTH_METRES, seenColumnAt, seenEastMetres, seenRowAt } from './seen-cells.ts';

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

/** The ground around a track, on posts of `SEEN_LEVEL`, rows from the north. */
export interface PatrolGround extends PostBox {
  /** Metres above sea level; NaN: unknown. */
  readonly heights: Float32Array;
  /** Index into `SIGHT_COVERS`. */
  readonly covers: Uint8Array;
}

export interface PatrolSight {
  /** The seen cells, ascending. */
  readonly cells: Float64Array;
  readonly forestCells: number;
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
 * @param visibilityMetres meteorological visibility; null: clear
 */
export function seenAlong(ground: PatrolGround, fixes: readonly TrackFix[], visibilityMetres: number | null = null): PatrolSight {
  const air = (visibilityMetres ?? Number.POSITIVE_INFINITY) * SHARE_OF_VISIBILITY;
  const seen = new Uint8Array(ground.columns * ground.rows);
  for (const [index, fix] of fixes.entries()) {
    const before = fixes[index - 1];
    const own = postAt(ground, fix);
    if (own !== null) seen[own] = 1;
    const from = before !== undefined && isReached(before, fix) ? before : fix;
    markBeside(ground, from, fix, Math.min(FOREST_SIGHT_METRES, air), seen);
  }
  const bare = gridOf(ground, ground.heights);
  const surface = gridOf(ground, withCanopy(ground));
  const stretches = pointsAlong(fixes, SPACING_METRES);
  const heightAt = (place: LngLat): number =>
    heightBetween(bare, seenColumnAt(place.lng) - ground.firstColumn, seenRowAt(place.lat) - ground.firstRow);
  const profile = stretches.map((stretch) => stretch.map(heightAt));
  const viewpoints = openViewpoints(ground, stretches.flat());
  const rangeMetres = Math.min(OPEN_SIGHT_METRES, air);
  for (const place of viewpoints) {
    const column = seenColumnAt(place.lng) - ground.firstColumn;
    const row = seenRowAt(place.lat) - ground.firstRow;
    const mastMetres = heightAt(place) + EYE_METRES - heightBetween(surface, column, row);
    if (Number.isNaN(mastMetres)) continue;
    for (const post of seenPosts(surface, { column, row, mastMetres, rangeMetres }, 0)) seen[post] = 1;
  }
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
    const post = postAt(ground, place);
    if (post !== null && ground.covers[post] === OPEN && !byPost.has(post)) byPost.set(post, place);
  }
  return evenlySpaced([...byPost.values()], MOST_VIEWPOINTS);
}

/** The nearest post; null: outside the box. */
function postAt({ firstColumn, firstRow, columns, rows }: PostBox, { lng, lat }: LngLat): number | null {
  const column = Math.round(seenColumnAt(lng)) - firstColumn;
  const row = Math.round(seenRowAt(lat)) - firstRow;
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : null;
}

/** Marks the posts at most this far from the line between two positions. */
function markBeside(ground: PostBox, from: LngLat, to: LngLat, metres: number, seen: Uint8Array): void {
  const [x0, y0] = [seenColumnAt(from.lng) - ground.firstColumn, seenRowAt(from.lat) - ground.firstRow];
  const [x1, y1] = [seenColumnAt(to.lng) - ground.firstColumn, seenRowAt(to.lat) - ground.firstRow];
  const east = seenEastMetres(y0 + ground.firstRow);
  const [alongX, alongY] = [(x1 - x0) * east, (y1 - y0) * SEEN_NORTH_METRES];
  const length2 = alongX * alongX + alongY * alongY;
  const [across, down] = [metres / east, metres / SEEN_NORTH_METRES];
  const lastRow = Math.min(ground.rows - 1, Math.floor(Math.max(y0, y1) + down));
  const lastColumn = Math.min(ground.columns - 1, Math.floor(Math.max(x0, x1) + across));
  for (let row = Math.max(0, Math.ceil(Math.min(y0, y1) - down)); row <= lastRow; row++) {
    const y = (row - y0) * SEEN_NORTH_METRES;
    for (let column = Math.max(0, Math.ceil(Math.min(x0, x1) - across)); column <= lastColumn; column++) {
      const x = (column - x0) * east;
      const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (x * alongX + y * alongY) / length2));
      if (Math.hypot(x - along * alongX, y - along * alongY) <= metres) seen[row * ground.columns + column] = 1;
    }
  }
}

const gridOf = ({ columns, rows, firstRow }: PostBox, heights: Float32Array): HeightGrid => ({
  columns,
  rows,
  heights,
  northMetres: SEEN_NORTH_METRES,
  eastMetres: [seenEastMetres(firstRow), seenEastMetres(firstRow + rows - 1)],
});

const withCanopy = ({ heights, covers }: PatrolGround): Float32Array =>
  heights.map((height, post) => (covers[post] === FOREST ? height + CANOPY_METRES : height));

function cellsOf({ firstColumn, firstRow, columns, rows, covers }: PatrolGround, seen: Uint8Array) {
  const cells = new Float64Array(seen.length);
  let [count, forestCells] = [0, 0];
  for (let row = 0, post = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, post++) {
      if (seen[post] === 0) continue;
      cells[count++] = (firstRow + row) * SEEN_COLUMNS + firstColumn + column;
      if (covers[post] === FOREST) forestCells++;
    }
  }
  return { cells: cells.slice(0, count), forestCells };
}
