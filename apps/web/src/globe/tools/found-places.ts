// What a name was found as: an administrative area, or a shape of an imported layer. Pure.
import type { Got, LayerFeature, resourceCalls } from '@lookout/contract';
import { type GridLevel, levelOf, parseGridNo, type VectorLayerKind } from '@lookout/domain';

export interface FoundPlace {
  readonly id: string;
  readonly name: string;
  /** Of an area: with the areas it lies in. */
  readonly fullName: string;
  /** null: an administrative area. */
  readonly kind: VectorLayerKind | null;
  /** null: nobody knows where. */
  readonly at: { readonly lng: number; readonly lat: number } | null;
  /** From how far off it is seen whole. */
  readonly rangeMetres: number;
}

const METRES_PER_DEGREE = 111_320;
const LEAST_RANGE_METRES = 4_000;
/** More than its own size, so that one sees where it lies. */
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

// From how far off an area of each level is looked at.

/** Nothing in the specification says how far off a country is looked at; this shows all of it. */
const NATION_METRES = 6_000_000;
/** What is smaller than the area that the region's range is meant for is looked at from nearer. */
const RANGES = { prefecture: 300_000, county: 105_000, town: 33_000 } as const;

/** @param regionMetres the region's range for an area (specification §9 "Fly-to range after GeoJSON"): never further off below a nation */
export function areaRangeOf(level: GridLevel, regionMetres: number): number {
  if (level === 'nation') return NATION_METRES;
  return level === 'province' ? regionMetres : Math.min(regionMetres, RANGES[level]);
}
