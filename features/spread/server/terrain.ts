// Checks the terrain around the ignition of a plan: whether it is known and burns, and how it changes the wind.

import { boxOfFrame, cellsOf, centreOf, fuelBurns, ignitionsOf, isKnownFuel, placeIn, type Shape, windFactorAt } from '@lookout/fire-model';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { Context } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { GroundWindow, WindowClass } from '../../terrain/service/ground-window.ts';
import type { FireWeather, SpreadGround, SpreadInputs, SpreadModel } from '../spread-inputs.ts';
import { fireOf } from './fire.ts';
import { ownFuelsOf } from './fuels.ts';
import { barrierOf, groundOf } from './growth.ts';
import { extentOf, pointOf, startOfFire } from './ignition.ts';
import type { ForecastPlan } from './plan.ts';
import { watersIn } from './waters.ts';
import { serviceWeather, windTimes } from './weather.ts';

type Needs = Pick<Room, 'store' | 'log' | 'groundWindows'>;

/** The terrain checked around the ignition before a run is accepted: as far as the wind rule reaches. */
const CHECKED_METRES = 1_050;
/** The check runs in the server's main thread, so the cells are few enough not to delay an alarm. */
const MOST_CHECKED_CELLS_A_SIDE = 200;
/**
 * The size of a run's window: this distance for each hour, plus the least distance. In storms, a fire's head is faster. The result then
 * reports that the edge was reached.
 */
const HOUR_METRES = 1_500;
const LEAST_METRES = 1_000;
/** Cells of 30 m, or larger ones if a window would have more cells per side than the limit. */
const CELL_METRES = 30;
const MOST_CELLS_A_SIDE = 1_000;
/**
 * The least distance by which an ignition in a river or on a road may be moved: a few cells. Otherwise the size of the fire's ellipse
 * applies.
 */
const LEAST_OFF_METRES = 100;

/**
 * Completes the inputs of a plan with the terrain of its window, the wind there, and a burnable ignition.
 * @throws Refusal 422 naming the fire or the ignition if the terrain is unknown, nothing burns there, or the fuel is unknown; naming `model`
 * if the fuel burns only by the other model
 */
export async function inputsOf(room: Needs, plan: ForecastPlan): Promise<SpreadInputs> {
  const { inputs, breaks, waters, fuels, field } = plan;
  const { centre, reachMetres } = extentOf(inputs.ignition);
  const checkedMetres = reachMetres + CHECKED_METRES;
  const checkedCellMetres = Math.max(CELL_METRES, Math.ceil((2 * checkedMetres) / MOST_CHECKED_CELLS_A_SIDE));
  const window = await room.groundWindows.read({ centre, halfMetres: checkedMetres, cellMetres: checkedCellMetres });
  if (window.brokenCanopies.length > 0)
    room.log.warn({ files: window.brokenCanopies }, 'imported canopies cannot be read, and are left out');
  const cell = ignitionCell(window, plan, await watersIn(room, waters, boxOfFrame(window.frame)));
  if (typeof cell === 'string') throw invalid(cell === 'no-factor' ? 'model' : field, REFUSAL_CODES[cell]);
  if (typeof cell === 'object') throw invalid(field, 'spread-unknown-fuel', { scheme: cell.scheme, value: cell.value });
  const { ignition, weather } = inputs;
  const windFactor = weather.windFactor === null ? null : windFactorIn(window, cell);
  const halfMetres = reachMetres + LEAST_METRES + HOUR_METRES * inputs.hours;
  return {
    ...inputs,
    // Only a fire's position is moved to terrain that burns.
    ignition: ignition.source === 'fire' ? { ...ignition, geometry: pointOf(placeIn(window, centreOf(window.grid, cell))) } : ignition,
    weather: { ...weather, windFactor, hours: weather.hours.map(windTimes(windFactor ?? 1)) },
    ground: {
      centre,
      halfMetres,
      cellMetres: Math.max(CELL_METRES, Math.ceil((2 * halfMetres) / MOST_CELLS_A_SIDE)),
      ...versionsOf(window),
      ownFuels: fuels.length,
    },
    barriers: { breaks: breaks.length, roads: 0, waters: 0 },
  };
}

/** The data of a window. The canopy is included only if canopies were measured somewhere in it. */
export const versionsOf = ({
  elevation,
  landCover,
  canopy,
}: Pick<GroundWindow, 'elevation' | 'landCover' | 'canopy'>): Pick<SpreadGround, 'elevation' | 'landCover' | 'canopy'> => ({
  elevation,
  landCover,
  canopy: canopy.share > 0 ? canopy : null,
});

