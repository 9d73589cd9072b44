// The GeoKeys of a GeoTIFF → a proj4 definition. Source: OGC 19-008r4 (GeoTIFF 1.1), annexes on coordinate transformations and parameters.
import { type FileFault, fileFault } from '@lookout/domain';
import { epsgOf } from './epsg.ts';

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

/** Each parameter under the names that writers use for it; the first one found is used. */
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
    // 16001 … 16060 are the northern zones, 16101 … 16160 the southern ones.
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
/** The sphere of the MODIS land products, whose grid uses geodetic degrees unchanged. */
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
