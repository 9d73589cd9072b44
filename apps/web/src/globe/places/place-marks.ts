// From resources, rangers and tasks as they travel to what the map draws of them.
import {
  parseTime,
  type WirePlacedResource,
  type WireRanger,
  type WireResource,
  type WireResourceCount,
  type WireTask,
} from '@lookout/contract';
import { isRangerOnline } from '@lookout/domain';
import type { KindCount, PlaceMark } from '@lookout/map';

/** '0' is offline; null counts as online (specification §3). */
export const markOfResource = ({ id, resourceType, isOnline, name, position }: WireResource | WirePlacedResource): PlaceMark => ({
  ...{ id, icon: resourceType, isOffline: isOnline === '0', lng: position.lng, lat: position.lat, label: name },
});

/** @returns null for who has never been heard of */
export function markOfRanger(ranger: WireRanger, now: number): PlaceMark | null {
  const { userId, fullName, position, taskCount } = ranger;
  if (position === null) return null;
  const icon = taskCount > 0 ? 'ranger-busy' : 'ranger';
  return { id: userId, icon, isOffline: !isOnlineAt(ranger, now), ...position, label: fullName };
}

export const isOnlineAt = ({ actualUploadTime }: Pick<WireRanger, 'actualUploadTime'>, now: number): boolean =>
  isRangerOnline(actualUploadTime === null ? null : parseTime(actualUploadTime), new Date(now));

export const markOfTask = ({ id, status, longitude, latitude, taskContent }: WireTask): PlaceMark => ({
  ...{ id, icon: status === 'waiting' ? 'task-waiting' : 'task', isOffline: false, lng: longitude, lat: latitude, label: taskContent },
});

export const markOfCount = ({ gridNo, gridName, longitude, latitude, count }: WireResourceCount): KindCount => ({
  ...{ gridNo, gridName, lng: longitude, lat: latitude, count },
});
