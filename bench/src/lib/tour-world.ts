// The demo's camera towers, what they can look at, and the fire danger of the forest there: for the benchmark of tours. Weather, danger and
// lightning differ from seed to seed; terrain, land cover and towers are those of the demo.
import { fireWeatherOf, START_UP_CODES } from '@lookout/features/danger/fire-weather.ts';
import { type CellDay, cellDanger, noonSunDegrees, standsByClass } from '@lookout/fire-model';
import {
  areaAround,
  bearingDegrees,
  type CellInSight,
  createSurface,
  curvatureDropMetres,
  DEMO_COVER,
  demoLandCover,
  demoRelief,
  distanceMetres,
  type LngLat,
  mastView,
  NOT_SEEN,
  placeInBox,
  postBoxOf,
  slopeAt,
  type TourCamera,
  type TourLens,
  tourLooks,
  UNKNOWN_VIEW,
  withLightning,
} from '@lookout/geo';
import { seededNumbers } from '@lookout/geo/testing/made-terrain.ts';
import { createWeatherField, towersOn } from '@lookout/sim';

const SWEPT_LEVEL = 11;
/** Cells of 305 m by about 260 m. */
const CELL_LEVEL = 10;
const DAY_MS = 86_400_000;
const NOON_UTC_MS = 5 * 3_600_000;
/** Dry season in Aba. */
const SEASON_MS = Date.parse('2026-02-01T00:00:00Z');
const SEASON_DAYS = 100;
/** Days over which the moisture codes are carried before the day that counts. */
const CARRIED_DAYS = 40;
/** Smoke of 20 m is found from 8 pixels on. */
const LENS: TourLens = { fieldDegrees: 20, pixelsAcross: 1_920, pixelsDown: 1_080, targetMetres: 20, targetPixels: 8 };
/** The demo's heads turn by 45° a second and tilt by 30°. Twenty pictures a second apart, of which five in a row must show smoke. */
const HEAD = { dwellSeconds: 20, panDegreesPerSecond: 45, tiltDegreesPerSecond: 30, settleSeconds: 2 };
const FOREST: ReadonlySet<number | null> = new Set([DEMO_COVER.conifer, DEMO_COVER.broadleaf, DEMO_COVER.mixed]);
const STROKES = 25;

export const surface = createSurface(demoRelief(), { keepTiles: 4_096 });
const coverAt = demoLandCover((lng, lat) => surface.heightAt(lng, lat));
const standOf = standsByClass();

interface Cell extends LngLat {
  readonly heightMetres: number;
  readonly cover: number;
  /** The tower whose weather is nearest. */
  readonly tower: number;
}

export interface TourWorld {
  readonly cameras: readonly TourCamera[];
  readonly cells: readonly Cell[];
  readonly towers: readonly LngLat[];
}

/** The towers of the demo and, moved by a few kilometres, as many more as are needed. */
function placesOf(count: number) {
  const towers = towersOn(surface);
  return Array.from({ length: count }, (_, nth) => {
    const tower = towers[nth % towers.length] as (typeof towers)[number];
    const away = Math.floor(nth / towers.length) * 0.04;
    return { lng: tower.lng + away, lat: tower.lat + away, mastMetres: tower.towerHeightMetres, rangeMetres: tower.rangeMetres };
  });
}

