// Map marks of resources, rangers and tasks. Pure.

import { isRangerOnline, type Ranger } from '../../ranger/ranger.ts';
import { type NamedTask, taskStatus } from '../../task/task.ts';
import type { Marker } from '../layer/marker.ts';
import type { KindCount } from '../layer/resource-counts.ts';
import type { Asset, GridCount } from '../resource.ts';

/** An unknown state counts as online (specification §3). */
export const isOffline = ({ online }: Pick<Asset, 'online'>): boolean => online === false;

export const markOfResource = (asset: Asset): Marker => ({
  id: asset.id,
  icon: asset.kind,
  isOffline: isOffline(asset),
  ...asset.position,
  label: asset.name,
});

/** @returns null without a position */
export function markOfRanger(ranger: Ranger, now: number): Marker | null {
  const { userId, fullName, last, taskIds } = ranger;
  if (last === null) return null;
  const icon = taskIds.length > 0 ? 'ranger-busy' : 'ranger';
  return { id: userId, icon, isOffline: !isOnlineAt(ranger, now), ...last.position, label: fullName };
}

/** Judged by the phone's own time, because positions may arrive late. */
export const isOnlineAt = ({ last }: Pick<Ranger, 'last'>, now: number): boolean => isRangerOnline(last?.at ?? null, new Date(now));

export const markOfTask = (task: NamedTask): Marker => ({
  id: task.id,
  icon: taskStatus(task) === 'waiting' ? 'task-waiting' : 'task',
  isOffline: false,
  ...task.position,
  gridNo: task.gridNo,
  label: task.content,
});

export const markOfCount = ({ gridNo, gridName, position, count }: GridCount): KindCount => ({ gridNo, gridName, ...position, count });
