// Search results: administrative areas and features of imported layers, each with its range of view. Pure.
import type { Got, LayerFeature, resourceCalls } from '@lookout/contract';
import { type GridLevel, levelOf, parseGridNo, type VectorLayerKind } from '@lookout/domain';

export interface FoundPlace {
  readonly id: string;
  readonly name: string;
  /** For an area, with its parent areas. */
  readonly fullName: string;
  /** null: an administrative area. */
  readonly kind: VectorLayerKind | null;
  /** null: unknown. */
  readonly at: { readonly lng: number; readonly lat: number } | null;
  /** The range at which all of it is in view. */
  readonly rangeMetres: number;
}

const METRES_PER_DEGREE = 111_320;
const LEAST_RANGE_METRES = 4_000;
/** Leaves room for the surroundings. */
const AROUND = 1.6;

type Grid = Got<(typeof resourceCalls)['gridList']>[number];

/** @param regionMetres the region's range for an area */
export function placeOfGrid({ no, name, fullName, longitude, latitude }: Grid, regionMetres: number): FoundPlace {
  const gridNo = parseGridNo(no);
  const rangeMetres = gridNo === null ? regionMetres : areaRangeOf(levelOf(gridNo), regionMetres);
  const at = longitude === null || latitude === null ? null : { lng: longitude, lat: latitude };
  return { id: no, name, fullName, kind: null, at, rangeMetres };
}

export function placeOfFeature({ id, name, kind, box: [west, south, east, north] }: LayerFeature): FoundPlace {
  const metres = Math.max(east - west, north - south) * METRES_PER_DEGREE * AROUND;
  const at = { lng: (west + east) / 2, lat: (south + north) / 2 };
  return { id, name, fullName: name, kind, at, rangeMetres: Math.max(LEAST_RANGE_METRES, metres) };
}

/** The specification gives no range for a nation; this one shows all of it. */
const NATION_METRES = 6_000_000;
/** Smaller areas are viewed from nearer than the region's range. */
const RANGES = { prefecture: 300_000, county: 105_000, town: 33_000, village: 10_000 } as const;

/** @param regionMetres the region's range for an area (specification §9 "Fly-to range after GeoJSON"); the maximum below a nation */
export function areaRangeOf(level: GridLevel, regionMetres: number): number {
  if (level === 'nation') return NATION_METRES;
  return level === 'province' ? regionMetres : Math.min(regionMetres, RANGES[level]);
}
