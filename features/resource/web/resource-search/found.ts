// Search results as listed in the panel and as exported. Pure.

import type { Named } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';
import type { GeoBox, RestingView } from '@lookout/map';
import { ASSET_KINDS, type Asset, type AssetKind, type NearbyAsset } from '../../resource.ts';

export const MOST_FOUND = 1_000;

/** Nearest first, with distance and bearing from `from`. */
export function withWay(found: readonly Named<Asset>[], from: LngLat): NearbyAsset[] {
  return found
    .map((asset) => ({
      ...asset,
      distanceMetres: distanceMetres(from, asset.position),
      bearingDegrees: bearingDegrees(from, asset.position),
    }))
    .toSorted((a, b) => a.distanceMetres - b.distanceMetres);
}

/** Counts in the order of the specification's kinds; kinds without results are left out. */
export const countKinds = (found: readonly NearbyAsset[]): readonly (readonly [AssetKind, number])[] =>
  ASSET_KINDS.map((kind) => [kind, found.filter((asset) => asset.kind === kind).length] as const).filter(([, n]) => n > 0);

interface ExportMessages {
  readonly columns: readonly string[];
  readonly kindNames: Readonly<Record<AssetKind, string>>;
  readonly online: string;
  readonly offline: string;
}

/** The header and one row per result, in the order of `columns`. */
export function exportRows(found: readonly NearbyAsset[], messages: ExportMessages): (string | number | null)[][] {
  return [
    [...messages.columns],
    ...found.map((r) => [
      ...[r.name, messages.kindNames[r.kind], r.code, r.online === false ? messages.offline : messages.online],
      ...[r.gridName, r.gridNo, r.position.lng, r.position.lat, r.heightMetres],
      ...[Math.round(r.distanceMetres), Math.round(r.bearingDegrees), r.leaderName, r.leaderPhone, r.description],
    ]),
  ];
}

// The ground that the window shows, estimated from the camera's position. Pure.
const METRES_PER_DEGREE = 111_320;
/** The least length of a degree of longitude near a pole, as a fraction of one at the equator. */
const LEAST_COSINE = 0.05;

/** @param widthPixels the width of the map in CSS pixels; a tilted camera sees further than this */
export function boxOfView(
  { lng, lat, metresPerPixel }: Pick<RestingView, 'lng' | 'lat' | 'metresPerPixel'>,
  widthPixels: number,
  heightPixels: number,
): GeoBox {
  const up = (metresPerPixel * heightPixels) / 2 / METRES_PER_DEGREE;
  const across = (metresPerPixel * widthPixels) / 2 / METRES_PER_DEGREE / Math.max(LEAST_COSINE, Math.cos((lat * Math.PI) / 180));
  return {
    west: Math.max(-180, lng - across),
    south: Math.max(-90, lat - up),
    east: Math.min(180, lng + across),
    north: Math.min(90, lat + up),
  };
}
