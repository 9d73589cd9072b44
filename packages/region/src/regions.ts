// The table of deployments, one row for each region; each number that differs is documented by the specification's sentence.
import type { GridNo } from '@lookout/domain';
import type { PtzSpeedRule } from './ptz-speed.ts';
import type { ExternalLink, Region, RegionId } from './region.ts';

const grid = (code: string): GridNo => code as GridNo;

/** §9: "Camera min zoom distance 1800 m (300 Sichuan)." */
const MIN_ZOOM = { usual: 1800, sichuan: 300 } as const;

/** §9: "Vector tiles below 33000 m (Sichuan) or 10033000 m (Heilongjiang)." Regions that it does not name have the lower value. */
const VECTOR_TILES = { usual: 33_000, heilongjiang: 10_033_000 } as const;

/** §9: "Fly-to range after GeoJSON: 755000 m (Sichuan, Heilongjiang, two other variants) or 105000 m (Xinxiang, Yunnan Qujing)." */
const AREA_RANGE = { province: 755_000, city: 105_000 } as const;

/** §9: "speed sent: Sichuan capped at 7, other variant step/8*100 rounded." */
const CAPPED: PtzSpeedRule = { kind: 'capped', max: 7 };
const SHARE: PtzSpeedRule = { kind: 'share', steps: 8 };

/** §2: "Sichuan variant: external links for environment monitoring, backstage management and emergency plans." Their addresses are set by the installation. */
const SICHUAN_LINKS: readonly ExternalLink[] = [
  { id: 'environment', label: '环境监测' },
  { id: 'backstage', label: '后台管理' },
  { id: 'emergencyPlan', label: '应急预案' },
];

export const REGIONS = {
  /** §6: "513200 Sichuan, Aba prefecture, province and city locked". */
  sichuan: {
    id: 'sichuan',
    name: '四川',
    gridLocks: { code: grid('513200'), locked: ['province', 'prefecture'] },
    minZoomDistanceMetres: MIN_ZOOM.sichuan,
    vectorTilesBelowMetres: VECTOR_TILES.usual,
    areaRangeMetres: AREA_RANGE.province,
    ptzSpeedRule: CAPPED,
    externalLinks: SICHUAN_LINKS,
    popupRule: { kind: 'fly-in' },
    defaultMode: '3d',
  },
  /** §6: "410781 Henan, Xinxiang, Weihui, all locked". */
  'henan-xinxiang': {
    id: 'henan-xinxiang',
    name: '河南·新乡',
    gridLocks: { code: grid('410781'), locked: ['province', 'prefecture', 'county'] },
    minZoomDistanceMetres: MIN_ZOOM.usual,
    vectorTilesBelowMetres: VECTOR_TILES.usual,
    areaRangeMetres: AREA_RANGE.city,
    ptzSpeedRule: SHARE,
    externalLinks: [],
    popupRule: { kind: 'fly-in' },
    defaultMode: '3d',
  },
  /** §6: "codes beginning 23 Heilongjiang, province locked". */
  heilongjiang: {
    id: 'heilongjiang',
    name: '黑龙江',
    gridLocks: { code: grid('230000'), locked: ['province'] },
    minZoomDistanceMetres: MIN_ZOOM.usual,
    vectorTilesBelowMetres: VECTOR_TILES.heilongjiang,
    areaRangeMetres: AREA_RANGE.province,
    ptzSpeedRule: SHARE,
    externalLinks: [],
    popupRule: { kind: 'fly-in' },
    defaultMode: '3d',
  },
  /** §6 names no lock for Qujing: the pickers start there and can be changed within the user's grid. */
  'yunnan-qujing': {
    id: 'yunnan-qujing',
    name: '云南·曲靖',
    gridLocks: { code: grid('530300'), locked: [] },
    minZoomDistanceMetres: MIN_ZOOM.usual,
    vectorTilesBelowMetres: VECTOR_TILES.usual,
    areaRangeMetres: AREA_RANGE.city,
    ptzSpeedRule: SHARE,
    externalLinks: [],
    popupRule: { kind: 'fly-in' },
    defaultMode: '3d',
  },
  default: {
    id: 'default',
    name: '全国',
    gridLocks: { code: grid('100000'), locked: [] },
    minZoomDistanceMetres: MIN_ZOOM.usual,
    vectorTilesBelowMetres: VECTOR_TILES.usual,
    areaRangeMetres: AREA_RANGE.province,
    ptzSpeedRule: SHARE,
    externalLinks: [],
    popupRule: { kind: 'fly-in' },
    defaultMode: '3d',
  },
} as const satisfies { readonly [K in RegionId]: Region & { readonly id: K } };

const isRegionId = (text: string): text is RegionId => Object.hasOwn(REGIONS, text);

/**
 * The region of the build setting `REGION`.
 * @returns null for an unknown id, which the caller must report: a typing error must not start another deployment
 */
export const regionOf = (id: string): Region | null => (isRegionId(id) ? REGIONS[id] : null);
