// Checks and measures the outlines of the burned area of a fire, and reads them from files.

import { basename } from 'node:path';
import type { Language } from '@lookout/contract';
import { covers, type GridNo } from '@lookout/domain';
import type { LayerGeometry } from '@lookout/ingest';
import { type FieldFault, fieldFault, invalid, refuseFaults } from '@lookout/server/acting/refusal.ts';
import type { Errand } from '@lookout/server/acting/turns.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import { refusing } from '@lookout/server/serve/sent-table.ts';
import type { FileReader } from '@lookout/server/services/file-reader.ts';
import { mapInSlices } from '@lookout/store';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import { MOST_PATCH_POINTS, type SeverityPatch } from '../burn-severity.ts';
import type { BurnedRing } from '../burned-ring.ts';
import type { BurnedFile } from '../fire-archive.schema.ts';
import { type BurnedPolygons, MOST_BURNED_POINTS } from '../fire-archive.ts';
import type { Measuring } from './measuring.ts';

/** @throws Refusal 422 for more points than can be stored */
export function closedPolygons(polygons: BurnedPolygons, path: string): BurnedPolygons {
  const points = polygons.reduce((sum, rings) => sum + rings.reduce((inside, ring) => inside + ring.length, 0), 0);
  if (points > MOST_BURNED_POINTS) throw invalid(path, 'burned-points-at-most', { most: MOST_BURNED_POINTS });
  return polygons.map((rings) => rings.map(closedRing));
}

/**
 * @param polygons with closed rings
 * @param crosses whether a ring crosses itself, for each polygon
 * @param path the field, for faults
 * @throws Refusal 422 naming every polygon that is invalid, or is not within the caller's grid
 */
export async function checkPolygons(
  polygons: BurnedPolygons,
  crosses: readonly boolean[],
  gazetteer: Pick<Gazetteer, 'gridAt'>,
  own: GridNo,
  path: string,
): Promise<void> {
  const faults: FieldFault[] = [];
  for (const [index, rings] of polygons.entries()) {
    const [at, polygon] = [`${path}.${index}`, index + 1];
    if (rings.length === 0 || rings.some((ring) => ring.length < 4)) faults.push(fieldFault(at, 'burned-ring-short', { polygon }));
    else if (crosses[index]) faults.push(fieldFault(at, 'burned-ring-crosses', { polygon }));
    else {
      const place = await placeOf(rings, gazetteer, own);
      if (place !== 'inside') faults.push(fieldFault(at, place === 'abroad' ? 'burned-outside-china' : 'burned-outside-grid', { polygon }));
    }
  }
  refuseFaults(faults);
}

/** `inside`: all of a polygon lies within the caller's grid; `abroad`: some of it lies outside China; else `beyond` the grid. */
export async function placeOf(
  rings: BurnedPolygons[number],
  { gridAt }: Pick<Gazetteer, 'gridAt'>,
  own: GridNo,
): Promise<'inside' | 'abroad' | 'beyond'> {
  const grids = new Set(await mapInSlices(rings.flat(), ([lng, lat]) => gridAt({ lng, lat }, own)));
  if (grids.has(null)) return 'abroad';
  return [...grids].every((no) => no !== null && covers(own, no)) ? 'inside' : 'beyond';
}

/** A centimetre more than the polygon, for rounding. */
const MARGIN_DEGREES = 1e-6;

/**
 * Patches with closed rings, each in the bounding box of its polygon.
 * @param polygons already checked
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

function closedRing(ring: BurnedRing): BurnedRing {
  const [first, last] = [ring[0], ring.at(-1)];
  return first === undefined || (first[0] === last?.[0] && first[1] === last[1]) ? ring : [...ring, first];
}

/**
 * The polygons of a file. Invalid ones are reported by line.
 * @throws Refusal 422 when the file cannot be read or has no polygon
 */
export async function readBurnedFile(
  fileName: string,
  bytes: Uint8Array,
  errand: Errand,
  language: Language,
  { measure, fileReader }: Pick<Measuring, 'measure'> & { readonly fileReader: Pick<FileReader, 'layer'> },
): Promise<BurnedFile> {
  const { features, refused } = await refusing(() => fileReader.layer(errand, fileName, bytes));
  const polygons = features.flatMap(({ geometry }) => polygonsOf(geometry));
  if (polygons.length === 0) throw invalid('file', 'no-area-in-file');
  return {
    fileName: basename(fileName),
    polygons,
    hectares: (await measure(errand, polygons)).hectares,
    rejected: refused.map(({ line, error }) => ({ line, ...whyIn(language, error) })),
  };
}

type WirePolygons = BurnedFile['polygons'];

/** `readLayerFile` has checked that the coordinates are nested as deeply as their type requires. */
function polygonsOf({ type, coordinates }: LayerGeometry): WirePolygons {
  const flat = (polygon: number[][][]): [number, number][][] =>
    polygon.map((ring) => ring.map(([lng = 0, lat = 0]): [number, number] => [lng, lat]));
  if (type === 'Polygon') return [flat(coordinates as number[][][])];
  return type === 'MultiPolygon' ? (coordinates as number[][][][]).map(flat) : [];
}
