// Terrain for tests that need many tiles: as rough as the demo relief, at a hundredth of its cost.
import { cellDegrees, type TerrainSource } from '../elevation/lattice.ts';

const LEVEL = 12;

/** 900 … 4,100 m, valleys and ridges of 2 to 20 km, the same everywhere on Earth. */
export function hills(): TerrainSource {
  const cell = cellDegrees(LEVEL);
  return {
    maxLevel: LEVEL,
    highestMetres: 4100,
    post(i, j) {
      const [x, y] = [i * cell * 100, j * cell * 100];
      const ridge = Math.sin(x * 0.4 + Math.sin(y * 0.3)) + 0.6 * Math.sin(y * 0.9 - x * 0.5);
      return 2500 + 800 * ridge + 200 * Math.sin(x * 2.3 + y) + 120 * Math.sin(y * 3.1 - x * 1.7);
    },
  };
}
