// Places for masts that the terrain itself offers: summits and ridges.
import type { GridPlace } from './grid-sites.ts';
import { eastMetresAt, type HeightGrid } from './height-grid.ts';

export interface RidgesAsked {
  /** Places lie at least this far apart. */
  readonly spacingMetres: number;
  /** At most this many places, those that rise highest above their surroundings. */
  readonly most: number;
  /** Which posts may be places; absent: all. */
  readonly isAllowed?: (post: number) => boolean;
}

/** The surroundings above which a ridge rises, as the radius of a square. */
const SURROUNDINGS_METRES = 1_000;

/** Ground that rises less above its surroundings offers no view. Elevations from satellites are off by as much. */
const LEAST_RISE_METRES = 10;

/**
 * The posts on summits and ridges that rise most above their surroundings, at least `spacingMetres` apart, the most prominent first.
 *
 * How far a post rises is its topographic position index (Weiss 2001): its height less the mean height of the surroundings. A post is on a
 * ridge if it is lower than neither neighbour along one of the four axes through it, and higher than one of them.
 */
export function ridgePlaces(grid: HeightGrid, { spacingMetres, most, isAllowed = () => true }: RidgesAsked): GridPlace[] {
  const { columns, rows, heights } = grid;
  const meanAround = surroundingsOf(grid);
  const ridges: { readonly column: number; readonly row: number; readonly rise: number }[] = [];
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const post = row * columns + column;
      const rise = (heights[post] as number) - meanAround(column, row);
      if (rise >= LEAST_RISE_METRES && isOnRidge(heights, columns, post) && isAllowed(post)) ridges.push({ column, row, rise });
    }
  }
  return thinned(
    grid,
    ridges.sort((a, b) => b.rise - a.rise),
    spacingMetres,
    most,
  );
}

/** The mean height around a post, without unknown terrain. */
function surroundingsOf(grid: HeightGrid): (column: number, row: number) => number {
  const { columns, rows, heights, northMetres } = grid;
  const width = columns + 1;
  // The sum and the number of known heights north-west of each corner (a summed-area table).
  const sums = new Float64Array(width * (rows + 1));
  const counts = new Float64Array(width * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let [sum, count] = [0, 0];
    for (let column = 0; column < columns; column++) {
      const height = heights[row * columns + column] as number;
      if (!Number.isNaN(height)) {
        sum += height;
        count += 1;
      }
      const corner = (row + 1) * width + column + 1;
      sums[corner] = (sums[corner - width] as number) + sum;
      counts[corner] = (counts[corner - width] as number) + count;
    }
  }
  const down = Math.max(2, Math.round(SURROUNDINGS_METRES / northMetres));
  return (column, row) => {
    const across = Math.max(2, Math.round(SURROUNDINGS_METRES / eastMetresAt(grid, row)));
    const [west, east] = [Math.max(0, column - across), Math.min(columns, column + across + 1)];
    const [north, south] = [Math.max(0, row - down) * width, Math.min(rows, row + down + 1) * width];
    const within = (table: Float64Array): number =>
      (table[south + east] as number) - (table[north + east] as number) - (table[south + west] as number) + (table[north + west] as number);
    return within(sums) / within(counts);
  };
}

function isOnRidge(heights: Float32Array, columns: number, post: number): boolean {
  const height = heights[post] as number;
  return [1, columns, columns + 1, columns - 1].some((axis) => {
    const [one, other] = [heights[post - axis] as number, heights[post + axis] as number];
    return height >= one && height >= other && (height > one || height > other);
  });
}

/** The first places of a list that lie at least `spacingMetres` from all places before them. */
function thinned(grid: HeightGrid, places: readonly GridPlace[], spacingMetres: number, most: number): GridPlace[] {
  const left: GridPlace[] = [];
  const byBucket = new Map<string, GridPlace[]>();
  const northOf = ({ row }: GridPlace): number => row * grid.northMetres;
  // Buckets of one width for all rows; columns that lie nearer to each other are found two buckets further at most.
  const widest = Math.max(...grid.eastMetres);
  const reach = Math.ceil(widest / Math.min(...grid.eastMetres));
  const bucketOf = (place: GridPlace): [number, number] => [
    Math.floor((place.column * widest) / spacingMetres),
    Math.floor(northOf(place) / spacingMetres),
  ];
  for (const place of places) {
    if (left.length >= most) break;
    const [x, y] = bucketOf(place);
    const east = eastMetresAt(grid, place.row);
    const isNear = (other: GridPlace): boolean =>
      Math.hypot((place.column - other.column) * east, northOf(place) - northOf(other)) < spacingMetres;
    const near = Array.from({ length: (2 * reach + 1) * 3 }, (_, n) => `${x - reach + Math.floor(n / 3)} ${y - 1 + (n % 3)}`);
    if (near.some((bucket) => byBucket.get(bucket)?.some(isNear))) continue;
    left.push({ column: place.column, row: place.row });
    const own = byBucket.get(`${x} ${y}`);
    if (own === undefined) byBucket.set(`${x} ${y}`, [place]);
    else own.push(place);
  }
  return left;
}
