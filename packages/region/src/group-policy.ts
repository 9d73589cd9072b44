// The settings that a user's GROUP ID decides at run time (specification §6). Those of the build's region are in regions.ts.
import { covers, type GridNo, levelOf, NATION } from '@lookout/domain';
import type { Region } from './region.ts';

/** The protocol of live video to the browser. Recordings (.mp4) are recognised by their URL, not by the group. */
export type StreamKind = 'hls' | 'flv';

/** §6: "codes containing 001003001, 001003002, 001003003 or equal to 001003 use hls; others use flv." */
const HLS_PARTS = ['001003001', '001003002', '001003003'] as const;
const HLS_WHOLE = '001003';

export function streamKindOf(groupId: string): StreamKind {
  return groupId === HLS_WHOLE || HLS_PARTS.some((part) => groupId.includes(part)) ? 'hls' : 'flv';
}

/** The view of the home button: WGS 84 degrees, camera height in metres, looking straight down. */
export interface HomeView {
  readonly lng: number;
  readonly lat: number;
  readonly heightMetres: number;
}

/** §9: "Default home view lng 120, lat 36, height 300000". */
export const DEFAULT_HOME: HomeView = { lng: 120, lat: 36, heightMetres: 300_000 };

/** The part of the country that a group is shown. */
export interface GroupRegion {
  /** The boundaries of this grid and one level below are drawn, and the layers of forest farms and lines that concern it. */
  readonly gridNo: GridNo;
  /** null: the group has no home view; home is the centre of the user's area. */
  readonly home: HomeView | null;
}

const group = (gridNo: string, lng: number, lat: number, heightMetres: number): GroupRegion => ({
  gridNo: gridNo as GridNo,
  home: { lng, lat, heightMetres },
});

/**
 * §6: "Group id also decides region shown (boundaries, forest-farm layers and lines, home view)." The specification gives no values. These
 * are the groups' grids and their centres, at the specification's home height for a prefecture and higher for provinces. The longest prefix
 * of the group id in this table wins.
 */
export const GROUP_REGIONS: Readonly<Record<string, GroupRegion>> = {
  '001': { gridNo: NATION, home: null },
  '001003': group('510000', 102.9, 30.6, 1_400_000),
  '001003001': group('513200', 102.2, 32.0, 600_000),
  '001003001001': group('513221', 103.45, 31.3, 160_000),
  '001003001002': group('513222', 103.05, 31.55, 160_000),
  '001005': group('410000', 113.5, 33.9, 900_000),
  '001005001': group('410781', 114.1, 35.45, 105_000),
  '001006': group('230000', 128.0, 48.0, 1_600_000),
  '001007': group('530300', 103.9, 25.6, 300_000),
};

function regionOfGroup(groupId: string): GroupRegion | null {
  for (let length = groupId.length; length > 0; length--) {
    const key = groupId.slice(0, length);
    if (Object.hasOwn(GROUP_REGIONS, key)) return GROUP_REGIONS[key] ?? null;
  }
  return null;
}

/**
 * The home view that the group decides; null: it decides none, and home is the centre of the user's own area.
 * @param own the user's grid; a group whose grid is outside it decides nothing, because this user may see nothing there
 */
export function groupHomeOf(groupId: string, own: GridNo): HomeView | null {
  const region = regionOfGroup(groupId);
  if (region === null) return null;
  return covers(own, region.gridNo) || covers(region.gridNo, own) ? region.home : null;
}

/**
 * The grid whose boundaries and forest layers a user is shown: the group's, but never more than the user's own grid.
 * @param own the user's grid; used for an unknown group, or one whose grid is outside it
 */
export function gridShownTo(groupId: string, own: GridNo): GridNo {
  const shown = regionOfGroup(groupId)?.gridNo ?? own;
  return covers(own, shown) ? shown : own;
}

/** The specification gives no range for a nation; this height shows all of it. */
const NATION_HEIGHT_METRES = 6_000_000;

/**
 * Home: the group's own view (specification §6), else the centre of the user's area at the region's range for an area (§9).
 * @param centre null when the area call did not return 200: the default home view is used
 */
export function homeOf(
  centre: { readonly lng: number; readonly lat: number } | null,
  gridNo: GridNo,
  groupId: string,
  region: Pick<Region, 'areaRangeMetres'>,
): HomeView {
  if (centre === null) return DEFAULT_HOME;
  const ofGroup = groupHomeOf(groupId, gridNo);
  if (ofGroup !== null) return ofGroup;
  const level = levelOf(gridNo);
  if (level === 'nation') return { ...centre, heightMetres: NATION_HEIGHT_METRES };
  return { ...centre, heightMetres: level === 'province' ? region.areaRangeMetres : DEFAULT_HOME.heightMetres };
}
