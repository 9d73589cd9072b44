// The coordinate system that a vector file states → a transformation of its coordinates to WGS 84 degrees. All readers of points, lines and
// areas use it: GeoJSON by its member `crs`, shapefiles by their .prj.
import { type FileFault, fileFault } from '@lookout/domain';
import { bd09ToWgs84, gcj02ToWgs84 } from '@lookout/geo/datum';
import proj4 from 'proj4';
import { epsgOf, OF_WGS_84 } from './epsg.ts';
import { NAME_OF_BD_09, NAME_OF_GCJ_02, NAMES_OF_WGS_84 } from './names.ts';
import { shiftedByName, systemOfWkt } from './wkt.ts';

export interface CoordinateSystem {
  /** The coordinate system as the file names it; null: the file names none, and its numbers are treated as degrees. */
  readonly name: string | null;
  /** The numbers of the file are degrees, so that numbers beyond ±180 and ±90 are a fault. */
  readonly isDegrees: boolean;
  /** WGS 84 degrees; NaN outside the range of the projection. */
  toWgs84(x: number, y: number): readonly [lng: number, lat: number];
}

const asTheyAre = (x: number, y: number): readonly [number, number] => [x, y];
/** RFC 7946 and KML: when no system is stated, the coordinates are WGS 84 degrees. CGCS2000 agrees to a decimetre. */
export const UNSTATED: CoordinateSystem = { name: null, isDegrees: true, toWgs84: asTheyAre };

/** 国测局坐标. */
export const GCJ_02: CoordinateSystem = { name: 'GCJ-02', isDegrees: true, toWgs84: (x, y) => gcj02ToWgs84([x, y]) };

const degrees = (name: string): CoordinateSystem => ({ name, isDegrees: true, toWgs84: asTheyAre });

function projected(name: string, definition: string): CoordinateSystem | FileFault {
  try {
    const { inverse } = proj4(definition);
    return {
      name,
      isDegrees: false,
      toWgs84(x, y) {
        try {
          const [lng, lat] = inverse([x, y]);
          return [lng ?? Number.NaN, lat ?? Number.NaN];
        } catch {
          return [Number.NaN, Number.NaN];
        }
      },
    };
  } catch {
    return fileFault('system-not-understood', { name: name.slice(0, 80) });
  }
}

/** Systems by names that are not codes. */
const NAMED: readonly (readonly [name: RegExp, (name: string) => CoordinateSystem])[] = [
  [NAME_OF_GCJ_02, (name) => ({ ...GCJ_02, name })],
  [NAME_OF_BD_09, (name) => ({ name, isDegrees: true, toWgs84: (x, y) => bd09ToWgs84([x, y]) })],
  ...NAMES_OF_WGS_84.map((name) => [name, degrees] as const),
];

/** `EPSG:4490`, `urn:ogc:def:crs:EPSG::4490`, `urn:ogc:def:crs:EPSG:8.8:4490`, `http://www.opengis.net/def/crs/EPSG/0/4490`, `…/epsg.xml#4490`. */
const EPSG_CODE = /epsg(?:\.xml)?[^\d]{0,4}(?:[\d.]{1,8}[:/])?(\d{4,6})$/i;
const LONGEST_NAME = 80;

/**
 * Resolves a text to a system: an EPSG code, a name, well-known text, or a PROJ definition.
 * @returns the fault when the system is unknown, or its datum is not within metres of WGS 84
 */
export function systemOf(given: string): CoordinateSystem | FileFault {
  const text = given
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .trim();
  if (text === '') return UNSTATED;
  const [, code] = EPSG_CODE.exec(text.slice(0, 200)) ?? [];
  if (code !== undefined) return systemOfCode(Number(code));
  const wkt = systemOfWkt(text);
  const name = (wkt !== null && 'name' in wkt ? wkt.name : text).slice(0, LONGEST_NAME);
  const named = NAMED.find(([pattern]) => pattern.test(name))?.[1];
  if (wkt === null) return named ? named(name) : systemOfProj(text, name);
  if ('code' in wkt) return wkt;
  if (wkt.isDegrees) return named ? named(name) : degrees(name);
  return projected(name, wkt.text);
}

function systemOfCode(code: number): CoordinateSystem | FileFault {
  const name = `EPSG:${code}`;
  const known = epsgOf(code);
  if (known.kind === 'degrees') return degrees(name);
  if (known.kind === 'projected') return projected(name, known.definition);
  return known.kind === 'refused' ? known.fault : fileFault('system-unknown', { epsg: code });
}

function systemOfProj(text: string, name: string): CoordinateSystem | FileFault {
  if (!/\+proj=/.test(text)) {
    const system = shiftedByName(text);
    return system === null ? fileFault('system-not-understood', { name }) : fileFault('system-shifted', { system, epsg: null });
  }
  if (!OF_WGS_84.test(text)) return fileFault('datum-other', { name });
  return /\+proj=(?:longlat|latlong)\b/.test(text) ? degrees(name) : projected(name, text);
}

/**
 * The system of a GeoJSON's member `crs` (GeoJSON 2008): by name, by link, or by code, as older programs wrote it.
 * @param crs undefined or null: none is stated
 */
export function systemOfGeoJson(crs: unknown): CoordinateSystem | FileFault {
  if (crs === undefined || crs === null) return UNSTATED;
  if (typeof crs === 'string') return systemOf(crs);
  const { type, properties } = crs as { readonly type?: unknown; readonly properties?: unknown };
  const { name, code, href } = (typeof properties === 'object' && properties !== null ? properties : {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof name === 'string') return systemOf(name);
  if (String(type).toUpperCase() === 'EPSG' && Number.isInteger(Number(code))) return systemOfCode(Number(code));
  const stated = typeof href === 'string' ? href : JSON.stringify(crs).slice(0, LONGEST_NAME);
  return typeof href === 'string' && EPSG_CODE.test(href) ? systemOf(href) : fileFault('system-not-understood', { name: stated });
}
