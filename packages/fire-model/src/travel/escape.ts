// The escape from a fire on foot: where people are safe while it grows, and how long the walk takes compared with the time until the fire
// closes the route. Runs in a worker.
//
// A place is safe if nothing burns from now on within four flame lengths (B. W. Butler and J. D. Cohen, 1998; a flame is no higher than it
// is long): ground that has burned out, ground without fuel, the bank of water, or ground that the fire does not reach within the hours of
// its forecast. At water the refuge is the bank, which has to be safe by the same rule: people are not sent into the water.
import type { SafePlaceKind } from '@lookout/features/safety/safety.ts';
import { degreesAt, type LngLat, thinTrack } from '@lookout/geo';
import { CLOSING_MARGIN_MINUTES } from './closures.ts';
import { type SafetyMargin, safetyMarginOf } from './safety-margin.ts';
import { joinNets, searchTravel, type TravelNets } from './travel-search.ts';
import { cellAt, placeOfCell, startCell, type WalkGround } from './walk-ground.ts';

/** Time after the front has passed until the ground is burned out. 待核对: grass is out in minutes, a forest floor smoulders for hours. */
export const BURNT_OUT_MINUTES = 30;
/** Longest walk that is proposed. */
const MOST_SECONDS = 6 * 3_600;
/** Most points of a route: more are not visible on a phone. */
const MOST_PATH_POINTS = 60;
/** Radius of the search for the front. */
const FRONT_METRES = 1_000;

/** Ground with a fire that grows over it. */
export interface EscapeGround {
  readonly walk: WalkGround;
  /** For each cell: not 0 where nothing can burn and a person can stand. */
  readonly bare: Uint8Array;
  readonly water: Uint8Array;
  /** For each cell: minutes from the beginning of the forecast, the early tenth; infinity: not within its hours. */
  readonly arrivalMinutes: Float32Array;
  /** Distance to keep from anything that burns. */
  readonly separationMetres: number;
}

export interface Escape {
  readonly seconds: number;
  readonly metres: number;
  readonly kind: SafePlaceKind;
  readonly place: LngLat;
  /** The route, beginning at the position of the person. */
  readonly path: readonly LngLat[];
}

export interface Outlook {
  /** Minutes from now until the fire is nearer than the separation; below 0: it already is. null: the person is safe where they are. */
  readonly arrivalMinutes: number | null;
  /** null: the person is safe, or there is no way out. */
  readonly escape: Escape | null;
  readonly margin: SafetyMargin;
  /** Distance to the nearest ground that burns or has burned, up to a kilometre; null: it is farther away. */
  readonly frontMetres: number | null;
}

export interface SafeGroundPlace {
  readonly kind: SafePlaceKind;
  readonly position: LngLat;
  readonly metres: number;
}

export interface Escapes {
  /** One outlook for each place, in their order; a place outside the ground is safe. */
  outlooks(places: readonly LngLat[]): readonly Outlook[];
  /**
   * Safe places around a place, the nearest first: one of each kind in each square of some hundred metres, and of `clear` one in each of
   * eight directions.
   */
  safePlaces(around: LngLat, withinMetres: number, most: number): readonly SafeGroundPlace[];
}

