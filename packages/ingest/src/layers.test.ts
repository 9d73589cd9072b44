import { describe, expect, it } from 'vitest';
import { readLayerFile } from './layers.ts';
import { zipOf } from './testing/files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const collection = (...features: unknown[]) => bytes(JSON.stringify({ type: 'FeatureCollection', features }));
const feature = (geometry: unknown, properties: object = {}) => ({ type: 'Feature', properties, geometry });
const point = { type: 'Point', coordinates: [103.5, 31.4, 1500] };

/** One point, in the smallest form the format allows (ESRI Shapefile Technical Description, 1998). */
function pointShape(x: number, y: number): Buffer {
  const file = Buffer.alloc(128);
  file.writeInt32BE(9994, 0);
  file.writeInt32BE(file.length / 2, 24);
  file.writeInt32LE(1000, 28);
  file.writeInt32LE(1, 32);
  file.writeInt32BE(1, 100);
  file.writeInt32BE(10, 104);
  file.writeInt32LE(1, 108);
  file.writeDoubleLE(x, 112);
  file.writeDoubleLE(y, 120);
  return file;
}

/** A dBASE III table of one column and one row. */
function table(column: string, value: string): Buffer {
  const bytes = Buffer.from(value);
  const head = Buffer.alloc(65);
  head[0] = 3;
  head.writeUInt32LE(1, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + bytes.length, 10);
  head.write(column, 32, 'latin1');
  head.write('C', 43, 'latin1');
  head[48] = bytes.length;
  head[64] = 0x0d;
  return Buffer.concat([head, Buffer.from(' '), bytes, Buffer.from([0x1a])]);
}

describe('layer files', () => {
  it('Each feature keeps its name, attributes and position; heights are dropped, open rings closed', async () => {
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
        line: 1,
        name: '威州林场',
        attributes: { 名称: '威州林场', 林龄: 42, 是否: 'true' },
        box: [103, 31, 104, 32],
        geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
      },
      { line: 2, name: '', attributes: {}, box: [103.5, 31.4, 103.5, 31.4], geometry: { type: 'Point', coordinates: [103.5, 31.4] } },
    ]);
  });

  it("A fault in a feature is reported with the feature's number", async () => {
    const line = (...coordinates: unknown[]) => feature({ type: 'LineString', coordinates });
    const { features, refused } = await readLayerFile(
      'x.json',
      collection(null, feature(null), line([103, 31]), line([500_000, 3_400_000], [1, 1]), line(['a', 1], [2, 2]), feature(point)),
    );
    expect(features.map((one) => one.line)).toEqual([6]);
    expect(refused).toEqual([
      { line: 1, error: { code: 'not-a-feature', params: {} } },
      { line: 2, error: { code: 'shape-type', params: { wanted: 'any', found: null } } },
      { line: 3, error: { code: 'line-shape-too-short', params: {} } },
      { line: 4, error: { code: 'coordinates-not-degrees', params: { lng: 500_000, lat: 3_400_000 } } },
      { line: 5, error: { code: 'point-not-coordinates', params: {} } },
    ]);
  });

  it('KML becomes features with their names', async () => {
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>瞭望塔</name>
      <Point><coordinates>103.5,31.4,0</coordinates></Point></Placemark></kml>`;
    const { features } = await readLayerFile('x.KML', bytes(kml));
    expect(features).toMatchObject([{ name: '瞭望塔', geometry: { type: 'Point', coordinates: [103.5, 31.4] } }]);
  });

  const shapefile = { 'roads.shp': pointShape(103.5, 31.4), 'roads.dbf': table('NAME', '林道') };

  it('A zipped shapefile becomes features with their attributes, whatever the case of its file names', async () => {
    for (const files of [
      shapefile,
      { 'a/ROADS.SHP': shapefile['roads.shp'], 'a/roads.DBF': shapefile['roads.dbf'], 'a/roads.cpg': 'UTF-8' },
    ]) {
      const { features, refused } = await readLayerFile('x.zip', zipOf(files));
      expect(refused).toEqual([]);
      expect(features).toMatchObject([{ name: '林道', geometry: { type: 'Point', coordinates: [103.5, 31.4] } }]);
    }
  });

  it('A shapefile in another projection is converted to degrees; an unknown projection is refused', async () => {
    const prj = '+proj=tmerc +lat_0=0 +lon_0=102 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m';
    const metres = { 'a.shp': pointShape(500_000, 3_430_000), 'a.prj': prj };
    const { features } = await readLayerFile('x.zip', zipOf(metres));
    expect(features).toMatchObject([{ geometry: { coordinates: [expect.closeTo(102, 6), expect.closeTo(30.99, 2)] } }]);
    await expect(readLayerFile('x.zip', zipOf({ ...metres, 'a.prj': 'nobody knows' }))).rejects.toThrow('system-not-understood');
  });

  it('A zip without a shapefile, or one that unpacks to an excessive size, is refused whole', async () => {
    await expect(readLayerFile('x.zip', zipOf({ 'readme.txt': 'x' }))).rejects.toThrow('without-shp');
    const bomb = zipOf({ ...shapefile, 'roads.shx': Buffer.alloc(20_000_000) });
    await expect(readLayerFile('x.zip', bomb)).rejects.toThrow('zip-unpacks-too-large');
  });

  it.each([
    ['x.dwg', '..', 'layer-format'],
    ['x.geojson', '{', 'not-geojson'],
    ['x.geojson', '{"type":"Feature"}', 'not-a-feature-collection'],
    ['x.geojson', '{"type":"FeatureCollection","features":[],"crs":{"properties":{"name":"EPSG:2000000"}}}', 'EPSG:2000000'],
    ['x.zip', 'no zip', 'not-a-shapefile'],
    ['x.kml', '<html/>', 'without-kml'],
  ])('%s with %s is refused whole', async (name, content, reason) => {
    await expect(readLayerFile(name, bytes(content))).rejects.toThrow(reason);
  });
});
