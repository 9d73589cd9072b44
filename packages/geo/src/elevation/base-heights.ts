// Base heights of the demo relief (演示地形): manually made tables of rough heights, not surveyed. Used by relief.ts.

/** Values on a regular grid of degrees, rows from the north; units of 100 m. */
interface DegreeTable {
  readonly westDegrees: number;
  readonly northDegrees: number;
  readonly stepDegrees: number;
  readonly columns: number;
  readonly rows: number;
  readonly hundredsOfMetres: readonly number[];
}

/** China and its neighbours every 3°, 72–135° E, 54–18° N; below 0 is sea. */
// biome-ignore format: a map is read as a map
export const CHINA: DegreeTable = {
  westDegrees: 72, northDegrees: 54, stepDegrees: 3, columns: 22, rows: 13,
  hundredsOfMetres: [
    // 72  75  78  81  84  87  90  93  96  99 102 105 108 111 114 117 120 123 126 129 132 135
    1, 1, 1, 2, 4, 8, 15, 15, 10, 8, 10, 8, 6, 8, 9, 8, 7, 6, 4, 3, 3, 3, // 54
    3, 4, 4, 5, 8, 20, 22, 18, 17, 18, 14, 10, 12, 10, 9, 7, 8, 6, 4, 2, 2, 3, // 51 Greater Khingan
    6, 7, 7, 8, 10, 12, 18, 20, 22, 22, 15, 13, 13, 11, 10, 8, 9, 3, 3, 3, 1, 2, // 48 Nenjiang, Sanjiang
    5, 6, 8, 7, 4, 6, 10, 12, 14, 14, 12, 11, 10, 10, 10, 10, 6, 1.5, 2, 4, 2, 4, // 45 Junggar, Harbin
    12, 25, 28, 22, 20, 14, 10, 11, 13, 12, 11, 11, 11, 13, 13, 10, 4, 1.5, 4, 7, -1, -3, // 42 Tianshan, Changbai
    30, 38, 12, 11, 11, 11, 18, 26, 34, 28, 14, 12, 13, 12, 8, -0.5, -1, 0.5, 2, -2, -3, -3, // 39 Tarim, Qilian, Ordos
    25, 48, 50, 50, 50, 48, 48, 40, 34, 36, 27, 17, 13, 9, 1, 0.3, 1, -2, 2, 2, -3, -3, // 36 Kunlun, Loess
    8, 10, 45, 48, 49, 49, 49, 48, 45, 43, 38, 16, 12, 5, 0.8, 0.3, 0, -2, 0, 1, 2, -3, // 33 Qiangtang, Qinling
    1, 2, 12, 42, 48, 47, 48, 47, 44, 41, 34, 0.5, 5, 6, 0.4, 1.5, 1, -2, -2, 0, 1, -2, // 30 Sichuan basin
    1, 2, 2, 2, 5, 28, 25, 20, 15, 27, 24, 16, 8, 5, 2.5, 4, 2, -2, -2, -2, -2, -2, // 27 Yunnan, Guizhou
    2, 3, 4, 4, 3, 1, 1, 5, 8, 16, 19, 15, 4, 3, 1.5, 2, 3, -3, -3, -3, -3, -3, // 24
    1, 2, 3, 3, 1, -1, -1, 2, 6, 10, 12, 5, 0.5, 0.5, -2, -2, -2, -3, -3, -3, -3, -3, // 21
    0, 2, 3, 1, -2, -3, -3, -2, 2, 4, 2, 3, 1, -2, -3, -3, -3, -3, -3, -3, -3, -3, // 18 Hainan
  ],
};

