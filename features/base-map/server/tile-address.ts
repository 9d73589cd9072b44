// Parses the address of a tile service (XYZ, TMS, WMTS in both encodings, {s} for its hosts) and builds the address of one tile. Pure.

export interface TileAddress {
  /** The address with {z} or {z1} (z + 1), {x}, {y} from the north or {reverseY} from the south, and {s}. */
  readonly template: string;
  /** Web Mercator tiles, or tiles of longitude and latitude. */
  readonly scheme: 'mercator' | 'geographic';
  /** The values of {s}. */
  readonly hosts: readonly string[];
}

/** Other services' placeholders for the three tile numbers. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\{-y\}/g, '{reverseY}'],
  [/\{TileMatrix\}/gi, '{z}'],
  [/\{TileRow\}/gi, '{y}'],
  [/\{TileCol\}/gi, '{x}'],
];

/** Default parameters of a WMTS request, in addition to layer and matrix set (OGC 07-057r7, GetTile in KVP encoding). */
const GET_TILE: readonly (readonly [string, string])[] = [
  ['SERVICE', 'WMTS'],
  ['REQUEST', 'GetTile'],
  ['VERSION', '1.0.0'],
  ['STYLE', 'default'],
  ['FORMAT', 'tiles'],
];

/** The host names that Leaflet and OpenLayers use; 天地图 has t0 to t7. */
const HOSTS = ['a', 'b', 'c'] as const;
const TIANDITU_HOSTS = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;

/** @returns null when `url` is no web address, or has neither tile placeholders nor a recognisable WMTS layer */
export function tileAddressOf(url: string): TileAddress | null {
  const spelt = SPELLINGS.reduce((text, [word, ours]) => text.replace(word, ours), url.trim());
  const scheme = isGeographic(spelt) ? 'geographic' : 'mercator';
  const hosts = /tianditu/i.test(spelt) ? TIANDITU_HOSTS : HOSTS;
  const hasNumbers = /\{z1?\}/.test(spelt) && spelt.includes('{x}') && /\{(y|reverseY)\}/.test(spelt);
  const template = hasNumbers
    ? isTianditu(spelt) && scheme === 'geographic'
      ? spelt.replace('{z}', '{z1}')
      : spelt
    : wmtsTemplateOf(spelt);
  if (template === null || !isWebAddress(tileUrlOf({ template, scheme, hosts }, { z: 0, x: 0, y: 0 }))) return null;
  return { template, scheme: hasNumbers ? scheme : schemeOfWmts(template), hosts };
}

export interface TileNumbers {
  readonly z: number;
  readonly x: number;
  /** Counted from the north. */
  readonly y: number;
}

/** The address of a tile; neighbouring tiles use different hosts if the service has several. */
export function tileUrlOf({ template, hosts }: TileAddress, { z, x, y }: TileNumbers): string {
  const values: Readonly<Record<string, string | number>> = {
    z,
    z1: z + 1,
    x,
    y,
    reverseY: 2 ** z - 1 - y,
    s: hosts[(x + y) % hosts.length] ?? '',
  };
  return template.replace(/\{(z1?|x|y|reverseY|s)\}/g, (_, name: string) => String(values[name]));
}

/** Every host that tiles may come from. */
export const hostsOf = (address: TileAddress): URL[] =>
  address.hosts.map((s) => new URL(tileUrlOf({ ...address, hosts: [s] }, { z: 0, x: 0, y: 0 })));

const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** 天地图 URLs end in `img_w/wmts` (layer, then `w` for Web Mercator or `c` for longitude and latitude). */
const TIANDITU = /\/([a-z]+)_([wc])\/wmts/i;
const isTianditu = (url: string): boolean => TIANDITU.test(url);
const isGeographic = (url: string): boolean =>
  TIANDITU.exec(url)?.[2]?.toLowerCase() === 'c' || /EPSG(:|%3A){1,2}(4326|4490)|tilematrixset=(c|wgs84)\b/i.test(url);
const schemeOfWmts = (template: string): TileAddress['scheme'] => (isGeographic(template) ? 'geographic' : 'mercator');

function wmtsTemplateOf(url: string): string | null {
  if (url.replaceAll('{s}', '').includes('{') || !/wmts/i.test(url)) return null;
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
  // 天地图 numbers its longitude–latitude levels from 1.
  const level = tianditu && isGeographic(`${base}?TILEMATRIXSET=${matrixSet}`) ? '{z1}' : '{z}';
  return `${base}?${parameters.replace('TK=', 'tk=')}&TILEMATRIX=${level}&TILEROW={y}&TILECOL={x}`;
}