/**
 * The weather service's hourly forecast at a fire, with the wind multiplied as a run would do it there: the initial values for an officer
 * who enters weather.
 * @throws Refusal 404 for a fire of another grid
 */
export async function weatherAtFire(room: Needs & Pick<Room, 'weather'>, context: Context, fireId: string): Promise<FireWeather> {
  const { centre } = extentOf(startOfFire(await fireOf(room, context, fireId), null).ignition);
  const weather = await serviceWeather(room, centre);
  if (weather === null) return { source: null, windFactor: 1, hours: [] };
  const window = await room.groundWindows.read({ centre, halfMetres: CHECKED_METRES, cellMetres: CELL_METRES });
  const [middle] = ignitionsOf(window, pointOf(centre)).flatMap((ignition) => cellsOf(window.grid, ignition));
  const windFactor = windFactorIn(window, middle as number);
  return { source: weather.source, windFactor, hours: weather.hours.map(windTimes(windFactor)) };
}

/** The factor of the wind at a cell, rounded to two decimals, because it is displayed. */
const windFactorIn = ({ grid, heights }: GroundWindow, cell: number): number => Math.round(100 * windFactorAt(grid, heights, cell)) / 100;

/** `no-factor`: the fuel burns by Rothermel's model, but its Ks is unknown; a class: its fuel is unknown. */
type NoIgnition = keyof typeof REFUSAL_CODES | WindowClass;
const REFUSAL_CODES = {
  'no-ground': 'spread-no-ground',
  'nothing-burns': 'spread-nothing-burns',
  'no-factor': 'spread-no-fuel-factor',
} as const;

/**
 * A burnable cell of the ignition. For a fire's position, the burnable cell nearest to the middle of its ellipse, if it is within the
 * ellipse's size.
 */
function ignitionCell(window: GroundWindow, { inputs, breaks, fuels: rows }: ForecastPlan, waters: readonly Shape[]): number | NoIgnition {
  const { grid, heights, classes, table } = window;
  const { model, ignition, ellipse } = inputs;
  const { ground, fuels } = groundOf(window, ownFuelsOf(rows));
  const barrier = barrierOf(window, breaks, waters);
  const fuelAt = (cell: number): number => ground.fuel[cell] as number;
  const isBarrier = (cell: number): boolean => barrier !== null && barrier[cell] !== 0;
  const cells = ignitionsOf(window, ignition.geometry).flatMap((part) => cellsOf(grid, part));
  if (cells.every((cell) => Number.isNaN(heights[cell] as number) || (classes[cell] as number) >= table.length)) return 'no-ground';
  const burnableBy = (name: SpreadModel): number | null => {
    const burns = fuels.map((fuel) => fuelBurns(fuel, name));
    const isBurnable = (cell: number): boolean => burns[fuelAt(cell)] === true && !isBarrier(cell);
    const first = cells.find(isBurnable);
    if (first !== undefined || ignition.source !== 'fire') return first ?? null;
    return nearestBurnable(grid, cells[0], ellipse, isBurnable);
  };
  const cell = burnableBy(model.name);
  if (cell !== null) return cell;
  if (model.name === 'wang' && burnableBy('rothermel') !== null) return 'no-factor';
  const isKnown = fuels.map(isKnownFuel);
  const unknown = cells.find((one) => isKnown[fuelAt(one)] === false && table[fuelAt(one)] !== undefined && !isBarrier(one));
  return unknown === undefined ? 'nothing-burns' : (table[fuelAt(unknown)] as WindowClass);
}

/** @returns null: no cell burns within the position error */
function nearestBurnable(
  grid: GroundWindow['grid'],
  middle: number | undefined,
  ellipse: SpreadInputs['ellipse'],
  isBurnable: (cell: number) => boolean,
): number | null {
  if (middle === undefined) return null;
  const reach = Math.min(Math.max(ellipse?.semiMajorMetres ?? 0, LEAST_OFF_METRES), CHECKED_METRES) / grid.cellMetres;
  return nearestCell(grid, middle, reach, isBurnable);
}

function nearestCell(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  from: number,
  reach: number,
  fits: (cell: number) => boolean,
): number | null {
  const [column, row] = [from % columns, Math.floor(from / columns)];
  let best: number | null = null;
  let bestSquared = reach * reach;
  for (let y = Math.max(Math.ceil(row - reach), 0); y <= Math.min(row + reach, rows - 1); y++)
    for (let x = Math.max(Math.ceil(column - reach), 0); x <= Math.min(column + reach, columns - 1); x++) {
      const squared = (x - column) ** 2 + (y - row) ** 2;
      if (squared > bestSquared || !fits(y * columns + x)) continue;
      [best, bestSquared] = [y * columns + x, squared];
    }
  return best;
}