/** @param count of towers; the demo has 26 */
export function tourWorld(count: number): TourWorld {
  const indices = new Map<string, number>();
  const cells: Cell[] = [];
  const towers = placesOf(count);
  const cameras = towers.map((tower, index): TourCamera => {
    const box = postBoxOf(areaAround(tower, tower.rangeMetres), SWEPT_LEVEL, CELL_LEVEL);
    const places = Array.from({ length: box.columns * box.rows }, (_, post) =>
      placeInBox(box, post % box.columns, Math.floor(post / box.columns)),
    );
    const heights = Float32Array.from(surface.heightsAt(places), (height) => height ?? Number.NaN);
    const view = mastView(
      box,
      heights,
      { position: tower, mastMetres: tower.mastMetres, rangeMetres: tower.rangeMetres, sectors: [] },
      CELL_LEVEL,
    );
    if (view === null) throw new Error(`tower ${index} stands on unknown terrain`);
    const inSight: CellInSight[] = [];
    for (const [post, byte] of view.seen.entries()) {
      // Smoke 10 m above the ground is in sight from byte 2 on.
      if (byte === NOT_SEEN || byte === UNKNOWN_VIEW || byte < 2) continue;
      const [column, row] = [post % view.box.columns, Math.floor(post / view.box.columns)];
      const place = placeInBox(view.box, column, row);
      const cover = coverAt(place.lng, place.lat);
      if (cover === null || !FOREST.has(cover)) continue;
      const key = `${view.box.west + column} ${view.box.north + row}`;
      const cell = indices.get(key) ?? cells.length;
      const heightMetres = surface.heightAt(place.lng, place.lat) ?? 0;
      if (cell === cells.length) {
        indices.set(key, cell);
        cells.push({ ...place, heightMetres, cover, tower: index });
      }
      const metres = distanceMetres(tower, place);
      const tiltDegrees = (Math.atan2(heightMetres - view.eyeMetres - curvatureDropMetres(metres), metres) * 180) / Math.PI;
      inSight.push({ cell, azimuthDegrees: bearingDegrees(tower, place), tiltDegrees, metres });
    }
    return { ...HEAD, looks: tourLooks(inSight, LENS) };
  });
  return { cameras, cells, towers };
}

/** What a fire in each cell weighs on a day that the seed draws: danger level × intensity class, as coverage weighs forest. */
export function weightsOf({ cells, towers }: TourWorld, seed: number, lightning: boolean): Float64Array {
  const next = seededNumbers(seed);
  next();
  const dayMs = SEASON_MS + Math.floor(next() * SEASON_DAYS) * DAY_MS;
  const field = createWeatherField(seed, surface);
  const days = towers.map((tower) => dayAt(field, tower, dayMs));
  const weights = Float64Array.from(cells, ({ cover, heightMetres, tower, ...place }) => {
    const slope = slopeAt(surface, place);
    const ground = { heightMetres, slopeDegrees: slope?.slopeDegrees ?? 0, aspectDegrees: slope?.aspectDegrees ?? 0 };
    const { level, intensityClass } = cellDanger(days[tower] as CellDay, ground, standOf('igbp', cover)?.stand ?? null);
    return level * (intensityClass ?? 1);
  });
  if (!lightning) return weights;
  const strokes = Array.from({ length: STROKES }, () => {
    const { lng, lat } = cells[Math.floor(next() * cells.length)] as Cell;
    return { lng, lat, hoursAgo: next() * 72 };
  });
  return withLightning(weights, cells, strokes);
}

/** The day's noon at a tower, with moisture codes that were carried from day to day. */
function dayAt(field: ReturnType<typeof createWeatherField>, tower: LngLat, dayMs: number): CellDay {
  let yesterday = START_UP_CODES;
  const noonOf = (ms: number) => {
    const weather = field.at(tower, ms + NOON_UTC_MS);
    return {
      temperatureCelsius: weather.temperatureCelsius,
      humidityPercent: weather.humidityPercent,
      windKilometresPerHour: weather.windMetresPerSecond * 3.6,
      rainMillimetres: Array.from(
        { length: 8 },
        (_, nth) => 3 * field.at(tower, ms + NOON_UTC_MS - nth * 10_800_000).precipitationMillimetres,
      ).reduce((sum, one) => sum + one, 0),
    };
  };
  const season = (ms: number) => ({ month: new Date(ms).getUTCMonth() + 1, latitude: tower.lat });
  for (let back = CARRIED_DAYS; back > 0; back--) {
    const ms = dayMs - back * DAY_MS;
    yesterday = fireWeatherOf(yesterday, noonOf(ms), season(ms));
  }
  const dayOfYear = Math.floor((dayMs - Date.UTC(2026, 0, 1)) / DAY_MS) + 1;
  return {
    yesterday,
    noon: noonOf(dayMs),
    noonHeightMetres: surface.heightAt(tower.lng, tower.lat),
    ...season(dayMs),
    sunDegrees: noonSunDegrees(tower.lat, dayOfYear),
    rated: null,
  };
}
