// How far the picture is shifted against its background, as on a swaying mast: the sums of rows and columns are compared.

/** Longest shift that is found, pixels. */
export const MOST_SHIFT = 14;
/** A correlation below this says nothing: night, fog. */
const LEAST_CORRELATION = 0.3;

export interface Profiles {
  /** Differences between the means of neighbouring columns, and of neighbouring rows. */
  readonly columns: Float32Array;
  readonly rows: Float32Array;
}

export const createProfiles = (width: number, height: number): Profiles => ({
  columns: new Float32Array(width),
  rows: new Float32Array(height),
});

/** Every second row and column counts. */
export function fillProfiles({ columns, rows }: Profiles, luma: Uint8Array, width: number, height: number): void {
  columns.fill(0);
  rows.fill(0);
  for (let y = 0; y < height; y++) {
    const from = y * width;
    let sum = 0;
    if (y & 1) for (let x = 1; x < width; x += 2) sum += luma[from + x] as number;
    else
      for (let x = 0; x < width; x++) {
        const value = luma[from + x] as number;
        columns[x] = (columns[x] as number) + value;
        if (x & 1) sum += value;
      }
    rows[y] = sum;
  }
  differences(columns, 2 / height);
  differences(rows, 2 / width);
}

function differences(values: Float32Array, scale: number): void {
  for (let at = 0; at < values.length - 1; at++) values[at] = ((values[at + 1] as number) - (values[at] as number)) * scale;
  values[values.length - 1] = 0;
}

/** @returns by how many pixels `now` lies further along than `before`; 0 where that cannot be found out */
export function shiftOf(now: Float32Array, before: Float32Array): number {
  let [best, bestShift] = [LEAST_CORRELATION, 0];
  const none = correlation(now, before, 0);
  for (let shift = -MOST_SHIFT; shift <= MOST_SHIFT; shift++) {
    const found = shift === 0 ? none : correlation(now, before, shift);
    if (found > best) [best, bestShift] = [found, shift];
  }
  return best > none + 0.02 ? bestShift : 0;
}

function correlation(now: Float32Array, before: Float32Array, shift: number): number {
  let [product, a, b] = [0, 1e-6, 1e-6];
  for (let at = MOST_SHIFT; at < before.length - MOST_SHIFT; at++) {
    const [x, y] = [now[at + shift] as number, before[at] as number];
    product += x * y;
    a += x * x;
    b += y * y;
  }
  return product / Math.sqrt(a * b);
}
