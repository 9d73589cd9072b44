// The outline of the area above a threshold, along the borders of cells, and its parts by severity. Runs in the worker.

import { BURN_CHANGE_SCALE, burnClass, type CellRing, cellOutlines, cellRegions } from '@lookout/geo';
import { fieldFault } from '@lookout/server/acting/refusal.ts';
import { BURNED_SEVERITIES, MOST_PATCH_POINTS, MOST_PATCHES, SEVERITY_BREAKS, type SeverityPatch } from '../../burn-severity.ts';
import type { BurnedRing } from '../../burned-ring.ts';
import { type BurnedPolygons, MOST_BURNED_POINTS, MOST_BURNED_POLYGONS } from '../../fire-archive.ts';
import { type BurnChange, rounded } from './change.ts';
import { PictureFaults } from './pictures.ts';

export interface OutlineOrder {
  /** dNBR; a cell equal to the threshold counts as burned. */
  readonly threshold: number;
  readonly leastHectares: number;
}

export interface Outline {
  readonly polygons: BurnedPolygons;
  readonly patches: readonly SeverityPatch[];
  /** Specks below the least area. */
  readonly specks: { readonly count: number; readonly hectares: number };
  /** Severities were merged in squares of this many cells a side. */
  readonly mergedCells: number;
}

const SQUARE_METRES_PER_HECTARE = 10_000;
/** Coordinates are rounded to 1 / 10,000,000 of a degree, about a centimetre. */
const PLACES = 10_000_000;
/** Sides of the squares in cells, tried in order until the severities have few enough points. */
const MERGED = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/** @throws PictureFaults when no cell is above the threshold, or the outline is too fine */
export function outlineOf(all: BurnChange, { threshold, leastHectares }: OutlineOrder): Outline {
  const least = Math.round(threshold * BURN_CHANGE_SCALE);
  const cut = cutOut(all, least);
  if (cut === null) throw new PictureFaults([fieldFault('threshold', 'burn-nothing-found', { threshold })]);
  const { left, top, columns, rows, values, classes } = cut;
  const found = cellRegions({ columns, rows, values });
  const hectares = new Float64Array(found.regions.length);
  for (let cell = 0; cell < values.length; cell++) {
    const label = found.labels[cell] as number;
    if (label > 0) hectares[label - 1] = (hectares[label - 1] as number) + all.areaOf(cut.cellOf(cell)) / SQUARE_METRES_PER_HECTARE;
  }
  const regions = found.regions.flatMap((_, region) => ((hectares[region] as number) >= leastHectares ? [region] : []));
  if (regions.length === 0) throw new PictureFaults([fieldFault('threshold', 'burn-nothing-found', { threshold })]);
  if (regions.length > MOST_BURNED_POLYGONS)
    throw new PictureFaults([fieldFault('leastHectares', 'burn-too-many-polygons', { found: regions.length, most: MOST_BURNED_POLYGONS })]);
  const polygonOf = new Map(regions.map((region, index) => [region, index]));
  const specks = [...hectares].filter((_, region) => !polygonOf.has(region));

  const outlines = cellOutlines(cut, found, (region) => polygonOf.has(region));
  const outlinesOfRegions = regions.map((region) => outlines[region] ?? []);
  const points = pointsOf(outlinesOfRegions);
  if (points > MOST_BURNED_POINTS)
    throw new PictureFaults([fieldFault('leastHectares', 'burn-outline-too-fine', { found: points, most: MOST_BURNED_POINTS })]);

  const inside = classes.map((severity, cell) => (polygonOf.has((found.labels[cell] as number) - 1) ? severity : 0));
  const onGround = (ring: CellRing): BurnedRing => closedOnGround(ring, (x, y) => all.cornerAt(left + x, top + y));
  const { merged, parts } = severityParts(columns, rows, inside, found.labels);
  return {
    polygons: outlinesOfRegions.map((rings) => rings.map(onGround)),
    patches: parts.flatMap(({ severity, firstCell, rings }): SeverityPatch[] => {
      const of = polygonOf.get((found.labels[firstCell] as number) - 1);
      const name = BURNED_SEVERITIES[severity - 1];
      return of === undefined || name === undefined ? [] : [{ of, severity: name, rings: rings.map(onGround) }];
    }),
    specks: { count: specks.length, hectares: rounded(specks.reduce((sum, one) => sum + one, 0)) },
    mergedCells: merged,
  };
}

