// Fires of the demo world and the product's forecasts of them. The truth grows by the demo's rule (packages/sim), without crews, because
// forecasts have none. The forecast starts from the known place of the fire and the forecast of the demo's weather service, and does not
// know gusts and patches of fuel.
import { DAY_MS, HOUR_MS } from '@lookout/domain';
import {
  beaufortOf,
  cellAt,
  cellsAround,
  centreOf,
  type EnsembleErrors,
  fuelBurns,
  fuelsByClass,
  type GroundFuel,
  type GrowthRequest,
  groundOfClasses,
  grow,
  type MemberArrivals,
  memberArrivals,
  memberRequest,
  moistureOfWeather,
  offsetIn,
  placeIn,
  type WeatherHour,
  windFactorAt,
} from '@lookout/fire-model';
import {
  covarianceOfEllipse95,
  createSurface,
  DEMO_COVER,
  type DemoCover,
  demoLandCover,
  demoRelief,
  type Ellipse,
  type Offset,
  planePlace,
  type Surface,
} from '@lookout/geo';
import { arrivalsByPlace, burnsOn, createWeatherField, createWorld, type Fire, type FireGround, growFront } from '@lookout/sim';
import { chancesOf } from './chances.ts';

export const HOURS = 6;
const CELL_METRES = 60;
const HALF_METRES = 5_000;
/** The dry season: March to May. */
const SEASON_BEGINS_MS = Date.parse('2026-03-01T00:00:00+08:00');
const SEASON_DAYS = 91;
/**
 * Semi-axes, in metres, of the ellipse in which a fire of one to three alarms is located (bench/README.md: 386 × 357 m from four pixels of
 * a satellite).
 */
const ELLIPSE_METRES: readonly [number, number] = [80, 300];
const CLASSES = Object.values(DEMO_COVER);
const TABLE = CLASSES.map((value) => ({ scheme: 'igbp' as const, value }));
const FUEL_OF = fuelsByClass();

/** One fire: its true course, and what is known when it is forecast. */
export interface DemoCase {
  readonly seed: number;
  /** The forecast request, with weather and ignition as they are known. */
  readonly base: GrowthRequest;
  /** 95 % confidence ellipse of the ignition. */
  readonly ellipse: Ellipse;
  /** Arrival time per cell, minutes from the start; infinity: the cell does not burn within the forecast's hours. */
  readonly truth: Float32Array;
}

export interface DemoGround extends FireGround {
  readonly surface: Surface;
}

export function demoGround(): DemoGround {
  const surface = createSurface(demoRelief());
  return { surface, heightAt: surface.heightAt, coverAt: demoLandCover(surface.heightAt) };
}

