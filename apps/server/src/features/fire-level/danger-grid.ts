// The danger of a prefecture or county by cells of about a kilometre: the noon of each cell's county carried to its height and slope, drawn as one picture. Worked
// out in slices, so that no alarm waits; kept by day, ground and land cover.
import { type Answer, type Contract, formatTime } from '@lookout/contract';
import { ancestorAt, covers, type FireDay, type GridNo, levelOf, type Position, START_UP_CODES } from '@lookout/domain';
import { type CellDay, cellDanger, DANGER_CELL_VERSION, noonSunDegrees, standsByClass } from '@lookout/fire-model';
import type { ForecastFireDay } from '@lookout/store';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { invalid, notFound } from '../../acting/refusal.ts';
import type { Handlers } from '../../serve/context.ts';
import { daysOn } from '../../services/fire-weather.ts';
import type { Room } from '../../services/open.ts';
import { inSlices } from '../../services/slices.ts';

type Needs = Pick<Room, 'store' | 'grids' | 'gazetteer' | 'elevation' | 'landCover'>;
type DangerGrid = Answer<Contract['fireLevel']['dangerGrid']>;
type By = DangerGrid['by'];

const CELL_METRES = 1_000;
/** A larger grid has larger cells. */
const MOST_CELLS = 40_000;
const METRES_PER_DEGREE = 111_195;
/** Pictures, some tens of kilobytes each. */
const KEPT = 200;
/** Land cover that is imported meanwhile is seen after it. */
const KEPT_MS = 30 * 60_000;
/** A few days before the one asked for may be missing. */
const DAYS_BEFORE = 7;
const MOST_ROWS = 5_000;

/** Classes 1 to 6; the first five as on the map of counties. */
const COLOURS = ['#7fb069', '#4c86ff', '#f2c14e', '#f2845c', '#d7263d', '#6a0f1f'] as const;
const CLASSES: Readonly<Record<By, number>> = { level: 5, intensity: 6 };

const standOf = standsByClass();

export function gridHandler(room: Needs): Pick<Handlers<Contract['fireLevel']>, 'dangerGrid'> {
  const { store, elevation } = room;
  const kept = new LRUCache<string, Promise<DangerGrid>>({ max: KEPT, ttl: KEPT_MS });
  return {
    async dangerGrid({ scope }, { query: { gridNo, day, by } }) {
      if (!covers(scope, gridNo)) throw notFound();
      if (levelOf(gridNo) !== 'prefecture' && levelOf(gridNo) !== 'county') throw invalid('gridNo', 'danger-grid-level');
      const wanted = day ?? (await store.fireWeather.newestDay(gridNo));
      if (wanted === null) throw invalid('day', 'danger-grid-no-weather');
      const weather = await weatherOn(room, gridNo, wanted);
      if (weather.size === 0) throw invalid('day', 'danger-grid-no-weather');
      const forecastAt = [...weather.values()].find(({ today }) => today.forecastAt !== undefined)?.today.forecastAt;
      // Rows of a day are added while the day goes on, and forecasts are made anew.
      const key = [gridNo, wanted, by, weather.size, forecastAt?.getTime() ?? 0, elevation().version()].join(' ');
      const made = kept.get(key) ?? draw(room, { gridNo, day: wanted, by, weather, forecastAt });
      kept.set(key, made);
      // What failed is tried again by the next who asks.
      made.catch(() => kept.delete(key));
      return made;
    },
  };
}

/** A grid's day, and the codes from which it came. */
interface GridWeather {
  readonly today: FireDay & Partial<Pick<ForecastFireDay, 'forecastAt'>>;
  readonly yesterday: Pick<FireDay, 'ffmc' | 'dmc' | 'dc'>;
}

/** Of the grid and those below it that have the day, observed or forecast. */
async function weatherOn({ store, grids }: Needs, gridNo: GridNo, day: string): Promise<Map<GridNo, GridWeather>> {
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
    // A forecast of a day that was observed since is older than the observation.
    const ahead = last?.day === daysOn(day, -1) ? undefined : before.find((one) => one.gridNo === no);
    if (today) found.set(no, { today, yesterday: ahead ?? last ?? START_UP_CODES });
  }
  return found;
}

interface Wanted {
  readonly gridNo: GridNo;
  readonly day: string;
  readonly by: By;
  readonly weather: ReadonlyMap<GridNo, GridWeather>;
  readonly forecastAt: Date | undefined;
}

