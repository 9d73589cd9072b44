// From places to the cells of a raster and back, through its projection.
import { createRequire } from 'node:module';
import { type FileFault, fileFault } from '@lookout/domain';
import proj4 from 'proj4';
import type { Georeference } from './index.ts';

export interface Placing {
  /** Cells, fractional; whole numbers are centres. NaN outside the range of the projection. */
  toCell(lng: number, lat: number): readonly [column: number, row: number];
  toPosition(column: number, row: number): readonly [lng: number, lat: number];
}

const WGS84 = '+proj=longlat +datum=WGS84 +no_defs';
const NOWHERE = [Number.NaN, Number.NaN] as const;

/** @throws Error when proj4 cannot use the definition */
export function placingOf({ projection, cells: [a, b, c, d, e, f] }: Georeference): Placing {
  const determinant = a * e - b * d;
  if (!Number.isFinite(determinant) || determinant === 0) throw new Error('the cells of a raster must span an area');
  const projected = projection === null ? null : proj4(WGS84, projection);
  // Global rasters may use longitudes from 0° to 360°.
  const middle = c;
  const onMap = (lng: number, lat: number): readonly [number, number] => {
    if (projected === null) return [lng < middle - 180 ? lng + 360 : lng, lat];
    try {
      const [x, y] = projected.forward([lng, lat]);
      return [x ?? Number.NaN, y ?? Number.NaN];
    } catch {
      // Outside the range of the projection.
      return NOWHERE;
    }
  };
  return {
    toCell(lng, lat) {
      const [x, y] = onMap(lng, lat);
      return [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant];
    },
    toPosition(column, row) {
      const x = a * column + b * row + c;
      const y = d * column + e * row + f;
      if (projected === null) return [x > 180 ? x - 360 : x, y];
      try {
        const [lng, lat] = projected.inverse([x, y]);
        return [lng ?? Number.NaN, lat ?? Number.NaN];
      } catch {
        return NOWHERE;
      }
    },
  };
}

// The GeoKeys of a GeoTIFF → a proj4 definition. Source: OGC 19-008r4 (GeoTIFF 1.1), annexes on coordinate transformations and parameters.

export type GeoKeys = Readonly<Record<string, unknown>>;

type Projection =
  | { readonly ok: true; readonly name: string; readonly projection: string | null }
  | { readonly ok: false; readonly fault: FileFault };

const USER_DEFINED = 32_767;
const PROJECTED = 1;
const GEOGRAPHIC = 2;

const refused = (fault: FileFault): Projection => ({ ok: false, fault });

export function projectionOf(keys: GeoKeys | null): Projection {
  const model = keys?.GTModelTypeGeoKey;
  const code = numberOf(keys, model === GEOGRAPHIC ? 'GeographicTypeGeoKey' : 'ProjectedCSTypeGeoKey');
  if (keys === null || (model !== PROJECTED && model !== GEOGRAPHIC)) return refused(fileFault('geotiff-without-system'));
  if (code === null || code === USER_DEFINED) return model === GEOGRAPHIC ? ownDegrees(keys) : ownProjection(keys);
  const known = epsgOf(code);
  if (known.kind === 'degrees') return { ok: true, name: `EPSG:${code}`, projection: null };
  if (known.kind === 'projected') return { ok: true, name: `EPSG:${code}`, projection: known.definition };
  return refused(known.kind === 'refused' ? known.fault : fileFault('system-unknown', { epsg: code }));
}

const numberOf = (keys: GeoKeys | null, name: string): number | null => {
  const value = keys?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'number' && Number.isFinite(first) ? first : null;
};

/** ProjCoordTransGeoKey → proj4's name of the method and the parameters it takes. */
const METHODS: Readonly<Record<number, readonly [name: string, ...parameters: readonly Parameter[]]>> = {
  1: ['tmerc', 'lat_0', 'lon_0', 'k'],
  7: ['merc', 'lon_0', 'k'],
  8: ['lcc', 'lat_0', 'lon_0', 'lat_1', 'lat_2'],
  9: ['lcc', 'lat_0', 'lon_0', 'k'],
  10: ['laea', 'lat_0', 'lon_0'],
  11: ['aea', 'lat_0', 'lon_0', 'lat_1', 'lat_2'],
  12: ['aeqd', 'lat_0', 'lon_0'],
  13: ['eqdc', 'lat_0', 'lon_0', 'lat_1', 'lat_2'],
  14: ['stere', 'lat_0', 'lon_0', 'k'],
  15: ['stere', 'lat_0', 'lon_0', 'k'],
  16: ['sterea', 'lat_0', 'lon_0', 'k'],
  17: ['eqc', 'lat_ts', 'lat_0', 'lon_0'],
  18: ['cass', 'lat_0', 'lon_0'],
  19: ['gnom', 'lat_0', 'lon_0'],
  20: ['mill', 'lon_0'],
  21: ['ortho', 'lat_0', 'lon_0'],
  22: ['poly', 'lat_0', 'lon_0'],
  24: ['sinu', 'lon_0'],
  28: ['cea', 'lat_ts', 'lon_0'],
};

