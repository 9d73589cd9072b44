// What is worked out of one run, in a worker thread: when the fire comes to each cell of its window, the isochrones of that, and when it comes near to what
// may be hit. Pure but for the flag of cancelling and the progress, which the server's own thread reads in shared memory.
import { type IgnitionShape, ISOCHRONE_MINUTES, ok, type Result, refuse, type SpreadHour, type SpreadIsochrone } from '@lookout/domain';
import {
  type CellGrid,
  type ClassFuelWithCanopy,
  cellsOf,
  centreOf,
  fuelsByClass,
  fuelsOfClasses,
  type Ground,
  type GroundCells,
  gradientOfHeights,
  grow,
  type Ignition,
  isochronesOf,
  LAND_COVER_FUELS,
  offsetIn,
  placeIn,
} from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import type { GroundWindow } from '../../services/ground-window.ts';

/** Numbers in memory that the threads share: whether it was cancelled, and thousandths that are done. */
export const CONTROL = { cancelled: 0, progress: 1 } as const;
const CONTROL_NUMBERS = 2;
export const createControl = (): Int32Array => new Int32Array(new SharedArrayBuffer(CONTROL_NUMBERS * Int32Array.BYTES_PER_ELEMENT));

/** A GeoJSON geometry of any kind. */
export interface Shape {
  readonly type: string;
  readonly coordinates: unknown;
}

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
/** Cliffs are steeper than what is known of fires. */
const STEEPEST = Math.tan((75 * Math.PI) / 180);
const MINUTES_PER_HOUR = 60;
/** The share of the work that is the growth. */
const GROWTH_SHARE = 0.8;
const MOST_SAMPLES = 4_000;
/** Decimals of a degree: a metre. */
const DECIMALS = 1e5;
const SQUARE_METRES_PER_HECTARE = 10_000;

/** The fuels of a window, and the index of each cell's. */
export function groundOf(
  { grid, heights, classes, table }: ForecastQuestion['window'],
  ownFuels: readonly ClassFuelWithCanopy[],
): { readonly ground: Omit<Ground, 'barrier'>; readonly fuels: ReturnType<typeof fuelsOfClasses>['fuels'] } {
  const { fuels, indexOf } = fuelsOfClasses(table, fuelsByClass([...LAND_COVER_FUELS, ...ownFuels]));
  const slope = gradientOfHeights(grid, heights);
  for (const layer of [slope.east, slope.north])
    for (let cell = 0; cell < layer.length; cell++) {
      const tangent = layer[cell] as number;
      // Of an unknown height nothing is known but that it is somewhere.
      layer[cell] = Number.isNaN(tangent) ? 0 : Math.min(Math.max(tangent, -STEEPEST), STEEPEST);
    }
  return { ground: { ...grid, slope, fuel: classes.map(indexOf) }, fuels };
}

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
  const isochrones = isochronesIn(window, burnt, arrivalMinutes, hours, (share) => done(GROWTH_SHARE + (1 - GROWTH_SHARE) * share));
  if (isCancelled()) return refuse('cancelled');
  const near = nearestOf(grid, arrivalMinutes, burnt);
  return ok({
    isochrones,
    areaHectares: (grown.value.cellsReached * grid.cellMetres ** 2) / SQUARE_METRES_PER_HECTARE,
    reachesEdge: reachesEdge(window, burnt, arrivalMinutes),
    arrivals: targets.map((target) => {
      const minutes = partsOf(window, target).reduce(
        (first, part) => cellsOf(grid, part).reduce((least, cell) => Math.min(least, near[cell] as number), first),
        Number.POSITIVE_INFINITY,
      );
      return Number.isFinite(minutes) ? minutes : null;
    }),
    samples: samplesOf(window, arrivalMinutes, grown.value.cellsReached),
  });
}

// Shapes in degrees become parts in the plane of the window.

type Position = readonly number[];

/** Points, lines and areas that a geometry is of; of a kind that is not known none. */
function partsOf(cells: GroundCells, { type, coordinates }: Shape): Ignition[] {
  const at = ([lng = Number.NaN, lat = Number.NaN]: Position) => offsetIn(cells, { lng, lat });
  const point = (place: Position): Ignition => ({ kind: 'point', atMinutes: 0, point: at(place) });
  const line = (places: readonly Position[]): Ignition => ({ kind: 'line', atMinutes: 0, points: places.map(at) });
  const area = (rings: readonly (readonly Position[])[]): Ignition => ({
    kind: 'polygon',
    atMinutes: 0,
    rings: rings.map((ring) => ring.map(at)),
  });
  const kinds: Readonly<Record<string, (coordinates: never) => Ignition[]>> = {
    Point: (place: Position) => [point(place)],
    MultiPoint: (places: readonly Position[]) => places.map(point),
    LineString: (places: readonly Position[]) => [line(places)],
    MultiLineString: (lines: readonly (readonly Position[])[]) => lines.map(line),
    Polygon: (rings: readonly (readonly Position[])[]) => [area(rings)],
    MultiPolygon: (areas: readonly (readonly (readonly Position[])[])[]) => areas.map(area),
  };
  return kinds[type]?.(coordinates as never) ?? [];
}

export const ignitionsOf = (cells: GroundCells, ignition: IgnitionShape): Ignition[] => partsOf(cells, ignition);

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

/** Only what burns is drawn: of a window of a million cells most do not. */
function isochronesIn(
  cells: GroundCells,
  burnt: CellBox,
  arrivalMinutes: Float32Array,
  hours: number,
  onProgress: (share: number) => void,
): SpreadIsochrone[] {
  const { grid } = cells;
  const [left, top] = [Math.max(burnt.left - 1, 0), Math.max(burnt.top - 1, 0)];
  const [columns, rows] = [Math.min(burnt.right + 1, grid.columns - 1) - left + 1, Math.min(burnt.bottom + 1, grid.rows - 1) - top + 1];
  const part = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const from = (top + row) * grid.columns + left;
    part.set(arrivalMinutes.subarray(from, from + columns), row * columns);
  }
  const partGrid: CellGrid = {
    columns,
    rows,
    cellMetres: grid.cellMetres,
    westMetres: grid.westMetres + left * grid.cellMetres,
    northMetres: grid.northMetres - top * grid.cellMetres,
  };
  const levels = Array.from({ length: (hours * MINUTES_PER_HOUR) / ISOCHRONE_MINUTES }, (_, i) => (i + 1) * ISOCHRONE_MINUTES);
  const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;
  return levels.flatMap((minutes, i) => {
    const drawn = isochronesOf({ grid: partGrid, arrivalMinutes: part }, [minutes]).map(({ areaHectares, polygons }) => ({
      minutes,
      areaHectares,
      probability: null,
      coordinates: polygons.map((rings) =>
        rings.map((ring) =>
          ring.map((offset) => {
            const { lng, lat } = placeIn(cells, offset);
            return [rounded(lng), rounded(lat)] as const;
          }),
        ),
      ),
    }));
    onProgress((i + 1) / levels.length);
    return drawn;
  });
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
