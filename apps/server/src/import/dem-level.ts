// How fine the lattice must be for a file: the first level whose triangles pass within three quarters of a metre of the file's own cells.
import { BASE_LEVEL, createSurface, layeredGround } from '@lookout/geo';
import { placingOf } from '@lookout/ingest';
import { BLOCK } from '../services/elevation-file.ts';
import { createBlockCache, groundPiece, type Records } from '../services/elevation-ground.ts';
import type { RasterPlan } from './dem-far.ts';

/** Cells of 4.8 m: steep ground of 30 m cells needs no more. */
const FINEST_LEVEL = 16;
const NEAR_ENOUGH_METRES = 0.75;
/** Cells looked at, the same ones in every run. */
const LOOKED_AT = 2_000;
/** Higher than any ground: only rays care. */
const ANY_HEIGHT = 12_107;

export function chooseLevel(plan: RasterPlan, records: Records): number {
  const placing = placingOf(plan.georeference);
  const cells = scattered(plan.columns, plan.rows);
  const blocks = createBlockCache();
  for (let level = BASE_LEVEL; level < FINEST_LEVEL; level++) {
    const piece = groundPiece({ id: 'level', header: { ...plan, maxLevel: level, storedLevels: [] }, records, blocks });
    const surface = createSurface(layeredGround([piece], null, ANY_HEIGHT).sourceAt(level), { keepTiles: 64 });
    const isNear = cells.every(([column, row]) => {
      const own = piece.heightOfCell(column, row);
      const drawn = surface.heightAt(...placing.toPlace(column, row));
      return own === null || drawn === null || Math.abs(own - drawn) <= NEAR_ENOUGH_METRES;
    });
    if (isNear) return level;
  }
  return FINEST_LEVEL;
}

/** Spread evenly (R. Roberts' sequence), in the order of their blocks so that each is unpacked once. */
function scattered(columns: number, rows: number): (readonly [column: number, row: number])[] {
  const blockOf = ([column, row]: readonly [number, number]): number => Math.floor(row / BLOCK) * 65_536 + Math.floor(column / BLOCK);
  return Array.from(
    { length: LOOKED_AT },
    (_, k) => [Math.floor(((k * 0.754_877_666) % 1) * columns), Math.floor(((k * 0.569_840_29) % 1) * rows)] as const,
  ).sort((a, b) => blockOf(a) - blockOf(b));
}
