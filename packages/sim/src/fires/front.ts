// How a fire of the demo world spreads over the terrain: its front. A cellular automaton in the manner of I. Karafyllidis and A.
// Thanailakis (A model for predicting forest fire spreading using cellular automata, Ecological Modelling 99, 1997): a cell burns once the
// fire has crossed it from a neighbour. Wind and slope by direction follow A. Alexandridis et al. (A cellular automata model for forest
// fire spread prediction, Applied Mathematics and Computation 204, 2008); the head's rate is as measured in forest and grass
// (head-rate.ts). The model is cruder than the product's forecasts and independent of them, with gusts and fuel patches that the forecasts
// do not know: it is the truth against which they are scored. Cells are evaluated when the fire reaches them, so that a small fire costs
// little.
import { HOUR_MS, MINUTE_MS, type Position } from '@lookout/domain';
import { type DemoCover, degreesAt } from '@lookout/geo';
import { drawsOf } from '../draws.ts';
import { smoothNoise } from '../smooth-noise.ts';
import type { Weather, WeatherField } from '../weather/field.ts';
import { createArrivalQueue } from './arrival-queue.ts';
import { gustsOf } from './gusts.ts';
import { burnsOn, headRate } from './head-rate.ts';

/** Arrival times of the fire. Cells are squares of a plane around the origin, in the order in which they burned. */
export interface FireFront {
  /** The centre of the first cell. */
  readonly origin: Position;
  readonly startsAtMs: number;
  readonly cellMetres: number;
  /** Offset from the first cell towards east and north, in cells. */
  readonly east: readonly number[];
  readonly north: readonly number[];
  /** Minutes from the start until the cell burned. */
  readonly minutes: readonly number[];
}

/** Terrain and land cover that a fire spreads over. */
export interface FireGround {
  /** Metres; null: unknown. */
  readonly heightAt: (lng: number, lat: number) => number | null;
  readonly coverAt: (lng: number, lat: number) => DemoCover | null;
}

export interface FrontOptions {
  readonly seed: number;
  /** The fire's id: no two fires have the same gusts. */
  readonly id: string;
  readonly ground: FireGround;
  readonly weather: Pick<WeatherField, 'at'>;
  readonly position: Position;
  readonly startsAtMs: number;
  /** When the fire is out, or the end of the period of interest. */
  readonly endsAtMs: number;
  /** Crews contain the fire when this much has burned; infinity: no crews. */
  readonly mostHectares: number;
}

const CELL_METRES = 30;
export const CELL_HECTARES = CELL_METRES ** 2 / 10_000;
/** Weather and gusts are constant within a step. */
const STEP_MINUTES = 10;
/** Weather is queried once for blocks of this many cells, about a kilometre; the fire begins in the middle of the first. */
const BLOCK_CELLS = 32;
/** Maximum number of cells in each direction: 60 km. */
const REACH_CELLS = 2_000;
const ACROSS = 2 * REACH_CELLS + 1;

/** c₂ of Alexandridis et al., for the wind in m/s; at an angle to the wind the fire is slower by e^{c₂ V (cos θ − 1)}. */
const OFF_WIND = 0.131;
/** McArthur's slope factor (Noble et al. 1980): twice as fast for each 10° uphill, known up to 20°. */
const PER_DEGREE = 0.069;
const STEEPEST_DEGREES = 20;

/** Fuel is patchy: standard deviations of the logarithm of the rate over a kilometre and a half, over 300 m, and from cell to cell. 待核对 */
const PATCHES = { wide: 0.35, fine: 0.35, cell: 0.25 } as const;
const WIDE_METRES = 1_500;
const FINE_METRES = 300;
/** Noise within ±1 from `smoothNoise` has about this standard deviation. */
const NOISE_DEVIATION = 0.44;

/**
 * The moves to a neighbour: to eight cells, and a knight's moves, so that without wind a fire is circular to 3 %. `past`: the cells next to
 * the move.
 */
interface Way {
  readonly east: number;
  readonly north: number;
  readonly cells: number;
  /** At least one of these must burn: the fire does not squeeze between two corners. */
  readonly past: readonly (readonly [east: number, north: number])[];
}
const WAYS: readonly Way[] = [-2, -1, 0, 1, 2].flatMap((north) =>
  [-2, -1, 0, 1, 2].flatMap((east): Way[] => {
    const [far, near] = [Math.max(Math.abs(east), Math.abs(north)), Math.min(Math.abs(east), Math.abs(north))];
    if (far === 0 || (far === 2 && near !== 1)) return [];
    const half = (n: number): number => Math.trunc(n / 2);
    const past: Way['past'] =
      far === 2
        ? [
            [half(east), half(north)],
            [east - half(east), north - half(north)],
          ]
        : near === 1
          ? [
              [east, 0],
              [0, north],
            ]
          : [];
    return [{ east, north, cells: Math.hypot(east, north), past }];
  }),
);

/** A fire that begins on a road, in a field or among rocks spreads to burnable ground within this many cells: 300 m. */
const SPILL_CELLS = 10;

