// Boundaries of counties, prefectures and provinces as ONE gapless coverage: the counties are cleaned once, and all higher levels are
// unions of them.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gcj02ToWgs84 } from '../../packages/geo/src/coordinates/datum.ts';
import { geometriesOf } from '../../packages/store/seed/topology.ts';
import { contains, pointInside } from './inside.mjs';

/** Vertices are removed while the border remains within about this distance of the original; the source itself is quantised to 100 m. */
const SIMPLIFIED_METRES = 150;

/** Larger holes between counties are lakes or the sea, smaller ones are faults of the source. */
const GAP = '100km2';

/**
 * @param {{ counties: import('./county-maps.mjs').DrawnCounty[], labels: Map<string, [number, number]>, cleaner: string, temporary: string }} from
 *   `labels`: label points by number, in the datum of the source
 * @returns {{ topology: object, moved: string[] }} WGS 84; `moved`: areas whose label point lay outside and was replaced
 */
export function makeBoundaries({ counties, labels, cleaner, temporary }) {
  const topology = cover({ counties, cleaner, temporary });
  addUndivided(topology, counties);
  addUnions(topology, new Set(counties.map(({ no }) => no)));
  return { topology, moved: addCentres(topology, labels) };
}

/** Cleans the counties and dissolves them into the higher levels; all levels share their arcs. */
function cover({ counties, cleaner, temporary }) {
  const input = join(temporary, 'drawn.json');
  const output = join(temporary, 'boundaries.topo.json');
  writeFeatures(input, counties);
  execFileSync(
    process.execPath,
    [
      '--max-old-space-size=8000',
      ...[cleaner, '-i', input, 'name=drawn'],
      ...['-clean', 'snap-interval=0.0006', `gap-fill-area=${GAP}`],
      // Two counties that have since been merged are one area.
      ...['-dissolve', 'no'],
      ...['-simplify', 'weighted', `interval=${SIMPLIFIED_METRES}`, 'keep-shapes'],
      ...['-clean', `gap-fill-area=${GAP}`],
      ...['-each', 'prefecture = no.slice(2) === "0000" ? null : no.slice(0, 4) + "00", province = no.slice(0, 2) + "0000"'],
      ...['-filter', 'prefecture !== null', '+', 'name=prefectures', 'target=drawn'],
      ...['-dissolve', 'prefecture', 'target=prefectures'],
      ...['-each', 'this.properties = { no: prefecture }', 'target=prefectures'],
      ...['-dissolve', 'province', '+', 'name=provinces', 'target=drawn'],
      ...['-each', 'this.properties = { no: province }', 'target=provinces'],
      ...['-filter', 'no.slice(4) !== "00"', '+', 'name=counties', 'target=drawn'],
      ...['-filter-fields', 'no', 'target=counties'],
      ...['-sort', 'no', 'target=provinces,prefectures,counties'],
      ...['-o', output, 'format=topojson', 'quantization=1000000', 'target=provinces,prefectures,counties', 'force'],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return JSON.parse(readFileSync(output, 'utf8'));
}

/**
 * Writes the features in WGS 84; the source is in GCJ-02 (see the seed's README). One feature after another, because the whole text would
 * exceed the maximum length of a string.
 */
function writeFeatures(path, counties) {
  const file = openSync(path, 'w');
  writeSync(file, '{"type":"FeatureCollection","features":[\n');
  for (const [at, { no, polygons }] of counties.entries()) {
    const coordinates = polygons.map((rings) => rings.map((ring) => ring.filter((point, i) => !isSame(point, ring[i - 1])).map(toWgs84)));
    const feature = { type: 'Feature', properties: { no }, geometry: { type: 'MultiPolygon', coordinates } };
    writeSync(file, `${at === 0 ? '' : ',\n'}${JSON.stringify(feature)}`);
  }
  writeSync(file, '\n]}\n');
  closeSync(file);
}

const toWgs84 = (point) => gcj02ToWgs84(point).map((degrees) => Math.round(degrees * 1e7) / 1e7);

const isSame = ([x, y], before) => before !== undefined && before[0] === x && before[1] === y;

/** Writes `alsoHolds` into every county whose land now also holds other counties. */
function addUndivided(topology, counties) {
  const held = Map.groupBy(
    counties.filter(({ alsoHolds }) => alsoHolds.length > 0),
    ({ no }) => no,
  );
  for (const { properties } of topology.objects.counties.geometries) {
    const parts = held.get(properties.no);
    if (parts) properties.alsoHolds = [...new Set(parts.flatMap(({ alsoHolds }) => alsoHolds))].sort();
  }
}

/** Marks the prefectures and provinces that consist of counties alone. */
function addUnions({ objects: { provinces, prefectures } }, drawn) {
  for (const { properties } of [...provinces.geometries, ...prefectures.geometries])
    if (!drawn.has(properties.no)) properties.isUnion = true;
}

/** Writes `lng`, `lat` into every shape: the source's label point when it lies inside, else a point well inside. */
function addCentres(topology, labels) {
  const moved = [];
  for (const { properties, geometry } of geometriesOf(topology)) {
    // "市辖区" of a municipality has no label point of its own: it is the municipality.
    const label = labels.get(properties.no) ?? labels.get(`${properties.no.slice(0, 2)}0000`);
    const given = label && toWgs84(label);
    const isKept = given !== undefined && contains(geometry, given);
    if (!isKept && labels.has(properties.no)) moved.push(properties.no);
    const [lng, lat] = isKept ? given : pointInside(geometry);
    properties.lng = Math.round(lng * 1e5) / 1e5;
    properties.lat = Math.round(lat * 1e5) / 1e5;
  }
  return moved;
}
