// From a row that somebody sent to a resource in its grid; the way in for machines and the import of files judge by the same rules.
import { codedError, resourceRow, wordError } from '@lookout/contract';
import { type GridNo, type Resource, withinSendersGrid } from '@lookout/domain';
import type { Places } from '../../services/places.ts';

export interface RowFault {
  /** The field that is wrong, as in `position.lng`. */
  readonly path: string;
  readonly reason: string;
}

/**
 * @param senderGrid whose word it is; null: a machine or an administrator, who may speak for the whole country
 * @returns the resource, or the first thing that is wrong with the row
 */
export function readResource(row: unknown, senderGrid: GridNo | null, places: Places): Omit<Resource, 'id'> | RowFault {
  const parsed = resourceRow.safeParse(row);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { path: issue?.path.map(String).join('.') ?? '', reason: issue?.message ?? '格式不正确' };
  }
  const { data } = parsed;
  const position = { lng: data.position.lng, lat: data.position.lat };
  const gridNo = places.gridAt(position, senderGrid);
  if (gridNo === null) return { path: 'position', reason: wordError(codedError('outside-china'), 'zh') };
  if (!withinSendersGrid(senderGrid, gridNo)) return { path: 'position', reason: wordError(codedError('outside-senders-grid'), 'zh') };
  return {
    kind: data.resourceType,
    code: data.resourceCode,
    name: data.name,
    online: data.isOnline == null ? null : data.isOnline === 1,
    districtName: data.districtName ?? null,
    streetName: data.streetName ?? null,
    gridNo,
    position,
    heightMetres: data.position.z ?? null,
    leaderName: data.leaderName ?? null,
    leaderPhone: data.leaderPhone ?? null,
    description: data.description ?? null,
    rangeMetres: data.monitorRange ?? null,
    horizontalAngleDegrees: data.horizontalAngle ?? null,
    attributes: data.attributes ?? {},
  };
}

export const isFault = (outcome: Omit<Resource, 'id'> | RowFault): outcome is RowFault => 'reason' in outcome;
