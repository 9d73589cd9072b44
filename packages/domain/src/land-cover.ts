// Land cover (地类): the classes of the common schemes, and which of the four covers of this product each belongs to.
import type { LandCover } from './fire-archive.ts';

/** Schemes whose classes the product knows. */
export const KNOWN_COVER_SCHEMES = ['worldcover', 'igbp', 'gbt21010', 'globeland30', 'clcd', 'esri'] as const;
export type KnownCoverScheme = (typeof KNOWN_COVER_SCHEMES)[number];
export const COVER_SCHEMES = [...KNOWN_COVER_SCHEMES, 'table'] as const;
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

/** GlobeLand30 (2000, 2010, 2020): cultivated, forest, grass, shrub, wetland, water, tundra, artificial, bare, snow and ice. */
const GLOBELAND30: Classes = {
  10: 'farm',
  20: 'forest',
  30: 'grass',
  40: 'forest',
  50: 'other',
  60: 'other',
  70: 'other',
  80: 'other',
  90: 'other',
  100: 'other',
};

/** CLCD, the annual land cover of China (Yang and Huang, Earth Syst. Sci. Data 13, 2021): cropland, forest, shrub, grass, water, snow, barren, impervious, wetland. */
const CLCD: Classes = {
  1: 'farm',
  2: 'forest',
  3: 'forest',
  4: 'grass',
  5: 'other',
  6: 'other',
  7: 'other',
  8: 'other',
  9: 'other',
};

/** Sentinel-2 10 m land cover by Esri and Impact Observatory: water, trees, flooded vegetation, crops, built, bare, snow, clouds, rangeland. */
const ESRI: Classes = {
  1: 'other',
  2: 'forest',
  4: 'other',
  5: 'farm',
  7: 'other',
  8: 'other',
  9: 'other',
  10: 'other',
  11: 'grass',
};

const SCHEMES: Readonly<Record<KnownCoverScheme, Classes>> = {
  worldcover: WORLDCOVER,
  igbp: IGBP,
  gbt21010: GBT21010,
  globeland30: GLOBELAND30,
  clcd: CLCD,
  esri: ESRI,
};

/** @returns null: the scheme has no such class. Second-level codes of GB/T 21010 (0301 as 301) belong to their first level. */
export function coverOfClass(scheme: KnownCoverScheme, value: number): LandCover | null {
  const first = scheme === 'gbt21010' && value >= 100 ? Math.floor(value / 100) : value;
  return SCHEMES[scheme][first] ?? null;
}

type Colour = readonly [red: number, green: number, blue: number];

export interface CoverEvidence {
  /** All that occur in the file. */
  readonly values: Iterable<number>;
  /** What the file says of itself: its name and description. */
  readonly hint: string;
  /** The colour table inside the file, 0 … 255, by value; null: it has none. */
  readonly colours: ReadonlyMap<number, Colour> | null;
}

/**
 * The schemes that a file may have: the one that the file proves by its name, its description or its colour table, else all that have its values. Numbers
 * prove a scheme only where no other has them: a part of WorldCover's classes are those of GlobeLand30 with other meanings.
 * @returns one: it is proved; several: nobody but a person can tell; none: no known scheme has these values
 */
export function schemesOf({ values, hint, colours }: CoverEvidence): readonly KnownCoverScheme[] {
  const all = [...values];
  const fitting = KNOWN_COVER_SCHEMES.filter((scheme) => all.every((value) => coverOfClass(scheme, value) !== null));
  const proofs = [
    KNOWN_COVER_SCHEMES.filter((scheme) => NAMES[scheme].test(hint)),
    colours === null ? [] : KNOWN_COVER_SCHEMES.filter((scheme) => isColouredBy(scheme, all, colours)),
  ].filter((proof) => proof.length > 0);
  // Proofs that disagree with the values or with each other are none.
  const proved = fitting.filter((scheme) => proofs.length > 0 && proofs.every((proof) => proof.includes(scheme)));
  return proved.length === 1 ? proved : fitting;
}

/** By the producers' names of files, and the words of their descriptions. */
const NAMES: Readonly<Record<KnownCoverScheme, RegExp>> = {
  worldcover: /world_?cover/i,
  igbp: /igbp|lc_type1(?!\d)|mcd12(?!.*lc_type[2-5])/i,
  gbt21010: /21010/,
  globeland30: /globe_?land_?30|[ns]\d{2}_\d{2}_(?:19|20)\d{2}lc030/i,
  clcd: /clcd|yang[ _]?(?:and|&)[ _]?huang/i,
  // Not the maker's name alone: its programs write it into rasters of any content.
  esri: /esri[-_ ]?(?:global[-_ ]?)?(?:land[-_ ]?cover|lulc)|impact[-_ ]?observatory|io[-_]?lulc|(?:^|[\\/ _])\d{2}[c-x]_\d{8}-\d{8}/i,
};

/** Of the producers' own colour tables and legends. */
const COLOURS: Readonly<Partial<Record<KnownCoverScheme, Readonly<Record<number, Colour>>>>> = {
  worldcover: {
    10: [0, 100, 0],
    20: [255, 187, 34],
    30: [255, 255, 76],
    40: [240, 150, 255],
    50: [250, 0, 0],
    60: [180, 180, 180],
    70: [240, 240, 240],
    80: [0, 100, 200],
    90: [0, 150, 160],
    95: [0, 207, 117],
    100: [250, 230, 160],
  },
  globeland30: {
    10: [249, 160, 255],
    20: [0, 99, 0],
    30: [99, 255, 0],
    40: [0, 255, 119],
    50: [0, 99, 255],
    60: [0, 0, 255],
    70: [99, 99, 51],
    80: [255, 0, 0],
    90: [191, 191, 191],
    100: [199, 240, 255],
  },
  clcd: {
    1: [250, 227, 156],
    2: [68, 111, 51],
    3: [51, 160, 44],
    4: [171, 211, 123],
    5: [30, 105, 180],
    6: [166, 206, 227],
    7: [207, 189, 163],
    8: [226, 66, 144],
    9: [40, 155, 232],
  },
  esri: {
    1: [26, 91, 171],
    2: [53, 130, 33],
    4: [135, 209, 158],
    5: [255, 219, 92],
    7: [237, 2, 42],
    8: [237, 233, 228],
    9: [242, 250, 255],
    10: [200, 200, 200],
    11: [198, 173, 141],
  },
};
/** Of each of red, green and blue: tables are rounded on the way. */
const COLOUR_TOLERANCE = 12;
/** One colour alone may be a chance: many legends have dark green for trees. */
const LEAST_COLOURS = 2;

function isColouredBy(scheme: KnownCoverScheme, values: readonly number[], colours: ReadonlyMap<number, Colour>): boolean {
  const table = COLOURS[scheme] ?? {};
  const same = (a: Colour, b: Colour): boolean => a.every((part, i) => Math.abs(part - (b[i] as number)) <= COLOUR_TOLERANCE);
  return (
    values.length >= LEAST_COLOURS &&
    values.every((value) => {
      const [own, published] = [colours.get(value), table[value]];
      return own !== undefined && published !== undefined && same(own, published);
    })
  );
}
