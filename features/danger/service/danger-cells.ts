// The cells of a danger grid: a prefecture or county in cells of about a kilometre, each with its weather and vegetation. Used for the
// image of all cells, for the details of one, and for the weights of forest.

import { ancestorAt, covers, type GridNo, levelOf, type Position } from '@lookout/domain';
import { type CellDay, type FbpStand, noonSunDegrees, STAND_OF_COVER, standsByClass } from '@lookout/fire-model';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { mapInSlices } from '@lookout/store';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import type { Store } from '../../store.ts';
import type { Elevation } from '../../terrain/service/elevation.ts';
import type { GroundWindows } from '../../terrain/service/ground-window.ts';
import type { LandCoverLookup } from '../../terrain/service/land-cover.ts';
import type { CoverClass } from '../../terrain/service/land-cover-ground.ts';
import type { DangerRules, DangerRulesInForce } from '../danger-rules.ts';
import type { ForecastFireDay } from '../fire-weather.store.ts';
import { type FireDay, START_UP_CODES } from '../fire-weather.ts';
import { rulesOf } from './danger-beside.ts';
import { daysOn } from './fire-weather.ts';

/** A part of the room. */
export interface DangerNeeds {
  readonly store: Store;
  grids(): GridCatalogue;
  readonly gazetteer: () => Gazetteer;
  elevation(): Elevation;
  readonly landCover: LandCoverLookup;
  readonly groundWindows: GroundWindows;
}

type ConditionNeeds = Pick<DangerNeeds, 'gazetteer' | 'grids' | 'elevation' | 'groundWindows'>;

const CELL_METRES = 1_000;
/** Maximum number of cells. A larger grid has larger cells. */
const MOST_CELLS = 40_000;
const METRES_PER_DEGREE = 111_195;
/** A few days before the requested one may be missing. */
const DAYS_BEFORE = 7;
const MOST_ROWS = 5_000;

const standOfClass = standsByClass();

/** null: nothing burns, or the class is unknown. */
function standOf({ scheme, value, cover, isWater = false }: CoverClass): FbpStand | null {
  if (scheme !== 'table') return standOfClass(scheme, value)?.stand ?? null;
  return cover === null || isWater ? null : STAND_OF_COVER[cover];
}

export interface WantedDay {
  readonly gridNo: GridNo;
  readonly day: string;
  readonly weather: ReadonlyMap<GridNo, GridWeather>;
  readonly rules: WantedRules;
  /** For a forecast: when the weather service was queried. */
  readonly forecastAt: Date | undefined;
}

interface WantedRules {
  readonly of: (gridNo: GridNo) => DangerRulesInForce;
  /** Changes whenever the rules change. */
  readonly version: string;
}

/**
 * Like `dayWithWeather`, but throws.
 * @throws not found outside the scope; invalid for a grid without cells and a day without weather
 */
export async function wantedDay(room: DangerNeeds, scope: GridNo, gridNo: GridNo, day: string | null | undefined): Promise<WantedDay> {
  if (!covers(scope, gridNo)) throw notFound();
  if (levelOf(gridNo) !== 'prefecture' && levelOf(gridNo) !== 'county') throw invalid('gridNo', 'danger-grid-level');
  const wanted = await dayWithWeather(room, gridNo, day);
  if (wanted === null) throw invalid('day', 'danger-grid-no-weather');
  return wanted;
}

/**
 * The weather of a grid's day, for the grid and those below it; null: there is none.
 * @param day default: the newest observed day
 */
export async function dayWithWeather(
  room: Pick<DangerNeeds, 'store' | 'grids'>,
  gridNo: GridNo,
  day: string | null | undefined,
): Promise<WantedDay | null> {
  const wanted = day ?? (await room.store.fireWeather.newestDay(gridNo));
  const [weather, rules] =
    wanted === null ? [null, []] : await Promise.all([weatherOn(room, gridNo, wanted), room.store.dangerRules.all()]);
  if (wanted === null || weather === null || weather.size === 0) return null;
  const forecastAt = [...weather.values()].find(({ today }) => today.forecastAt !== undefined)?.today.forecastAt;
  return { gridNo, day: wanted, weather, rules: rulesFor(gridNo, rules), forecastAt };
}