/** Cells around the first one, the nearest first. */
const SPILL_ORDER: readonly (readonly [east: number, north: number])[] = Array.from({ length: (2 * SPILL_CELLS + 1) ** 2 }, (_, n) => {
  const [east, north] = [(n % (2 * SPILL_CELLS + 1)) - SPILL_CELLS, Math.floor(n / (2 * SPILL_CELLS + 1)) - SPILL_CELLS];
  return [east, north] as const;
})
  .filter(([east, north]) => Math.hypot(east, north) <= SPILL_CELLS)
  .toSorted(([a, b], [c, d]) => Math.hypot(a, b) - Math.hypot(c, d));

/** A cell that the fire has been adjacent to. */
interface Cell {
  readonly cover: DemoCover | null;
  readonly burns: boolean;
  readonly heightMetres: number;
  /** Factor on every rate: dry and wet patches. */
  readonly dryness: number;
  burnedAt: number;
}

/** Wind and rates for a block of cells during a step. */
interface Conditions {
  readonly toEast: number;
  readonly toNorth: number;
  readonly metresPerSecond: number;
  readonly rateOf: (cover: DemoCover) => number;
}

/** The same options give the same front. The origin burns in any case; where nothing around it burns, the front is that cell alone. */
export function growFront({ seed, id, ground, weather, position, startsAtMs, endsAtMs, mostHectares }: FrontOptions): FireFront {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(position.lat);
  const [lngDegrees, latDegrees] = [CELL_METRES / eastMetresPerDegree, CELL_METRES / northMetresPerDegree];
  const limitMinutes = (endsAtMs - startsAtMs) / MINUTE_MS;
  const mostCells = Math.max(1, mostHectares / CELL_HECTARES);
  const gustAt = gustsOf(seed, id, STEP_MINUTES);
  const [wide, fine] = [smoothNoise(seed, 'fuel-wide'), smoothNoise(seed, 'fuel-fine')];
  const cells = new Map<number, Cell>();
  const hours = new Map<string, Weather>();
  const conditions = new Map<string, Conditions>();

  const keyOf = (east: number, north: number): number => (north + REACH_CELLS) * ACROSS + east + REACH_CELLS;

  const cellAt = (east: number, north: number): Cell => {
    const key = keyOf(east, north);
    const known = cells.get(key);
    if (known !== undefined) return known;
    const [lng, lat] = [position.lng + east * lngDegrees, position.lat + north * latDegrees];
    const [x, y] = [lng * eastMetresPerDegree, lat * northMetresPerDegree];
    const cover = ground.coverAt(lng, lat);
    const log =
      (PATCHES.wide / NOISE_DEVIATION) * wide(x / WIDE_METRES, y / WIDE_METRES, 0) +
      (PATCHES.fine / NOISE_DEVIATION) * fine(x / FINE_METRES, y / FINE_METRES, 0) +
      PATCHES.cell * drawsOf(seed, 'fuel', id, east, north).normal();
    const cell: Cell = {
      cover,
      burns: burnsOn(cover),
      heightMetres: ground.heightAt(lng, lat) ?? 0,
      dryness: Math.exp(log),
      burnedAt: Number.POSITIVE_INFINITY,
    };
    cells.set(key, cell);
    return cell;
  };

  /** Cached, because the weather is constant for a whole hour, and the query searches a wide area for the valley. */
  const weatherIn = (blockEast: number, blockNorth: number, ms: number): Weather => {
    const hourMs = Math.floor(ms / HOUR_MS) * HOUR_MS;
    const key = `${hourMs}/${blockEast}/${blockNorth}`;
    const known = hours.get(key);
    if (known !== undefined) return known;
    const middle = {
      lng: position.lng + blockEast * BLOCK_CELLS * lngDegrees,
      lat: position.lat + blockNorth * BLOCK_CELLS * latDegrees,
    };
    const found = weather.at(middle, hourMs);
    hours.set(key, found);
    return found;
  };

  const conditionsAt = (step: number, east: number, north: number): Conditions => {
    const [blockEast, blockNorth] = [Math.round(east / BLOCK_CELLS), Math.round(north / BLOCK_CELLS)];
    const key = `${step}/${blockEast}/${blockNorth}`;
    const known = conditions.get(key);
    if (known !== undefined) return known;
    const hour = weatherIn(blockEast, blockNorth, startsAtMs + step * STEP_MINUTES * MINUTE_MS);
    const gust = gustAt(step);
    const towards = ((hour.windFromDegrees + gust.turnedDegrees + 180) * Math.PI) / 180;
    const metresPerSecond = hour.windMetresPerSecond * gust.factor;
    const rates = new Map<DemoCover, number>();
    const found: Conditions = {
      toEast: Math.sin(towards),
      toNorth: Math.cos(towards),
      metresPerSecond,
      rateOf(cover) {
        const rate = rates.get(cover) ?? headRate(cover, { ...hour, windMetresPerSecond: metresPerSecond });
        rates.set(cover, rate);
        return rate;
      },
    };
    conditions.set(key, found);
    return found;
  };

  /**
   * When the fire reaches a neighbour that it sets out for at the given minute. The rest of the distance continues with the weather of the
   * next step.
   */
  const crossedAt = (from: Cell, to: Cell, way: Way, east: number, north: number, sinceMinutes: number): number => {
    const metres = way.cells * CELL_METRES;
    const degrees = (Math.atan2(to.heightMetres - from.heightMetres, metres) * 180) / Math.PI;
    const slope = Math.exp(PER_DEGREE * Math.min(Math.max(degrees, -STEEPEST_DEGREES), STEEPEST_DEGREES));
    let [left, now] = [metres, sinceMinutes];
    while (now < limitMinutes) {
      const step = Math.floor(now / STEP_MINUTES);
      const wind = conditionsAt(step, east, north);
      const cosine = (way.east * wind.toEast + way.north * wind.toNorth) / way.cells;
      const rate = wind.rateOf(to.cover as DemoCover) * to.dryness * slope * Math.exp(OFF_WIND * wind.metresPerSecond * (cosine - 1));
      const stepEnds = (step + 1) * STEP_MINUTES;
      if (left <= rate * (stepEnds - now)) return now + left / rate;
      left -= rate * (stepEnds - now);
      now = stepEnds;
    }
    return Number.POSITIVE_INFINITY;
  };

  const queue = createArrivalQueue();
  const burned = { east: [] as number[], north: [] as number[], minutes: [] as number[] };
  const light = (east: number, north: number): void => {
    cellAt(east, north).burnedAt = 0;
    queue.put(0, keyOf(east, north));
  };
  light(0, 0);
  if (!cellAt(0, 0).burns) {
    const beside = SPILL_ORDER.find(([east, north]) => cellAt(east, north).burns);
    if (beside !== undefined) light(...beside);
  }
  for (let next = queue.take(); next !== null && burned.minutes.length < mostCells; next = queue.take()) {
    const { minutes, key } = next;
    const [east, north] = [(key % ACROSS) - REACH_CELLS, Math.floor(key / ACROSS) - REACH_CELLS];
    const from = cellAt(east, north);
    // The cell was reached earlier by another path.
    if (minutes > from.burnedAt) continue;
    burned.east.push(east);
    burned.north.push(north);
    burned.minutes.push(minutes);
    for (const way of WAYS) {
      const [toEast, toNorth] = [east + way.east, north + way.north];
      if (Math.max(Math.abs(toEast), Math.abs(toNorth)) > REACH_CELLS) continue;
      const to = cellAt(toEast, toNorth);
      if (!to.burns || to.burnedAt <= minutes) continue;
      if (way.past.length > 0 && !way.past.some(([e, n]) => cellAt(east + e, north + n).burns)) continue;
      const at = crossedAt(from, to, way, toEast, toNorth, minutes);
      if (at >= to.burnedAt || at >= limitMinutes) continue;
      to.burnedAt = at;
      queue.put(at, keyOf(toEast, toNorth));
    }
  }
  return { origin: position, startsAtMs, cellMetres: CELL_METRES, ...burned };
}

