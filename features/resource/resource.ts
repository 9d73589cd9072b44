// Resources (资源): what is ready for use or must be watched, by kind. Cameras, monitoring points and grids are in separate files.

import type { GridNo, Named, Position } from '@lookout/domain';

/** Spelled as in the specification's routes (§2); `inspectionPost` from §7. */
export const RESOURCE_KINDS = [
  'fireCommand',
  'cemetery',
  'checkStation',
  'materialRepository',
  'team',
  'watchTower',
  'waterSource',
  'DangerSource',
  'HelicopterPoint',
  'uav',
  'inspectionPost',
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** An asset: an object with a fixed position on the map. */
export const ASSET_KINDS = [...RESOURCE_KINDS, 'monitoring-point', 'camera'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** Specification §3, "Resource or monitoring point". */
export interface Resource {
  readonly id: string;
  readonly kind: ResourceKind;
  /** Unique within its kind; importing the same code again updates the resource. */
  readonly code: string;
  readonly name: string;
  /** null counts as online (specification §3). */
  readonly online: boolean | null;
  readonly districtName: string | null;
  readonly streetName: string | null;
  readonly gridNo: GridNo;
  readonly position: Position;
  /** Height above sea level. */
  readonly heightMetres: number | null;
  readonly leaderName: string | null;
  readonly leaderPhone: string | null;
  readonly description: string | null;
  readonly rangeMetres: number | null;
  readonly horizontalAngleDegrees: number | null;
  /** Fields of its kind (stock, people, volume …): Chinese name → value, shown unchanged. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** A resource, a monitoring point or a camera, in the common shape of lists and searches. */
export interface Asset extends Omit<Resource, 'kind' | 'code'> {
  readonly kind: AssetKind;
  readonly code: string | null;
}

/** The number of assets of one kind in a grid, and where it is shown. */
export interface GridCount {
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly position: Position;
  readonly kind: AssetKind;
  readonly count: number;
}

/** An asset near a position, with its distance and bearing. */
export interface NearbyAsset extends Named<Asset> {
  readonly distanceMetres: number;
  /** Clockwise from north. */
  readonly bearingDegrees: number;
}