function rulesFor(gridNo: GridNo, rules: readonly DangerRules[]): WantedRules {
  const near = rules.filter((one) => covers(one.gridNo, gridNo) || covers(gridNo, one.gridNo));
  return { of: rulesOf(rules), version: near.map((one) => `${one.gridNo}-${one.version}`).join() };
}

export interface Cells extends Conditions {
  readonly frame: Frame;
}

export interface Conditions {
  /** In the order of the positions; null: the position is not in the grid. */
  conditionsAt(positions: readonly Position[]): Promise<(CellConditions | null)[]>;
}

interface CellConditions {
  /** The grid whose weather is used; null: no nearby grid has weather. */
  readonly weatherGrid: GridNo | null;
  readonly day: CellDay | null;
  /** null: not known. */
  readonly cover: CoverClass | null;
  /** null: nothing burns, or the cover is not known. */
  readonly stand: FbpStand | null;
  /** Water and towns have no danger. Where the land cover is unknown, the level is still given. */
  readonly hasDanger: boolean;
}

/** Returns the land cover at positions, in their order. */
export type CoverAt = DangerNeeds['groundWindows']['coverAt'];

/** @throws invalid if the boundary of the grid is not known */
export async function cellsOf(room: DangerNeeds, wanted: WantedDay, coverAt?: CoverAt): Promise<Cells> {
  const [area] = await room.store.areas.of(wanted.gridNo, [wanted.gridNo]);
  if (!area) throw invalid('gridNo', 'danger-grid-no-area');
  return { frame: frameOf(area.boundary.coordinates), ...(await conditionsOf(room, wanted, coverAt)) };
}

/** Weather and vegetation at any positions of a grid. */
export async function conditionsOf(
  room: ConditionNeeds,
  { gridNo, day, weather, rules }: WantedDay,
  coverAt: CoverAt = room.groundWindows.coverAt,
): Promise<Conditions> {
  const days = await cellDays(room, weather, day, rules.of);
  const { gridAt } = room.gazetteer();
  return {
    async conditionsAt(positions) {
      const nos = await mapInSlices(positions, (position) => {
        const no = gridAt(position, null);
        return no !== null && covers(gridNo, no) ? no : null;
      });
      // The land cover is not queried for positions outside the grid.
      const inside = positions.filter((_, at) => nos[at] !== null);
      const grown = (await coverAt(inside)).values();
      return nos.map((no) => {
        if (no === null) return null;
        const weatherGrid = [ancestorAt(no, 'county') ?? no, gridNo].find((one) => days.has(one)) ?? null;
        const own = (weatherGrid && days.get(weatherGrid)) ?? null;
        const cover = grown.next().value ?? null;
        const stand = cover && standOf(cover);
        return { weatherGrid, day: own, cover, stand, hasDanger: own !== null && (cover === null || stand !== null) };
      });
    },
  };
}

/** A grid's day, and the codes from which it was computed. */
export interface GridWeather {
  readonly today: FireDay & Partial<Pick<ForecastFireDay, 'forecastAt'>>;
  readonly yesterday: Pick<FireDay, 'ffmc' | 'dmc' | 'dc'>;
}

/** The weather of the grid and of those below it that have the day, observed or forecast. */
export async function weatherOn(
  { store, grids }: Pick<DangerNeeds, 'store' | 'grids'>,
  gridNo: GridNo,
  day: string,
): Promise<Map<GridNo, GridWeather>> {
  const nos = [
    gridNo,
    ...grids()
      .childrenOf(gridNo)
      .map(({ no }) => no),
  ];
  const [observed, before, forecast] = await Promise.all([
    store.fireWeather.list(gridNo, { gridNos: nos, firstDay: daysOn(day, -DAYS_BEFORE), lastDay: day }, { limit: MOST_ROWS }),
    store.fireWeather.forecast(gridNo, nos, daysOn(day, -1), { limit: MOST_ROWS }),
    store.fireWeather.forecast(gridNo, nos, day, { limit: MOST_ROWS }),
  ]);
  const found = new Map<GridNo, GridWeather>();
  for (const no of nos) {
    const own = observed.filter((one) => one.gridNo === no);
    const today = own.find((one) => one.day === day) ?? forecast.find((one) => one.gridNo === no);
    const last = own.filter((one) => one.day < day).at(-1);
    // If the previous day has been observed in the meantime, the forecast is older than the observation.
    const ahead = last?.day === daysOn(day, -1) ? undefined : before.find((one) => one.gridNo === no);
    if (today) found.set(no, { today, yesterday: ahead ?? last ?? START_UP_CODES });
  }
  return found;
}

