// The gazetteer that ships with the product, in the form the store expects. Parsed only when the database does not have this version yet.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GazetteerSeed } from '@lookout/features/grid/gazetteer-seed.store.ts';
import { FAR_TOLERANCE_DEGREES, readBoundaries, readGrids, readSeats, readTowns } from './read.ts';

export { readMapNames, readRivers } from './read.ts';

const FILES = ['grids.json', 'towns.json.gz', 'boundaries.topo.json.gz', 'seats.json'] as const;

/**
 * The version is the digest of the files and of the tolerance of far outlines, which are stored too. The getters parse 40,000 rows, so each
 * file is read only on demand.
 */
export function gazetteerSeed(): GazetteerSeed {
  const digest = createHash('sha256');
  for (const file of FILES) digest.update(readFileSync(new URL(file, import.meta.url)));
  digest.update(`far ${FAR_TOLERANCE_DEGREES}`);
  return {
    version: digest.digest('hex').slice(0, 16),
    get grids() {
      return [...readGrids(), ...readTowns()];
    },
    get boundaries() {
      return readBoundaries();
    },
    get seats() {
      return readSeats();
    },
  };
}
