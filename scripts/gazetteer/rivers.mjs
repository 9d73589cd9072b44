// Creates packages/store/seed/rivers.json.gz: the rivers of China and its surroundings, for views from far away. Run manually, with a
// network, when the source is renewed:
//   apt-get download gmt-gshhg-low && dpkg -x gmt-gshhg-low_*.deb FOLDER
//   node scripts/gazetteer/rivers.mjs FOLDER [temporary folder] GSHHG (Wessel & Smith 1996; LGPL-3.0-or-later) has rivers of the World Data
//   Bank II in bins of five degrees, without names, accurate to a kilometre or two. Pieces that touch are joined, short ones are left out.
//   Names are from river-names.tsv, each placed at the nearest point of a drawn river.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { fetchPackage, SOURCES } from './sources.mjs';

const [gshhg, kept] = process.argv.slice(2);
if (gshhg === undefined) throw new Error('which folder is Debian’s gmt-gshhg-low unpacked in?');
const BOX = { west: 72, south: 17, east: 136, north: 54 };
/** GSHHG: 0 double-lined rivers, 1 permanent major rivers, 2 additional major ones, 3 additional ones; below are minor and intermittent ones. */
const FINEST = 3;
/** Shorter pieces are fragments between lakes. */
const LEAST_DEGREES = [0.2, 0.3, 0.5, 0.8];
const TOLERANCE_DEGREES = 0.012;
/** A name farther than this from every river is an error in the table. */
const MOST_AWAY_DEGREES = 0.25;

const temporary = kept ?? mkdtempSync(join(tmpdir(), 'lookout-rivers-'));
try {
  await generate();
} finally {
  if (!kept) rmSync(temporary, { recursive: true });
}

async function generate() {
  const levels = new Map();
  for (const { level, points } of await readPieces()) levels.set(level, [...(levels.get(level) ?? []), points]);
  const rivers = [...levels].sort(([a], [b]) => a - b).flatMap(([level, pieces]) => joined(pieces).map((points) => ({ level, points })));
  const long = rivers.filter(({ level, points }) => lengthOf(points) >= LEAST_DEGREES[level]);
  // A tolerance of a hundred metres is enough for lines that are a kilometre off.
  const lines = long.map(({ level, points }) => [
    level,
    simplified(points)
      .flat()
      .map((degrees) => Math.round(degrees * 1e3) / 1e3),
  ]);
  const names = readNames(long);
  writeFileSync(
    new URL('../../packages/store/seed/rivers.json.gz', import.meta.url),
    gzipSync(`${JSON.stringify({ source: 'GSHHG 2.3.7, binned_river_i', lines, names })}\n`, { level: 9 }),
  );
  console.log(
    `${lines.length} lines with ${lines.reduce((sum, [, degrees]) => sum + degrees.length / 2, 0)} points, ${names.length} names`,
  );
}

async function readPieces() {
  const { File } = await import(pathToFileURL(join(fetchPackage(temporary, SOURCES.hdf5), 'dist/esm/index.mjs')).href);
  const bytes = readFileSync(join(gshhg, 'usr/share/gmt-gshhg/binned_river_i.nc'));
  const file = new File(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), 'r');
  const of = (name) => file.get(name).value;
  const [size] = of('Bin_size_in_minutes').map((minutes) => minutes / 60);
  const [across] = of('N_bins_in_360_longitude_range');
  const [first, count] = [of('Id_of_first_segment_in_a_bin'), of('N_segments_in_a_bin')];
  const [from, points, level] = [of('Id_of_first_point_in_a_segment'), of('N_points_for_a_segment'), of('Hierarchial_level_of_a_segment')];
  const [lngs, lats] = [of('Relative_longitude_from_SW_corner_of_bin'), of('Relative_latitude_from_SW_corner_of_bin')];
  const share = (value) => ((value & 0xffff) / 0xffff) * size;
  const pieces = [];
  for (let bin = 0; bin < first.length; bin++) {
    const west = (bin % across) * size;
    const south = 90 - (Math.floor(bin / across) + 1) * size;
    if (west + size <= BOX.west || west >= BOX.east || south + size <= BOX.south || south >= BOX.north) continue;
    for (let segment = first[bin]; segment < first[bin] + count[bin]; segment++) {
      if (level[segment] > FINEST) continue;
      const at = (index) => [rounded(west + share(lngs[index])), rounded(south + share(lats[index]))];
      const places = Array.from({ length: points[segment] }, (_, index) => at(from[segment] + index));
      pieces.push({ level: level[segment], points: places });
    }
  }
  return pieces;
}

/** Chains of pieces whose ends meet in pairs; where three meet, a river ends. */
function joined(pieces) {
  const ends = new Map();
  const keyOf = ([lng, lat]) => `${lng} ${lat}`;
  const meet = (points, at) => ends.set(keyOf(at), [...(ends.get(keyOf(at)) ?? []), points]);
  for (const points of pieces) for (const at of [points[0], points.at(-1)]) meet(points, at);
  const used = new Set();
  const next = (points, at) => {
    const here = ends.get(keyOf(at)) ?? [];
    const other = here.length === 2 ? here.find((one) => one !== points && !used.has(one)) : undefined;
    if (other) used.add(other);
    return other;
  };
  const grow = (begin) => {
    const chain = [...begin];
    let [piece, end] = [begin, begin.at(-1)];
    for (let other = next(piece, end); other; other = next(piece, end)) {
      const forwards = keyOf(other[0]) === keyOf(end) ? other : other.toReversed();
      chain.push(...forwards.slice(1));
      [piece, end] = [other, forwards.at(-1)];
    }
    return chain;
  };
  return pieces.flatMap((points) => {
    if (used.has(points)) return [];
    used.add(points);
    return [grow(grow(points).toReversed())];
  });
}

function lengthOf(points) {
  return points.slice(1).reduce((sum, [x, y], index) => sum + Math.hypot(x - points[index][0], y - points[index][1]), 0);
}

/** Simplifies a line (Douglas–Peucker). */
function simplified(points) {
  if (points.length < 3) return points;
  const [[x1, y1], [x2, y2]] = [points[0], points.at(-1)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  let [far, most] = [0, 0];
  for (let index = 1; index < points.length - 1; index++) {
    const [x, y] = points[index];
    const away = length === 0 ? Math.hypot(x - x1, y - y1) : Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
    if (away > most) [far, most] = [index, away];
  }
  if (most <= TOLERANCE_DEGREES) return [points[0], points.at(-1)];
  return [...simplified(points.slice(0, far + 1)).slice(0, -1), ...simplified(points.slice(far))];
}

function readNames(rivers) {
  const places = rivers.flatMap(({ points }) => points);
  return readFileSync(new URL('river-names.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, latin, lng, lat] = line.split('\t');
      const away = ([x, y]) => Math.hypot(x - Number(lng), y - Number(lat));
      const nearest = places.reduce((best, one) => (away(one) < away(best) ? one : best));
      if (away(nearest) > MOST_AWAY_DEGREES) console.log(`left out: no river near ${name} at ${lng} ${lat} (${away(nearest).toFixed(2)}°)`);
      return away(nearest) > MOST_AWAY_DEGREES ? null : [name, latin, ...nearest];
    })
    .filter((row) => row !== null);
}

function rounded(degrees) {
  return Math.round(degrees * 1e4) / 1e4;
}
