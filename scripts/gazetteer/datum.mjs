// Measures the datum of the county maps: shifts their vertices over the coastline of GSHHG (Wessel & Smith, J. Geophys. Res. 101, 1996; WGS
// 84) until most lie on it. Run manually; needs Debian's gmt and gmt-gshhg-full:
//   node scripts/run.mjs scripts/gazetteer/datum.mjs [temporary folder] Prints by province the best shift, as drawn and after undoing
//   GCJ-02, with its uncertainty, and the residual shift after the conversion, which proves the conversion.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gcj02ToWgs84 } from '../../packages/geo/src/coordinates/datum.ts';
import { readCounties } from './county-maps.mjs';
import { readGrids } from './grids.mjs';
import { fetchPackage, SOURCES } from './sources.mjs';

/** A vertex this near to the reference line counts as on it: the source is quantised to 100 m. */
const ON_LINE_METRES = 120;
/** Vertices farther from the reference line, as drawn, belong to inland borders. */
const NEAR_METRES = 1_500;
const RANGE_METRES = 900;
const STEP_METRES = 25;
/** The uncertainty is the spread of the best shift over this many samples of cells of 0.1° (block bootstrap). */
const SAMPLES = 12;
/** With fewer vertices near the reference line no shift can be determined. */
const LEAST_VERTICES = 300;
const METRES_PER_DEGREE = 111_195;
/** At most this many vertices of a province are shifted over the reference line: Taiwan has a million. */
const MOST_VERTICES = 15_000;
/** With a greater spread the reference line does not determine the shift. */
const TELLING_SPREAD_METRES = 100;

function main() {
  const temporary = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'lookout-datum-'));
  const { grids } = readGrids(fetchPackage(temporary, SOURCES.codes));
  const names = new Map(grids.map(({ no, name }) => [no, name]));
  const provinces = Map.groupBy(readCounties(fetchPackage(temporary, SOURCES.counties), names), ({ no }) => `${no.slice(0, 2)}0000`);

  for (const line of ['coast', 'border']) {
    console.log(`\n${line}: metres east, north; in brackets the spread; share of vertices within ${ON_LINE_METRES} m`);
    const left = [];
    for (const [no, counties] of provinces) {
      const drawn = unique(counties.flatMap(({ polygons }) => polygons.flat(2)));
      const report = measure(line, drawn, left);
      if (report !== null) console.log(`${names.get(no)}: ${report}`);
    }
    console.log(
      `left after undoing it, median of the ${left.length} provinces that can be told: ${medianOf(left.sort((a, b) => a - b))} m`,
    );
  }
}

function unique(points) {
  return [...new Map(points.map((point) => [`${point[0]} ${point[1]}`, point])).values()];
}

/**
 * @param left receives the residual shift after undoing GCJ-02, metres, where it can be determined. @returns {string | null} null where too
 * few vertices lie near the reference line
 */
function measure(line, drawn, left) {
  const box = boxOf(drawn);
  const raster = rasterOf(lineIn(line, box), box);
  if (raster === null) return null;
  const all = drawn.filter((point) => raster.isWithin(point, 0, 0, 'near'));
  if (all.length < LEAST_VERTICES) return null;
  const every = Math.ceil(all.length / MOST_VERTICES);
  const near = all.filter((_, i) => i % every === 0).map((point) => [point, gcj02ToWgs84(point)]);
  const [before, after] = [0, 1].map((which) =>
    fitShift(
      raster,
      near.map((pair) => pair[which]),
    ),
  );
  const isTold = Math.max(...after.spread) <= TELLING_SPREAD_METRES;
  if (isTold) left.push(lengthOf(after));
  const away = near.map(([point, back]) => [
    (back[0] - point[0]) * METRES_PER_DEGREE * Math.cos(radians(point[1])),
    (back[1] - point[1]) * METRES_PER_DEGREE,
  ]);
  const mean = [0, 1].map((axis) => Math.round(away.reduce((sum, shift) => sum + shift[axis], 0) / away.length));
  return `${near.length} vertices; as drawn ${text(before)}, GCJ-02 would be ${mean.join(', ')}; after undoing it ${text(after)}${isTold ? `: ${lengthOf(after)} m are left` : ', which cannot be told'}`;
}

const lengthOf = ({ shift }) => Math.round(Math.hypot(...shift));
const medianOf = (sorted) => sorted[Math.floor(sorted.length / 2)];

const radians = (degrees) => (degrees * Math.PI) / 180;
const percent = (share) => `${Math.round(share * 100)} %`;
const text = ({ shift, spread, share, best }) => `${shift.join(', ')} (${spread.join(', ')}; ${percent(share)} → ${percent(best)})`;

