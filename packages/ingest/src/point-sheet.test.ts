import { describe, expect, it } from 'vitest';
import { readTable, type TableShape } from './table.ts';
import { zipOf } from './testing/files.ts';
import { UnreadableFile } from './unreadable-file.ts';

const shape: TableShape = {
  columns: [{ name: '编号', required: true }, { name: '名称' }, { name: '经度' }, { name: '纬度' }],
  openPrefix: '属性：',
  points: { longitude: '经度', latitude: '纬度', renamed: { name: '名称' } },
};
const bytes = (text: string) => Buffer.from(text, 'utf8');
const read = async (file: string) => {
  const { rows, faults } = await readTable(bytes(file), shape);
  return { rows: rows.map((row) => [row.line, ...['编号', '名称', '经度', '纬度', '属性：人数'].map((name) => row.cell(name))]), faults };
};
const point = (coordinates: readonly number[], properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const kml = (inside: string) => `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;

describe('a file of points', () => {
  it('GeoJSON becomes a table: positions fill their columns, properties theirs, and a missing name comes from the title', async () => {
    const file = collection(
      point([103.59, 31.48, 1300], { 编号: 'A1', name: '一队', '属性：人数': 30, 'marker-color': '#f00' }),
      point([103.6, 31.5], { 编号: 'A2', name: '二队' }),
    );
    expect(await read(file)).toEqual({
      rows: [
        [1, 'A1', '一队', '103.59', '31.48', '30'],
        [2, 'A2', '二队', '103.6', '31.5', ''],
      ],
      faults: [],
    });
  });

  it('KML gives the same table, and the name column takes precedence over the title', async () => {
    const data = '<ExtendedData><Data name="编号"><value>A1</value></Data><Data name="名称"><value>一队</value></Data></ExtendedData>';
    const mark = `<Placemark><name>标题</name>${data}<Point><coordinates>103.59,31.48</coordinates></Point></Placemark>`;
    expect((await read(kml(mark))).rows).toEqual([[1, 'A1', '一队', '103.59', '31.48', '']]);
  });

  it('Points are read with a byte order mark, in UTF-16, as KMZ, GPX and in a projection, and a collection of one point is a point', async () => {
    const text = collection(point([103.59, 31.48], { 编号: 'A1' }));
    const mark =
      '<Placemark><ExtendedData><Data name="编号"><value>A1</value></Data></ExtendedData><MultiGeometry><Point><coordinates>103.59,31.48</coordinates></Point></MultiGeometry></Placemark>';
    const projected = collection(point([651_094.7205, 3_485_288.6178], { 编号: 'A1' })).replace(
      '{',
      '{"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4543"}},',
    );
    for (const file of [
      `\uFEFF${text}`,
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      `\uFEFF${kml(mark)}`,
      zipOf({ 'doc.kml': kml(mark) }),
      projected,
    ]) {
      const { rows, faults } = await readTable(typeof file === 'string' ? bytes(file) : file, shape);
      expect(faults).toEqual([]);
      expect(rows.map((row) => [row.cell('编号'), Number(row.cell('经度')).toFixed(5), Number(row.cell('纬度')).toFixed(5)])).toEqual([
        ['A1', '103.59000', '31.48000'],
      ]);
    }
    const gpx = '<gpx version="1.1"><wpt lat="31.48" lon="103.59"><name>甲</name></wpt></gpx>';
    const { rows } = await readTable(bytes(gpx), { ...shape, columns: shape.columns.map(({ name }) => ({ name })) });
    expect(rows.map((row) => [row.cell('名称'), row.cell('经度')])).toEqual([['甲', '103.59']]);
  });

  it('A file in another datum is refused, and an impossible position is refused by its number', async () => {
    const file = collection(
      point([103, 31], { 编号: 'A' }),
      point([0, 0], { 编号: 'B' }),
      point([31, 103], { 编号: 'C' }),
      point([2, 48], { 编号: 'D' }),
    );
    expect((await read(file)).faults.map(({ line, error }) => [line, error.code])).toEqual([
      [2, 'position-zero'],
      [3, 'position-swapped'],
      [4, 'position-outside'],
    ]);
    await expect(read(file.replace('{', '{"crs":{"type":"name","properties":{"name":"EPSG:4610"}},'))).rejects.toThrow('system-shifted');
  });

  it('Points are accepted, and each other shape and each missing cell is reported by its number', async () => {
    const line = { type: 'Feature', geometry: { type: 'LineString', coordinates: [] }, properties: { 编号: 'L' } };
    const file = collection(line, point([103, 31], { 编号: 'A' }), point([103, 31], {}), {
      type: 'Feature',
      geometry: null,
      properties: null,
    });
    expect(await read(file)).toMatchObject({
      rows: [[2, 'A', '', '103', '31', '']],
      faults: [
        { line: 1, error: { code: 'shape-type', params: { wanted: 'point', found: 'LineString' } } },
        { line: 3, column: '编号', error: { code: 'cell-needed' } },
        { line: 4, error: { code: 'shape-type', params: { wanted: 'point', found: null } } },
      ],
    });
  });

  it('A file with an unknown property, of another format, or for a table without positions is refused as a whole', async () => {
    await expect(read(collection(point([1, 2], { 编号: 'A', 颜色: '红' })))).rejects.toMatchObject({
      fault: { code: 'sheet-columns', params: { unknown: ['颜色'] } },
    });
    await expect(read('<html><body/></html>')).rejects.toThrow(UnreadableFile);
    await expect(read('{"type":"Topology"}')).rejects.toMatchObject({ fault: { code: 'not-a-feature-collection' } });
    const { points: _, ...sheetsOnly } = shape;
    await expect(readTable(bytes(collection()), sheetsOnly)).rejects.toMatchObject({ fault: { code: 'not-a-sheet' } });
  });
});
