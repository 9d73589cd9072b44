// Converts resources to and from the wire format (specification §3, "Resource or monitoring point").

import { fileUrl, formatTime, type GridNames, readTime, uploadsAt } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireAssetKind, WireNearbyResource, WireResource, WireResourceCount } from './resource.schema.ts';
import type { Asset, AssetKind, GridCount, NearbyAsset, Resource, ResourceKind } from './resource.ts';
import type { WireKeptResource, WireRemovedResource } from './resource-care.calls.ts';
import type { KeptResource, RemovedResource } from './resource-care.ts';

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

export const writeGridCount = ({ gridNo, gridName, position: { lng, lat }, kind, count }: GridCount): WireResourceCount => ({
  gridNo,
  gridName,
  longitude: lng,
  latitude: lat,
  resourceType: writeAssetKind(kind),
  count,
});

export const readGridCount = ({ gridNo, gridName, longitude, latitude, resourceType, count }: WireResourceCount): GridCount => ({
  gridNo: gridNo as GridNo,
  gridName,
  kind: readAssetKind(resourceType),
  count,
  position: { lng: longitude, lat: latitude },
});

/** An entry of the register with its version and the time of its confirmation. */
export const writeKeptResource = (kept: KeptResource, nameOf: GridNames): WireKeptResource => ({
  ...writeResource<ResourceKind, string>(kept, nameOf),
  version: kept.version,
  confirmTime: kept.confirmedAt && formatTime(kept.confirmedAt),
  updateUser: kept.changedBy,
  updateTime: formatTime(kept.changedAt),
  photos: kept.photos.map(fileUrl),
});

type WireStored = WireKeptResource | WireRemovedResource['resource'];
const readStored = (w: WireStored): Named<Resource> => ({ ...readResource(w), kind: w.resourceType, code: w.resourceCode });

/** The inverse of `writeKeptResource`, with times to the second. */
export const readKeptResource = (w: WireKeptResource): Named<KeptResource> => ({
  ...readStored(w),
  version: w.version,
  confirmedAt: w.confirmTime === null ? null : readTime(w.confirmTime),
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
  photos: uploadsAt(w.photos),
});

export const writeRemovedResource = (
  { resource, photos, removedBy, removedAt, reason }: RemovedResource,
  nameOf: GridNames,
): WireRemovedResource => ({
  resource: writeResource<ResourceKind, string>(resource, nameOf),
  photos: photos.map(fileUrl),
  removeUser: removedBy,
  removeTime: formatTime(removedAt),
  reason,
});

/** The inverse of `writeRemovedResource`, with times to the second. */
export const readRemovedResource = (w: WireRemovedResource): RemovedResource & { readonly resource: Named<Resource> } => ({
  resource: readStored(w.resource),
  photos: uploadsAt(w.photos),
  removedBy: w.removeUser,
  removedAt: readTime(w.removeTime),
  reason: w.reason,
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
  'kept-resource': readKeptResource,
  'removed-resource': readRemovedResource,
  'grid-count': readGridCount,
  'nearby-asset': readNearbyAsset,
  'near-group': readNearGroup,
} as const;
