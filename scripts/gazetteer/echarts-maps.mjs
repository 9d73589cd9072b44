// Reads maps of echarts and decodes UTF8Encoding. Only the label points of echarts 4.9.0 are used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Map numbers that are no longer in the tree: areas renamed or raised to another rank since 2017. */
const RENUMBERED = {
  652200: '650500', // 哈密地区 became 哈密市 (2016)
  542400: '540600', // 那曲地区 became 那曲市 (2017)
};

/** @param {string} folder the unpacked echarts @returns {Map<string, [number, number]>} label points of provinces and prefectures, by number */
export function readLabels(folder) {
  const maps = join(folder, 'map/json');
  const provinces = readMap(join(maps, 'china.json')).map(({ properties: { id, cp } }) => [String(id), cp]);
  const prefectures = readdirSync(join(maps, 'province'))
    .flatMap((name) => readMap(join(maps, 'province', name)))
    .map(({ id, properties: { cp } }) => [RENUMBERED[id] ?? String(id), cp])
    .filter(([no, cp]) => /^\d{4}00$/.test(no) && cp);
  return new Map([...prefectures, ...provinces]);
}

/** @param {string} file a map of echarts, plain or UTF8Encoded; rings are returned closed, empty ones are left out */
export function readMap(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  return map.features.map((feature) => {
    const { type, coordinates, encodeOffsets } = feature.geometry;
    const polygons = type === 'Polygon' ? [coordinates] : coordinates;
    const offsets = type === 'Polygon' ? [encodeOffsets] : encodeOffsets;
    const decoded = map.UTF8Encoding ? polygons.map((rings, p) => rings.map((ring, r) => decodeRing(ring, offsets[p][r]))) : polygons;
    return {
      id: feature.id ?? feature.properties.id,
      properties: feature.properties,
      polygons: decoded.filter(([outer]) => (outer?.length ?? 0) > 0).map((rings) => rings.map(closed)),
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