/** The shift with most vertices on the reference line, its spread, and the shares of vertices on it without and with the shift. */
function fitShift(raster, points) {
  const blocks = [...Map.groupBy(points, ([lng, lat]) => `${Math.floor(lng * 10)} ${Math.floor(lat * 10)}`).values()];
  const { shift, best } = bestShift(raster, points);
  const random = lehmer(20_261_123);
  const shifts = Array.from(
    { length: SAMPLES },
    () =>
      bestShift(
        raster,
        blocks.flatMap(() => blocks[Math.floor(random() * blocks.length)]),
      ).shift,
  );
  const spread = [0, 1].map((axis) =>
    Math.round(Math.sqrt(shifts.reduce((sum, one) => sum + (one[axis] - shift[axis]) ** 2, 0) / SAMPLES)),
  );
  return { shift, spread, share: shareAt(raster, points, 0, 0), best };
}

function bestShift(raster, points) {
  const scan = (centre, range, step) => {
    let found = { best: -1, shift: [0, 0] };
    for (let x = centre[0] - range; x <= centre[0] + range; x += step)
      for (let y = centre[1] - range; y <= centre[1] + range; y += step) {
        const best = shareAt(raster, points, x, y);
        if (best > found.best) found = { best, shift: [x, y] };
      }
    return found;
  };
  return scan(scan([0, 0], RANGE_METRES, 4 * STEP_METRES).shift, 4 * STEP_METRES, STEP_METRES);
}

const shareAt = (raster, points, east, north) => points.filter((point) => raster.isWithin(point, east, north, 'on')).length / points.length;

function boxOf(points) {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of points)
    [west, south, east, north] = [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)];
  return { west: west - 0.05, south: south - 0.05, east: east + 0.05, north: north + 0.05 };
}

/** @returns {[number, number][][]} pieces of the reference line in the box */
function lineIn(line, { west, south, east, north }) {
  const which = line === 'coast' ? ['-W1', '-A0/0/1'] : ['-N1'];
  const dump = execFileSync('gmt', ['coast', '-M', '-Df', ...which, `-R${west}/${east}/${south}/${north}`], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    // The program writes a history file into its working folder.
    cwd: tmpdir(),
  });
  return dump
    .split(/^>.*$/m)
    .map((piece) =>
      piece
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((row) => row.split('\t').map(Number)),
    )
    .filter((piece) => piece.length > 1);
}

const CELL_METRES = 30;
/** Cells per side of a tile: a coast is thin, so most tiles are never created. */
const TILE = 256;

/** Cells within `ON_LINE_METRES` (1) and within `NEAR_METRES` (2) of the reference line. */
function rasterOf(pieces, { west, south, north }) {
  if (pieces.length === 0) return null;
  const eastMetres = METRES_PER_DEGREE * Math.cos(radians((south + north) / 2));
  const tiles = new Map();
  const keyOf = (x, y) => Math.floor(y / TILE) * 100_000 + Math.floor(x / TILE);
  const within = (x, y) => (((y % TILE) + TILE) % TILE) * TILE + (((x % TILE) + TILE) % TILE);
  const mark = (bit, x, y, radius) => {
    const reach = Math.round(radius / CELL_METRES);
    for (let row = y - reach; row <= y + reach; row++) {
      const half = Math.floor(Math.sqrt(reach * reach - (row - y) ** 2));
      for (let column = x - half; column <= x + half; column++) {
        const key = keyOf(column, row);
        const tile = tiles.get(key) ?? new Uint8Array(TILE * TILE);
        tiles.set(key, tile);
        tile[within(column, row)] |= bit;
      }
    }
  };
  for (const piece of pieces)
    for (let i = 1; i < piece.length; i++) {
      const [ax, ay, bx, by] = [...piece[i - 1], ...piece[i]];
      const [dx, dy] = [((bx - ax) * eastMetres) / CELL_METRES, ((by - ay) * METRES_PER_DEGREE) / CELL_METRES];
      const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy)));
      for (let step = 0; step <= steps; step++) {
        const x = Math.floor(((ax - west) * eastMetres) / CELL_METRES + (dx * step) / steps);
        const y = Math.floor(((ay - south) * METRES_PER_DEGREE) / CELL_METRES + (dy * step) / steps);
        mark(1, x, y, ON_LINE_METRES);
        if (step % 10 === 0) mark(2, x, y, NEAR_METRES);
      }
    }
  const bits = { on: 1, near: 2 };
  return {
    isWithin([lng, lat], east, shiftNorth, layer) {
      const x = Math.floor(((lng - west) * eastMetres + east) / CELL_METRES);
      const y = Math.floor(((lat - south) * METRES_PER_DEGREE + shiftNorth) / CELL_METRES);
      const tile = tiles.get(keyOf(x, y));
      return tile !== undefined && (tile[within(x, y)] & bits[layer]) !== 0;
    },
  };
}

/** Minimal standard random numbers (Park & Miller 1988): the same samples every time. */
function lehmer(seed) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

main();
