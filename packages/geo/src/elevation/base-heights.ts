// The lie of the land for the demo relief (演示地形): hand-made tables of rough heights, no survey. Read by relief.ts.

/** Values on a regular grid of degrees, rows from the north; units of 100 m. */
export interface DegreeTable {
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

/** The level the ridges of the stage stand about, every 1°, 99–106° E, 36–29° N: plateau in the north-west, the Sichuan basin's rim in the south-east. */
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

/** From valley to crest, on the grid of STAGE_LEVEL: gorges in the south, wide meadows about Zoige. */
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

/** Three rows of three values around the cell of the place before: most neighbours lie in the same. Filled anew in each reading. */
const near = new Float64Array(9);

/**
 * A table read smoothly between its values: the uniform quadratic B-spline, whose slope has no jump. Edge values go on outwards.
 * @param out metres at each place `lngs[k]`, `lats[k]`
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