/** @param nowMinutes from the beginning of the forecast */
export function createEscapes(ground: EscapeGround, nowMinutes: number): Escapes {
  const { walk, bare, water, arrivalMinutes } = ground;
  const { columns, rows } = walk;
  const nets = joinNets(null, walk);
  const { wide, high } = cellSize(walk);
  const around = offsetsWithin(ground.separationMetres, wide, high);
  /** Whether a cell burns from now on, or has not burned out. */
  const burns = (cell: number): boolean => {
    const at = arrivalMinutes[cell] as number;
    return at < Number.POSITIVE_INFINITY && at > nowMinutes - BURNT_OUT_MINUTES;
  };
  const isUnsafe = unsafeCells(walk, burns, around);
  const isSafe = (cell: number): boolean => isUnsafe[cell] === 0 && Number.isFinite(walk.drag[cell]);

  const kindOf = (cell: number): SafePlaceKind => {
    if (Number.isFinite(arrivalMinutes[cell])) return 'burnt';
    if (bare[cell] !== 0) return 'bare';
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const isBank = NEIGHBOURS.some(([x, y]) => isInside(walk, column + x, row + y) && water[(row + y) * columns + column + x] !== 0);
    return isBank ? 'water' : 'clear';
  };

  /** The first time at which the fire is within the separation. */
  const arrivalAt = (cell: number): number => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    let first = Number.POSITIVE_INFINITY;
    for (const [x, y] of around) {
      if (!isInside(walk, column + x, row + y)) continue;
      const beside = (row + y) * columns + column + x;
      if (burns(beside)) first = Math.min(first, arrivalMinutes[beside] as number);
    }
    return first - nowMinutes;
  };

  const frontMetresAt = (cell: number): number | null => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const [across, down] = [Math.ceil(FRONT_METRES / wide), Math.ceil(FRONT_METRES / high)];
    let nearest = Number.POSITIVE_INFINITY;
    for (let y = Math.max(row - down, 0); y <= Math.min(row + down, rows - 1); y++)
      for (let x = Math.max(column - across, 0); x <= Math.min(column + across, columns - 1); x++)
        if ((arrivalMinutes[y * columns + x] as number) <= nowMinutes)
          nearest = Math.min(nearest, Math.hypot((x - column) * wide, (y - row) * high));
    return nearest <= FRONT_METRES ? nearest : null;
  };

  /** Minutes from now at which a cell closes; burned-out cells are open again. */
  const closing = {
    cells: arrivalMinutes.map((at, cell) => (burns(cell) ? at - nowMinutes : Number.POSITIVE_INFINITY)),
    marginMinutes: CLOSING_MARGIN_MINUTES,
  };

  return {
    outlooks(places) {
      const starts = places.map((place) => {
        const cell = cellAt(walk, place);
        return cell === -1 || isUnsafe[cell] === 0 ? -1 : cell;
      });
      const startCells = places.map((place, i) => (starts[i] === -1 ? -1 : startCell(walk, place)));
      const ways = escapeWays(nets, { walk, isUnsafe, isSafe, closing }, [...new Set(startCells.filter((cell) => cell !== -1))]);
      return places.map((place, i) => {
        const here = cellAt(walk, place);
        const start = starts[i] as number;
        const frontMetres = here === -1 ? null : frontMetresAt(here);
        if (start === -1) return { arrivalMinutes: null, escape: null, margin: safetyMarginOf(null, null), frontMetres };
        const way = ways.get(startCells[i] as number) ?? null;
        const arrival = arrivalAt(start);
        const told = way === null ? null : { ...way.told(place), kind: kindOf(way.end) };
        return { arrivalMinutes: arrival, escape: told, margin: safetyMarginOf(arrival, told?.seconds ?? null), frontMetres };
      });
    },

    safePlaces(centre, withinMetres, most) {
      const middle = cellAt(walk, centre);
      if (middle === -1) return [];
      const [column, row] = [middle % columns, Math.floor(middle / columns)];
      const [across, down] = [Math.floor(withinMetres / wide), Math.floor(withinMetres / high)];
      const nearest = new Map<string, { readonly cell: number; readonly kind: SafePlaceKind; readonly metres: number }>();
      for (let y = Math.max(row - down, 0); y <= Math.min(row + down, rows - 1); y++)
        for (let x = Math.max(column - across, 0); x <= Math.min(column + across, columns - 1); x++) {
          const cell = y * columns + x;
          const [east, north] = [(x - column) * wide, (row - y) * high];
          const metres = Math.hypot(east, north);
          if (metres > withinMetres || !isSafe(cell)) continue;
          const kind = kindOf(cell);
          const part =
            kind === 'clear'
              ? sectorOf(east, north)
              : `${Math.floor((x * wide) / SQUARE_METRES)}/${Math.floor((y * high) / SQUARE_METRES)}`;
          const key = `${kind} ${part}`;
          if (metres < (nearest.get(key)?.metres ?? Number.POSITIVE_INFINITY)) nearest.set(key, { cell, kind, metres });
        }
      return [...nearest.values()]
        .sort((a, b) => a.metres - b.metres)
        .slice(0, most)
        .map(({ cell, kind, metres }) => ({ kind, position: placeOfCell(walk, cell), metres }));
    },
  };
}

