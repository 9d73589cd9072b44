// The demo terrain (演示地形): plausible mountains without any data, the same on every machine for the same seed. Stage (Aba and around,
// 100.5–104.5° E, 30.5–34.5° N): real valleys between invented ridges, 1,000–5,000 m. Elsewhere: the rough heights of China with gentler
// hills. Far outside: sea level.
import { CHINA, readTable, STAGE_LEVEL, STAGE_RIVERS, STAGE_SWING } from './base-heights.ts';
import { cellDegrees, type TerrainSource, TILE_CELLS, TILE_POSTS, tilesAcross } from './lattice.ts';
import { createRidges, gradientNoise, MEAN_RIDGE } from './noise.ts';
import { heightToValue, quantised } from './tile-format.ts';
import { courseDistance, KM_PER_LAT, KM_PER_LNG, valleyCarver } from './valleys.ts';

/** The finest level of the demo relief: cells of 76 m of latitude. */
export const RELIEF_MAX_LEVEL = 12;

/** Degrees. */
export const STAGE = { west: 100.5, south: 30.5, east: 104.5, north: 34.5 } as const;

/** Width of the transition from the stage to the rest, degrees. */
const STAGE_FADE_DEGREES = 1.2;

/**
 * The demo relief as a terrain source: quantised like encoded tiles, never null, within 0 … 6,000 m.
 * @param seed any integer; another seed moves the ridges, not the valleys
 */
export function demoRelief(seed = 1): TerrainSource {
  const [one, row] = [createHeights(seed, 1), createHeights(seed, TILE_POSTS)];
  const columns = tilesAcross(RELIEF_MAX_LEVEL) * TILE_CELLS;
  const cell = cellDegrees(RELIEF_MAX_LEVEL);
  // 180° E is 180° W: the last column of posts equals the first.
  const lngOf = (i: number): number => (i === columns ? 0 : i) * cell - 180;
  const latOf = (j: number): number => 90 - j * cell;
  return {
    ...quantised({
      maxLevel: RELIEF_MAX_LEVEL,
      highestMetres: 6000,
      post(i, j) {
        one.lngs[0] = lngOf(i);
        one.lats[0] = latOf(j);
        return one.heights()[0] as number;
      },
    }),
    values(level, x, y) {
      const stride = 2 ** (RELIEF_MAX_LEVEL - level);
      const values = new Uint16Array(TILE_POSTS * TILE_POSTS);
      for (let column = 0; column < TILE_POSTS; column++) row.lngs[column] = lngOf((x * TILE_CELLS + column) * stride);
      for (let r = 0; r < TILE_POSTS; r++) {
        row.lats.fill(latOf((y * TILE_CELLS + r) * stride));
        const heights = row.heights();
        for (let column = 0; column < TILE_POSTS; column++) values[r * TILE_POSTS + column] = heightToValue(heights[column] as number);
      }
      return values;
    },
  };
}

/**
 * @returns kilometres from a position to the middle of the nearest river of the stage, in its course as bent by the relief; Infinity: none
 * within 20 km
 */
export function demoRiverDistance(seed = 1): (lng: number, lat: number) => number {
  const salt = saltOf(seed);
  const distance = courseDistance(Object.values(STAGE_RIVERS));
  const [x, y, bend] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
  return (lng, lat) => {
    const [east, north] = [lng * KM_PER_LNG, lat * KM_PER_LAT];
    x[0] = east / BEND_LENGTH;
    y[0] = north / BEND_LENGTH;
    gradientNoise(x, y, salt ^ BEND_SALT.x, bend);
    const bentX = east + VALLEY_BEND_KM * (bend[0] as number);
    gradientNoise(x, y, salt ^ BEND_SALT.y, bend);
    return distance(bentX, north + VALLEY_BEND_KM * (bend[0] as number));
  };
}

const saltOf = (seed: number): number => Math.imul(seed | 0, 0x9e3779b1);
/**
 * Length in kilometres over which valleys and ridges bend, the amplitude of the valleys' bends, and the noises that determine the bends.
 */
const BEND_LENGTH = 5;
const VALLEY_BEND_KM = 1.1;
const BEND_SALT = { x: 0x51ed, y: 0x2b77 } as const;

interface Heights {
  /** The input positions, degrees; written before `heights` is called. */
  readonly lngs: Float64Array;
  readonly lats: Float64Array;
  /** Metres at each position, independent of the others. Overwritten by the next call. */
  heights(): Float64Array;
}

