// What a search of resources found, as the panel lists it and as it is exported. Pure.
import { type Named, type NearThing, PLACED_KINDS, type PlacedKind, type PlacedThing } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';

export const MOST_FOUND = 1_000;

/** Nearest first, with the way there from `from`. */
export function withWay(found: readonly Named<PlacedThing>[], from: LngLat): NearThing[] {
  return found
    .map((thing) => ({
      ...thing,
      distanceMetres: distanceMetres(from, thing.position),
      bearingDegrees: bearingDegrees(from, thing.position),
    }))
    .toSorted((a, b) => a.distanceMetres - b.distanceMetres);
}

/** In the order of the specification's kinds; kinds without any are left out. */
export const countKinds = (found: readonly NearThing[]): readonly (readonly [PlacedKind, number])[] =>
  PLACED_KINDS.map((kind) => [kind, found.filter((thing) => thing.kind === kind).length] as const).filter(([, n]) => n > 0);

interface ExportMessages {
  readonly columns: readonly string[];
  readonly kindNames: Readonly<Record<PlacedKind, string>>;
  readonly online: string;
  readonly offline: string;
}

/** The header and a row for each, in the order of `columns`. */
export function exportRows(found: readonly NearThing[], messages: ExportMessages): (string | number | null)[][] {
  return [
    [...messages.columns],
    ...found.map((r) => [
      ...[r.name, messages.kindNames[r.kind], r.code, r.online === false ? messages.offline : messages.online],
      ...[r.gridName, r.gridNo, r.position.lng, r.position.lat, r.heightMetres],
      ...[Math.round(r.distanceMetres), Math.round(r.bearingDegrees), r.leaderName, r.leaderPhone, r.description],
    ]),
  ];
}
