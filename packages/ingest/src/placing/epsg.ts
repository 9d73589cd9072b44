// EPSG codes → proj4 definitions, from the registry in epsg-index. CGCS2000, ETRS89 and NAD83 are treated as WGS 84: they agree within a
// metre or two.
import { createRequire } from 'node:module';
import { type FileFault, fileFault } from '@lookout/domain';

/** Systems about 100 m off WGS 84 whose transformation is not public. A guess would displace the terrain. */
const SHIFTED: readonly (readonly [system: 'beijing-1954' | 'xian-1980', from: number, to: number])[] = [
  ['beijing-1954', 2401, 2442],
  ['beijing-1954', 21413, 21463],
  ['beijing-1954', 4214, 4214],
  ['xian-1980', 2327, 2390],
  ['xian-1980', 4610, 4610],
];

export type Epsg =
  | { readonly kind: 'degrees' }
  | { readonly kind: 'projected'; readonly definition: string }
  /** Known, but unusable. */
  | { readonly kind: 'refused'; readonly fault: FileFault }
  | { readonly kind: 'unknown' };

/**
 * Definitions on WGS 84 or an equivalent datum. For another datum, a definition contains no transformation to WGS 84 that is accurate to a
 * few metres. Web Mercator uses WGS 84 degrees as those of its sphere.
 */
export const OF_WGS_84 = /\+(?:datum=(?:WGS84|NAD83)|ellps=(?:WGS84|GRS80)|a=6378137 \+b=6378137)\b/;
/**
 * Systems with southings or westings, whose axis direction writers do not agree on, and geocentric coordinates in metres, which are not a
 * map.
 */
const NO_MAP = /\+axis=|\+proj=geocent\b/;

/** What an EPSG code refers to. */
export function epsgOf(code: number): Epsg {
  const shifted = SHIFTED.find(([, from, to]) => code >= from && code <= to);
  if (shifted) return { kind: 'refused', fault: fileFault('system-shifted', { system: shifted[0], epsg: code }) };
  const definition = definitionOf(code);
  if (definition === null || !OF_WGS_84.test(definition) || NO_MAP.test(definition)) return { kind: 'unknown' };
  return definition.startsWith('+proj=longlat') ? { kind: 'degrees' } : { kind: 'projected', definition };
}

const registry = createRequire(import.meta.url);

/** Reads one small file per system. @returns null when it is not in the registry, or proj4 cannot express it */
function definitionOf(code: number): string | null {
  try {
    return (registry(`epsg-index/s/${code}.json`) as { readonly proj4: string | null }).proj4;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