/** Number of cells burned by a time, including times after the fire is out. */
export function cellsBurnedBy({ minutes, startsAtMs }: FireFront, ms: number): number {
  const now = (ms - startsAtMs) / MINUTE_MS;
  // The minutes are sorted: binary search for the first later one.
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] as number) <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A cell is hot for this long after the fire arrives. */
const HOT_MINUTES = 60;
/** Share of a contained fire that smoulders until it is put out. */
const SMOULDERING_SHARE = 0.1;

/** The places that burn at a time: the cells of the last hour, or, where the fire has stopped, the last ones that it reached. */
export function burningPlaces(front: FireFront, ms: number): Position[] {
  const count = cellsBurnedBy(front, ms);
  const hotSince = cellsBurnedBy(front, ms - HOT_MINUTES * MINUTE_MS);
  const first = Math.min(hotSince, count - Math.ceil(SMOULDERING_SHARE * count));
  return Array.from({ length: count - first }, (_, n) => placeOf(front, first + n));
}

function placeOf({ origin, cellMetres, east, north }: FireFront, cell: number): Position {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(origin.lat);
  return {
    lng: origin.lng + ((east[cell] as number) * cellMetres) / eastMetresPerDegree,
    lat: origin.lat + ((north[cell] as number) * cellMetres) / northMetresPerDegree,
  };
}

/** When the fire reaches a place; indexed for many queries. @returns minutes from its start; infinity: never */
export function arrivalsByPlace({ origin, cellMetres, east, north, minutes }: FireFront): (place: Position) => number {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(origin.lat);
  const known = new Map(minutes.map((at, n) => [`${east[n]}/${north[n]}`, at]));
  return ({ lng, lat }) => {
    const column = Math.round(((lng - origin.lng) * eastMetresPerDegree) / cellMetres);
    const row = Math.round(((lat - origin.lat) * northMetresPerDegree) / cellMetres);
    return known.get(`${column}/${row}`) ?? Number.POSITIVE_INFINITY;
  };
}
