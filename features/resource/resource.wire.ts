// Converts resources to and from the wire format (specification §3, "Resource or monitoring point").

import type { GridNames } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireAssetKind, WireNearbyResource, WireResource } from './resource.schema.ts';
import type { Asset, AssetKind, NearbyAsset } from './resource.ts';

/** A monitoring point is `monitor` on the wire; every other kind has the same name. */
export const writeAssetKind = <K extends AssetKind>(kind: K) => (kind === 'monitoring-point' ? 'monitor' : kind) as WireKindOf<K>;
type WireKindOf<K extends AssetKind> = K extends 'monitoring-point' ? 'monitor' : K;

/** The inverse of `writeAssetKind`. */
export const readAssetKind = (kind: WireAssetKind): AssetKind => (kind === 'monitor' ? 'monitoring-point' : kind);

type Written<K, C> = Omit<Asset, 'kind' | 'code'> & { readonly kind: K; readonly code: C };

/** Writes a resource, or a monitoring point or camera found around a place, in the same form. */
export const writeResource = <K extends AssetKind, C extends string | null>(r: Written<K, C>, nameOf: GridNames) => ({
  id: r.id,
  name: r.name,
  resourceCode: r.code,
  resourceType: writeAssetKind(r.kind),
  isOnline: r.online === null ? null : r.online ? ('1' as const) : ('0' as const),
  districtName: r.districtName,
  streetName: r.streetName,
  gridNo: r.gridNo,
  gridName: nameOf(r.gridNo) ?? r.gridNo,
  position: { lng: r.position.lng, lat: r.position.lat, z: r.heightMetres },
  leaderName: r.leaderName,
  leaderPhone: r.leaderPhone,
  description: r.description,
  monitorRange: r.rangeMetres,
  horizontalAngle: r.horizontalAngleDegrees,
  attributes: { ...r.attributes },
});

/** The inverse of `writeResource`. */
export const readResource = (w: WireResource): Named<Asset> => ({
  id: w.id,
  kind: readAssetKind(w.resourceType),
  code: w.resourceCode,
  name: w.name,
  online: w.isOnline === null ? null : w.isOnline === '1',
  districtName: w.districtName,
  streetName: w.streetName,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  position: { lng: w.position.lng, lat: w.position.lat },
  heightMetres: w.position.z,
  leaderName: w.leaderName,
  leaderPhone: w.leaderPhone,
  description: w.description,
  rangeMetres: w.monitorRange,
  horizontalAngleDegrees: w.horizontalAngle,
  attributes: w.attributes,
});

export const readNearbyAsset = (w: WireNearbyResource): NearbyAsset => ({
  ...readResource(w),
  distanceMetres: w.distance,
  bearingDegrees: w.bearing,
});

const readNearGroup = ({
  resourceType,
  resourceName,
  count,
  list,
}: {
  readonly resourceType: WireAssetKind;
  readonly resourceName: string;
  readonly count: number;
  readonly list: readonly WireNearbyResource[];
}) => ({ kind: readAssetKind(resourceType), kindName: resourceName, count, list: list.map(readNearbyAsset) });

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const resourceReaders = {
  resource: readResource,
  'nearby-asset': readNearbyAsset,
  'near-group': readNearGroup,
} as const;
