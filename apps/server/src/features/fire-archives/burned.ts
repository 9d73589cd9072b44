// The burned area of a fire: its outlines checked and measured, and read from files.
import { basename } from 'node:path';
import type { BurnedFile, Language } from '@lookout/contract';
import {
  BURNED_SEVERITIES,
  type BurnedPolygons,
  type BurnedRing,
  type BurnedSeverity,
  covers,
  type GridNo,
  MOST_BURNED_POINTS,
  MOST_PATCH_POINTS,
  type SeverityPatch,
} from '@lookout/domain';
import { areaSquareMetres, ringCrosses } from '@lookout/geo';
import { type LayerGeometry, readLayerFile, UnreadableFile } from '@lookout/ingest';
import { type FieldFault, fieldFault, invalid, Refusal, refuseFaults } from '../../acting/refusal.ts';
import { whyIn } from '../../serve/envelope.ts';
import type { Gazetteer } from '../../services/gazetteer.ts';
import { inSlices } from '../../services/slices.ts';

const SQUARE_METRES_PER_HECTARE = 10_000;

const rounded = (hectares: number): number => Math.round(hectares * 10_000) / 10_000;

/** Hectares of the patches of each severity. */
export function hectaresBySeverity(patches: readonly SeverityPatch[]): Readonly<Record<BurnedSeverity, number>> {
  const sum = (severity: BurnedSeverity): number =>
    hectaresOf(patches.flatMap((patch) => (patch.severity === severity ? [patch.rings] : [])));
  const [low, moderateLow, moderateHigh, high] = BURNED_SEVERITIES.map(sum) as [number, number, number, number];
  return { low, 'moderate-low': moderateLow, 'moderate-high': moderateHigh, high };
}

/** Outer rings less their holes, on the ellipsoid. */
export function hectaresOf(polygons: BurnedPolygons): number {
  const areaOf = (ring: BurnedRing): number => areaSquareMetres(ring.map(([lng, lat]) => ({ lng, lat })));
  const squareMetres = polygons.reduce(
    (sum, [outer = [], ...holes]) => sum + areaOf(outer) - holes.reduce((inside, hole) => inside + areaOf(hole), 0),
    0,
  );
  return rounded(squareMetres / SQUARE_METRES_PER_HECTARE);
}

/**
 * Polygons with closed rings, all within the caller's grid.
 * @param path the field, for faults
 * @throws Refusal 422 naming every polygon at fault
 */
export async function checkedPolygons(
  polygons: BurnedPolygons,
  { gridAt }: Pick<Gazetteer, 'gridAt'>,
  own: GridNo,
  path: string,
): Promise<BurnedPolygons> {
  const points = polygons.reduce((sum, rings) => sum + rings.reduce((inside, ring) => inside + ring.length, 0), 0);
  if (points > MOST_BURNED_POINTS) throw invalid(path, 'burned-points-at-most', { most: MOST_BURNED_POINTS });
  const closed = polygons.map((rings) => rings.map(closedRing));
  const faults = await inSlices(closed, (rings, index): FieldFault[] => {
    const [at, polygon] = [`${path}.${index}`, index + 1];
    if (rings.length === 0 || rings.some((ring) => ring.length < 4)) return [fieldFault(at, 'burned-ring-short', { polygon })];
    if (rings.some(ringCrosses)) return [fieldFault(at, 'burned-ring-crosses', { polygon })];
    const grids = rings.flat().map(([lng, lat]) => gridAt({ lng, lat }, own));
    if (grids.includes(null)) return [fieldFault(at, 'burned-outside-china', { polygon })];
    return grids.every((no) => no !== null && covers(own, no)) ? [] : [fieldFault(at, 'burned-outside-grid', { polygon })];
  });
  refuseFaults(faults.flat());
  return closed;
}

/** A centimetre more than the polygon, for rounding. */
const MARGIN_DEGREES = 1e-6;

/**
 * Patches with closed rings, each in the box of its polygon.
 * @param polygons checked
 * @param path the field, for faults
 * @throws Refusal 422 naming the first patches at fault
 */
export function checkedPatches(patches: readonly SeverityPatch[], polygons: BurnedPolygons, path: string): readonly SeverityPatch[] {
  const points = patches.reduce((sum, { rings }) => sum + rings.reduce((inside, ring) => inside + ring.length, 0), 0);
  if (points > MOST_PATCH_POINTS) throw invalid(path, 'burned-points-at-most', { most: MOST_PATCH_POINTS });
  const boxes = polygons.map(([outer = []]) => boundsOf(outer));
  const isInside = ({ of, rings }: SeverityPatch): boolean => {
    const box = boxes[of];
    return (
      box !== undefined &&
      rings.every(
        (ring) =>
          ring.length >= 3 &&
          ring.every(
            ([lng, lat]) =>
              lng >= box.west - MARGIN_DEGREES &&
              lng <= box.east + MARGIN_DEGREES &&
              lat >= box.south - MARGIN_DEGREES &&
              lat <= box.north + MARGIN_DEGREES,
          ),
      )
    );
  };
  refuseFaults(
    patches.flatMap((patch, index) => (isInside(patch) ? [] : [fieldFault(`${path}.${index}`, 'burn-patch-astray', { patch: index + 1 })])),
  );
  return patches.map((patch) => ({ ...patch, rings: patch.rings.map(closedRing) }));
}

function boundsOf(ring: BurnedRing) {
  const bounds = { west: 180, east: -180, south: 90, north: -90 };
  for (const [lng, lat] of ring) {
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  }
  return bounds;
}

/** Whether a polygon lies within the caller's grid. */
export const isInGrid = (rings: BurnedPolygons[number], { gridAt }: Pick<Gazetteer, 'gridAt'>, own: GridNo): boolean =>
  rings.every((ring) =>
    ring.every(([lng, lat]) => {
      const no = gridAt({ lng, lat }, own);
      return no !== null && covers(own, no);
    }),
  );

function closedRing(ring: BurnedRing): BurnedRing {
  const [first, last] = [ring[0], ring.at(-1)];
  return first === undefined || (first[0] === last?.[0] && first[1] === last[1]) ? ring : [...ring, first];
}

/**
 * The polygons of a file; what is no polygon is named by its line.
 * @throws Refusal 422 when the file cannot be read or has no polygon
 */
export async function readBurnedFile(fileName: string, bytes: Uint8Array, language: Language): Promise<BurnedFile> {
  const { features, refused } = await readLayerFile(fileName, bytes).catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw new Refusal(error.fault, { fields: [{ path: 'file', ...error.fault }] });
    throw error;
  });
  const polygons = features.flatMap(({ geometry }) => polygonsOf(geometry));
  if (polygons.length === 0) throw invalid('file', 'no-area-in-file');
  return {
    fileName: basename(fileName),
    polygons,
    hectares: hectaresOf(polygons),
    rejected: refused.map(({ line, error }) => ({ line, ...whyIn(language, error) })),
  };
}

type WirePolygons = BurnedFile['polygons'];

/** `readLayerFile` has checked that the coordinates are as deep as their type says. */
function polygonsOf({ type, coordinates }: LayerGeometry): WirePolygons {
  const flat = (polygon: number[][][]): [number, number][][] =>
    polygon.map((ring) => ring.map(([lng = 0, lat = 0]): [number, number] => [lng, lat]));
  if (type === 'Polygon') return [flat(coordinates as number[][][])];
  return type === 'MultiPolygon' ? (coordinates as number[][][][]).map(flat) : [];
}
