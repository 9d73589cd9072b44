// The tree of cameras: grid → monitoring point → channel, with the online count of each node. Pure.
import type { CheckedCamera } from '../../camera/camera.ts';
import { type OnlineFilter, passesOnline } from '../../camera/parts/cameras.ts';

export interface PointNode {
  readonly key: string;
  readonly name: string;
  readonly cameras: readonly CheckedCamera[];
}

export interface GridNode {
  readonly key: string;
  readonly name: string;
  readonly points: readonly PointNode[];
  readonly total: number;
  readonly online: number;
}

const contains = (camera: CheckedCamera, text: string): boolean =>
  [camera.name, camera.monitoringPointName, camera.gridName].some((name) => name?.toLowerCase().includes(text));

/** Grids are sorted by number, points and channels by name. Empty nodes are left out. */
export function treeOf(cameras: readonly CheckedCamera[], text: string, filter: OnlineFilter): GridNode[] {
  const wanted = text.trim().toLowerCase();
  const matching = cameras.filter((camera) => (wanted === '' || contains(camera, wanted)) && passesOnline(camera, filter));
  return [...Map.groupBy(matching, ({ gridNo }) => gridNo)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([gridNo, inGrid]) => ({
      key: `grid.${gridNo}`,
      name: inGrid[0]?.gridName ?? gridNo,
      points: pointsOf(inGrid),
      total: inGrid.length,
      online: inGrid.filter(({ online }) => online).length,
    }));
}

/** A camera without a monitoring point is listed as its own point. */
const pointsOf = (cameras: readonly CheckedCamera[]): PointNode[] =>
  [...Map.groupBy(cameras, ({ monitoringPointId, id }) => monitoringPointId ?? id)]
    .map(([key, channels]) => ({
      key: `point.${key}`,
      name: channels[0]?.monitoringPointName ?? channels[0]?.name ?? key,
      cameras: channels.toSorted((a, b) => a.channelNum - b.channelNum || byName(a, b)),
    }))
    .sort(byName);

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => a.name.localeCompare(b.name, 'zh-CN');
