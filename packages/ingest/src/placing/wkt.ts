// Well-known text of a coordinate system, as in .prj files → its datum and definition: WKT 1 (OGC 01-009), as ESRI writes it, and WKT 2
// (ISO 19162).
import { type FileFault, fileFault } from '@lookout/domain';
import { SHIFTED_NAMES } from './names.ts';

interface Node {
  /** In upper case. */
  readonly keyword: string;
  readonly values: (string | number | Node)[];
  /** Start and end offset in the text. */
  readonly start: number;
  end: number;
}

export interface WktSystem {
  readonly name: string;
  readonly isDegrees: boolean;
  /** The text of the horizontal system, without its embedded transformation. */
  readonly text: string;
}

const MOST_CHARACTERS = 16_384;
const MOST_DEPTH = 40;
/** A word that opens no node is a token too, so that each character is scanned once. */
const TOKENS = /([A-Za-z][A-Za-z0-9_]*)(\s*[[(])?|"((?:[^"]|"")*)"|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\])])/g;

/** @returns null when it is not well-known text */
function nodeOf(text: string): Node | null {
  if (text.length > MOST_CHARACTERS) return null;
  const stack: Node[] = [];
  for (const { 0: token, 1: keyword, 2: bracket, 3: quoted, 4: number, index } of text.matchAll(TOKENS)) {
    const inside = stack.at(-1);
    if (keyword !== undefined && bracket === undefined) continue;
    if (keyword !== undefined) {
      const node: Node = { keyword: keyword.toUpperCase(), values: [], start: index, end: text.length };
      inside?.values.push(node);
      if (stack.push(node) > MOST_DEPTH) return null;
    } else if (inside === undefined) return null;
    else if (quoted !== undefined) inside.values.push(quoted.replaceAll('""', '"'));
    else if (number !== undefined) inside.values.push(Number(number));
    else {
      inside.end = index + token.length;
      stack.pop();
      if (stack.length === 0) return inside;
    }
  }
  return null;
}

const isNode = (value: Node['values'][number]): value is Node => typeof value === 'object';
const nodesIn = ({ values }: Node): Node[] => values.filter(isNode);

/** The first node with one of these keywords, from the outside inwards. */
function find(node: Node, keywords: readonly string[]): Node | null {
  let level: Node[] = [node];
  while (level.length > 0) {
    const found = level.find(({ keyword }) => keywords.includes(keyword));
    if (found) return found;
    level = level.flatMap(nodesIn);
  }
  return null;
}

const nameOf = (node: Node | null): string => (typeof node?.values[0] === 'string' ? node.values[0] : '');
const numbersOf = (node: Node | null): number[] => node?.values.filter((value) => typeof value === 'number') ?? [];

const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const DEGREES = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS'];
const BASES = [...DEGREES, 'BASEGEOGCRS', 'BASEGEODCRS'];
const DATUMS = ['DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE'];
const ELLIPSOIDS = ['SPHEROID', 'ELLIPSOID'];
const MERIDIANS = ['PRIMEM', 'PRIMEMERIDIAN'];
const RADIANS_OF_DEGREE = Math.PI / 180;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** @returns the system that a name refers to; null when it is not one of the shifted ones */
export function shiftedByName(name: string): 'beijing-1954' | 'xian-1980' | null {
  const text = plain(name);
  return SHIFTED_NAMES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The ellipsoids of WGS 84, GRS 80 and CGCS2000, whose datums agree within a metre or two. */
const isOfWgs84 = (major: number, flattening: number): boolean =>
  Math.abs(major - 6_378_137) < 0.01 && Math.abs(flattening - 298.257_222_101) < 0.001;

/**
 * The system that a well-known text describes.
 * @returns null when it is not well-known text; the fault when its datum is not within metres of WGS 84, or it is not a map system
 */
export function systemOfWkt(text: string): WktSystem | FileFault | null {
  const root = nodeOf(text);
  if (root === null) return null;
  const horizontal = find(root, [...PROJECTED, ...DEGREES]);
  const name = nameOf(horizontal ?? root);
  if (horizontal === null) return fileFault('system-not-understood', { name });
  const isDegrees = DEGREES.includes(horizontal.keyword);
  const datum = find(horizontal, DATUMS);
  const base = find(horizontal, BASES);
  for (const one of [nameOf(datum), nameOf(base), name]) {
    const system = shiftedByName(one);
    if (system !== null) return fileFault('system-shifted', { system, epsg: epsgOf(horizontal) });
  }
  const ellipsoid = find(horizontal, ELLIPSOIDS);
  const [major = Number.NaN, flattening = Number.NaN] = numbersOf(ellipsoid);
  if (!isOfWgs84(major, flattening)) return fileFault('datum-other', { name: (nameOf(datum) || nameOf(base) || name).slice(0, 80) });
  const [meridian = 0] = numbersOf(find(horizontal, MERIDIANS));
  if (meridian !== 0) return fileFault('datum-other', { name: nameOf(find(horizontal, MERIDIANS)) });
  const own = text.slice(horizontal.start, horizontal.end);
  if (isDegrees && (FROM_CENTRE.test(own) || !isInDegrees(horizontal))) return fileFault('system-not-understood', { name });
  return { name, isDegrees, text: own.replace(/,\s*TOWGS84\[[^\]]*\]/gi, '') };
}

/** In WKT 2 a geocentric system in metres contains a geodetic system too. */
const FROM_CENTRE = /\bCS\s*\[\s*cartesian/i;

function isInDegrees(node: Node): boolean {
  const unit = nodesIn(node).find(({ keyword }) => keyword === 'UNIT' || keyword === 'ANGLEUNIT') ?? find(node, ['ANGLEUNIT', 'UNIT']);
  const [radians = RADIANS_OF_DEGREE] = numbersOf(unit);
  return Math.abs(radians - RADIANS_OF_DEGREE) < 1e-9;
}

function epsgOf(node: Node): number | null {
  const authority = nodesIn(node).find(({ keyword }) => keyword === 'AUTHORITY' || keyword === 'ID');
  const code = Number(authority?.values[1]);
  return nameOf(authority ?? null).toUpperCase() === 'EPSG' && Number.isInteger(code) ? code : null;
}