/** The fire of a seed: one from the seed's world that began on a day of the season, on terrain that burns. */
export function demoCase(seed: number, ground: DemoGround): DemoCase {
  const { surface } = ground;
  const chance = chancesOf(seed);
  const fire = fireOf(seed, ground, chance.uniform);
  const weather = createWeatherField(seed, surface);
  const ellipse = {
    semiMajorMetres: ELLIPSE_METRES[0] + (ELLIPSE_METRES[1] - ELLIPSE_METRES[0]) * chance.uniform(),
    azimuthDegrees: 180 * chance.uniform(),
  };
  const known: Ellipse = { ...ellipse, semiMinorMetres: ellipse.semiMajorMetres * (0.5 + 0.5 * chance.uniform()) };
  const { eastEast, eastNorth, northNorth } = covarianceOfEllipse95(known);
  const [first, second] = [chance.normal(), chance.normal()];
  const acrossEast = eastNorth / Math.sqrt(eastEast);
  const offset = {
    east: Math.sqrt(eastEast) * first,
    north: acrossEast * first + Math.sqrt(northNorth - acrossEast * acrossEast) * second,
  };
  const place = planePlace(fire.position, offset);
  const cells = cellsAround(place, HALF_METRES, CELL_METRES);
  const places = Array.from({ length: cells.grid.columns * cells.grid.rows }, (_, cell) => placeIn(cells, centreOf(cells.grid, cell)));
  const heights = Float32Array.from(places, ({ lng, lat }) => ground.heightAt(lng, lat) ?? Number.NaN);
  const classes = Uint8Array.from(places, ({ lng, lat }) => CLASSES.indexOf(ground.coverAt(lng, lat) as DemoCover) & 0xff);
  const classed = groundOfClasses({ grid: cells.grid, heights, classes, table: TABLE }, FUEL_OF);
  const lit = offsetIn(cells, place);
  const windFactor = windFactorAt(cells.grid, heights, cellAt(cells.grid, lit));
  const hours = Array.from({ length: HOURS + 1 }, (_, hour): WeatherHour => {
    const now = weather.at(place, fire.startsAtMs + hour * HOUR_MS);
    const { temperatureCelsius, humidityPercent, windFromDegrees } = now;
    return {
      atMs: now.observedAtMs,
      temperatureCelsius,
      humidityPercent,
      windFromDegrees,
      // The service reports Beaufort forces; the product uses the mean speed of each force (features/spread/server/weather.ts).
      windSpeedMetresPerSecond: 0.836 * beaufortOf(now.windMetresPerSecond) ** 1.5 * windFactor,
      moisturePercent: moistureOfWeather(
        { temperatureCelsius, humidityPercent },
        new Date(now.observedAtMs + 8 * HOUR_MS).getUTCMonth() + 1,
      ),
    };
  });
  const front = growFront({
    seed,
    id: fire.id,
    ground,
    weather,
    position: fire.position,
    startsAtMs: fire.startsAtMs,
    endsAtMs: fire.startsAtMs + HOURS * HOUR_MS,
    mostHectares: Number.POSITIVE_INFINITY,
  });
  const arrivalAt = arrivalsByPlace(front);
  return {
    seed,
    ellipse: known,
    truth: Float32Array.from(places, arrivalAt),
    base: {
      ...classed,
      model: 'rothermel',
      weather: hours,
      beginMs: fire.startsAtMs,
      hours: HOURS,
      ignitions: [{ kind: 'point', atMinutes: 0, point: litPlace(classed, lit) }],
      burnt: null,
    },
  };
}

/** @throws when a world has no such fire at a hundred times of its season */
function fireOf(seed: number, ground: DemoGround, uniform: () => number): Fire {
  const world = createWorld({ seed, surface: ground.surface });
  for (let attempt = 0; attempt < 100; attempt++) {
    const atMs = SEASON_BEGINS_MS + uniform() * SEASON_DAYS * DAY_MS;
    const fires = world
      .burningAt(atMs)
      .filter(({ kind, position }) => (kind === 'forest' || kind === 'grassland') && burnsOn(ground.coverAt(position.lng, position.lat)));
    const fire = fires[Math.floor(uniform() * fires.length)];
    if (fire !== undefined) return fire;
  }
  throw new Error(`no fire burns in the world of seed ${seed}`);
}

/**
 * The ensemble members of the forecast of a fire.
 * @param ellipse of the ignition; null: the known place is taken for the true one
 */
export function membersOf(
  { base, ellipse: known, seed }: DemoCase,
  errors: Omit<EnsembleErrors, 'ignition'>,
  members: number,
  ellipse: Ellipse | null = known,
): MemberArrivals[] {
  return Array.from({ length: members }, (_, index) => {
    const growth = grow(memberRequest(base, { ...errors, ignition: ellipse }, seed, index));
    if (!growth.ok) throw new Error(growth.error.en);
    return memberArrivals(growth.value);
  });
}

/** The known place of the fire, or the middle of the nearest cell that burns, which is where the product sets the ignition. */
function litPlace({ ground, fuels }: Pick<GrowthRequest, 'ground' | 'fuels'>, place: Offset): Offset {
  const burns = (cell: number): boolean => fuelBurns(fuels[ground.fuel[cell] as number] as GroundFuel, 'rothermel');
  if (burns(cellAt(ground, place))) return place;
  const middles = Array.from(ground.fuel, (_, cell) => cell)
    .filter(burns)
    .map((cell) => centreOf(ground, cell));
  const metresTo = ({ east, north }: Offset): number => Math.hypot(east - place.east, north - place.north);
  return middles.reduce((near, middle) => (metresTo(middle) < metresTo(near) ? middle : near));
}
