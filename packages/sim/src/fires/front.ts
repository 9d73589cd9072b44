// How a fire of the demo world grows over the ground: its front. A cellular automaton in the manner of I. Karafyllidis and A. Thanailakis (A model for predicting
// forest fire spreading using cellular automata, Ecological Modelling 99, 1997): a cell burns once the fire has crossed it from a neighbour. Wind and slope by
// direction as A. Alexandridis et al. have them (A cellular automata model for forest fire spread prediction, Applied Mathematics and Computation 204, 2008), the
// head's rate as measured in forest and grass (head-rate.ts). Cruder than the product's forecasts and by another hand, with gusts and patches of fuel that those know nothing of: it is the
// truth against which they are scored. Cells are looked at as the fire comes to them, so that a small fire costs little.
import { HOUR_MS, MINUTE_MS, type Position } from '@lookout/domain';
import { type DemoCover, degreesAt } from '@lookout/geo';
import { drawsOf } from '../draws.ts';
import { smoothNoise } from '../smooth-noise.ts';
import type { Weather, WeatherField } from '../weather/field.ts';
import { createArrivalQueue } from './arrival-queue.ts';
import { gustsOf } from './gusts.ts';
import { burnsOn, headRate } from './head-rate.ts';

/** When the fire came where. Cells are squares of a plane around the place where it began, in the order in which they burned. */
export interface FireFront {
  /** The middle of the first cell. */
  readonly origin: Position;
  readonly startsAtMs: number;
  readonly cellMetres: number;
  /** Cells from the first one towards east and north. */
  readonly east: readonly number[];
  readonly north: readonly number[];
  /** From the start until the cell burned. */
  readonly minutes: readonly number[];
}

/** What there is to burn. */
export interface FireGround {
  /** Metres; null: unknown. */
  readonly heightAt: (lng: number, lat: number) => number | null;
  readonly coverAt: (lng: number, lat: number) => DemoCover | null;
}

export interface FrontOptions {
  readonly seed: number;
  /** Of the fire: no two fires have the same gusts. */
  readonly id: string;
  readonly ground: FireGround;
  readonly weather: Pick<WeatherField, 'at'>;
  readonly position: Position;
  readonly startsAtMs: number;
  /** It is out, or as far as one wants to know. */
  readonly endsAtMs: number;
  /** Crews hold it when so much has burned; infinity: nobody does. */
  readonly mostHectares: number;
}

const CELL_METRES = 30;
export const CELL_HECTARES = CELL_METRES ** 2 / 10_000;
/** Weather and gusts are constant within. */
const STEP_MINUTES = 10;
/** Weather is asked once for blocks of so many cells, about a kilometre; the fire begins in the middle of the first. */
const BLOCK_CELLS = 32;
/** Cells to each side at most: 60 km. */
const REACH_CELLS = 2_000;
const ACROSS = 2 * REACH_CELLS + 1;

/** Of Alexandridis et al.: c₂, for the wind in m/s; away from it the fire is slower by e^{c₂ V (cos θ − 1)}. */
const OFF_WIND = 0.131;
/** Of McArthur (Noble et al. 1980): twice as fast for each 10° uphill, known up to 20°. */
const PER_DEGREE = 0.069;
const STEEPEST_DEGREES = 20;

/** Fuel is patchy: standard deviations of the logarithm of the rate over a kilometre and a half, over 300 m, and from cell to cell. 待核对 */
const PATCHES = { wide: 0.35, fine: 0.35, cell: 0.25 } as const;
const WIDE_METRES = 1_500;
const FINE_METRES = 300;
/** Noise within ±1 as `smoothNoise` gives it has about this standard deviation. */
const NOISE_DEVIATION = 0.44;

/** The ways to a neighbour: to eight cells, and as a knight moves, so that a fire in a calm is round to 3 %. `past`: what lies beside the way. */
interface Way {
  readonly east: number;
  readonly north: number;
  readonly cells: number;
  /** One of these at least must burn: the fire does not squeeze between two corners. */
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

/** A fire that begins on a road, in a field or among rocks goes over to what burns within so many cells: 300 m. */
const SPILL_CELLS = 10;

/** Cells around the first one, the nearest first. */
const SPILL_ORDER: readonly (readonly [east: number, north: number])[] = Array.from({ length: (2 * SPILL_CELLS + 1) ** 2 }, (_, n) => {
  const [east, north] = [(n % (2 * SPILL_CELLS + 1)) - SPILL_CELLS, Math.floor(n / (2 * SPILL_CELLS + 1)) - SPILL_CELLS];
  return [east, north] as const;
})
  .filter(([east, north]) => Math.hypot(east, north) <= SPILL_CELLS)
  .toSorted(([a, b], [c, d]) => Math.hypot(a, b) - Math.hypot(c, d));

/** A cell that the fire has been beside. */
interface Cell {
  readonly cover: DemoCover | null;
  readonly burns: boolean;
  readonly heightMetres: number;
  /** Factor on every rate: dry and wet patches. */
  readonly dryness: number;
  burnedAt: number;
}

/** Wind and rates of a block of ground in a step. */
interface Conditions {
  readonly toEast: number;
  readonly toNorth: number;
  readonly metresPerSecond: number;
  readonly rateOf: (cover: DemoCover) => number;
}

/** The same options give the same front. What it begins on burns in any case; where nothing around burns that is all. */
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

  /** It is the same for a whole hour, and looks far around for the valley. */
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

  /** When the fire has crossed to a neighbour that it sets out for at a minute; what is left of the way goes on with the weather of the next step. */
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
    // Reached earlier by another way.
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

/** Cells that burned by a moment, also later when the fire is out. */
export function cellsBurnedBy({ minutes, startsAtMs }: FireFront, ms: number): number {
  const now = (ms - startsAtMs) / MINUTE_MS;
  // They are in order: binary search for the first later one.
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] as number) <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A cell is hot for so long after the fire came. */
const HOT_MINUTES = 60;
/** Where a fire is held, so much of it smoulders until it is put out. */
const SMOULDERING_SHARE = 0.1;

/** What burns at a moment, as a list of places: the cells of the last hour; where the fire has stopped, the last ones that it came to. */
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

/** When the fire came to a place, for whoever asks about many of them. @returns minutes from its start; infinity: never */
export function arrivalsByPlace({ origin, cellMetres, east, north, minutes }: FireFront): (place: Position) => number {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(origin.lat);
  const known = new Map(minutes.map((at, n) => [`${east[n]}/${north[n]}`, at]));
  return ({ lng, lat }) => {
    const column = Math.round(((lng - origin.lng) * eastMetresPerDegree) / cellMetres);
    const row = Math.round(((lat - origin.lat) * northMetresPerDegree) / cellMetres);
    return known.get(`${column}/${row}`) ?? Number.POSITIVE_INFINITY;
  };
}
