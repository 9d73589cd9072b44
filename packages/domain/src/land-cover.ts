// Land cover (地类): the classes of the common schemes, and which of the four covers of this product each belongs to.
import type { LandCover } from './fire-archive.ts';

export const COVER_SCHEMES = ['worldcover', 'igbp', 'gbt21010', 'table'] as const;
/** `table`: a table brought along with the file. */
export type CoverScheme = (typeof COVER_SCHEMES)[number];

type Classes = Readonly<Record<number, LandCover>>;

/** ESA WorldCover 2020 and 2021: tree, shrub, grass, crop, built, bare, snow, water, wetland, mangrove, moss. Shrubland is 林地 (GB/T 21010: 0305). */
const WORLDCOVER: Classes = {
  10: 'forest',
  20: 'forest',
  30: 'grass',
  40: 'farm',
  50: 'other',
  60: 'other',
  70: 'other',
  80: 'other',
  90: 'other',
  95: 'forest',
  100: 'other',
};

/** MODIS MCD12Q1 LC_Type1: forests 1–5, shrublands 6–7, woody savanna 8, savanna 9, grassland 10, crops 12 and 14. */
const IGBP: Classes = {
  1: 'forest',
  2: 'forest',
  3: 'forest',
  4: 'forest',
  5: 'forest',
  6: 'forest',
  7: 'forest',
  8: 'forest',
  9: 'grass',
  10: 'grass',
  11: 'other',
  12: 'farm',
  13: 'other',
  14: 'farm',
  15: 'other',
  16: 'other',
  17: 'other',
};

/** GB/T 21010-2017, first level: 耕地, 园地, 林地, 草地, 商服, 工矿, 住宅, 公共, 特殊, 交通, 水域, 其他. */
const GBT21010: Classes = {
  1: 'farm',
  2: 'farm',
  3: 'forest',
  4: 'grass',
  5: 'other',
  6: 'other',
  7: 'other',
  8: 'other',
  9: 'other',
  10: 'other',
  11: 'other',
  12: 'other',
};

const SCHEMES: Readonly<Record<Exclude<CoverScheme, 'table'>, Classes>> = { worldcover: WORLDCOVER, igbp: IGBP, gbt21010: GBT21010 };

/** @returns null: the scheme has no such class. Second-level codes of GB/T 21010 (0301 as 301) belong to their first level. */
export function coverOfClass(scheme: Exclude<CoverScheme, 'table'>, value: number): LandCover | null {
  const first = scheme === 'gbt21010' && value >= 100 ? Math.floor(value / 100) : value;
  return SCHEMES[scheme][first] ?? null;
}

/**
 * The scheme that a file's values show; null: none, or several could be meant.
 * @param values all that occur in it
 * @param hint what the file says of itself: its name and description
 */
export function schemeOfValues(values: Iterable<number>, hint: string): Exclude<CoverScheme, 'table'> | null {
  const all = [...values];
  const fitting = (['worldcover', 'igbp', 'gbt21010'] as const).filter((scheme) =>
    all.every((value) => coverOfClass(scheme, value) !== null),
  );
  const named = fitting.find((scheme) => NAMES[scheme].test(hint));
  const [only, ...others] = fitting;
  return named ?? (only !== undefined && others.length === 0 ? only : null);
}

const NAMES: Readonly<Record<Exclude<CoverScheme, 'table'>, RegExp>> = {
  worldcover: /worldcover/i,
  igbp: /igbp|mcd12|lc_type1/i,
  gbt21010: /21010/,
};
