// The differences between deployments as data (specification §1, §6, §9): a difference is a field here, never a branch on an id.
// Used by the web shell, the map and the server's video port. Settings by GROUP ID at run time are in group-policy.ts.
import type { GridLevel, GridNo } from '@lookout/domain';
import type { PtzSpeedRule } from './ptz-speed.ts';

export type RegionId = 'sichuan' | 'henan-xinxiang' | 'heilongjiang' | 'yunnan-qujing' | 'default';

/** 2d: flat map, 3d: globe, glb: Columbus view (specification §2 "Map mode switchable among 2d, 3d and glb"). */
export type MapMode = '2d' | '3d' | 'glb';

/** A level of the grid picker 省/市/县 that can be locked. */
export type PickerLevel = Extract<GridLevel, 'province' | 'prefecture' | 'county'>;

/** The initial grid of the pickers, and the levels that cannot be changed, for users whose own grid contains it (grid-locks.ts). */
export interface GridLocks {
  readonly code: GridNo;
  readonly locked: readonly PickerLevel[];
}

export type ExternalLinkId = 'environment' | 'backstage' | 'emergencyPlan';

/** A link in the header. Its address is set by the installation (server: config.ts, LINK_…_URL); the menu item shows when it is not set. */
export interface ExternalLink {
  readonly id: ExternalLinkId;
  readonly label: string;
}

/**
 * When a fire popup opens. Specification §9 has two readings: the product uses `fly-in`, and no region sets `only-above`. The heights are
 * in map/src/bands.ts.
 */
export type PopupRule = { readonly kind: 'fly-in' } | { readonly kind: 'only-above' };

export interface Region {
  readonly id: RegionId;
  /** Display name of the deployment. */
  readonly name: string;
  readonly gridLocks: GridLocks;
  /** Minimum distance of the camera from the terrain. */
  readonly minZoomDistanceMetres: number;
  /** Vector tiles (villages, forest farms) are drawn below this camera height. */
  readonly vectorTilesBelowMetres: number;
  /** Distance of the camera after flying to an area's GeoJSON. */
  readonly areaRangeMetres: number;
  /** Conversion of a PTZ step 1–8 to the speed that is sent. */
  readonly ptzSpeedRule: PtzSpeedRule;
  readonly externalLinks: readonly ExternalLink[];
  readonly popupRule: PopupRule;
  readonly defaultMode: MapMode;
}

/** The specification's sentence for each difference; printed in docs/regions.md. */
export const SENTENCES: { readonly [Field in Exclude<keyof Region, 'id'>]: string } = {
  name: '§1 "Deployment variants: Sichuan, Henan (Xinxiang), Heilongjiang, Yunnan (Qujing) and others."',
  gridLocks:
    '§6 "Region code defaults: 410781 Henan, Xinxiang, Weihui, all locked; 513200 Sichuan, Aba prefecture, province and city locked; codes beginning 23 Heilongjiang, province locked."',
  minZoomDistanceMetres: '§9 "Camera min zoom distance 1800 m (300 Sichuan)."',
  vectorTilesBelowMetres: '§9 "Vector tiles below 33000 m (Sichuan) or 10033000 m (Heilongjiang)."',
  areaRangeMetres:
    '§9 "Fly-to range after GeoJSON: 755000 m (Sichuan, Heilongjiang, two other variants) or 105000 m (Xinxiang, Yunnan Qujing)."',
  ptzSpeedRule: '§9 "speed sent: Sichuan capped at 7, other variant step/8*100 rounded"',
  externalLinks: '§2 "Sichuan variant: external links for environment monitoring, backstage management and emergency plans."',
  popupRule: '§9 "popups only above 300000 m camera height (one reading); popup … fly-in trigger above 90000 m … (other reading)"',
  defaultMode: '§2 "Map mode switchable among 2d, 3d and glb (Columbus view)": no variant begins elsewhere than in 3d',
};