/** Each under the names that writers use for it; the first one found counts. */
const PARAMETERS = {
  lat_0: ['ProjNatOriginLatGeoKey', 'ProjFalseOriginLatGeoKey', 'ProjCenterLatGeoKey'],
  lon_0: ['ProjNatOriginLongGeoKey', 'ProjFalseOriginLongGeoKey', 'ProjCenterLongGeoKey', 'ProjStraightVertPoleLongGeoKey'],
  lat_1: ['ProjStdParallel1GeoKey'],
  lat_2: ['ProjStdParallel2GeoKey'],
  lat_ts: ['ProjStdParallel1GeoKey', 'ProjNatOriginLatGeoKey'],
  k: ['ProjScaleAtNatOriginGeoKey', 'ProjScaleAtCenterGeoKey'],
  x_0: ['ProjFalseEastingGeoKey', 'ProjFalseOriginEastingGeoKey', 'ProjCenterEastingGeoKey'],
  y_0: ['ProjFalseNorthingGeoKey', 'ProjFalseOriginNorthingGeoKey', 'ProjCenterNorthingGeoKey'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Parameter = keyof typeof PARAMETERS;

function parameter(keys: GeoKeys, name: Parameter): number {
  for (const key of PARAMETERS[name]) {
    const value = numberOf(keys, key);
    if (value !== null) return value;
  }
  return name === 'k' ? 1 : 0;
}

const METRES_OF_UNIT: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937, 9036: 1000 };

function ownProjection(keys: GeoKeys): Projection {
  const utm = numberOf(keys, 'ProjectionGeoKey');
  const datum = datumOf(keys);
  if (typeof datum !== 'string') return datum;
  const unit = METRES_OF_UNIT[numberOf(keys, 'ProjLinearUnitsGeoKey') ?? 9001];
  if (unit === undefined) return refused(fileFault('length-unit-unknown', { epsg: numberOf(keys, 'ProjLinearUnitsGeoKey') }));
  if (utm !== null && utm !== USER_DEFINED) {
    // 16001 … 16060 are the zones of the north, 16101 … 16160 those of the south.
    const zone = utm % 100;
    if (utm < 16_001 || utm > 16_160 || zone < 1 || zone > 60) return refused(fileFault('projection-unknown', { epsg: utm }));
    return {
      ok: true,
      name: `UTM ${zone}${utm > 16_100 ? 'S' : 'N'}`,
      projection: `+proj=utm +zone=${zone} ${utm > 16_100 ? '+south ' : ''}${datum} +no_defs`,
    };
  }
  const method = numberOf(keys, 'ProjCoordTransGeoKey');
  const found = method === null ? undefined : METHODS[method];
  if (!found) return refused(method === null ? fileFault('projection-without-method') : fileFault('projection-method-unknown', { method }));
  const [name, ...parameters] = found;
  const detail = parameters.map((one) => `+${one}=${parameter(keys, one)}`);
  const shift = [`+x_0=${parameter(keys, 'x_0') * unit}`, `+y_0=${parameter(keys, 'y_0') * unit}`, `+to_meter=${unit}`];
  return { ok: true, name: `+proj=${name}`, projection: [`+proj=${name}`, ...detail, ...shift, datum, '+no_defs'].join(' ') };
}

function ownDegrees(keys: GeoKeys): Projection {
  const datum = datumOf(keys);
  return typeof datum === 'string' ? { ok: true, name: '+proj=longlat', projection: null } : datum;
}

/** Geodetic datums and ellipsoids treated as WGS 84. */
const SAME_DATUMS: ReadonlySet<number> = new Set([6326, 1043, 6258, 6269, 6283, USER_DEFINED]);
const ELLIPSOIDS: Readonly<Record<number, string>> = { 7030: '+ellps=WGS84', 7019: '+ellps=GRS80', 1024: '+ellps=GRS80' };
const EARTH_MAJOR_METRES = 6_378_137;
/** The sphere of the MODIS land products: their grid takes geodetic degrees as they are. */
const MODIS_SPHERE_METRES = 6_371_007.181;
const GREENWICH = 8901;
const DEGREE = 9102;

/** The datum in proj4's notation, or why it cannot be used. */
function datumOf(keys: GeoKeys): string | Projection {
  const meridian = numberOf(keys, 'GeogPrimeMeridianGeoKey') ?? GREENWICH;
  const angle = numberOf(keys, 'GeogAngularUnitsGeoKey') ?? DEGREE;
  if (meridian !== GREENWICH) return refused(fileFault('prime-meridian-unknown', { epsg: meridian }));
  if (angle !== DEGREE) return refused(fileFault('angle-unit-unknown', { epsg: angle }));
  const base = numberOf(keys, 'GeographicTypeGeoKey');
  if (base !== null && base !== USER_DEFINED) {
    const known = epsgOf(base);
    if (known.kind === 'degrees') return '+datum=WGS84';
    return refused(known.kind === 'refused' ? known.fault : fileFault('geodetic-system-unknown', { epsg: base }));
  }
  const datum = numberOf(keys, 'GeogGeodeticDatumGeoKey') ?? USER_DEFINED;
  if (!SAME_DATUMS.has(datum)) return refused(fileFault('datum-unknown', { epsg: datum }));
  const ellipsoid = numberOf(keys, 'GeogEllipsoidGeoKey');
  const named = ellipsoid === null ? undefined : ELLIPSOIDS[ellipsoid];
  if (named) return named;
  const major = numberOf(keys, 'GeogSemiMajorAxisGeoKey');
  const flattening = numberOf(keys, 'GeogInvFlatteningGeoKey');
  if (major === EARTH_MAJOR_METRES) return flattening === null ? '+ellps=WGS84' : `+a=${major} +rf=${flattening}`;
  if (major === MODIS_SPHERE_METRES) return `+R=${major}`;
  return refused(major === null ? fileFault('ellipsoid-missing') : fileFault('ellipsoid-other', { metres: major }));
}

// EPSG codes → proj4 definitions, by the registry as epsg-index brings it. CGCS2000, ETRS89 and NAD83 count as WGS 84: within a metre or two.

/** Systems about 100 m off WGS 84 whose transformation is not public; a guess would displace the ground. */
const SHIFTED: readonly (readonly [system: 'beijing-1954' | 'xian-1980', from: number, to: number])[] = [
  ['beijing-1954', 2401, 2442],
  ['beijing-1954', 21413, 21463],
  ['beijing-1954', 4214, 4214],
  ['xian-1980', 2327, 2390],
  ['xian-1980', 4610, 4610],
];

type Epsg =
  | { readonly kind: 'degrees' }
  | { readonly kind: 'projected'; readonly definition: string }
  /** Known, but not usable. */
  | { readonly kind: 'refused'; readonly fault: FileFault }
  | { readonly kind: 'unknown' };

/** Of another datum a definition says no way to WGS 84 that is good to some metres; Web Mercator takes the degrees of WGS 84 for those of its sphere. */
const OF_WGS_84 = /\+(?:datum=(?:WGS84|NAD83)|ellps=(?:WGS84|GRS80)|a=6378137 \+b=6378137)\b/;
/** Southings or westings: how writers of GeoTIFFs turn their cells is not agreed upon. */
const OF_OTHER_AXES = '+axis=';

function epsgOf(code: number): Epsg {
  const shifted = SHIFTED.find(([, from, to]) => code >= from && code <= to);
  if (shifted) return { kind: 'refused', fault: fileFault('system-shifted', { system: shifted[0], epsg: code }) };
  const definition = definitionOf(code);
  if (definition === null || !OF_WGS_84.test(definition) || definition.includes(OF_OTHER_AXES)) return { kind: 'unknown' };
  return definition.startsWith('+proj=longlat') ? { kind: 'degrees' } : { kind: 'projected', definition };
}

const registry = createRequire(import.meta.url);

/** One small file a system. @returns null: it is not in the registry, or proj4 cannot say it */
function definitionOf(code: number): string | null {
  try {
    return (registry(`epsg-index/s/${code}.json`) as { readonly proj4: string | null }).proj4;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