const pointsOf = (outlines: readonly (readonly CellRing[])[]): number =>
  outlines.reduce((sum, rings) => sum + rings.reduce((inside, ring) => inside + ring.length + 1, 0), 0);

/** The smallest rectangle of all cells above the threshold; null: there is none. `classes`: 1 … 4 by severity. */
function cutOut({ change, columns, rows }: BurnChange, least: number) {
  let [west, east, north, south] = [columns, -1, rows, -1];
  for (let cell = 0; cell < change.length; cell++) {
    if ((change[cell] as number) < least) continue;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    if (column < west) west = column;
    if (column > east) east = column;
    if (row < north) north = row;
    if (row > south) south = row;
  }
  if (east < west) return null;
  const [wide, high] = [east - west + 1, south - north + 1];
  const cellOf = (cell: number): number => (north + Math.floor(cell / wide)) * columns + west + (cell % wide);
  const values = new Uint8Array(wide * high);
  const classes = new Uint8Array(wide * high);
  for (let cell = 0; cell < values.length; cell++) {
    const value = change[cellOf(cell)] as number;
    if (value < least) continue;
    values[cell] = 1;
    classes[cell] = burnClass(value, SEVERITY_BREAKS);
  }
  return { left: west, top: north, columns: wide, rows: high, values, classes, cellOf };
}

/** Connected cells of one severity, merged in larger and larger squares until they are few enough. */
function severityParts(columns: number, rows: number, classes: Uint8Array, labels: Int32Array) {
  for (const merged of MERGED) {
    const values = merged === 1 ? classes : joined(columns, rows, classes, labels, merged);
    const found = cellRegions({ columns, rows, values });
    if (found.regions.length > MOST_PATCHES) continue;
    const outlines = cellOutlines({ columns, rows }, found, () => true);
    if (pointsOf(outlines) > MOST_PATCH_POINTS) continue;
    const parts = found.regions.map(({ value, firstCell }, region) => ({ severity: value, firstCell, rings: outlines[region] ?? [] }));
    return { merged, parts };
  }
  throw new PictureFaults([fieldFault('leastHectares', 'burn-outline-too-fine', { found: MOST_PATCH_POINTS, most: MOST_PATCH_POINTS })]);
}

/**
 * Each burned cell takes the most frequent severity among the burned cells of its square and polygon. Which cells are burned does not
 * change.
 */
function joined(columns: number, rows: number, classes: Uint8Array, labels: Int32Array, side: number): Uint8Array {
  const values = new Uint8Array(classes.length);
  for (let top = 0; top < rows; top += side)
    for (let left = 0; left < columns; left += side) {
      const cells: number[] = [];
      for (let row = top; row < Math.min(rows, top + side); row++)
        for (let column = left; column < Math.min(columns, left + side); column++)
          if ((classes[row * columns + column] as number) > 0) cells.push(row * columns + column);
      for (const [, same] of Map.groupBy(cells, (cell) => labels[cell])) {
        const counts = [0, 0, 0, 0, 0];
        for (const cell of same) counts[classes[cell] as number] = (counts[classes[cell] as number] ?? 0) + 1;
        const most = counts.indexOf(Math.max(...counts));
        for (const cell of same) values[cell] = most;
      }
    }
  return values;
}

/** A closed ring, counterclockwise outside as GeoJSON requires. */
function closedOnGround(ring: CellRing, cornerAt: BurnChange['cornerAt']): BurnedRing {
  const round = (degrees: number): number => Math.round(degrees * PLACES) / PLACES;
  const places = ring.toReversed().map(([x, y]) => {
    const [lng, lat] = cornerAt(x, y);
    return [round(lng), round(lat)] as const;
  });
  const [first] = places;
  return first === undefined ? places : [...places, first];
}