/** The inputs from which the cells of each grid are computed. */
async function cellDays(
  { grids, elevation }: Pick<DangerNeeds, 'grids' | 'elevation'>,
  weather: ReadonlyMap<GridNo, GridWeather>,
  day: string,
  rulesIn: (gridNo: GridNo) => DangerRulesInForce,
): Promise<Map<GridNo, CellDay>> {
  const month = Number(day.slice(5, 7));
  const dayOfYear = 1 + (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000;
  const known = [...weather].flatMap(([no, one]) => {
    const centre = grids().find(no)?.centre;
    return centre ? [{ no, centre, ...one }] : [];
  });
  const heights = await elevation().heightsAt(known.map(({ centre }) => centre));
  return new Map(
    known.map(({ no, centre, today, yesterday }, at) => [
      no,
      {
        yesterday,
        noon: today,
        noonHeightMetres: heights[at] ?? null,
        month,
        latitude: centre.lat,
        sunDegrees: noonSunDegrees(centre.lat, dayOfYear),
        rated: isRated(today) ? { extremes: today.extremes, drySpell: today.drySpell, table: rulesIn(no).rating } : null,
      },
    ]),
  );
}

/** Whether the day was stored with the inputs of LY/T 1172. */
export const isRated = (day: FireDay): day is FireDay & Required<Pick<FireDay, 'extremes' | 'drySpell'>> =>
  day.extremes !== undefined && day.drySpell !== undefined;

export interface Frame {
  readonly west: number;
  readonly north: number;
  /** Size of a cell, degrees. */
  readonly across: number;
  readonly down: number;
  readonly columns: number;
  readonly rows: number;
  readonly cellMetres: number;
}

/** The bounding box of a boundary, divided into cells that are square at its centre. */
function frameOf(polygons: readonly (readonly (readonly (readonly number[])[])[])[]): Frame {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng = 0, lat = 0] of polygons.flat(2)) {
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  const squeeze = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const [wide, high] = [(east - west) * squeeze * METRES_PER_DEGREE, (north - south) * METRES_PER_DEGREE];
  const cellMetres = Math.max(CELL_METRES, Math.sqrt((wide * high) / MOST_CELLS));
  return {
    west,
    north,
    across: cellMetres / METRES_PER_DEGREE / squeeze,
    down: cellMetres / METRES_PER_DEGREE,
    columns: Math.max(1, Math.ceil(wide / cellMetres)),
    rows: Math.max(1, Math.ceil(high / cellMetres)),
    cellMetres,
  };
}

/** The centre of a cell; cells are numbered by rows from the north-west. */
export const positionOf = ({ west, north, across, down, columns }: Frame, at: number): Position => ({
  lng: west + ((at % columns) + 0.5) * across,
  lat: north - (Math.floor(at / columns) + 0.5) * down,
});

/** Slope computed from the four neighbouring cells; level at the edges and where an elevation is not known. */
export function slopeOf({ columns, cellMetres }: Frame, heights: readonly (number | null)[], at: number) {
  const inRow = at % columns;
  const [east, west] = [inRow + 1 < columns ? heights[at + 1] : null, inRow > 0 ? heights[at - 1] : null];
  const [north, south] = [heights[at - columns], heights[at + columns]];
  if (east == null || west == null || north == null || south == null) return { slopeDegrees: 0, aspectDegrees: 0 };
  const [toEast, toNorth] = [(east - west) / (2 * cellMetres), (north - south) / (2 * cellMetres)];
  const degrees = 180 / Math.PI;
  return {
    slopeDegrees: Math.atan(Math.hypot(toEast, toNorth)) * degrees,
    // The aspect points downhill.
    aspectDegrees: (Math.atan2(-toEast, -toNorth) * degrees + 360) % 360,
  };
}
