// What is worked out of one run, in a worker thread: when the fire comes to each cell of its window, the isochrones of that, and when it comes near to what
// may be hit. Pure but for the flag of cancelling and the progress, which the server's own thread reads in shared memory.
import { type IgnitionShape, ISOCHRONE_MINUTES, ok, type Result, refuse, type SpreadHour, type SpreadIsochrone } from '@lookout/domain';
import {
  type CellGrid,
  type ClassFuelWithCanopy,
  cellsOf,
  centreOf,
  fuelsByClass,
  type GroundCells,
  groundOfClasses,
  grow,
  ignitionsOf,
  isochroneLevels,
  isochronesOf,
  LAND_COVER_FUELS,
  multiPolygonOf,
  offsetIn,
  placeIn,
  type Shape,
} from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import type { GroundWindow } from '../../services/ground-window.ts';

/** Numbers in memory that the threads share: whether it was cancelled, and thousandths that are done. */
export const CONTROL = { cancelled: 0, progress: 1 } as const;
const CONTROL_NUMBERS = 2;
export const createControl = (): Int32Array => new Int32Array(new SharedArrayBuffer(CONTROL_NUMBERS * Int32Array.BYTES_PER_ELEMENT));

export interface ForecastQuestion {
  readonly window: Pick<GroundWindow, 'frame' | 'grid' | 'heights' | 'classes' | 'table'>;
  /** The deployment's own rows of the table of fuels. */
  readonly ownFuels: readonly ClassFuelWithCanopy[];
  readonly ignition: IgnitionShape;
  /** Lines that hold it. */
  readonly barriers: readonly (readonly LngLat[])[];
  readonly weather: readonly SpreadHour[];
  readonly beginMs: number;
  readonly hours: number;
  /** What may be hit. */
  readonly targets: readonly Shape[];
  readonly control: Int32Array;
}

export interface ForecastAnswer {
  readonly isochrones: readonly SpreadIsochrone[];
  readonly areaHectares: number;
  readonly reachesEdge: boolean;
  /** Minutes from the beginning in which the fire comes near to each target; null: not within the hours. */
  readonly arrivals: readonly (number | null)[];
  /** Burnt places a few hundred metres apart, for the grids that it comes into. */
  readonly samples: readonly (LngLat & { readonly minutes: number })[];
}

/** Houses stand on ground that does not burn: a fire that comes so near has come to them. */
export const NEAR_METRES = 100;
/** The share of the work that is the growth. */
const GROWTH_SHARE = 0.8;
const MOST_SAMPLES = 4_000;
const SQUARE_METRES_PER_HECTARE = 10_000;

/** The ground of a window and its fuels, by the product's table and the deployment's own rows over it. */
export const groundOf = (window: ForecastQuestion['window'], ownFuels: readonly ClassFuelWithCanopy[]) =>
  groundOfClasses(window, fuelsByClass([...LAND_COVER_FUELS, ...ownFuels]));

/** @returns refused: cancelled, or nothing burns where it is lit */
export function forecastOf(question: ForecastQuestion): Result<ForecastAnswer, 'cancelled' | 'nothing-burns'> {
  const { window, weather, beginMs, hours, targets, control } = question;
  const { grid } = window;
  const { ground, fuels } = groundOf(window, question.ownFuels);
  const barrier = barrierOf(window, question.barriers);
  const done = (share: number): void => void Atomics.store(control, CONTROL.progress, Math.round(1_000 * share));
  const isCancelled = (): boolean => Atomics.load(control, CONTROL.cancelled) !== 0;
  if (isCancelled()) return refuse('cancelled');
  const grown = grow(
    {
      ground: { ...ground, barrier },
      fuels,
      model: 'rothermel',
      weather,
      beginMs,
      hours,
      ignitions: ignitionsOf(window, question.ignition),
      burnt: null,
    },
    {
      signal: {
        get aborted() {
          return isCancelled();
        },
      },
      onProgress: (share) => done(GROWTH_SHARE * share),
    },
  );
  if (!grown.ok) {
    const { field, en } = grown.error;
    if (field === 'signal') return refuse('cancelled');
    if (field === 'ignitions') return refuse('nothing-burns');
    // Whatever else was asked is checked before: this is a fault of ours.
    throw new Error(en);
  }
  const { arrivalMinutes } = grown.value;
  const burnt = boxOf(grid, arrivalMinutes);
  const levels = isochroneLevels(hours, ISOCHRONE_MINUTES);
  const isochrones: SpreadIsochrone[] = [];
  for (const [i, level] of levels.entries()) {
    if (isCancelled()) return refuse('cancelled');
    for (const { minutes, areaHectares, polygons } of isochronesOf(grown.value, [level]))
      isochrones.push({ minutes, areaHectares, probability: null, coordinates: multiPolygonOf(window, polygons) });
    done(GROWTH_SHARE + ((1 - GROWTH_SHARE) * (i + 1)) / levels.length);
  }
  const near = nearestOf(grid, arrivalMinutes, burnt);
  return ok({
    isochrones,
    areaHectares: (grown.value.cellsReached * grid.cellMetres ** 2) / SQUARE_METRES_PER_HECTARE,
    reachesEdge: reachesEdge(window, burnt, arrivalMinutes),
    arrivals: targets.map((target) => {
      const minutes = ignitionsOf(window, target).reduce(
        (first, part) => cellsOf(grid, part).reduce((least, cell) => Math.min(least, near[cell] as number), first),
        Number.POSITIVE_INFINITY,
      );
      return Number.isFinite(minutes) ? minutes : null;
    }),
    samples: samplesOf(window, arrivalMinutes, grown.value.cellsReached),
  });
}