/** Mean height of the ridges of the stage, every 1°, 99–106° E, 36–29° N: plateau in the north-west, rim of the Sichuan basin in the south-east. */
// biome-ignore format: a map is read as a map
export const STAGE_LEVEL: DegreeTable = {
  westDegrees: 99, northDegrees: 36, stepDegrees: 1, columns: 8, rows: 8,
  hundredsOfMetres: [
    // 99 100 101 102 103 104 105 106
    38, 37, 35, 31, 26, 22, 18, 17, // 36
    43, 41, 38, 35, 32, 27, 21, 17, // 35
    44, 43, 41, 36, 36, 32, 26, 19, // 34 Zoige
    44, 43, 41, 36, 37, 38, 29, 16, // 33 Min Shan
    42, 41, 39, 38, 37, 36, 26, 14, // 32
    40, 39, 38, 38, 38, 18, 10, 10, // 31 Longmen Shan
    40, 39, 38, 36, 21, 9, 9, 10, // 30
    41, 41, 40, 34, 18, 9, 9, 10, // 29
  ],
};

/** Height difference from valley to crest, on the grid of STAGE_LEVEL: gorges in the south, wide meadows around Zoige. */
// biome-ignore format: a map is read as a map
export const STAGE_SWING: DegreeTable = {
  westDegrees: 99, northDegrees: 36, stepDegrees: 1, columns: 8, rows: 8,
  hundredsOfMetres: [
    8, 8, 8, 8, 8, 8, 7, 5, // 36
    9, 9, 9, 9, 9, 9, 8, 6, // 35
    9, 9, 11, 4, 5, 16, 15, 9, // 34
    9, 11, 12, 3, 5, 21, 20, 9, // 33
    11, 14, 20, 20, 23, 26, 18, 5, // 32
    16, 21, 26, 27, 29, 20, 4, 2, // 31
    18, 22, 26, 26, 19, 5, 2, 2, // 30
    18, 22, 26, 23, 13, 4, 2, 2, // 29
  ],
};

/** The 3 × 3 values around the cell of the previous position, because most neighbours are in the same cell. Refilled in each call. */
const near = new Float64Array(9);

/**
 * Interpolates a table by the uniform quadratic B-spline, whose slope is continuous. Edge values continue outwards.
 * @param out metres at each position `lngs[k]`, `lats[k]`
 */
export function readTable(table: DegreeTable, lngs: Float64Array, lats: Float64Array, out: Float64Array): void {
  const { westDegrees, northDegrees, stepDegrees } = table;
  let nearColumn = Number.NaN;
  let nearRow = Number.NaN;
  for (let k = 0; k < out.length; k++) {
    const x = ((lngs[k] as number) - westDegrees) / stepDegrees;
    const y = (northDegrees - (lats[k] as number)) / stepDegrees;
    const column = Math.floor(x + 0.5);
    const row = Math.floor(y + 0.5);
    if (column !== nearColumn || row !== nearRow) {
      fillAround(table, column, row);
      nearColumn = column;
      nearRow = row;
    }
    const dx = x - column;
    const dy = y - row;
    const west = 0.5 * (0.5 - dx) * (0.5 - dx);
    const east = 0.5 * (0.5 + dx) * (0.5 + dx);
    const north = 0.5 * (0.5 - dy) * (0.5 - dy);
    const south = 0.5 * (0.5 + dy) * (0.5 + dy);
    out[k] = 100 * (north * across(0, west, east) + (1 - north - south) * across(3, west, east) + south * across(6, west, east));
  }
}

const across = (start: number, west: number, east: number): number =>
  west * (near[start] as number) + (1 - west - east) * (near[start + 1] as number) + east * (near[start + 2] as number);

function fillAround({ columns, rows, hundredsOfMetres }: DegreeTable, column: number, row: number): void {
  for (let r = 0; r < 3; r++) {
    const start = clamp(row + r - 1, rows) * columns;
    for (let c = 0; c < 3; c++) near[r * 3 + c] = hundredsOfMetres[start + clamp(column + c - 1, columns)] as number;
  }
}

const clamp = (index: number, count: number): number => (index < 0 ? 0 : index >= count ? count - 1 : index);

