// Runs in a worker thread: searches for ways out of fires (outlook.ts).
import {
  areasWithin,
  arrivalIn,
  type CellGrid,
  createEscapes,
  createWalkGround,
  type EscapeGround,
  fuelsByClass,
  groundFuelOf,
  LAND_COVER_FUELS,
  multiPolygonOf,
  offsetIn,
  placeOfCell,
} from '@lookout/fire-model';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { LRUCache } from 'lru-cache';
import { UNKNOWN_CLASS } from '../../terrain/service/ground-window.ts';
import { type ClassWalking, UNKNOWN_WALKING_FACTOR, walkingOfClasses } from '../../travel/service/class-walking.ts';
import type { Outline, OutlookAnswer, OutlookQuestion } from './outlook.ts';

/** Each entry has about a megabyte for each hundred thousand cells. */
const grounds = new LRUCache<string, EscapeGround>({ max: 4 });

const AROUND_METRES = 5_000;
const SAFE_METRES = 3_000;
const MOST_SAFE_PLACES = 60;
/** The most vertices of all outlines together, so that a reply to a phone is smaller than 100 KB. */
const MOST_CORNERS = 2_500;
/** The largest cell stride. With larger cells, outlines would no longer be useful. */
const COARSEST_STRIDE = 64;

function groundOf({ key, ground, ownFuels, raster, separationMetres }: OutlookQuestion): EscapeGround {
  const known = grounds.get(key);
  if (known !== undefined) return known;
  const { frame, heights, classes, table } = ground;
  // The fuel factors of Wang's model are not used to decide what burns.
  const fuelOf = fuelsByClass([...LAND_COVER_FUELS, ...ownFuels.map((row) => ({ ...row, fuelFactor: null }))]);
  const walking = walkingOfClasses(table);
  const rows = table.map(({ scheme, value }, index) => {
    const { factor, isWater } = walking[index] as ClassWalking;
    const fuel = fuelOf(scheme, value);
    return { factor, isWater, isBare: factor > 0 && fuel !== null && groundFuelOf(fuel)?.model.burns === false };
  });
  const each = <T>(of: (row: (typeof rows)[number]) => T, unknown: T): T[] =>
    Array.from(classes, (index) => (index === UNKNOWN_CLASS || rows[index] === undefined ? unknown : of(rows[index])));
  const comesAt = arrivalIn(raster, raster.early);
  const made: EscapeGround = {
    walk: createWalkGround(frame, { heights, factors: Float32Array.from(each(({ factor }) => factor, UNKNOWN_WALKING_FACTOR)) }),
    bare: Uint8Array.from(each(({ isBare }) => Number(isBare), 0)),
    water: Uint8Array.from(each(({ isWater }) => Number(isWater), 0)),
    arrivalMinutes: Float32Array.from(classes, (_, cell) => comesAt(placeOfCell(frame, cell))),
    separationMetres,
  };
  grounds.set(key, made);
  return made;
}

answerQuestions(async (question: OutlookQuestion): Promise<OutlookAnswer> => {
  const { ask, nowMinutes } = question;
  const ground = groundOf(question);
  const escapes = createEscapes(ground, nowMinutes);
  if (ask.kind === 'people') return { kind: 'people', outlooks: escapes.outlooks(ask.places) };
  return {
    kind: 'around',
    safePlaces: escapes.safePlaces(ask.place, SAFE_METRES, MOST_SAFE_PLACES),
    outlines: outlinesAround(question, ground, ask.place, ask.minutes),
  };
});

/** Outlines around a place, from the smallest cells that keep within the number of vertices. */
function outlinesAround(
  { ground: { frame, grid } }: OutlookQuestion,
  { arrivalMinutes }: EscapeGround,
  place: { readonly lng: number; readonly lat: number },
  minutes: readonly number[],
): Outline[] {
  const { east, north } = offsetIn({ frame, grid }, place);
  const column = Math.floor((east - grid.westMetres) / grid.cellMetres);
  const row = Math.floor((grid.northMetres - north) / grid.cellMetres);
  const reach = Math.ceil(AROUND_METRES / grid.cellMetres);
  const [left, right] = [Math.max(column - reach, 0), Math.min(column + reach, grid.columns - 1)];
  const [top, bottom] = [Math.max(row - reach, 0), Math.min(row + reach, grid.rows - 1)];
  if (left > right || top > bottom) return [];
  for (let stride = 1; ; stride *= 2) {
    const [columns, rows] = [Math.ceil((right - left + 1) / stride), Math.ceil((bottom - top + 1) / stride)];
    const part: CellGrid = {
      columns,
      rows,
      cellMetres: grid.cellMetres * stride,
      westMetres: grid.westMetres + left * grid.cellMetres,
      northMetres: grid.northMetres - top * grid.cellMetres,
    };
    const values = firstOfBlocks(grid, arrivalMinutes, { left, top, right, bottom }, part, stride);
    const outlines = areasWithin(part, values, minutes).map(({ polygons }, i) => ({
      minutes: minutes[i] as number,
      coordinates: multiPolygonOf({ frame, grid }, polygons),
    }));
    const corners = outlines.reduce((sum, { coordinates }) => sum + coordinates.flat(2).length, 0);
    if (corners <= MOST_CORNERS || stride >= COARSEST_STRIDE) return outlines;
  }
}

/** The earliest time in each block of cells, so that larger cells give an earlier arrival, never a later one. */
function firstOfBlocks(
  { columns }: CellGrid,
  minutes: Float32Array,
  { left, top, right, bottom }: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>,
  part: CellGrid,
  stride: number,
): Float32Array {
  const first = new Float32Array(part.columns * part.rows).fill(Number.POSITIVE_INFINITY);
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const block = Math.floor((row - top) / stride) * part.columns + Math.floor((column - left) / stride);
      first[block] = Math.min(first[block] as number, minutes[row * columns + column] as number);
    }
  return first;
}
