// The fuels of a class of land cover: a fuel model for Rothermel, a fuel of Wang's. A deployment can override rows of the table.
//
// No published table maps these classes to these fuels. Where RMRS-GTR-153 itself names the land cover (built-up, fields, water, ice, bare)
// its assignment is used; all other rows are our reading of its descriptions for the mountains of south-west China in the dry season, and
// 待核对.
import type { CoverScheme, KnownCoverScheme } from '@lookout/domain';
import type { ForestCanopy } from './crown-fire.ts';
import type { FuelFactorKey } from './wang.ts';

export interface ClassFuel {
  readonly scheme: CoverScheme;
  /** The class value in the raster. */
  readonly value: number;
  /** The code of a fuel model (`fuelModelOf`). */
  readonly fuelModel: string;
  /** The key of a fuel of Wang's (`FUEL_FACTORS`); null: the class does not burn. */
  readonly fuelFactor: FuelFactorKey | null;
  /** The trees above the fuel, which shelter it from the wind; absent: none, or unknown. */
  readonly canopy?: ForestCanopy | null;
  /** Source of the row. */
  readonly source: string;
  /** Whether the row is 待核对. */
  readonly toConfirm: boolean;
}

type Fuel = Omit<ClassFuel, 'scheme' | 'value'>;

const GTR_153 = 'RMRS-GTR-153';
const barren = (fuelModel: string): Fuel => ({ fuelModel, fuelFactor: null, source: GTR_153, toConfirm: false });
const guessed = (fuelModel: string, fuelFactor: FuelFactorKey | null): Fuel => ({
  fuelModel,
  fuelFactor,
  source: `假定：按 ${GTR_153} 对可燃物的描述选取`,
  toConfirm: true,
});

/** Ratio of crown length to tree height where no source gives it. 待核对. */
export const ASSUMED_CROWN_RATIO = 0.5;

/**
 * Trees over a fuel, all 待核对. Cover: the lower limit of the class where its definition gives one that shelters (IGBP's forests: 60 %), else
 * the mean of China's stands (0.54, national forest inventory as 国家林业局 published it). Height and crown ratio are this project's own
 * assumption. Without a canopy the full wind would reach the litter: fires under trees would spread twice as fast.
 */
const under = (fuel: Fuel, coverPercent: number, coverSource: string, bulkDensityKilogramsPerCubicMetre: number | null = null): Fuel => ({
  ...fuel,
  canopy: { coverPercent, heightMetres: 12, crownRatio: ASSUMED_CROWN_RATIO, bulkDensityKilogramsPerCubicMetre },
  source: [
    fuel.source,
    coverSource,
    '树高、冠长率为假定',
    ...(bulkDensityKilogramsPerCubicMetre === null ? [] : ['树冠密度按 Agee（1996）的下限假定']),
  ].join('；'),
});
const IGBP_FOREST_COVER = '郁闭度按 IGBP 森林的下限 60% 假定';
const underForest = (fuel: Fuel, bulkDensity: number | null = null): Fuel => under(fuel, 60, IGBP_FOREST_COVER, bulkDensity);
const underStand = (fuel: Fuel): Fuel => under(fuel, 54, '郁闭度按全国林分平均 0.54 假定');
/**
 * Density of evergreen needles: below it an active crown fire is hardly sustained (J. K. Agee, The influence of forest structure on fire
 * behavior, 1996), kg/m³.
 */
const CONIFER_BULK_DENSITY = 0.1;

const BUILT = barren('NB1');
const ICE = barren('NB2');
/** Ploughed, green or wet fields. Stubble burns like short grass, which a deployment may set for its season. */
const FIELD = barren('NB3');
const WATER = barren('NB8');
const BARE = barren('NB9');

const PINE = guessed('TL8', 'pine');
const LARCH = guessed('TL3', 'needle-litter');
const BROADLEAF = guessed('TL6', 'litter');
const MIXED = guessed('TU2', 'litter');
const ORCHARD = guessed('TL2', 'litter');
const BAMBOO = guessed('TL9', 'litter');
const SHRUB = guessed('SH5', 'sedge-birch');
const OPEN_SHRUB = guessed('GS1', 'sedge-birch');
const WOODED_GRASS = guessed('GS2', 'grass');
const TALL_GRASS = guessed('GR4', 'grass');
const PASTURE = guessed('GR2', 'pasture');
const WET_GRASS = guessed('GR3', 'sedge-birch');
const MOSS = guessed('GR1', 'grass');
/** Mangroves grow in water. */
const MANGROVE = guessed('NB8', null);
/** The land cover is hidden and unknown; it does not burn, like all unknown fuel. */
const HIDDEN = guessed('NB9', null);
const FIELDS_WITH_GRASS = guessed('GR1', 'grass');

