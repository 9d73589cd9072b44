// The fuel type of the Canadian FBP System for each class of land cover. A deployment can override rows of the table.
//
// The system's types are Canadian stands; no published table maps these classes to them. All rows are our reading of the descriptions in
// ST-X-3 for the mountains of south-west China in the dry season, and 待核对.
import type { CoverScheme, KnownCoverScheme, LandCover } from '@lookout/domain';
import type { FbpStand } from './fire-behavior-prediction.ts';
import { rowsByClass } from './land-cover-fuels.ts';

export interface ClassStand {
  readonly scheme: CoverScheme;
  /** The class value in the raster. */
  readonly value: number;
  /** null: the class does not burn. */
  readonly stand: Pick<FbpStand, 'fuel' | 'coniferPercent'> | null;
  /** Source of the row. */
  readonly source: string;
  /** Whether the row is 待核对. */
  readonly toConfirm: boolean;
}

type Stand = ClassStand['stand'];

/** Mature pine of some height. */
const PINE: Stand = { fuel: 'C-3' };
/** Leafless in the dry season, like aspen. */
const BROADLEAF: Stand = { fuel: 'D-1' };
const MIXED: Stand = { fuel: 'M-1', coniferPercent: 50 };
/** Forest that the raster does not specify further: on these mountains mostly pine. */
const FOREST: Stand = { fuel: 'M-1', coniferPercent: 75 };
const TALL_GRASS: Stand = { fuel: 'O-1b' };
const MATTED_GRASS: Stand = { fuel: 'O-1a' };
/** The system has no shrub type: it is taken as tall dead grass, which overstates green shrub. */
const SHRUB = TALL_GRASS;
const NONE: Stand = null;

const TABLES: Readonly<Record<KnownCoverScheme, Readonly<Record<number, Stand>>>> = {
  /** ESA WorldCover 2020 and 2021. */
  worldcover: {
    10: FOREST,
    20: SHRUB,
    30: TALL_GRASS,
    40: NONE,
    50: NONE,
    60: NONE,
    70: NONE,
    80: NONE,
    90: MATTED_GRASS,
    95: NONE,
    100: MATTED_GRASS,
  },
  /** MODIS MCD12Q1 LC_Type1. */
  igbp: {
    1: PINE,
    2: BROADLEAF,
    3: BROADLEAF,
    4: BROADLEAF,
    5: MIXED,
    6: SHRUB,
    7: MATTED_GRASS,
    8: TALL_GRASS,
    9: TALL_GRASS,
    10: MATTED_GRASS,
    11: MATTED_GRASS,
    12: NONE,
    13: NONE,
    14: MATTED_GRASS,
    15: NONE,
    16: NONE,
    17: NONE,
  },
  /** GB/T 21010-2017: first level, and for forest and grassland the second (0301 as 301). */
  gbt21010: {
    1: NONE,
    2: BROADLEAF,
    3: FOREST,
    301: FOREST,
    302: BROADLEAF,
    303: NONE,
    304: MATTED_GRASS,
    305: SHRUB,
    306: MATTED_GRASS,
    307: TALL_GRASS,
    4: MATTED_GRASS,
    5: NONE,
    6: NONE,
    7: NONE,
    8: NONE,
    9: NONE,
    10: NONE,
    11: NONE,
    12: NONE,
  },
  globeland30: {
    10: NONE,
    20: FOREST,
    30: TALL_GRASS,
    40: SHRUB,
    50: MATTED_GRASS,
    60: NONE,
    70: MATTED_GRASS,
    80: NONE,
    90: NONE,
    100: NONE,
  },
  clcd: {
    1: NONE,
    2: FOREST,
    3: SHRUB,
    4: TALL_GRASS,
    5: NONE,
    6: NONE,
    7: NONE,
    8: NONE,
    9: MATTED_GRASS,
  },
  /** Esri and Impact Observatory. */
  esri: {
    1: NONE,
    2: FOREST,
    4: MATTED_GRASS,
    5: NONE,
    7: NONE,
    8: NONE,
    9: NONE,
    10: NONE,
    11: TALL_GRASS,
  },
};

const SOURCE = '假定：按 ST-X-3 对可燃物的描述选取';

/** One row for each class of the known schemes. */
export const LAND_COVER_STANDS: readonly ClassStand[] = (Object.keys(TABLES) as (keyof typeof TABLES)[]).flatMap((scheme) =>
  Object.entries(TABLES[scheme]).map(([value, stand]) => ({ scheme, value: Number(value), stand, source: SOURCE, toConfirm: true })),
);

/**
 * Finds the stand of a class, as `fuelsByClass` finds a fuel.
 * @returns a function that returns null for a class without a row
 */
export const standsByClass = (
  rows: readonly ClassStand[] = LAND_COVER_STANDS,
): ((scheme: CoverScheme, value: number) => ClassStand | null) => rowsByClass(rows);

/** The stand for a class of a deployment's own table, for which only the kind of cover is known. 待核对, like the rows above. */
export const STAND_OF_COVER: Readonly<Record<LandCover, Stand>> = { forest: FOREST, grass: TALL_GRASS, farm: NONE, other: NONE };
