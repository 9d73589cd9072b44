// Land cover (地类): the published tables of the known schemes, with their classes, the names of their files, and their colours. The rule
// that uses them is in land-cover.ts.

/** Schemes whose classes the product knows. */
export const KNOWN_COVER_SCHEMES = ['worldcover', 'igbp', 'gbt21010', 'globeland30', 'clcd', 'esri'] as const;
export type KnownCoverScheme = (typeof KNOWN_COVER_SCHEMES)[number];
export const COVER_SCHEMES = [...KNOWN_COVER_SCHEMES, 'table'] as const;
/** `table`: a table that was supplied with the file. */
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

/**
 * GlobeLand30 (2000, 2010, 2020): cultivated, forest, grass, shrub, wetland, water, tundra, artificial, bare, snow and ice. The classes are
 * those of Chen et al., ISPRS Journal of Photogrammetry and Remote Sensing 103 (2015); the codes are those of the product's tiles.
 */
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

/** Classes by scheme, each with the corresponding cover of this product. */
export const COVER_CLASSES: Readonly<Record<KnownCoverScheme, Classes>> = {
  worldcover: WORLDCOVER,
  igbp: IGBP,
  gbt21010: GBT21010,
  globeland30: GLOBELAND30,
  clcd: CLCD,
  esri: ESRI,
};

export type Colour = readonly [red: number, green: number, blue: number];

/** Patterns for the producers' file names and the text of their descriptions. */
export const COVER_NAMES: Readonly<Record<KnownCoverScheme, RegExp>> = {
  worldcover: /world_?cover/i,
  igbp: /igbp|lc_type1(?!\d)|mcd12(?!.*lc_type[2-5])/i,
  gbt21010: /21010/,
  globeland30: /globe_?land_?30|[ns]\d{2}_\d{2}_(?:19|20)\d{2}lc030/i,
  clcd: /clcd|yang[ _]?(?:and|&)[ _]?huang/i,
  // The producer's name alone does not count: its programs write it into rasters of any content.
  esri: /esri[-_ ]?(?:global[-_ ]?)?(?:land[-_ ]?cover|lulc)|impact[-_ ]?observatory|io[-_]?lulc|(?:^|[\\/ _])\d{2}[c-x]_\d{8}-\d{8}/i,
};

/** The colours, from the producers' own colour tables and legends. */
export const COVER_COLOURS: Readonly<Partial<Record<KnownCoverScheme, Readonly<Record<number, Colour>>>>> = {
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
  /* 待核对: the manual of GlobeLand30 is available to registered users only. These are the colours and codes of its tiles according to two
     programs that read them, which agree and are independent of each other. 255 is the sea. */
  globeland30: {
    10: [249, 160, 255],
    20: [0, 99, 0],
    30: [99, 255, 0],
    40: [0, 255, 199],
    50: [0, 99, 255],
    60: [0, 0, 255],
    70: [99, 99, 51],
    80: [255, 0, 0],
    90: [191, 191, 191],
    100: [198, 239, 255],
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

/** 林地, 草地, 农田, 其他. */
export const LAND_COVERS = ['forest', 'grass', 'farm', 'other'] as const;
export type LandCover = (typeof LAND_COVERS)[number];