const SQUARE_METRES = 300;
const SECTORS = 8;
const sectorOf = (east: number, north: number): string =>
  String(Math.floor((Math.atan2(east, north) / (2 * Math.PI) + 1.0625) * SECTORS) % SECTORS);

const NEIGHBOURS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));

const isInside = ({ columns, rows }: WalkGround, column: number, row: number): boolean =>
  column >= 0 && column < columns && row >= 0 && row < rows;

function cellSize({ north, rows, lngDegrees, latDegrees }: WalkGround): { readonly wide: number; readonly high: number } {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(north - (rows / 2) * latDegrees);
  return { wide: lngDegrees * eastMetresPerDegree, high: latDegrees * northMetresPerDegree };
}

/** Offsets to cells whose nearest edge may be nearer than this: the distance between the middles, less half a cell. */
function offsetsWithin(metres: number, wide: number, high: number): readonly (readonly [number, number])[] {
  const reach = metres + Math.max(wide, high) / 2;
  const [across, down] = [Math.floor(reach / wide), Math.floor(reach / high)];
  const offsets: (readonly [number, number])[] = [];
  for (let y = -down; y <= down; y++)
    for (let x = -across; x <= across; x++) if (Math.hypot(x * wide, y * high) <= reach) offsets.push([x, y]);
  return offsets;
}

/** Not 0: a cell within the offsets burns. */
function unsafeCells(walk: WalkGround, burns: (cell: number) => boolean, around: readonly (readonly [number, number])[]): Uint8Array {
  const { columns, rows } = walk;
  const unsafe = new Uint8Array(columns * rows);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) {
      if (!burns(cell)) continue;
      unsafe[cell] = 1;
      // Cells surrounded by burning cells can be skipped.
      const isInner =
        column > 0 &&
        column < columns - 1 &&
        row > 0 &&
        row < rows - 1 &&
        burns(cell - 1) &&
        burns(cell + 1) &&
        burns(cell - columns) &&
        burns(cell + columns);
      if (isInner) continue;
      for (const [x, y] of around) if (isInside(walk, column + x, row + y)) unsafe[(row + y) * columns + column + x] = 1;
    }
  return unsafe;
}

interface Way {
  /** Cells from the start to the end. */
  readonly end: number;
  told(from: LngLat): Omit<Escape, 'kind'>;
}

interface WaySearch {
  readonly walk: WalkGround;
  readonly isUnsafe: Uint8Array;
  readonly isSafe: (cell: number) => boolean;
  readonly closing: { readonly cells: Float32Array; readonly marginMinutes: number };
}

/**
 * For each start the quickest route that the fire does not close. One search backwards from all safe ground serves all starts. A start
 * whose route would meet the fire is searched again forwards, with the closing times.
 */
function escapeWays(nets: TravelNets, search: WaySearch, starts: readonly number[]): ReadonlyMap<number, Way> {
  const { walk, isUnsafe, isSafe } = search;
  if (starts.length === 0) return new Map();
  const seeds: { readonly state: number; readonly seconds: number }[] = [];
  // From the inside of safe ground no route is shorter than from its edge.
  for (let cell = 0; cell < isUnsafe.length; cell++)
    if (isSafe(cell) && hasUnsafeNeighbour(walk, isUnsafe, cell)) seeds.push({ state: cell, seconds: 0 });
  const { seconds, parent } = searchTravel(nets, {
    direction: 'to',
    seeds,
    halfSeconds: null,
    mostSeconds: MOST_SECONDS,
    isDone: (low, found) => starts.every((start) => (found[start] as number) <= low),
  });
  const ways = new Map<number, Way>();
  for (const start of starts) {
    if (seconds[start] === Number.POSITIVE_INFINITY) continue;
    const cells = chain(parent, start);
    const isOpen = staysOpen(walk, search.closing, cells, (cell) => (seconds[start] as number) - (seconds[cell] as number));
    const way = isOpen ? wayOf(walk, cells, seconds[start] as number) : forwards(nets, search, start);
    if (way !== null) ways.set(start, way);
  }
  return ways;
}

