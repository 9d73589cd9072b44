// The contents of a box (框选): alarms, resources by kind, monitoring points, rangers and tasks, with counts. Pure.

import { isHandled, isInProgress, type NamedAlarm } from '@lookout/features/alarm/alarm.ts';
import type { ListedRanger } from '@lookout/features/ranger/ranger.ts';
import { type Asset, type AssetKind, RESOURCE_KINDS } from '@lookout/features/resource/resource.ts';
import type { NamedTask } from '@lookout/features/task/task.ts';
import type { LngLat } from '@lookout/geo';
import type { GeoBox } from '@lookout/map';

export type BoxGroup = 'alarms' | 'rangers' | 'tasks';

export interface BoxRow {
  readonly id: string;
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
}

interface BoxContents {
  /** The desk's own groups and one per kind of resource; empty groups are left out. */
  readonly groups: readonly { readonly id: BoxGroup | AssetKind; readonly rows: readonly BoxRow[] }[];
  readonly count: number;
}

/** The kinds requested from the server. */
export const ASKED_KINDS: readonly AssetKind[] = [...RESOURCE_KINDS, 'monitoring-point'];

interface Things {
  readonly alarms: readonly NamedAlarm[];
  readonly rangers: readonly ListedRanger[];
  /** Open tasks: neither finished nor cancelled (`isInHand`). */
  readonly tasks: readonly NamedTask[];
  /** Already filtered by the server. */
  readonly resources: readonly Pick<Asset, 'id' | 'name' | 'kind' | 'position'>[];
}

/** The edges are included. */
const isInBox = ({ west, south, east, north }: GeoBox, { lng, lat }: { readonly lng: number; readonly lat: number }): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** Of the alarms, only those on the map are counted: unhandled ones and fires in progress. */
export function boxContents(box: GeoBox, { alarms, rangers, tasks, resources }: Things): BoxContents {
  const inside = (rows: readonly BoxRow[]) => rows.filter((row) => isInBox(box, row));
  const byKind = Map.groupBy(resources, ({ kind }) => kind);
  const groups = [
    { id: 'alarms' as const, rows: inside(alarms.filter(({ response }) => !isHandled(response) || isInProgress(response)).map(alarmRow)) },
    ...ASKED_KINDS.map((kind) => ({
      id: kind,
      rows: (byKind.get(kind) ?? []).map(({ id, name, position }) => ({ id, name, ...position })),
    })),
    {
      id: 'rangers' as const,
      rows: inside(rangers.flatMap(({ userId, fullName, last }) => (last ? { id: userId, name: fullName, ...last.position } : []))),
    },
    { id: 'tasks' as const, rows: inside(tasks.map(taskRow)) },
  ].filter(({ rows }) => rows.length > 0);
  return { groups, count: groups.reduce((sum, { rows }) => sum + rows.length, 0) };
}

const alarmRow = ({ id, formattedAddress, address, position }: NamedAlarm): BoxRow => ({
  id,
  name: address ?? formattedAddress,
  ...position,
});

const taskRow = ({ id, content, position }: NamedTask): BoxRow => ({ id, name: content, ...position });

/** The corners may come in any order. @returns null when they span no area */
export function boxOfCorners(a: LngLat, b: LngLat): GeoBox | null {
  if (a.lng === b.lng || a.lat === b.lat) return null;
  return { west: Math.min(a.lng, b.lng), south: Math.min(a.lat, b.lat), east: Math.max(a.lng, b.lng), north: Math.max(a.lat, b.lat) };
}
