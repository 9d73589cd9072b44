// What the list of monitoring points shows of them. Pure.
import type { Got, postCalls } from '@lookout/contract';
import { isOnline, type OnlineFilter, passesOnline } from '../../../../shared/video/online.ts';

export type MonitorPoint = Got<(typeof postCalls)['monitorsByGrid']>[number];

/** @param text part of the name, the code or the grid's name */
export function chosenMonitors(points: readonly MonitorPoint[], text: string, state: OnlineFilter): MonitorPoint[] {
  const wished = text.trim().toLowerCase();
  return points
    .filter((point) => passesOnline(point, state))
    .filter(({ name, resourceCode, gridName }) => [name, resourceCode ?? '', gridName].some((word) => word.toLowerCase().includes(wished)))
    .toSorted((a, b) => a.gridNo.localeCompare(b.gridNo) || a.name.localeCompare(b.name, 'zh'));
}

export function tallyMonitors(points: readonly MonitorPoint[]) {
  const online = points.filter(isOnline).length;
  return {
    ...{ total: points.length, online },
    cameras: points.reduce((sum, { cameraCount }) => sum + cameraCount, 0),
    camerasOnline: points.reduce((sum, { onlineCount }) => sum + onlineCount, 0),
  };
}
