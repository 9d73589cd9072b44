// The demo land cover (演示地类): the vegetation on the demo relief, by its height, slope, aspect and rivers; the same on every machine for the
// same seed. Classes are those of MODIS MCD12Q1 LC_Type1 (IGBP), the only common scheme that distinguishes conifers from broadleaves.
// Heights are those of western Sichuan: dry shrub in the hot valleys, broadleaf to 2,200 m, mixed to 2,800 m, conifers to a tree line that
// is higher on shaded slopes, then grass, bare and snow.
import { degreesAt } from '../coordinates/plane.ts';
import { gradientNoise } from './noise.ts';
import { demoRiverDistance } from './relief.ts';
import { KM_PER_LAT, KM_PER_LNG } from './valleys.ts';

/** IGBP classes. */
export const DEMO_COVER = {
  conifer: 1,
  broadleaf: 4,
  mixed: 5,
  shrub: 6,
  grass: 10,
  fields: 12,
  builtUp: 13,
  snow: 15,
  bare: 16,
  water: 17,
} as const;
export type DemoCover = (typeof DEMO_COVER)[keyof typeof DEMO_COVER];

/** About the spacing of the relief's posts. */
const REACH_METRES = 76;
/** Half the width of a river. */
const RIVER_KM = 0.06;

/**
 * @param heightAt metres of the demo relief; null: unknown
 * @returns the class at a position, degrees; null: the height is unknown there
 */
export function demoLandCover(
  heightAt: (lng: number, lat: number) => number | null,
  seed = 1,
): (lng: number, lat: number) => DemoCover | null {
  const riverKm = demoRiverDistance(seed);
  const patchAt = createPatches(seed);
  return (lng, lat) => {
    const height = heightAt(lng, lat);
    if (height === null) return null;
    if (height <= 0) return DEMO_COVER.water;
    const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(lat);
    const [dLng, dLat] = [REACH_METRES / eastMetresPerDegree, REACH_METRES / northMetresPerDegree];
    const rise = (dx: number, dy: number): number =>
      ((heightAt(lng + dx, lat + dy) ?? height) - (heightAt(lng - dx, lat - dy) ?? height)) / (2 * REACH_METRES);
    const [toEast, toNorth] = [rise(dLng, 0), rise(0, dLat)];
    const slope = Math.sqrt(toEast * toEast + toNorth * toNorth);
    return coverOf({
      height,
      slope,
      // 1: a steep slope that faces north; −1: one that faces south.
      shade: -toNorth / Math.max(slope, 0.3),
      // No river flows over a slope, so no river is searched for on steep ground.
      riverKm: slope < 0.5 ? riverKm(lng, lat) : Number.POSITIVE_INFINITY,
      wide: patchAt(lng, lat, 1.3),
      fine: patchAt(lng, lat, 0.35),
    });
  };
}

interface Site {
  /** Metres. */
  readonly height: number;
  /** Rise over run. */
  readonly slope: number;
  readonly shade: number;
  readonly riverKm: number;
  /** Noise, about −0.7 … 0.7, over a kilometre and over some hundred metres. */
  readonly wide: number;
  readonly fine: number;
}

function coverOf({ height, slope, shade, riverKm, wide, fine }: Site): DemoCover {
  if (riverKm < RIVER_KM) return DEMO_COVER.water;
  // Boundaries between belts do not follow contour lines.
  const belt = height + 250 * wide + 100 * fine;
  if (belt + 150 * shade > 4_650) return DEMO_COVER.snow;
  if (belt > 4_350 || slope > 1.4) return DEMO_COVER.bare;
  const treeLine = 3_800 + 150 * shade;
  if (belt > treeLine) return belt < treeLine + 200 && fine > 0 ? DEMO_COVER.shrub : DEMO_COVER.grass;
  const isValley = riverKm < 1.2 && slope < 0.2;
  const isPlain = slope < 0.05 && height < 1_500;
  if (isValley || isPlain) return fine > 0.22 && slope < 0.14 ? DEMO_COVER.builtUp : DEMO_COVER.fields;
  // The high plateau, and sunny slopes below the tree line, are pastures.
  if (belt > 3_300 && slope < 0.2) return DEMO_COVER.grass;
  if (belt > 2_900 && shade < -0.35) return fine > 0.1 ? DEMO_COVER.shrub : DEMO_COVER.grass;
  if (belt < 1_900 && shade < -0.2) return DEMO_COVER.shrub;
  if (belt < 2_200) return DEMO_COVER.broadleaf;
  return belt < 2_800 ? DEMO_COVER.mixed : DEMO_COVER.conifer;
}

/** Noise by position, for a single place, over a length in kilometres. */
function createPatches(seed: number): (lng: number, lat: number, kilometres: number) => number {
  const [x, y, out] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
  const salt = Math.imul(seed | 0, 0x9e3779b1) ^ 0x3c6e;
  return (lng, lat, kilometres) => {
    x[0] = (lng * KM_PER_LNG) / kilometres;
    y[0] = (lat * KM_PER_LAT) / kilometres;
    gradientNoise(x, y, salt ^ Math.round(kilometres * 100), out);
    return out[0] as number;
  };
}
