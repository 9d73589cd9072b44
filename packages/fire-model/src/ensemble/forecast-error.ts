// The error of a forecast, once its fire has been observed, and how the next forecast starts from the observation.
import { covarianceOfEllipse95, type Ellipse, type Offset } from '@lookout/geo';
import type { CellGrid } from '../growth/ground.ts';
import { type Ignition, maskOf } from '../growth/ignition.ts';
import { nearestSquared } from './nearest-cell.ts';

/** A forecast compared with what was observed at one minute of it. */
export interface ForecastError {
  readonly forecastHectares: number;
  readonly seenHectares: number;
  readonly bothHectares: number;
  /** Forecast area divided by observed area: above 1, too much. NaN: nothing was observed. */
  readonly areaBias: number;
  /** Intersection divided by union, 0 … 1; NaN: both are empty. */
  readonly jaccard: number;
  /** Twice the intersection divided by the sum of both areas, 0 … 1; NaN: both are empty. */
  readonly sorensen: number;
  /**
   * Mean over the observed front of the forecast arrival time minus the time of observation: positive if the forecast is late. NaN: the
   * forecast reaches none of it within its hours.
   */
  readonly arrivalBiasMinutes: number;
  /** The share of the observed front that the forecast reaches within its hours. */
  readonly frontReached: number;
}

const SQUARE_METRES_PER_HECTARE = 10_000;

/**
 * Scores after J.-B. Filippi, V. Mallet and B. Nader (Representation and evaluation of wildfire propagation simulations, International
 * Journal of Wildland Fire 23, 2014). The outermost cells of the observed area are its front.
 * @param forecast of a growth, or the median of an ensemble (`arrivalQuantiles` with 0.5)
 * @param areas all that had burned: the rings of each area, outlines and holes; ground in several areas counts once
 */
export function forecastErrorOf(
  { grid, arrivalMinutes }: { readonly grid: CellGrid; readonly arrivalMinutes: Float32Array },
  areas: readonly (readonly (readonly Offset[])[])[],
  atMinutes: number,
): ForecastError {
  const seen = new Uint8Array(grid.columns * grid.rows);
  for (const rings of areas) {
    const inside = maskOf(grid, rings);
    for (let cell = 0; cell < seen.length; cell++) if (inside[cell] !== 0) seen[cell] = 1;
  }
  let [forecastCells, seenCells, bothCells] = [0, 0, 0];
  let [frontCells, frontReached, late] = [0, 0, 0];
  for (let cell = 0; cell < seen.length; cell++) {
    const arrival = arrivalMinutes[cell] as number;
    const isForecast = arrival <= atMinutes;
    const isSeen = seen[cell] !== 0;
    if (isForecast) forecastCells += 1;
    if (isSeen) seenCells += 1;
    if (isForecast && isSeen) bothCells += 1;
    if (!isSeen || !isOutermost(grid, seen, cell)) continue;
    frontCells += 1;
    if (arrival === Number.POSITIVE_INFINITY) continue;
    frontReached += 1;
    late += arrival - atMinutes;
  }
  const hectares = (cells: number): number => (cells * grid.cellMetres ** 2) / SQUARE_METRES_PER_HECTARE;
  return {
    forecastHectares: hectares(forecastCells),
    seenHectares: hectares(seenCells),
    bothHectares: hectares(bothCells),
    areaBias: seenCells > 0 ? forecastCells / seenCells : Number.NaN,
    jaccard: bothCells / (forecastCells + seenCells - bothCells),
    sorensen: (2 * bothCells) / (forecastCells + seenCells),
    arrivalBiasMinutes: late / frontReached,
    frontReached: frontReached / frontCells,
  };
}

/** Whether one of the four neighbouring cells is outside the area; cells beyond the edge of the ground do not count. */
function isOutermost({ columns, rows }: CellGrid, mask: Uint8Array, cell: number): boolean {
  const column = cell % columns;
  const row = (cell - column) / columns;
  return (
    (column > 0 && mask[cell - 1] === 0) ||
    (column < columns - 1 && mask[cell + 1] === 0) ||
    (row > 0 && mask[cell - columns] === 0) ||
    (row < rows - 1 && mask[cell + columns] === 0)
  );
}

/** A place observed burning at a minute of the forecast. */
export interface BurningPlace {
  readonly atMinutes: number;
  readonly point: Offset;
  readonly ellipse: Ellipse;
}

/** A forecast compared with places observed burning: they are no perimeter, so no area is compared. */
export interface PlacesError {
  /** The share of the places that the fire had reached by then, within their 95 % ellipse; NaN: there are no places. */
  readonly within: number;
  /** Mean distance from the area burned by then, metres: 0 within it, whatever the place's own error; NaN: nothing had burned. */
  readonly meanMetresOff: number;
}

/** Squared distance in sigmas of a 95 % ellipse: χ² with two degrees of freedom. */
const WITHIN_95 = 5.991;
const METRES = { eastEast: 1, eastNorth: 0, northNorth: 1 };

/** @param forecast as for `forecastErrorOf`; for an ensemble the early tenth, `arrivalQuantiles` with 0.1 */
export function placesErrorOf(
  { grid, arrivalMinutes }: { readonly grid: CellGrid; readonly arrivalMinutes: Float32Array },
  places: readonly BurningPlace[],
): PlacesError {
  let within = 0;
  const off: number[] = [];
  for (const { atMinutes, point, ellipse } of places) {
    const hasCome = (arrival: number): boolean => arrival <= atMinutes;
    if (nearestSquared(grid, arrivalMinutes, point, covarianceOfEllipse95(ellipse), hasCome, Number.POSITIVE_INFINITY) <= WITHIN_95)
      within += 1;
    const squared = nearestSquared(grid, arrivalMinutes, point, METRES, hasCome, Number.POSITIVE_INFINITY);
    if (squared < Number.POSITIVE_INFINITY) off.push(Math.sqrt(squared));
  }
  return { within: within / places.length, meanMetresOff: off.reduce((sum, metres) => sum + metres, 0) / off.length };
}

/** The start of the next run: it begins when the perimeter was observed. */
export interface SeenStart {
  readonly ignitions: readonly Ignition[];
  /** All that has burned, before and within the perimeter: the fire does not return to it. */
  readonly burnt: Uint8Array;
}

/**
 * The observed front as the start of a growth: the whole area is ignited at its first minute, so that isochrones contain it, and the fire
 * spreads outwards from its rings.
 * @param burntBefore of the run before; null: none
 */
export function startFromPerimeter(grid: CellGrid, rings: readonly (readonly Offset[])[], burntBefore: Uint8Array | null): SeenStart {
  const burnt = maskOf(grid, rings);
  if (burntBefore !== null) for (let cell = 0; cell < burnt.length; cell++) if (burntBefore[cell] !== 0) burnt[cell] = 1;
  return { ignitions: [{ kind: 'polygon', atMinutes: 0, rings }], burnt };
}