// The valleys of the stage (Aba prefecture): courses and floor heights from common knowledge, approximate, for the demo relief only.

/** Points of a river course from its source down: longitude, latitude (degrees), height of the valley floor (metres). */
export type RiverCourse = readonly (readonly [lng: number, lat: number, floorMetres: number])[];

// biome-ignore format: one course a line or two reads as a map
export const STAGE_RIVERS: Readonly<Record<string, RiverCourse>> = {
  岷江: [[103.72, 33.05, 3400], [103.65, 32.85, 3050], [103.6, 32.64, 2850], [103.67, 32.35, 2520], [103.7, 32.05, 2130], [103.77, 31.85, 1760],
    [103.85, 31.68, 1580], [103.72, 31.58, 1450], [103.59, 31.48, 1320], [103.49, 31.35, 1220], [103.5, 31.2, 1120], [103.48, 31.06, 1050], [103.62, 30.95, 1020]],
  杂谷脑河: [[102.7, 31.72, 3200], [102.8, 31.65, 2700], [102.95, 31.55, 2250], [103.17, 31.44, 1890], [103.35, 31.49, 1620], [103.45, 31.55, 1480], [103.59, 31.48, 1320]],
  黑水河: [[102.6, 32.15, 3300], [102.8, 32.1, 2700], [102.99, 32.06, 2350], [103.25, 32.08, 2080], [103.45, 31.95, 1900], [103.77, 31.85, 1760]],
  梭磨河: [[102.65, 32.0, 3150], [102.45, 31.95, 2850], [102.21, 31.9, 2610], [102.03, 31.87, 2450], [101.98, 31.83, 2380]],
  脚木足河: [[101.45, 32.75, 3250], [101.55, 32.6, 3100], [101.7, 32.3, 2800], [101.95, 32.05, 2500], [101.98, 31.83, 2380]],
  杜柯河: [[100.6, 32.55, 3600], [100.98, 32.27, 3290], [101.35, 32.05, 3000], [101.6, 31.85, 2700], [101.98, 31.83, 2380]],
  阿曲: [[101.35, 33.1, 3500], [101.7, 32.9, 3290], [101.72, 32.7, 3180], [101.55, 32.6, 3100]],
  大金川: [[101.98, 31.83, 2380], [102.03, 31.65, 2260], [102.06, 31.48, 2160], [102.0, 31.25, 2030], [101.92, 31.05, 1930], [101.88, 30.88, 1860], [101.95, 30.65, 1750], [102.1, 30.4, 1600]],
  小金川: [[102.75, 31.05, 3200], [102.55, 31.02, 2680], [102.36, 31.0, 2370], [102.1, 30.97, 2060], [101.88, 30.88, 1860]],
  抚边河: [[102.6, 31.55, 3400], [102.48, 31.25, 2750], [102.36, 31.0, 2370]],
  渔子溪: [[102.95, 30.95, 2900], [103.18, 31.03, 1950], [103.35, 31.05, 1400], [103.48, 31.06, 1050]],
  白水江: [[103.7, 33.35, 3000], [103.92, 33.26, 2300], [104.1, 33.28, 1750], [104.24, 33.26, 1430], [104.4, 33.1, 1230], [104.65, 32.95, 1060]],
  涪江: [[103.95, 32.8, 2900], [104.2, 32.6, 1900], [104.5, 32.42, 1250], [104.75, 32.3, 1060]],
  白龙江: [[102.8, 34.1, 3300], [103.2, 34.05, 2500], [103.9, 33.9, 1800], [104.37, 33.79, 1420], [104.7, 33.6, 1150]],
  黑河: [[102.6, 33.2, 3480], [102.96, 33.58, 3440], [102.5, 33.9, 3420]],
  白河: [[102.54, 32.79, 3490], [102.5, 33.2, 3450], [102.4, 33.6, 3425]],
};
