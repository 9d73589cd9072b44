import { createRequire } from 'node:module';
import fc from 'fast-check';
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../shape.ts';
import { type CoordinateSystem, systemOf, systemOfGeoJson } from './index.ts';

interface Entry {
  readonly proj4: string;
  readonly wkt: string;
}
const registry = createRequire(import.meta.url);
const entryOf = (code: number): Entry => registry(`epsg-index/s/${code}.json`) as Entry;
/** CGCS2000, Gauss–Krüger: zones of 6° and 3°, by zone number and by central meridian. */
const BELTS = Array.from({ length: 4554 - 4491 + 1 }, (_, i) => 4491 + i);

const usable = (system: ReturnType<typeof systemOf>): CoordinateSystem => ('code' in system ? expect.fail(JSON.stringify(system)) : system);
const esri = (entry: Entry) => {
  const [, meridian] = /lon_0=(\d+)/.exec(entry.proj4) ?? [];
  const [, easting] = /x_0=(\d+)/.exec(entry.proj4) ?? [];
  return `PROJCS["CGCS2000_GK",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",${easting}.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${meridian}.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
};
const wkt2 = (entry: Entry) => {
  const [, meridian] = /lon_0=(\d+)/.exec(entry.proj4) ?? [];
  const [, easting] = /x_0=(\d+)/.exec(entry.proj4) ?? [];
  const angle = 'ANGLEUNIT["degree",0.0174532925199433]';
  const length = 'LENGTHUNIT["metre",1]';
  return `PROJCRS["CGCS2000 GK",BASEGEOGCRS["China Geodetic Coordinate System 2000",DATUM["China 2000",ELLIPSOID["CGCS2000",6378137,298.257222101,${length}]],PRIMEM["Greenwich",0,${angle}]],CONVERSION["GK",METHOD["Transverse Mercator"],PARAMETER["Latitude of natural origin",0,${angle}],PARAMETER["Longitude of natural origin",${meridian},${angle}],PARAMETER["Scale factor at natural origin",1,SCALEUNIT["unity",1]],PARAMETER["False easting",${easting},${length}],PARAMETER["False northing",0,${length}]],CS[Cartesian,2],AXIS["northing (X)",north,ORDER[1],${length}],AXIS["easting (Y)",east,ORDER[2],${length}]]`;
};
const METRES_PER_DEGREE = 111_320;

describe('the coordinate system of a file', () => {
  it('Any CGCS2000 zone, however it is stated, gives the position within a metre', () => {
    const spellings: readonly ((code: number) => ReturnType<typeof systemOf>)[] = [
      (code) => systemOf(entryOf(code).wkt),
      (code) => systemOf(esri(entryOf(code))),
      (code) => systemOf(wkt2(entryOf(code))),
      (code) => systemOf(`\uFEFF${entryOf(code).wkt}\r\n`),
      (code) => systemOf(entryOf(code).proj4),
      (code) => systemOfGeoJson({ type: 'name', properties: { name: `EPSG:${code}` } }),
      (code) => systemOfGeoJson({ type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${code}` } }),
      (code) => systemOfGeoJson({ type: 'name', properties: { name: `urn:ogc:def:crs:EPSG:8.8:${code}` } }),
      (code) => systemOfGeoJson({ type: 'name', properties: { name: `http://www.opengis.net/def/crs/EPSG/0/${code}` } }),
      (code) => systemOfGeoJson({ type: 'EPSG', properties: { code } }),
      (code) => systemOfGeoJson(`epsg:${code}`),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...BELTS),
        fc.constantFrom(...spellings),
        fc.double({ min: -1.4, max: 1.4, noNaN: true }),
        fc.double({ min: 4, max: 53, noNaN: true }),
        (code, system, away, lat) => {
          const { proj4: definition } = entryOf(code);
          const lng = Number(/lon_0=(\d+)/.exec(definition)?.[1]) + away;
          const [x, y] = proj4(definition).forward([lng, lat]) as [number, number];
          const place = placeOf(x, y, usable(system(code)));
          if ('code' in place) return expect.fail(JSON.stringify(place));
          expect(Math.hypot((place[0] - lng) * Math.cos((lat * Math.PI) / 180), place[1] - lat) * METRES_PER_DEGREE).toBeLessThan(1);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('Another datum is never accepted silently: by code, by well-known text and by name', () => {
    const shifted = [...range(2401, 2442), ...range(21_413, 21_423), 4214, ...range(2327, 2390), 4610];
    for (const code of shifted) {
      const system = code === 4610 || (code >= 2327 && code <= 2390) ? 'xian-1980' : 'beijing-1954';
      for (const outcome of [
        systemOf(`EPSG:${code}`),
        systemOf(entryOf(code).wkt),
        systemOf(entryOf(code).wkt.replace(/,?AUTHORITY\["[^\]]*\]/g, '')),
      ])
        expect(outcome, `${code}`).toMatchObject({ code: 'system-shifted', params: { system } });
    }
    // Tokyo, Pulkovo 1942, Hong Kong 1980, ED50, NAD27, New Beijing, WGS 72, in degrees and projected.
    for (const code of [4301, 4284, 4611, 4230, 4267, 4555, 4322, 2326, 23_032, 26_717, 28_418])
      for (const outcome of [systemOf(`EPSG:${code}`), systemOf(entryOf(code).wkt)]) expect(outcome, `${code}`).toHaveProperty('code');
    for (const name of ['GCS_Xian_1980', '西安80', 'Beijing_1954_3_Degree_GK_CM_102E', '北京54'])
      expect(systemOf(name)).toMatchObject({ code: 'system-shifted' });
    const krasovsky =
      'GEOGCS["GCS_Krasovsky_1940",DATUM["D_Krasovsky_1940",SPHEROID["Krasovsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
    expect(systemOf(krasovsky)).toEqual({ code: 'datum-other', params: { name: 'D_Krasovsky_1940' } });
  });

  it('WGS 84 and its equivalents are used as degrees unchanged, also in three dimensions and with a height system', () => {
    const wgs84 =
      'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
    const unknown = wgs84.replace('D_WGS_1984', 'unknown');
    const bound = `BOUNDCRS[SOURCECRS[${wgs84}],TARGETCRS[${entryOf(4326).wkt}],ABRIDGEDTRANSFORMATION["x",METHOD["y"]]]`;
    for (const text of [
      '',
      wgs84,
      unknown,
      bound,
      `COMPD_CS["with heights",${wgs84},VERT_CS["EGM96",VERT_DATUM["EGM96",2005],UNIT["metre",1]]]`,
      'EPSG:4490',
      'CGCS2000',
      'urn:ogc:def:crs:OGC:1.3:CRS84',
      entryOf(4326).wkt,
      entryOf(4490).wkt,
    ])
      expect(usable(systemOf(text)).toWgs84(103.5, 31.4), text).toEqual([103.5, 31.4]);
    expect(usable(systemOfGeoJson(null)).name).toBeNull();
  });

  it('GCJ-02 and BD-09 are converted to WGS 84 where the file names them', () => {
    for (const [name, least] of [
      ['GCJ-02', 200],
      ['urn:x:gcj02', 200],
      ['BD-09', 800],
    ] as const) {
      const [lng, lat] = usable(systemOfGeoJson({ type: 'name', properties: { name } })).toWgs84(104, 30.6);
      expect(Math.hypot(lng - 104, lat - 30.6) * METRES_PER_DEGREE, name).toBeGreaterThan(least);
      expect(Math.hypot(lng - 104, lat - 30.6) * METRES_PER_DEGREE, name).toBeLessThan(2000);
    }
  });

  it('An unknown system is refused by its name, hostile texts too', () => {
    for (const text of [
      'nobody knows',
      'LOCAL_CS["site",UNIT["metre",1]]',
      'EPSG:999999',
      `${'PROJCS['.repeat(50_000)}`,
      `PROJCS["x",${'GEOGCS["'.repeat(1000)}`,
    ])
      expect(systemOf(text)).toMatchObject({ code: expect.stringMatching(/^(?:system|datum)-/) });
  });
});

describe('a place', () => {
  const unstated = usable(systemOf(''));
  it.each([
    [0, 0, 'position-zero'],
    [31.4, 103.5, 'position-swapped'],
    [2.35, 48.86, 'position-outside'],
    [500_000, 3_400_000, 'coordinates-not-degrees'],
    [34_500_000, 3_400_000, 'coordinates-not-degrees'],
  ])('%s, %s is refused: %s', (x, y, code) => {
    expect(placeOf(x, y, unstated)).toMatchObject({ code });
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
