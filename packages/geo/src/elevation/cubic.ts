// Interpolates heights between the cell centres of a raster, smoothly (R. Keys, IEEE Trans. ASSP 29, 1981, a = −½, "Catmull-Rom"): the surface
// passes through every centre without an edge there, so that a coarse lattice of posts follows it closely. Pure.

/** The value of a cell; NaN where it is unknown or outside. */
export type Cell = (column: number, row: number) => number;

/**
 * @param column, row in cells; integers are centres
 * @returns NaN where the nearest cell is unknown. An unknown cell next to known ones counts as their mean, so that the surface ends
 * smoothly.
 */
export function cubicAt(cell: Cell, column: number, row: number): number {
  if (Number.isNaN(cell(Math.round(column), Math.round(row)))) return Number.NaN;
  const left = Math.floor(column);
  const top = Math.floor(row);
  const x = column - left;
  const y = row - top;
  let sum = 0;
  for (let k = -1; k <= 2; k++) {
    const weight = weightOf(k, y);
    if (weight === 0) continue;
    for (let m = -1; m <= 2; m++) {
      const share = weightOf(m, x);
      if (share !== 0) sum += weight * share * cellOrMean(cell, left + m, top + k);
    }
  }
  return Number.isNaN(sum) ? linearAt(cell, left, top, x, y) : sum;
}

function cellOrMean(cell: Cell, column: number, row: number): number {
  const own = cell(column, row);
  if (!Number.isNaN(own)) return own;
  let sum = 0;
  let count = 0;
  for (let k = -1; k <= 1; k++) {
    for (let m = -1; m <= 1; m++) {
      const value = cell(column + m, row + k);
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
  }
  return sum / count;
}

function weightOf(k: number, t: number): number {
  if (k === -1) return ((-0.5 * t + 1) * t - 0.5) * t;
  if (k === 0) return (1.5 * t - 2.5) * t * t + 1;
  if (k === 1) return ((-1.5 * t + 2) * t + 0.5) * t;
  return (0.5 * t - 0.5) * t * t;
}

function linearAt(cell: Cell, left: number, top: number, x: number, y: number): number {
  let sum = 0;
  let weights = 0;
  for (let k = 0; k <= 1; k++) {
    for (let m = 0; m <= 1; m++) {
      const value = cell(left + m, top + k);
      const weight = (m === 0 ? 1 - x : x) * (k === 0 ? 1 - y : y);
      if (Number.isNaN(value) || weight === 0) continue;
      sum += weight * value;
      weights += weight;
    }
  }
  return sum / weights;
}
