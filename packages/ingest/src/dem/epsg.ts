// EPSG codes of coordinate systems that elevation comes in here → proj4 definitions, as rules rather than a list of hundreds.
// Source: the EPSG registry's code blocks for UTM, CGCS2000 and its Gauss-Krüger zones. CGCS2000, ETRS89 and NAD83 count as WGS 84: within a metre or two.
import { type FileFault, fileFault } from '@lookout/domain';

const DEGREES: ReadonlySet<number> = new Set([4326, 4979, 4490, 4480, 4258, 4937, 4269, 4617, 4283, 7844, 6668]);

interface Block {
  readonly from: number;
  readonly to: number;
  readonly definition: (nth: number) => string;
}

const utm = (first: number, extra: string) => (nth: number) => `+proj=utm +zone=${first + nth} ${extra} +units=m +no_defs`;
const gaussKruger = (firstMeridian: number, step: number, falseEasting: (nth: number) => number) => (nth: number) =>
  `+proj=tmerc +lat_0=0 +lon_0=${firstMeridian + nth * step} +k=1 +x_0=${falseEasting(nth)} +y_0=0 +ellps=GRS80 +units=m +no_defs`;

const BLOCKS: readonly Block[] = [
  { from: 32601, to: 32660, definition: utm(1, '+datum=WGS84') },
  { from: 32701, to: 32760, definition: utm(1, '+south +datum=WGS84') },
  { from: 25828, to: 25838, definition: utm(28, '+ellps=GRS80') },
  { from: 26901, to: 26923, definition: utm(1, '+ellps=GRS80') },
  // CGCS2000, 6° zones 13–23: with the zone's number in front of the easting, then without it.
  { from: 4491, to: 4501, definition: gaussKruger(75, 6, (nth) => (13 + nth) * 1_000_000 + 500_000) },
  { from: 4502, to: 4512, definition: gaussKruger(75, 6, () => 500_000) },
  // CGCS2000, 3° zones 25–45, likewise.
  { from: 4513, to: 4533, definition: gaussKruger(75, 3, (nth) => (25 + nth) * 1_000_000 + 500_000) },
  { from: 4534, to: 4554, definition: gaussKruger(75, 3, () => 500_000) },
  {
    from: 3857,
    to: 3857,
    definition: () => '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  },
  { from: 3395, to: 3395, definition: () => '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs' },
  { from: 4087, to: 4087, definition: () => '+proj=eqc +lat_ts=0 +lat_0=0 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs' },
  { from: 3035, to: 3035, definition: () => '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m +no_defs' },
  {
    from: 5070,
    to: 5070,
    definition: () => '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80 +units=m +no_defs',
  },
  { from: 3413, to: 3413, definition: () => '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs' },
  { from: 3031, to: 3031, definition: () => '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs' },
];

/** Systems a hundred metres off WGS 84 whose way there is not public: a guess would put the ground in the wrong place. */
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
  /** Known, but not to be used. */
  | { readonly kind: 'refused'; readonly fault: FileFault }
  | { readonly kind: 'unknown' };

export function epsgOf(code: number): Epsg {
  if (DEGREES.has(code)) return { kind: 'degrees' };
  const block = BLOCKS.find(({ from, to }) => code >= from && code <= to);
  if (block) return { kind: 'projected', definition: block.definition(code - block.from) };
  const shifted = SHIFTED.find(([, from, to]) => code >= from && code <= to);
  if (shifted) return { kind: 'refused', fault: fileFault('system-shifted', { system: shifted[0], epsg: code }) };
  return { kind: 'unknown' };
}
