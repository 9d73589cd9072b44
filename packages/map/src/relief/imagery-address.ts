// Normalises IMAGERY_URL (XYZ, TMS, WMTS in both encodings) to one tile template. Pure.

export interface ImageryAddress {
  /** With {z} or {z1} (z + 1), {x}, and {y} from the north or {reverseY} from the south. */
  readonly template: string;
  /** Web Mercator tiles, or tiles of longitude and latitude. */
  readonly scheme: 'mercator' | 'geographic';
}

/** Other services' placeholders for the three tile numbers. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\{-y\}/g, '{reverseY}'],
  [/\{TileMatrix\}/gi, '{z}'],
  [/\{TileRow\}/gi, '{y}'],
  [/\{TileCol\}/gi, '{x}'],
];

/** Default parameters of a WMTS request beside layer and matrix set (OGC 07-057r7, GetTile in KVP encoding). */
const GET_TILE: readonly (readonly [string, string])[] = [
  ['SERVICE', 'WMTS'],
  ['REQUEST', 'GetTile'],
  ['VERSION', '1.0.0'],
  ['STYLE', 'default'],
  ['FORMAT', 'tiles'],
];

/** @returns null when the URL has neither tile placeholders nor a recognisable WMTS layer */
export function imageryAddressOf(url: string): ImageryAddress | null {
  const template = SPELLINGS.reduce((text, [word, ours]) => text.replace(word, ours), url);
  const scheme = isGeographic(template) ? 'geographic' : 'mercator';
  const hasNumbers = template.includes('{z}') && template.includes('{x}') && /\{(y|reverseY)\}/.test(template);
  if (hasNumbers) return { template: isTianditu(template) && scheme === 'geographic' ? template.replace('{z}', '{z1}') : template, scheme };
  return wmtsOf(url);
}

/** 天地图 URLs end in `img_w/wmts` (layer, then `w` for Web Mercator or `c` for longitude and latitude). */
const TIANDITU = /\/([a-z]+)_([wc])\/wmts/i;
const isTianditu = (url: string): boolean => TIANDITU.test(url);
const isGeographic = (url: string): boolean =>
  TIANDITU.exec(url)?.[2]?.toLowerCase() === 'c' || /EPSG(:|%3A){1,2}(4326|4490)|tilematrixset=(c|wgs84)\b/i.test(url);

function wmtsOf(url: string): ImageryAddress | null {
  if (url.includes('{') || !/wmts/i.test(url)) return null;
  const [base = '', query = ''] = url.split('?', 2);
  const given = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toUpperCase(), value] as const));
  const tianditu = TIANDITU.exec(base);
  const layer = given.get('LAYER') ?? tianditu?.[1];
  const matrixSet = given.get('TILEMATRIXSET') ?? tianditu?.[2];
  if (layer === undefined || matrixSet === undefined) return null;
  for (const [name, value] of GET_TILE) if (!given.has(name)) given.set(name, value);
  given.set('LAYER', layer);
  given.set('TILEMATRIXSET', matrixSet);
  // WMTS parameter names are case-insensitive, but 天地图 expects its key in lower case.
  const parameters = [...given].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const scheme = isGeographic(`${base}?TILEMATRIXSET=${matrixSet}`) ? 'geographic' : 'mercator';
  // 天地图 numbers its longitude–latitude levels from 1.
  const level = tianditu && scheme === 'geographic' ? '{z1}' : '{z}';
  return { template: `${base}?${parameters.replace('TK=', 'tk=')}&TILEMATRIX=${level}&TILEROW={y}&TILECOL={x}`, scheme };
}
