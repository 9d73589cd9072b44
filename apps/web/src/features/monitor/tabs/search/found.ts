// What a search of resources found, as the panel lists it and as it is exported. Pure.
import type { WirePlacedResource, WireResource } from '@lookout/contract';
import { PLACED_KINDS, type PlacedKind } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';

export const MOST_FOUND = 1_000;

/** Nearest first, with the way there from `from`. */
export function withWay(found: readonly WireResource[], from: LngLat): WirePlacedResource[] {
  return found
    .map((resource) => ({
      ...resource,
      distance: distanceMetres(from, resource.position),
      bearing: bearingDegrees(from, resource.position),
    }))
    .toSorted((a, b) => a.distance - b.distance);
}

/** In the order of the specification's kinds; kinds without any are left out. */
export const countKinds = (found: readonly WirePlacedResource[]): readonly (readonly [PlacedKind, number])[] =>
  PLACED_KINDS.map((kind) => [kind, found.filter(({ resourceType }) => resourceType === kind).length] as const).filter(([, n]) => n > 0);

interface ExportWords {
  readonly columns: readonly string[];
  readonly kindNames: Readonly<Record<PlacedKind, string>>;
  readonly online: string;
  readonly offline: string;
}

/** The header and a row for each, in the order of `columns`. */
export function exportRows(found: readonly WirePlacedResource[], words: ExportWords): (string | number | null)[][] {
  return [
    [...words.columns],
    ...found.map((r) => [
      ...[r.name, words.kindNames[r.resourceType], r.resourceCode, r.isOnline === '0' ? words.offline : words.online],
      ...[r.gridName, r.gridNo, r.position.lng, r.position.lat, r.position.z],
      ...[Math.round(r.distance), Math.round(r.bearing), r.leaderName, r.leaderPhone, r.description],
    ]),
  ];
}