function hasUnsafeNeighbour(walk: WalkGround, isUnsafe: Uint8Array, cell: number): boolean {
  const { columns } = walk;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  // A knight's move comes from two cells away.
  for (let y = -2; y <= 2; y++)
    for (let x = -2; x <= 2; x++) if (isInside(walk, column + x, row + y) && isUnsafe[(row + y) * columns + column + x] !== 0) return true;
  return false;
}

function chain(parent: Int32Array, from: number): number[] {
  const cells: number[] = [];
  for (let cell = from; cell !== -1; cell = parent[cell] as number) cells.push(cell);
  return cells;
}

/** Whether each cell, and those crossed by a knight's move, is passed before the fire closes it. */
function staysOpen(
  { columns }: WalkGround,
  { cells: closes, marginMinutes }: WaySearch['closing'],
  cells: readonly number[],
  secondsTo: (cell: number) => number,
): boolean {
  return cells.every((cell, i) => {
    if (i === 0) return true;
    const before = cells[i - 1] as number;
    const [x, y] = [(cell % columns) - (before % columns), Math.floor(cell / columns) - Math.floor(before / columns)];
    const isKnight = Math.abs(x * y) === 2;
    const half = before + Math.trunc(y / 2) * columns + Math.trunc(x / 2);
    const crossed = isKnight ? [cell, half, cell - (half - before)] : [cell];
    const minutes = secondsTo(cell) / 60;
    return crossed.every((one) => minutes <= (closes[one] as number) - marginMinutes);
  });
}

function forwards(nets: TravelNets, { walk, isSafe, closing }: WaySearch, start: number): Way | null {
  const reached: number[] = [];
  const { seconds, parent } = searchTravel(nets, {
    direction: 'from',
    seeds: [{ state: start, seconds: 0 }],
    halfSeconds: null,
    mostSeconds: MOST_SECONDS,
    closing,
    // Called for every state that is reached: safe ones are recorded, so that the search ends at the first.
    remaining: (cell) => {
      if (isSafe(cell)) reached.push(cell);
      return 0;
    },
    isDone: (low, found) => reached.some((cell) => (found[cell] as number) <= low),
  });
  const end = reached.reduce((best, cell) => (best === -1 || (seconds[cell] as number) < (seconds[best] as number) ? cell : best), -1);
  return end === -1 ? null : wayOf(walk, chain(parent, end).reverse(), seconds[end] as number);
}

function wayOf(walk: WalkGround, cells: readonly number[], seconds: number): Way {
  const end = cells.at(-1) as number;
  return {
    end,
    told(from) {
      const places = [from, ...cells.slice(1).map((cell) => placeOfCell(walk, cell))];
      const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(from.lat);
      let metres = 0;
      const fixes = places.map((place, i) => {
        const before = places[i - 1] ?? place;
        metres += Math.hypot((place.lng - before.lng) * eastMetresPerDegree, (place.lat - before.lat) * northMetresPerDegree);
        // Treats the path as walked at a metre a millisecond, so that the points removed are those nearest to the line between their
        // neighbours.
        return { ...place, ms: metres };
      });
      const path = fixes.length > MOST_PATH_POINTS ? thinTrack(fixes, MOST_PATH_POINTS) : fixes;
      return { seconds, metres, place: placeOfCell(walk, end), path: path.map(({ lng, lat }) => ({ lng, lat })) };
    },
  };
}
