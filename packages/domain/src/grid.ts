// The administrative grid (网格): codes, levels, and the rule that decides who may see what.
// Codes are those of GB/T 2260: province 2 digits, prefecture 4, county 6, padded to six; towns carry nine (GB/T 10114), villages twelve.

/** Six digits (nation, province, prefecture, county), nine (town) or twelve (village). */
export type GridNo = string & { readonly __brand: 'GridNo' };

export type GridLevel = 'nation' | 'province' | 'prefecture' | 'county' | 'town' | 'village';

/** An object with the name of its grid, or with the number if the name is unknown. */
export type Named<T extends { readonly gridNo: GridNo }> = T & { readonly gridName: string };

/** @param nameOf returns null for an unknown number */
export const withGridName = <T extends { readonly gridNo: GridNo }>(object: T, nameOf: (no: GridNo) => string | null): Named<T> => ({
  ...object,
  gridName: nameOf(object.gridNo) ?? object.gridNo,
});

/** 100000 is the whole country. It is not a province "10": the look-alike prefix must never match. */
export const NATION = '100000' as GridNo;

// [0-9]: full-width digits (５１) are never a code.
const GRID_PATTERN = /^[1-9][0-9]{5}(?:[0-9]{3}){0,2}$/;
const VILLAGE_DIGITS = 12;

/**
 * Parses the code of a grid that accounts and objects belong to, down to the town. Null when the text is not six or nine ASCII digits, or
 * names province 10, which does not exist.
 */
export function parseGridNo(text: unknown): GridNo | null {
  const no = parseAreaNo(text);
  return no?.length === VILLAGE_DIGITS ? null : no;
}

/** Parses the code of an area with a boundary, which may also be a village (twelve digits). */
export function parseAreaNo(text: unknown): GridNo | null {
  if (typeof text !== 'string' || !GRID_PATTERN.test(text)) return null;
  if (text.startsWith('10') && text !== NATION) return null;
  return text as GridNo;
}

export function levelOf(no: GridNo): GridLevel {
  if (no === NATION) return 'nation';
  if (no.length === VILLAGE_DIGITS) return 'village';
  if (no.length === 9) return 'town';
  if (no.endsWith('0000')) return 'province';
  if (no.endsWith('00')) return 'prefecture';
  return 'county';
}

const significantDigits = { nation: 0, province: 2, prefecture: 4, county: 6, town: 9, village: 12 } as const satisfies Record<
  GridLevel,
  number
>;

/**
 * The digits that every grid below `no` begins with ('' for the nation). The repositories query them as a range on the indexed column.
 * `covers` is the same rule for one object.
 */
export function prefixOf(no: GridNo): string {
  return no.slice(0, significantDigits[levelOf(no)]);
}

/** Whether an account of grid `holder` may see an object in grid `object`. A grid covers itself and all below it. */
export function covers(holder: GridNo, object: GridNo): boolean {
  if (holder === NATION) return true;
  if (object === NATION) return false;
  return object.startsWith(prefixOf(holder)) && significantDigits[levelOf(object)] >= significantDigits[levelOf(holder)];
}

/**
 * The grid a list is limited to: the requested one when it lies inside the caller's own grid, the caller's own when none is requested.
 * @returns null when the requested grid lies outside the caller's own: a request may narrow, never widen.
 */
export function narrow(holder: GridNo, requested: GridNo | null | undefined): GridNo | null {
  if (requested == null) return holder;
  return covers(holder, requested) ? requested : null;
}

/** The grid one level up; null for the nation. */
export function parentOf(no: GridNo): GridNo | null {
  switch (levelOf(no)) {
    case 'nation':
      return null;
    case 'province':
      return NATION;
    case 'prefecture':
      return `${no.slice(0, 2)}0000` as GridNo;
    case 'county':
      return `${no.slice(0, 4)}00` as GridNo;
    case 'town':
      return no.slice(0, 6) as GridNo;
    case 'village':
      return no.slice(0, 9) as GridNo;
  }
}

/** `no` and everything above it up to the nation, lowest first: 513221 → 513221, 513200, 510000, 100000. */
export function lineage(no: GridNo): GridNo[] {
  const line: GridNo[] = [];
  for (let at: GridNo | null = no; at !== null; at = parentOf(at)) line.push(at);
  return line;
}

/** The value of the grid, or of the nearest grid above it that has one; null: none has. */
export const nearestOf = <T>(byGrid: ReadonlyMap<GridNo, T>, no: GridNo): T | null => {
  const has = lineage(no).find((above) => byGrid.has(above));
  return has === undefined ? null : (byGrid.get(has) as T);
};

/** The grid of this level that is `no` or lies above it; null where `no` is wider. */
export const ancestorAt = (no: GridNo, level: GridLevel): GridNo | null => lineage(no).find((above) => levelOf(above) === level) ?? null;

/** The smallest grid that covers all these grids; 100000 when they share no province. @throws RangeError when the list is empty */
export function commonGrid(grids: readonly GridNo[]): GridNo {
  const [first, ...others] = grids;
  if (first === undefined) throw new RangeError('no grid to begin with');
  return lineage(first).find((no) => others.every((other) => covers(no, other))) ?? NATION;
}

/** The level of the parts into which a grid is divided for display. A village has none. */
const partLevels: Readonly<Record<GridLevel, GridLevel>> = {
  nation: 'province',
  province: 'prefecture',
  prefecture: 'county',
  county: 'town',
  town: 'village',
  village: 'village',
};

/** The part of a grid that contains an object in `no`; null: none of them does. */
export const partOf = (whole: GridNo, no: GridNo): GridNo | null => {
  const part = ancestorAt(no, partLevels[levelOf(whole)]);
  return part === whole ? null : part;
};

export const BORDER_LEVELS = ['province', 'prefecture', 'county'] as const;
export type BorderLevel = (typeof BORDER_LEVELS)[number];
