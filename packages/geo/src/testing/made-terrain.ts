// Terrains made by formula for tests of sight: the answer is known, or a slow reference gives it.
import type { HeightGrid } from '../viewshed/height-grid.ts';

export const CELL_METRES = 30;

/** A grid of 30 m cells whose heights follow from column and row. */
export function gridOf(columns: number, rows: number, heightAt: (column: number, row: number) => number): HeightGrid {
  const heights = Float32Array.from({ length: columns * rows }, (_, post) => heightAt(post % columns, Math.floor(post / columns)));
  return { columns, rows, heights, northMetres: CELL_METRES, eastMetres: [CELL_METRES, CELL_METRES] };
}

/** Numbers from 0 to 1, the same in every run. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A profile three rows wide: a random walk whose steps are up to `roughMetres`, the same for a seed. */
export function roughProfile(columns: number, roughMetres: number, seed: number): HeightGrid {
  const next = seededNumbers(seed);
  let height = 3_000;
  const profile = Array.from({ length: columns }, () => (height += (next() + next() + next() - 1.5) * roughMetres));
  return gridOf(columns, 3, (column) => profile[column] as number);
}

/** Ten terrains of 81 × 81 posts: waves of several lengths, from hills of 100 m to ranges of 800 m, two with plateaus, two with ravines. */
export function madeTerrains(): HeightGrid[] {
  return Array.from({ length: 10 }, (_, index) => {
    const next = seededNumbers(index + 1);
    const waves = Array.from({ length: 8 }, (_, wave) => {
      const length = 60 / 1.5 ** wave;
      const angle = next() * 2 * Math.PI;
      return {
        east: Math.cos(angle) / length,
        south: Math.sin(angle) / length,
        phase: next() * 6.28,
        metres: length * (0.5 + 0.25 * index),
      };
    });
    return gridOf(81, 81, (column, row) => {
      const smooth = waves.reduce((sum, { east, south, phase, metres }) => {
        return sum + metres * Math.sin((column * east + row * south) * 2 * Math.PI + phase);
      }, 2_000);
      if (index === 3 || index === 7) return Math.min(smooth, 2_060);
      return index === 5 || index === 9 ? smooth - 60 * Math.exp(-(((column * 2 + row) % 41) ** 2) / 8) : smooth;
    });
  });
}