const TABLES: Readonly<Record<KnownCoverScheme, Readonly<Record<number, Fuel>>>> = {
  /** ESA WorldCover 2020 and 2021. */
  worldcover: {
    10: underStand(PINE),
    20: SHRUB,
    30: TALL_GRASS,
    40: FIELD,
    50: BUILT,
    60: BARE,
    70: ICE,
    80: WATER,
    90: WET_GRASS,
    95: MANGROVE,
    100: MOSS,
  },
  /** MODIS MCD12Q1 LC_Type1. */
  igbp: {
    1: underForest(PINE, CONIFER_BULK_DENSITY),
    2: underForest(BROADLEAF),
    // Leafless in spring: how its crowns burn then is unknown.
    3: underForest(LARCH),
    4: underForest(BROADLEAF),
    5: underForest(MIXED),
    6: SHRUB,
    7: OPEN_SHRUB,
    8: WOODED_GRASS,
    9: TALL_GRASS,
    10: PASTURE,
    11: WET_GRASS,
    12: FIELD,
    13: BUILT,
    14: FIELDS_WITH_GRASS,
    15: ICE,
    16: BARE,
    17: WATER,
  },
  /** GB/T 21010-2017: first level, and for forest and grassland the second (0301 as 301). */
  gbt21010: {
    1: FIELD,
    2: ORCHARD,
    3: underStand(PINE),
    301: underStand(PINE),
    302: underStand(BAMBOO),
    303: MANGROVE,
    304: WET_GRASS,
    305: SHRUB,
    306: WET_GRASS,
    307: WOODED_GRASS,
    4: PASTURE,
    401: PASTURE,
    402: WET_GRASS,
    403: PASTURE,
    404: TALL_GRASS,
    5: BUILT,
    6: BUILT,
    7: BUILT,
    8: BUILT,
    9: BUILT,
    10: BUILT,
    11: WATER,
    12: BARE,
  },
  globeland30: {
    10: FIELD,
    20: underStand(PINE),
    30: TALL_GRASS,
    40: SHRUB,
    50: WET_GRASS,
    60: WATER,
    70: MOSS,
    80: BUILT,
    90: BARE,
    100: ICE,
  },
  clcd: {
    1: FIELD,
    2: underStand(PINE),
    3: SHRUB,
    4: TALL_GRASS,
    5: WATER,
    6: ICE,
    7: BARE,
    8: BUILT,
    9: WET_GRASS,
  },
  /** Esri and Impact Observatory. Rangeland is grass with some shrub; below clouds the land cover is unknown. */
  esri: {
    1: WATER,
    2: underStand(PINE),
    4: WET_GRASS,
    5: FIELD,
    7: BUILT,
    8: BARE,
    9: ICE,
    10: HIDDEN,
    11: TALL_GRASS,
  },
};

/** One row for each class of the known schemes. */
export const LAND_COVER_FUELS: readonly ClassFuel[] = (Object.keys(TABLES) as (keyof typeof TABLES)[]).flatMap((scheme) =>
  Object.entries(TABLES[scheme]).map(([value, fuel]) => ({ scheme, value: Number(value), ...fuel })),
);

/**
 * Finds the fuel of a class. A second-level class of GB/T 21010 without a row has that of its first level.
 * @param rows if two rows are for one class the later one applies: append a deployment's rows after `LAND_COVER_FUELS`, including those of
 * its own `table`
 * @returns a function that returns null for a class without a row
 */
export const fuelsByClass = (rows: readonly ClassFuel[] = LAND_COVER_FUELS): ((scheme: CoverScheme, value: number) => ClassFuel | null) =>
  rowsByClass(rows);

/** The same for rows of any kind. */
export function rowsByClass<R extends Pick<ClassFuel, 'scheme' | 'value'>>(
  rows: readonly R[],
): (scheme: CoverScheme, value: number) => R | null {
  const found = new Map(rows.map((row) => [`${row.scheme}/${row.value}`, row]));
  return (scheme, value) =>
    found.get(`${scheme}/${value}`) ??
    (scheme === 'gbt21010' && value >= 100 ? found.get(`${scheme}/${Math.floor(value / 100)}`) : undefined) ??
    null;
}
