// From boundary GeoJSON to lines with their level. Outlines only: no area of a country is ever filled or named.
import { type GridNo, levelOf, parseAreaNo } from '@lookout/domain';
import { FAR_STEPS_PER_DEGREE } from '@lookout/geo';
import type { BoundaryLevel } from '../../bands.ts';
import type { GeoBox } from '../../engine/places.ts';

/** The part of a GeoJSON feature collection that the map reads; the rest is ignored. */
export interface BoundaryFeatures {
  readonly features: ReadonlyArray<{
    readonly properties?: { readonly gridNo?: unknown } | null;
    readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  }>;
}

export interface BoundaryLine {
  readonly gridNo: GridNo;
  readonly level: BoundaryLevel;
  /** lng, lat, lng, lat … degrees. */
  readonly degrees: readonly number[];
  /** Bounding box, to skip lines far from the view. */
  readonly box: GeoBox;
}

const boundaryLevelOf = {
  nation: null,
  province: 'province',
  prefecture: 'prefecture',
  county: 'county',
  town: 'village',
  village: 'village',
} as const satisfies Record<ReturnType<typeof levelOf>, BoundaryLevel | null>;

type Ring = ReadonlyArray<readonly number[]>;

/** Rings of (Multi)Polygons and (Multi)LineStrings; the level comes from the feature's grid code. Features without a code are skipped. */
export function boundaryLines(collection: BoundaryFeatures): BoundaryLine[] {
  return collection.features.flatMap(({ properties, geometry }) => {
    const gridNo = parseAreaNo(properties?.gridNo);
    const level = gridNo && boundaryLevelOf[levelOf(gridNo)];
    if (!gridNo || !level || !geometry) return [];
    return ringsOf(geometry.type, geometry.coordinates)
      .filter((ring) => ring.length > 1)
      .map((ring) => {
        const degrees = flatten(ring);
        return { gridNo, level, degrees, box: boxOf(degrees) };
      });
  });
}

function flatten(ring: Ring): number[] {
  const degrees: number[] = [];
  for (const [lng = 0, lat = 0] of ring) degrees.push(lng, lat);
  return degrees;
}

function ringsOf(type: string, coordinates: unknown): readonly Ring[] {
  switch (type) {
    case 'LineString':
      return [coordinates as Ring];
    case 'MultiLineString':
    case 'Polygon':
      return coordinates as readonly Ring[];
    case 'MultiPolygon':
      return (coordinates as ReadonlyArray<readonly Ring[]>).flat();
    default:
      return [];
  }
}

/** The pieces of lines that touch a box, each extended by one point beyond the box at its ends. */
function clipLines(lines: readonly BoundaryLine[], box: GeoBox): BoundaryLine[] {
  return lines.flatMap((line) => (overlaps(line.box, box) ? clipLine(line, box) : []));
}

const overlaps = (a: GeoBox, b: GeoBox): boolean => a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;

function clipLine(line: BoundaryLine, box: GeoBox): BoundaryLine[] {
  const pieces: number[][] = [];
  let piece: number[] | null = null;
  const at = line.degrees;
  for (let index = 0; index + 3 < at.length; index += 2) {
    const [x1, y1, x2, y2] = [at[index] ?? 0, at[index + 1] ?? 0, at[index + 2] ?? 0, at[index + 3] ?? 0];
    const touches =
      Math.max(x1, x2) >= box.west && Math.min(x1, x2) <= box.east && Math.max(y1, y2) >= box.south && Math.min(y1, y2) <= box.north;
    if (!touches) {
      piece = null;
      continue;
    }
    if (!piece) {
      piece = [x1, y1];
      pieces.push(piece);
    }
    piece.push(x2, y2);
  }
  return pieces.map((degrees) => ({ ...line, degrees }));
}

function boxOf(degrees: readonly number[]): GeoBox {
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (let index = 0; index + 1 < degrees.length; index += 2) {
    const [lng, lat] = [degrees[index] ?? 0, degrees[index + 1] ?? 0];
    if (lng < box.west) box.west = lng;
    if (lng > box.east) box.east = lng;
    if (lat < box.south) box.south = lat;
    if (lat > box.north) box.north = lat;
  }
  return box;
}

// A county's outline also belongs to its neighbours, its prefecture and its province: drawn three times it would look three times as
// strong. So every segment is drawn once, by the coarsest boundary to which it belongs.

/** Grid steps per degree at which points in the near view are equal: 10⁻⁵°, about a metre. */
const NEAR_STEPS_PER_DEGREE = 100_000;

/** Coarsest first: a segment belongs to the coarsest boundary that contains it. */
const ORDER = ['province', 'prefecture', 'county', 'village'] as const satisfies readonly BoundaryLevel[];

export interface LevelledLine {
  readonly level: BoundaryLevel;
  /** lng, lat, lng, lat … degrees. */
  readonly degrees: readonly number[];
}

/** Lines for the far view, snapped to a grid of about a kilometre. @returns the lines of this call that earlier calls have not drawn */
export function createFarLines(): (added: readonly BoundaryLine[]) => LevelledLine[] {
  const drawn: Segments = new Map();
  return (added) => undrawnLines(added, FAR_STEPS_PER_DEGREE, drawn);
}

/** Lines for the near view: the pieces that touch the box, in full detail. */
export const nearLines = (lines: readonly BoundaryLine[], box: GeoBox): LevelledLine[] =>
  undrawnLines(clipLines(lines, box), NEAR_STEPS_PER_DEGREE, new Map());

const undrawnLines = (lines: readonly BoundaryLine[], stepsPerDegree: number, drawn: Segments): LevelledLine[] =>
  ORDER.flatMap((level) =>
    lines
      .filter((line) => line.level === level)
      .flatMap(({ degrees }) => undrawn(degrees, stepsPerDegree, drawn).map((piece) => ({ level, degrees: piece }))),
  );

/** Segment ends by segment start; a point is its number on the grid, row by row. */
type Segments = Map<number, number[]>;

/** The pieces of one line that no earlier line has drawn. */
function undrawn(degrees: readonly number[], stepsPerDegree: number, drawn: Segments): number[][] {
  const row = 360 * stepsPerDegree + 1;
  const positionOf = (at: number): readonly [number, number] => [
    (at % row) / stepsPerDegree - 180,
    Math.floor(at / row) / stepsPerDegree - 90,
  ];
  const pieces: number[][] = [];
  let piece: number[] | null = null;
  let before = -1;
  for (let index = 0; index + 1 < degrees.length; index += 2) {
    const [lng, lat] = [degrees[index] ?? 0, degrees[index + 1] ?? 0];
    const at = Math.round((lat + 90) * stepsPerDegree) * row + Math.round((lng + 180) * stepsPerDegree);
    if (at === before) continue;
    if (before >= 0 && !isDrawn(before, at, drawn)) {
      if (!piece) {
        piece = [...positionOf(before)];
        pieces.push(piece);
      }
      piece.push(...positionOf(at));
    } else {
      piece = null;
    }
    before = at;
  }
  return pieces;
}

/** Whether this segment was already drawn, in either direction. Marks it as drawn. */
function isDrawn(a: number, b: number, drawn: Segments): boolean {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  const others = drawn.get(low);
  if (!others) drawn.set(low, [high]);
  else if (others.includes(high)) return true;
  else others.push(high);
  return false;
}