/** Computes `count` positions at once, in reused arrays. */
function createHeights(seed: number, count: number): Heights {
  const salt = saltOf(seed);
  const carve = valleyCarver(Object.values(STAGE_RIVERS));
  const ridges = createRidges(salt, count);
  const array = (): Float64Array => new Float64Array(count);
  const [lngs, lats, heights, inChina, onStage, ridge, table, land] = [
    array(),
    array(),
    array(),
    array(),
    array(),
    array(),
    array(),
    array(),
  ];
  const [xs, ys, bendX, bendY, bentX, bentY] = [array(), array(), array(), array(), array(), array()];

  const bend = (kilometres: number): void => {
    for (let k = 0; k < count; k++) {
      bentX[k] = (xs[k] as number) + kilometres * (bendX[k] as number);
      bentY[k] = (ys[k] as number) + kilometres * (bendY[k] as number);
    }
  };
  const stage = (): void => {
    readTable(STAGE_LEVEL, lngs, lats, land);
    readTable(STAGE_SWING, lngs, lats, table);
    for (let k = 0; k < count; k++) land[k] = (land[k] as number) + (table[k] as number) * (ridge[k] as number);
    bend(VALLEY_BEND_KM);
    carve(bentX, bentY, land);
    for (let k = 0; k < count; k++) heights[k] = (onStage[k] as number) * withinStageHeights(land[k] as number);
  };
  const around = (): void => {
    readTable(CHINA, lngs, lats, table);
    for (let k = 0; k < count; k++) {
      const base = table[k] as number;
      const swing = base <= 0 ? 0 : Math.min(900, 0.55 * base);
      const height = Math.min(5900, Math.max(0, base + swing * (ridge[k] as number)));
      heights[k] = (heights[k] as number) + (1 - (onStage[k] as number)) * height;
    }
  };

  return {
    lngs,
    lats,
    heights() {
      heights.fill(0);
      let most = 0;
      let mostOnStage = 0;
      let leastOnStage = 1;
      for (let k = 0; k < count; k++) {
        const lng = lngs[k] as number;
        const lat = lats[k] as number;
        const china = outside(lng, CHINA.westDegrees, 135, 3) * outside(lat, 18, CHINA.northDegrees, 3);
        const staged =
          outside(lng, STAGE.west, STAGE.east, STAGE_FADE_DEGREES) * outside(lat, STAGE.south, STAGE.north, STAGE_FADE_DEGREES);
        inChina[k] = china;
        onStage[k] = staged;
        if (china > most) most = china;
        if (staged > mostOnStage) mostOnStage = staged;
        if (staged < leastOnStage) leastOnStage = staged;
        xs[k] = lng * KM_PER_LNG;
        ys[k] = lat * KM_PER_LAT;
        bentX[k] = (xs[k] as number) / BEND_LENGTH;
        bentY[k] = (ys[k] as number) / BEND_LENGTH;
      }
      if (most === 0) return heights;
      // Domain warping, so that neither valleys nor ridges are straight.
      gradientNoise(bentX, bentY, salt ^ BEND_SALT.x, bendX);
      gradientNoise(bentX, bentY, salt ^ BEND_SALT.y, bendY);
      bend(1.4);
      ridges(bentX, bentY, ridge);
      for (let k = 0; k < count; k++) ridge[k] = (ridge[k] as number) - MEAN_RIDGE;
      if (mostOnStage > 0) stage();
      if (leastOnStage < 1) around();
      for (let k = 0; k < count; k++) heights[k] = (heights[k] as number) * (inChina[k] as number);
      return heights;
    },
  };
}

/** 1 inside the interval, 0 further than `fade` outside it, smooth in between. */
function outside(value: number, low: number, high: number, fade: number): number {
  const away = value < low ? low - value : value > high ? value - high : 0;
  if (away >= fade) return 0;
  const t = 1 - away / fade;
  return t * t * (3 - 2 * t);
}

/** Compresses heights below 1,100 and above 4,500 m smoothly into 1,000 … 5,000 m. */
function withinStageHeights(height: number): number {
  if (height > 4500) return 4500 + (500 * (height - 4500)) / (height - 4000);
  if (height < 1100) return 1100 - (100 * (1100 - height)) / (1200 - height);
  return height;
}
