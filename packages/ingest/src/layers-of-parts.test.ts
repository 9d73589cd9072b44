// Tests of multi-part shapes, KML archives and malicious files.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLayerFile } from './layers.ts';
import { dbfOf, gbkOf, shpOf, type TinyShape, zipOf } from './testing/files.ts';
import { gpxOf, kmlOf } from './track-file.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const geojson = (geometry: unknown) =>
  bytes(JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: '甲' }, geometry }] }));
const kml = (inside: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${inside}</Document></kml>`;
const shapes = async (name: string, content: Uint8Array) => {
  const { features, refused } = await readLayerFile(name, content);
  return { shapes: features.map(({ line, name, geometry }) => [line, name, geometry.type, geometry.coordinates]), refused };
};

const position = fc
  .tuple(fc.integer({ min: 80_000, max: 130_000 }), fc.integer({ min: 20_000, max: 50_000 }))
  .map(([x, y]) => [x / 1000, y / 1000] as const);
const corner = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y],
];
const POINT = position.map((coordinates) => ({ type: 'Point', coordinates }));
const LINE = fc.array(position, { minLength: 2, maxLength: 4 }).map((coordinates) => ({ type: 'LineString', coordinates }));
const AREA = position.map(([x, y]) => ({ type: 'Polygon', coordinates: [corner(x, y, 0.5)] }));
interface Drawn {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Drawn[];
}
const { drawn } = fc.letrec<{ drawn: Drawn }>((tie) => ({
  drawn: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(POINT, LINE, AREA),
    fc.array(tie('drawn'), { minLength: 1, maxLength: 4 }).map((geometries) => ({ type: 'GeometryCollection', geometries })),
  ),
}));
const partsOf = ({ type, coordinates, geometries }: Drawn): readonly (readonly [string, unknown])[] =>
  geometries ? geometries.flatMap(partsOf) : [[type, coordinates]];

describe('shapes of several parts', () => {
  it('Any nesting of collections has the same parts after reading, by kind', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (geometry) => {
        const { shapes: read, refused } = await shapes('x.geojson', geojson(geometry));
        expect(refused).toEqual([]);
        const found = read.flatMap(([, , type, coordinates]) =>
          String(type).startsWith('Multi')
            ? (coordinates as unknown[]).map((part) => [String(type).slice(5), part])
            : [[type, coordinates]],
        );
        const sorted = (parts: readonly unknown[]) => parts.map((part) => JSON.stringify(part)).toSorted();
        expect(sorted(found)).toEqual(sorted(partsOf(geometry)));
        expect(new Set(read.map(([line]) => line))).toEqual(new Set([1]));
      }),
      { numRuns: 60 },
    );
  });

  it('KML: areas, lines, tracks and points, mixed and nested, with any prefix', async () => {
    const ring = (x: number) =>
      `<outerBoundaryIs><LinearRing><coordinates>${x},31 ${x + 0.1}, 31 ,5  ${x + 0.1},31.1\n${x},31</coordinates></LinearRing></outerBoundaryIs>`;
    const mark = (inside: string) => `<Placemark><name>甲</name>${inside}</Placemark>`;
    const track = (x: number) =>
      `<gx:Track><when>2026-01-01T00:00:00Z</when><gx:coord>${x} 31 0</gx:coord><gx:coord>${x} 32 0</gx:coord></gx:Track>`;
    const document = kml(
      [
        mark(
          `<MultiGeometry><Polygon>${ring(103)}</Polygon><MultiGeometry><Polygon>${ring(104)}</Polygon></MultiGeometry></MultiGeometry>`,
        ),
        mark(
          '<MultiGeometry><LineString><coordinates>103,31 103,32</coordinates></LineString><LineString><coordinates>104,31 104,32</coordinates></LineString></MultiGeometry>',
        ),
        mark(`<gx:MultiTrack>${track(103)}${track(104)}</gx:MultiTrack>`),
        mark(track(105)),
        mark(`<MultiGeometry><Point><coordinates>103,31</coordinates></Point><Polygon>${ring(104)}</Polygon></MultiGeometry>`),
        mark('<Model/>'),
        mark(''),
      ].join(''),
    );
    const read = await shapes('x.kml', bytes(document));
    expect(read.shapes.map(([line, , type, coordinates]) => [line, type, (coordinates as unknown[]).length])).toEqual([
      [1, 'MultiPolygon', 2],
      [2, 'MultiLineString', 2],
      [3, 'MultiLineString', 2],
      [4, 'LineString', 2],
      [5, 'Point', 2],
      [5, 'Polygon', 1],
    ]);
    expect(read.refused.map(({ line, error }) => [line, error.params])).toEqual([
      [6, { wanted: 'any', found: 'Model' }],
      [7, { wanted: 'any', found: null }],
    ]);
    const prefixed = document.replace('xmlns="', 'xmlns:k="').replace(/<(\/?)(?=[A-Za-z])(?!gx:|\?)/g, '<$1k:');
    expect(await shapes('x.kml', bytes(prefixed))).toEqual(read);
    expect(await shapes('x.kml', bytes(`\uFEFF${document}`))).toEqual(read);
    expect(await shapes('x.kmz', zipOf({ 'doc.kml': document, 'files/a.png': 'x', 'other.kml': kml('') }))).toEqual(read);
    const gbk = gbkOf(kml(mark('<Point><coordinates>103,31</coordinates></Point>'), '<?xml version="1.0" encoding="GB2312"?>'));
    expect((await shapes('x.kml', gbk)).shapes).toEqual([[1, '甲', 'Point', [103, 31]]]);
  });

  it('KML: positions with decimal commas are refused, and a track may contain times without a position', async () => {
    const placed = (inside: string) => shapes('x.kml', bytes(kml(`<Placemark>${inside}</Placemark>`)));
    for (const coordinates of ['103,5 31,4', '103,5,31,4', '103,5, 31,4', '103,5 31,4 103,6 31,5', '103,5,31,4 103,6,31,5']) {
      for (const type of ['Point', 'LineString'])
        expect(await placed(`<${type}><coordinates>${coordinates}</coordinates></${type}>`)).toMatchObject({
          shapes: [],
          refused: [{ line: 1 }],
        });
    }
    const track = '<gx:coord>103.5 31.4 0</gx:coord><gx:coord/><gx:coord>103.6 31.5 0</gx:coord>';
    expect((await placed(`<gx:Track>${track}</gx:Track>`)).shapes).toEqual([
      [
        1,
        '',
        'LineString',
        [
          [103.5, 31.4],
          [103.6, 31.5],
        ],
      ],
    ]);
  });

  it('KMZ: documents that the first one links to are read once each, and links out of the archive are ignored', async () => {
    const mark = '<Placemark><name>甲</name><Point><coordinates>103,31</coordinates></Point></Placemark>';
    const link = (href: string) => `<NetworkLink><Link><href>${href}</href></Link></NetworkLink>`;
    const archive = zipOf({
      'doc.kml': kml(link('files/New%20list.kml') + link('https://example.invalid/a.kml') + link('../../x.kml') + link('doc.kml')),
      'files/New list.kml': kml(mark + link('b.kml')),
      'files/b.kml': kml(mark),
      'c.kml': kml(mark),
    });
    expect((await readLayerFile('x.kmz', archive)).count).toBe(2);
  });

  it('奥维 KML is read as GCJ-02, as its extension states', async () => {
    const [, , , coordinates] =
      (await shapes('x.ovkml', bytes(kml('<Placemark><Point><coordinates>104,30.6</coordinates></Point></Placemark>')))).shapes[0] ?? [];
    const [lng = 0, lat = 0] = coordinates as number[];
    expect(Math.hypot(lng - 104, lat - 30.6)).toBeGreaterThan(0.002);
  });

  it('Our own exported tracks can be read back, segments of one position as points', async () => {
    const at = new Date('2026-11-24T00:00:00Z');
    const piece = (...positions: readonly (readonly [number, number])[]) => positions.map(([lng, lat]) => ({ lng, lat, at }));
    const track = {
      name: '扎西 & <子>',
      description: '巡护',
      pieces: [piece([103.512_345_7, 31.4], [103.6, 31.5]), piece([104, 32], [104, 33]), piece([105, 30])],
    };
    const expected = [
      [
        1,
        '扎西 & <子>',
        'MultiLineString',
        [
          [
            [103.512_345_7, 31.4],
            [103.6, 31.5],
          ],
          [
            [104, 32],
            [104, 33],
          ],
        ],
      ],
      [1, '扎西 & <子>', 'Point', [105, 30]],
    ];
    for (const [name, lines] of [
      ['x.gpx', gpxOf(track)],
      ['x.kml', kmlOf(track)],
    ] as const)
      expect((await shapes(name, bytes([...lines].join('')))).shapes).toEqual(expected);
  });
});

const square = (x: number, y: number, size: number, hole = false) => {
  const ring = [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
    [x, y],
  ] as const;
  return hole ? ring.toReversed() : ring;
};

describe('a shapefile', () => {
  const file = (shape: TinyShape, more: Record<string, string | Uint8Array> = {}) => zipOf({ 'a.shp': shpOf([shape]), ...more });

  it('Shapefiles of every type are read without heights and measures; a surface is refused by its type name', async () => {
    const line = [
      [103, 31],
      [103.5, 31.5],
    ] as const;
    const types = async (type: number, parts: TinyShape['parts']) =>
      (await shapes('x.zip', file({ type, parts }))).shapes.map(([, , name, coordinates]) => [name, coordinates]);
    for (const more of [0, 10, 20]) {
      expect(await types(1 + more, [[[103, 31]]])).toEqual([['Point', [103, 31]]]);
      expect(await types(3 + more, [line])).toEqual([['LineString', line]]);
      expect(await types(3 + more, [line, line])).toEqual([['MultiLineString', [line, line]]]);
      expect(await types(8 + more, [line])).toEqual([['MultiPoint', line]]);
      const parts = [square(103, 31, 1), square(103.2, 31.2, 0.2, true), square(105, 31, 1)];
      expect(await types(5 + more, parts)).toEqual([['MultiPolygon', [[parts[0], parts[1]], [parts[2]]]]]);
    }
    expect((await shapes('x.zip', file({ type: 31, parts: [line] }))).refused).toMatchObject([
      { error: { params: { found: 'MultiPatch' } } },
    ]);
    expect((await shapes('x.zip', file({ type: 0, parts: [] }))).refused).toMatchObject([{ error: { code: 'shape-type' } }]);
  });

  it('Texts use the encoding of the .cpg, of the header, or a detected one where both are missing or wrong', async () => {
    const table = (encode: (text: string) => Uint8Array, languageDriver: number) =>
      dbfOf({
        fields: [
          { name: encode('名称'), type: 'C', width: 20 },
          { name: encode('说明'), type: 'C', width: 5 },
          { name: 'AREA', type: 'N', width: 8 },
          { name: 'DAY', type: 'D', width: 8 },
          { name: 'NONE', type: 'N', width: 4 },
          { name: 'NODAY', type: 'D', width: 8 },
        ],
        rows: [[encode('威州林场'), encode('好好好'), '12.5', '20260501', '****', '00000000']],
        languageDriver,
      });
    const shape = { type: 1, parts: [[[103, 31]]] } as const;
    for (const [encode, drivers, cpgs] of [
      [gbkOf, [0, 77, 87, 3], [null, 'GBK', '936', 'GB2312', 'UTF-8', 'ISO-8859-1', '\uFEFFGBK']],
      [bytes, [0, 77, 87, 3], [null, 'UTF-8', 'UTF8\r\n', '65001', 'ISO-8859-1', 'GBK', 'nonsense']],
    ] as const)
      for (const driver of drivers)
        for (const cpg of cpgs) {
          const { features } = await readLayerFile(
            'x.zip',
            file(shape, { 'a.dbf': table(encode, driver), ...(cpg !== null && { 'a.cpg': cpg }) }),
          );
          expect(features[0], `${driver} ${cpg}`).toMatchObject({ name: '威州林场', attributes: { AREA: 12.5, DAY: '2026-05-01' } });
          expect(Object.keys(features[0]?.attributes ?? {})).toEqual(['名称', '说明', 'AREA', 'DAY']);
          // The field cuts the last character in half.
          expect(features[0]?.attributes.说明).toBe(encode === gbkOf ? '好好' : '好');
        }
    const odd = dbfOf({ fields: [{ name: 'NAME', type: 'C', width: 4 }], rows: [[Uint8Array.of(0xff, 0x41)]] });
    await expect(readLayerFile('x.zip', file(shape, { 'a.dbf': odd }))).rejects.toThrow('text-encoding');
  });

  it('A deleted row removes its shape too, and a damaged file is refused', async () => {
    const shape = { type: 1, parts: [[[103, 31]]] } as const;
    const rows = dbfOf({ fields: [{ name: 'NAME', type: 'C', width: 4 }], rows: [null, ['a']] });
    expect((await shapes('x.zip', zipOf({ 'a.shp': shpOf([shape, shape]), 'a.dbf': rows }))).shapes).toEqual([
      [1, 'a', 'Point', [103, 31]],
    ]);
    const shp = shpOf([{ type: 5, parts: [square(103, 31, 1)] }]);
    for (const spoil of [
      (b: Buffer) => b.writeInt32BE(-4, 104),
      (b: Buffer) => b.writeInt32LE(1e9, 144),
      (b: Buffer) => b.writeInt32LE(-1, 148),
      (b: Buffer) => b.writeInt32BE(1, 0),
    ]) {
      const spoiled = Buffer.from(shp);
      spoil(spoiled);
      await expect(readLayerFile('x.zip', zipOf({ 'a.shp': spoiled }))).rejects.toThrow('shp-damaged');
    }
    await expect(readLayerFile('x.zip', file(shape, { 'a.dbf': 'short' }))).rejects.toThrow('dbf-damaged');
  });
});

describe('a malicious layer file', () => {
  const within = async (content: string | Uint8Array, code: string | null, name = 'x.kml') => {
    const began = process.threadCpuUsage();
    const outcome = readLayerFile(name, typeof content === 'string' ? bytes(content) : content);
    if (code === null) await outcome;
    else await expect(outcome).rejects.toThrow(code);
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  };

  it('It is refused or read within a second of CPU time: deep nesting, many namespaces and attributes, entities, unclosed markup', async () => {
    const many = 50_000;
    const nested = Array.from({ length: many }, (_, i) => `<a${i} xmlns:n${i}="urn:${i}">`).join('');
    await within(kml(nested), 'too-deep');
    await within(kml(`<a ${Array.from({ length: many }, (_, i) => `xmlns:n${i}="u"`).join(' ')}/>`), 'too-many-attributes');
    await within(`<!DOCTYPE kml [<!ENTITY a "b">]>${kml('&a;')}`, 'doctype');
    await within(kml(`<Placemark><name>${'&amp;'.repeat(many)}</name></Placemark>`), null);
    await within(kml(`<Placemark><Point><coordinates>${' '.repeat(1_000_000)}</coordinates></Point></Placemark>`), null);
    await within(kml('<!--'.repeat(many)), 'tag-open');
    await within(kml('<b>').replace('</Document>', '</Dokument>'), 'tags-crossed');
    await within(`<kml${' a'.repeat(many)}`, 'tag-open');
    await within(kml(`<Placemark><name>${'& '.repeat(2 * many)}</name></Placemark>`), 'too-many-entities');
  });

  it('Archives and shapefiles too: broken links, parts in disorder, fields of width 0, a .prj of keywords without brackets', async () => {
    const many = 50_000;
    const links = Array.from({ length: many }, (_, i) => `<NetworkLink><href>${i}.kml</href></NetworkLink>`).join('');
    await within(zipOf({ 'doc.kml': kml(links) }), null, 'x.kmz');
    const parts = Array.from({ length: 4_000 }, () => [
      [103, 31],
      [104, 32],
    ]) as unknown as TinyShape['parts'];
    const shp = shpOf([{ type: 3, parts }]);
    // Every second part starts where the first one does, so each would contain all positions.
    for (let i = 0; i < parts.length; i += 2) shp.writeInt32LE(0, 152 + 4 * i);
    await within(zipOf({ 'a.shp': shp }), 'shp-damaged', 'x.zip');
    const fields = Array.from({ length: 2_000 }, (_, i) => ({ name: `f${i}`, type: 'C', width: 0 }));
    const points = Array.from({ length: 4_000 }, (): TinyShape => ({ type: 0, parts: [] }));
    const table = dbfOf({ fields, rows: [] });
    table.writeUInt32LE(points.length, 4);
    await within(zipOf({ 'a.shp': shpOf(points), 'a.dbf': Buffer.concat([table, Buffer.alloc(points.length, 0x20)]) }), null, 'x.zip');
    await within(zipOf({ 'a.shp': shpOf([]), 'a.prj': 'a'.repeat(16_000) }), 'system-not-understood', 'x.zip');
  });

  it('Where the rings of areas overlap excessively, only that feature is refused', async () => {
    const around = Array.from({ length: 4_000 }, (_, i) => square(103, 31, 1 + i / 10_000));
    const holes = Array.from({ length: 4_000 }, () => square(100, 31.5, 0.001, true));
    const shapesOfFile = [
      { type: 5, parts: [...around, ...holes] },
      { type: 5, parts: [square(103, 31, 1)] },
    ] as const;
    const { features, refused } = await readLayerFile('x.zip', zipOf({ 'a.shp': shpOf(shapesOfFile) }));
    expect(features.map(({ line }) => line)).toEqual([2]);
    expect(refused).toEqual([{ line: 1, error: { code: 'rings-too-many', params: {} } }]);
  });

  it('Excessively nested GeoJSON and names damaged by another program are refused per feature', async () => {
    const deep = Array.from({ length: 40 }).reduce<object>((inside) => ({ type: 'GeometryCollection', geometries: [inside] }), {
      type: 'Point',
      coordinates: [103, 31],
    });
    const point = { type: 'Point', coordinates: [103, 31] };
    const features = [
      { type: 'Feature', properties: {}, geometry: deep },
      { type: 'Feature', properties: { name: '林\uFFFD' }, geometry: point },
      { type: 'Feature', properties: { name: '林场', x: 0 }, geometry: point },
    ];
    const text = JSON.stringify({ type: 'FeatureCollection', features }).replace('"x":0', `"x":${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const { features: read, refused } = await readLayerFile('x.geojson', bytes(text));
    expect(read.map(({ line }) => line)).toEqual([3]);
    expect(refused.map(({ line, error }) => [line, error.code])).toEqual([
      [1, 'shape-type'],
      [2, 'text-damaged'],
    ]);
  });
});
