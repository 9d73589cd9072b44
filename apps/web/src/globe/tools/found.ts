// What the map search finds: a position, administrative areas, features of imported layers, resources and people. Pure.
import type { Got } from '@lookout/contract';
import { type GridLevel, levelOf, parseGridNo } from '@lookout/domain';
import type { LayerFeature } from '@lookout/features/map-layer/map-layer.calls.ts';
import type { VectorLayerKind } from '@lookout/features/map-layer/map-layer.ts';
import type { ListedRanger } from '@lookout/features/ranger/ranger.ts';
import type { resourceCalls } from '@lookout/features/resource/resource.calls.ts';
import type { AssetKind, NearbyAsset } from '@lookout/features/resource/resource.ts';
import { parsePosition } from '@lookout/geo';

/** A typed position, an administrative area, a person, or the kind of a layer's feature or of a resource. */
export type FoundKind = 'position' | 'area' | 'ranger' | VectorLayerKind | AssetKind;

export interface Found {
  readonly id: string;
  readonly name: string;
  readonly kind: FoundKind;
  /** The full name of an area with its parents; the grid of a resource or a person. */
  readonly where: string;
  /** null: unknown. */
  readonly at: { readonly lng: number; readonly lat: number } | null;
  /** The position is that of the parent area. */
  readonly isApproximate: boolean;
  /** The kind of mark to open; null: the camera only flies there, viewing from `rangeMetres`. */
  readonly opens: 'resource' | 'ranger' | null;
  /** The range at which the whole result is in view. */
  readonly rangeMetres: number;
}

const METRES_PER_DEGREE = 111_320;
const LEAST_RANGE_METRES = 4_000;
/** Factor that leaves room for the surroundings. */
const AROUND = 1.6;

type Grid = Got<(typeof resourceCalls)['gridList']>[number];

/** @param regionMetres the region's range for an area */
export function foundArea({ no, name, fullName, longitude, latitude, approximate }: Grid, regionMetres: number): Found {
  const gridNo = parseGridNo(no);
  return {
    ...{ id: no, name, kind: 'area', where: fullName, opens: null },
    at: longitude === null || latitude === null ? null : { lng: longitude, lat: latitude },
    isApproximate: approximate === true,
    rangeMetres: gridNo === null ? regionMetres : areaRangeOf(levelOf(gridNo), regionMetres),
  };
}

export function foundFeature({ id, name, kind, box: [west, south, east, north] }: LayerFeature): Found {
  const metres = Math.max(east - west, north - south) * METRES_PER_DEGREE * AROUND;
  return {
    ...{ id, name, kind, where: '', opens: null, isApproximate: false },
    at: { lng: (west + east) / 2, lat: (south + north) / 2 },
    rangeMetres: Math.max(LEAST_RANGE_METRES, metres),
  };
}

export const foundResource = ({
  id,
  name,
  kind,
  gridName,
  position: at,
}: Pick<NearbyAsset, 'id' | 'name' | 'kind' | 'gridName' | 'position'>): Found => ({
  ...{ id, name, kind, where: gridName, at, isApproximate: false, opens: 'resource', rangeMetres: LEAST_RANGE_METRES },
});

export const foundRanger = ({ userId, fullName, gridName, last }: ListedRanger): Found => ({
  ...{ id: userId, name: fullName, kind: 'ranger', where: gridName, isApproximate: false, opens: 'ranger' },
  at: last?.position ?? null,
  rangeMetres: LEAST_RANGE_METRES,
});

/** @returns null: the text is not a position */
export function foundPosition(text: string, nameOf: (at: { readonly lng: number; readonly lat: number }) => string): Found | null {
  const read = parsePosition(text);
  if (!read.ok) return null;
  const { value: at } = read;
  return {
    id: 'position',
    name: nameOf(at),
    kind: 'position',
    where: '',
    at,
    isApproximate: false,
    opens: null,
    rangeMetres: LEAST_RANGE_METRES,
  };
}

/** Exact matches first, then names that begin with the text, then names that contain it; each in the order of the sources. */
export function inOrder(found: readonly Found[], text: string): readonly Found[] {
  const rank = ({ name }: Found): number => (name === text ? 0 : name.startsWith(text) ? 1 : 2);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** The specification gives no range for a nation; this one shows the whole country. */
const NATION_METRES = 6_000_000;
/** Smaller areas are viewed from nearer than the region's range. */
const RANGES = { prefecture: 300_000, county: 105_000, town: 33_000, village: 10_000 } as const;

/** @param regionMetres the region's range for an area (specification §9 "Fly-to range after GeoJSON"); the maximum below a nation */
export function areaRangeOf(level: GridLevel, regionMetres: number): number {
  if (level === 'nation') return NATION_METRES;
  return level === 'province' ? regionMetres : Math.min(regionMetres, RANGES[level]);
}
