import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLayerFile } from './layers.ts';
import { readZip } from './zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const collection = (...features: unknown[]) => bytes(JSON.stringify({ type: 'FeatureCollection', features }));
const feature = (geometry: unknown, properties: object = {}) => ({ type: 'Feature', properties, geometry });
const point = { type: 'Point', coordinates: [103.5, 31.4, 1500] };

/** A .zip of these files, as small as the format allows. */
function zipOf(files: Readonly<Record<string, string>>, flags = 0): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const head = (signature: number, length: number, from: number) => {
      const buffer = Buffer.alloc(length);
      buffer.writeUInt32LE(signature, 0);
      buffer.writeUInt16LE(flags, from + 2);
      buffer.writeUInt16LE(8, from + 4);
      buffer.writeUInt32LE(packed.length, from + 14);
      buffer.writeUInt32LE(Buffer.byteLength(text), from + 18);
      buffer.writeUInt16LE(Buffer.byteLength(name), from + 22);
      return buffer;
    };
    const local = Buffer.concat([head(0x04034b50, 30, 4), Buffer.from(name), packed]);
    const entry = head(0x02014b50, 46, 6);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

describe('layer files', () => {
  it('each feature keeps its name, its attributes and where it lies; heights are dropped, open rings closed', async () => {
    const ring = [
      [103, 31],
      [104, 31],
      [104, 32],
    ];
    const { features, refused } = await readLayerFile(
      'x.geojson',
      collection(
        feature({ type: 'Polygon', coordinates: [ring] }, { 名称: ' 威州林场\0 ', 林龄: 42, 备注: null, 是否: true }),
        feature(point, {}),
      ),
    );
    expect(refused).toEqual([]);
    expect(features).toEqual([
      {
        ...{ line: 1, name: '威州林场', attributes: { 名称: '威州林场', 林龄: 42, 是否: 'true' }, box: [103, 31, 104, 32] },
        geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
      },
      { line: 2, name: '', attributes: {}, box: [103.5, 31.4, 103.5, 31.4], geometry: { type: 'Point', coordinates: [103.5, 31.4] } },
    ]);
  });

  it('what is wrong with a feature is said with its number', async () => {
    const line = (...coordinates: unknown[]) => feature({ type: 'LineString', coordinates });
    const { features, refused } = await readLayerFile(
      'x.json',
      collection(null, feature(null), line([103, 31]), line([500_000, 3_400_000], [1, 1]), line(['a', 1], [2, 2]), feature(point)),
    );
    expect(features.map((one) => one.line)).toEqual([6]);
    expect(refused).toEqual([
      { line: 1, reason: '不是 GeoJSON 要素' },
      { line: 2, reason: '形状应为点、线或面，实为 空' },
      { line: 3, reason: '有一条线少于两个点' },
      { line: 4, reason: '坐标不是经纬度（500000, 3400000）：请先转换为 WGS84 或 CGCS2000 经纬度' },
      { line: 5, reason: '有一个点不是坐标' },
    ]);
  });

  it('KML becomes features with their names', async () => {
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>瞭望塔</name>
      <Point><coordinates>103.5,31.4,0</coordinates></Point></Placemark></kml>`;
    const { features } = await readLayerFile('x.KML', bytes(kml));
    expect(features).toMatchObject([{ name: '瞭望塔', geometry: { type: 'Point', coordinates: [103.5, 31.4] } }]);
  });

  it.each([
    ['x.dwg', '..', '不支持的文件'],
    ['x.geojson', '{', '不是有效的 JSON'],
    ['x.geojson', '{"type":"Feature"}', 'FeatureCollection'],
    ['x.geojson', '{"type":"FeatureCollection","features":[],"crs":{"properties":{"name":"EPSG:3857"}}}', 'EPSG:3857'],
    ['x.zip', 'no zip', 'shapefile'],
    ['x.kml', '<html/>', '不是有效的 KML'],
  ])('%s with %s is refused whole', async (name, content, reason) => {
    await expect(readLayerFile(name, bytes(content))).rejects.toThrow(reason);
  });
});

describe('zip', () => {
  it('files come out as they went in', async () => {
    const entries = readZip(zipOf({ 'a/tileset.json': '{}', '城.txt': '林火'.repeat(1000) }));
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['a/tileset.json', 2],
      ['城.txt', 6000],
    ]);
    expect(new TextDecoder().decode(await entries[1]?.read())).toBe('林火'.repeat(1000));
  });

  it.each(['../x.json', '/etc/x', 'a/../../x', 'C:/x', 'a\\..\\..\\x'])('a name that leads outside is refused: %s', (name) => {
    expect(() => readZip(zipOf({ [name]: 'x' }))).toThrow('指向外面');
  });

  it('encrypted, broken and half archives are refused', async () => {
    expect(() => readZip(zipOf({ a: 'x' }, 1))).toThrow('加密');
    expect(() => readZip(bytes('PK'))).toThrow('不是 zip');
    const broken = zipOf({ a: 'x'.repeat(500) });
    broken.fill(7, 31, 34);
    await expect(readZip(broken)[0]?.read()).rejects.toThrow('已损坏');
  });
});
