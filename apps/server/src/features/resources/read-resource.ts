// From a row that somebody sent to a resource in its grid; the way in for machines and the import of files judge by the same rules.
import { readBySchema, resourceRow } from '@lookout/contract';
import { type GridNo, ok, type Resource, type Result, refuse, withinSendersGrid } from '@lookout/domain';
import { type FieldFault, fieldFault } from '../../acting/refusal.ts';
import type { Places } from '../../services/places.ts';

/**
 * @param senderGrid whose word it is; null: a machine or an administrator, who may speak for the whole country
 * @returns the resource, or the first thing that is wrong with the row
 */
export function readResource(row: unknown, senderGrid: GridNo | null, places: Places): Result<Omit<Resource, 'id'>, FieldFault> {
  const read = readBySchema(resourceRow, row);
  if (!read.ok) return refuse(read.error[0]);
  const { value: data } = read;
  const position = { lng: data.position.lng, lat: data.position.lat };
  const gridNo = places.gridAt(position, senderGrid);
  if (gridNo === null) return refuse(fieldFault('position', 'outside-china'));
  if (!withinSendersGrid(senderGrid, gridNo)) return refuse(fieldFault('position', 'outside-senders-grid'));
  return ok({
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
  });
}