/** Not 0 where a line holds the fire; null: there are none. */
export function barrierOf(cells: GroundCells, lines: readonly (readonly LngLat[])[]): Uint8Array | null {
  if (lines.length === 0) return null;
  const barrier = new Uint8Array(cells.grid.columns * cells.grid.rows);
  for (const places of lines)
    for (const cell of cellsOf(cells.grid, { kind: 'line', atMinutes: 0, points: places.map((place) => offsetIn(cells, place)) }))
      barrier[cell] = 1;
  return barrier;
}

// What is read of the times of arrival.

/** Cells from and to, both within. */
interface CellBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The box of all cells that the fire comes to. */
function boxOf({ columns, rows }: CellGrid, arrivalMinutes: Float32Array): CellBox {
  let [left, right, top, bottom] = [columns, 0, rows, 0];
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) {
      if (arrivalMinutes[cell] === Number.POSITIVE_INFINITY) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = row;
    }
  return { left, right, top, bottom };
}

/** The first time within `NEAR_METRES` to the side of each cell: the least of a square, first along rows, then along columns. */
function nearestOf({ columns, rows, cellMetres }: CellGrid, arrivalMinutes: Float32Array, burnt: CellBox): Float32Array {
  const reach = Math.ceil(NEAR_METRES / cellMetres);
  const [left, right] = [Math.max(burnt.left - reach, 0), Math.min(burnt.right + reach, columns - 1)];
  const [top, bottom] = [Math.max(burnt.top - reach, 0), Math.min(burnt.bottom + reach, rows - 1)];
  const leastAlong = (from: Float32Array, step: 1 | number): Float32Array => {
    const to = new Float32Array(from.length).fill(Number.POSITIVE_INFINITY);
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const cell = row * columns + column;
        const [before, after] =
          step === 1
            ? [Math.min(reach, column), Math.min(reach, columns - 1 - column)]
            : [Math.min(reach, row), Math.min(reach, rows - 1 - row)];
        let least = Number.POSITIVE_INFINITY;
        for (let d = -before; d <= after; d++) least = Math.min(least, from[cell + d * step] as number);
        to[cell] = least;
      }
    return to;
  };
  return leastAlong(leastAlong(arrivalMinutes, 1), columns);
}

/** Does it come to the rim of the window, or beside ground of which neither the cover nor the height is known? */
function reachesEdge({ grid, heights, classes, table }: ForecastQuestion['window'], burnt: CellBox, arrivalMinutes: Float32Array): boolean {
  const { columns, rows } = grid;
  if (burnt.left === 0 || burnt.top === 0 || burnt.right === columns - 1 || burnt.bottom === rows - 1) return true;
  const isUnknown = (cell: number): boolean => (classes[cell] as number) >= table.length || Number.isNaN(heights[cell] as number);
  for (let row = burnt.top; row <= burnt.bottom; row++)
    for (let column = burnt.left; column <= burnt.right; column++) {
      const cell = row * columns + column;
      if (arrivalMinutes[cell] === Number.POSITIVE_INFINITY) continue;
      if ([cell - 1, cell + 1, cell - columns, cell + columns].some(isUnknown)) return true;
    }
  return false;
}

function samplesOf(cells: GroundCells, arrivalMinutes: Float32Array, cellsReached: number): ForecastAnswer['samples'] {
  const { columns, rows } = cells.grid;
  const stride = Math.max(Math.ceil(Math.sqrt(cellsReached / MOST_SAMPLES)), 1);
  const samples: (LngLat & { minutes: number })[] = [];
  for (let row = 0; row < rows; row += stride)
    for (let column = 0; column < columns; column += stride) {
      const cell = row * columns + column;
      const minutes = arrivalMinutes[cell] as number;
      if (Number.isFinite(minutes)) samples.push({ ...placeIn(cells, centreOf(cells.grid, cell)), minutes });
    }
  return samples;
}