async function draw(room: Needs, { gridNo, day, by, weather, forecastAt }: Wanted): Promise<DangerGrid> {
  const { store, grids, gazetteer, elevation, landCover } = room;
  const [area] = await store.areas.of(gridNo, [gridNo]);
  if (!area) throw invalid('gridNo', 'danger-grid-no-area');
  const frame = frameOf(area.boundary.coordinates);
  const positions = Array.from({ length: frame.rows * frame.columns }, (_, at) => positionOf(frame, at));
  const [heights, days] = await Promise.all([elevation().heightsAt(positions), cellDays(room, weather, day)]);
  const { gridAt } = gazetteer();
  const files = new Set<string>();
  const counts = Array<number>(CLASSES[by] + 1).fill(0);
  const classes = await inSlices(positions, (position, at) => {
    const no = gridAt(position, null);
    if (no === null || !covers(gridNo, no)) return null;
    const own = days.get(ancestorAt(no, 'county') ?? no) ?? days.get(gridNo);
    const cover = landCover.classAt(position);
    if (cover !== null) files.add(cover.file);
    const stand = cover && (standOf(cover.scheme, cover.value)?.stand ?? null);
    // Water and towns have no danger. Where no land cover is known the level is told all the same.
    if (own === undefined || (cover !== null && stand === null)) return 0;
    const { level, intensityClass } = cellDanger(own, { heightMetres: heights[at] ?? null, ...slopeOf(frame, heights, at) }, stand);
    return by === 'level' ? level : (intensityClass ?? 0);
  });
  for (const one of classes) if (one !== null) counts[one] = (counts[one] ?? 0) + 1;
  return {
    gridNo,
    gridName: grids().nameOf(gridNo) ?? gridNo,
    day,
    by,
    isModel: true,
    version: DANGER_CELL_VERSION,
    ...(forecastAt && { forecastTime: formatTime(forecastAt) }),
    cellMetres: Math.round(frame.cellMetres),
    columns: frame.columns,
    rows: frame.rows,
    west: frame.west,
    south: frame.north - frame.rows * frame.down,
    east: frame.west + frame.columns * frame.across,
    north: frame.north,
    image: await pictureOf(classes, frame),
    legend: COLOURS.slice(0, CLASSES[by]).map((colour, at) => ({ class: at + 1, colour, cells: counts[at + 1] ?? 0 })),
    cellsWithout: counts[0] ?? 0,
    inputs: { weatherGrids: [...weather.keys()], landCover: [...files].toSorted(), ground: elevation().origin() },
  };
}

/** What the cells of each grid are worked out from. */
async function cellDays(
  { grids, elevation }: Needs,
  weather: ReadonlyMap<GridNo, GridWeather>,
  day: string,
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
      },
    ]),
  );
}

interface Frame {
  readonly west: number;
  readonly north: number;
  /** Degrees of a cell. */
  readonly across: number;
  readonly down: number;
  readonly columns: number;
  readonly rows: number;
  readonly cellMetres: number;
}

/** The box of a boundary in cells that are square in its middle. */
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

/** The middle of a cell; cells go by rows from the north-west. */
const positionOf = ({ west, north, across, down, columns }: Frame, at: number): Position => ({
  lng: west + ((at % columns) + 0.5) * across,
  lat: north - (Math.floor(at / columns) + 0.5) * down,
});

/** From the four cells around it; level at the edges and where a height is not known. */
function slopeOf({ columns, cellMetres }: Frame, heights: readonly (number | null)[], at: number) {
  const inRow = at % columns;
  const [east, west] = [inRow + 1 < columns ? heights[at + 1] : null, inRow > 0 ? heights[at - 1] : null];
  const [north, south] = [heights[at - columns], heights[at + columns]];
  if (east == null || west == null || north == null || south == null) return { slopeDegrees: 0, aspectDegrees: 0 };
  const [toEast, toNorth] = [(east - west) / (2 * cellMetres), (north - south) / (2 * cellMetres)];
  const degrees = 180 / Math.PI;
  return {
    slopeDegrees: Math.atan(Math.hypot(toEast, toNorth)) * degrees,
    // It faces downhill.
    aspectDegrees: (Math.atan2(-toEast, -toNorth) * degrees + 360) % 360,
  };
}

async function pictureOf(classes: readonly (number | null)[], { columns, rows }: Frame): Promise<string> {
  const pixels = new Uint8Array(columns * rows * 4);
  for (const [at, one] of classes.entries()) {
    const colour = one === null || one === 0 ? undefined : COLOURS[one - 1];
    if (colour !== undefined) pixels.set([...Buffer.from(colour.slice(1), 'hex'), 255], at * 4);
  }
  const png = await sharp(pixels, { raw: { width: columns, height: rows, channels: 4 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
