// Reads the province maps of echarts 4.9.0: decodes UTF8Encoding, gives every area the number it has in the grid tree of today.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers of the maps that are no longer those of the tree: merged, renamed, or raised to another rank since 2017. */
const RENUMBERED = {
  371200: '370100', // 莱芜市 merged into 济南市 (2018)
  652200: '650500', // 哈密地区 became 哈密市 (2016)
  542400: '540600', // 那曲地区 became 那曲市 (2017)
  500228: '500155', // 梁平县 became 梁平区 (2016)
  500232: '500156', // 武隆县 became 武隆区 (2016)
};

/** Areas that the maps draw without a number. */
const NUMBER_OF_NAME = { 崇明区: '310151', 山南市: '540500', 昆玉市: '659009' };

/** The tree has these as provinces only; their maps are drawn by districts. */
const WHOLE = { 'taiwan.json': '710000', 'xianggang.json': '810000', 'aomen.json': '820000' };

/** @typedef {{ no: string, centre: [number, number] | null, polygons: number[][][][] }} MapArea */

/**
 * @param {string} folder the unpacked echarts
 * @returns {MapArea[]} prefectures, and districts where a map is drawn by districts; a number may occur more than once
 */
export function readAreas(folder) {
  const maps = join(folder, 'map/json/province');
  return readdirSync(maps)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readMap(join(maps, name)).map((feature) => toArea(feature, WHOLE[name])))
    .filter((area) => area.polygons.length > 0);
}

/** @param {string} folder the unpacked echarts @returns {Map<string, [number, number]>} label points of the provinces, by number */
export function readProvinceCentres(folder) {
  return new Map(readMap(join(folder, 'map/json/china.json')).map((feature) => [String(feature.properties.id), feature.properties.cp]));
}

function toArea(feature, whole) {
  const { id, name, cp } = { id: feature.id, ...feature.properties };
  const drawn = whole ?? id ?? NUMBER_OF_NAME[name];
  if (drawn === undefined) throw new Error(`no number for ${name}`);
  // A merged or whole area keeps the centre of none of its parts.
  const centre = whole || RENUMBERED[drawn] === '370100' ? null : (cp ?? null);
  return { no: RENUMBERED[drawn] ?? String(drawn), centre, polygons: feature.polygons };
}

function readMap(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  return map.features.map((feature) => {
    const { type, coordinates, encodeOffsets } = feature.geometry;
    const polygons = type === 'Polygon' ? [coordinates] : coordinates;
    const offsets = type === 'Polygon' ? [encodeOffsets] : encodeOffsets;
    const decoded = map.UTF8Encoding ? polygons.map((rings, p) => rings.map((ring, r) => decodeRing(ring, offsets[p][r]))) : polygons;
    return {
      id: feature.id,
      properties: feature.properties,
      polygons: decoded.filter((rings) => rings.length > 0).map((rings) => rings.map(closed)),
    };
  });
}

/** Zigzag differences, one UTF-16 unit each, in 1/1024 degree (echarts 4.9.0, src/coord/geo/parseGeoJson.js). */
function decodeRing(text, [offsetX, offsetY]) {
  const ring = [];
  let x = offsetX;
  let y = offsetY;
  for (let at = 0; at < text.length; at += 2) {
    x += zigzag(text.charCodeAt(at) - 64);
    y += zigzag(text.charCodeAt(at + 1) - 64);
    ring.push([x / 1024, y / 1024]);
  }
  return ring;
}

const zigzag = (n) => (n >> 1) ^ -(n & 1);

function closed(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
}
