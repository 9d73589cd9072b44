// Filters and counts monitoring points for their list. Pure.
import type { TalliedPoint } from '../../camera.ts';
import { type OnlineFilter, passesOnline } from '../../parts/cameras.ts';

/** @param text part of the name, the code or the grid's name */
export function chosenPoints(points: readonly TalliedPoint[], text: string, state: OnlineFilter): TalliedPoint[] {
  const needle = text.trim().toLowerCase();
  return points
    .filter((point) => passesOnline(point, state))
    .filter(({ name, resourceCode, gridName }) => [name, resourceCode ?? '', gridName].some((text) => text.toLowerCase().includes(needle)))
    .toSorted((a, b) => a.gridNo.localeCompare(b.gridNo) || a.name.localeCompare(b.name, 'zh'));
}

export function tallyPoints(points: readonly TalliedPoint[]) {
  const online = points.filter((point) => point.online).length;
  return {
    total: points.length,
    online,
    cameras: points.reduce((sum, { cameraCount }) => sum + cameraCount, 0),
    camerasOnline: points.reduce((sum, { onlineCount }) => sum + onlineCount, 0),
  };
}
