// Resources sent by a machine: a batch is validated row by row, and the valid rows are stored together.
import { type Answer, readBySchema } from '@lookout/contract';
import { type GridNo, ok, type Result, refuse, withinSendersGrid } from '@lookout/domain';
import { originOf } from '@lookout/server/acting/act.ts';
import { type FieldFault, fieldFault } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import { registerEvent } from '@lookout/server/services/installation-events.ts';
import type { Journal } from '@lookout/server/services/journal.ts';
import type { Contract } from '../../contract.ts';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import { resourceRow } from '../resource.calls.ts';
import type { Resource } from '../resource.ts';
import { readAttributes } from '../resource-care.ts';
import { resourceId } from '../resources.store.ts';

type Put = Pick<Handlers<Contract['resource']>, 'putResources'>;

export const putHandlers = (journal: Journal, gazetteer: () => Gazetteer): Put => ({
  async putResources(context, { body }) {
    const { caller, scope, audit, language } = context;
    const senderGrid = caller.kind === 'account' ? caller.gridNo : null;
    const rejected: Answer<Contract['resource']['putResources']>['rejected'] = [];
    const good = new Map<string, { index: number; resource: Omit<Resource, 'id'> }>();
    const reject = (index: number, error: FieldFault) => rejected.push({ index, path: error.path, ...whyIn(language, error) });
    for (const [index, row] of body.entries()) {
      const read = readResource(row, senderGrid, gazetteer());
      if (!read.ok) {
        reject(index, read.error);
        continue;
      }
      const id = resourceId(read.value);
      const same = good.get(id);
      if (same) reject(index, fieldFault('resourceCode', 'same-resource-before', { row: same.index + 1 }));
      else good.set(id, { index, resource: read.value });
    }
    const { outside, accepted } = await journal.transact(context, async (tx) => {
      const { written, unchanged } = await tx.resources.put(
        scope,
        [...good.values()].map(({ resource }) => resource),
      );
      const outside = [...good].filter(([id]) => !written.has(id) && !unchanged.has(id)).map(([, { index }]) => index);
      const accepted = good.size - outside.length;
      audit.detail({ received: body.length, accepted, changed: written.size });
      const happened = written.size > 0 ? [registerEvent(originOf(context), context.now, 'resources', written.size, scope)] : [];
      return { value: { outside, accepted }, happened };
    });
    for (const index of outside) reject(index, fieldFault('resourceCode', 'resource-outside-your-grid'));
    return { received: body.length, accepted, rejected: rejected.sort((a, b) => a.index - b.index) };
  },
});

/**
 * @param senderGrid the sender's grid; null: a machine or an administrator, who may send for the whole country
 * @returns the resource, or the first fault of the row
 */
export function readResource(row: unknown, senderGrid: GridNo | null, gazetteer: Gazetteer): Result<Omit<Resource, 'id'>, FieldFault> {
  const read = readBySchema(resourceRow, row);
  if (!read.ok) return refuse(read.error[0]);
  const { value: data } = read;
  const position = { lng: data.position.lng, lat: data.position.lat };
  const gridNo = gazetteer.gridAt(position, senderGrid);
  if (gridNo === null) return refuse(fieldFault('position', 'outside-china'));
  if (!withinSendersGrid(senderGrid, gridNo)) return refuse(fieldFault('position', 'outside-senders-grid'));
  const attributes = readAttributes(data.resourceType, data.attributes ?? {});
  if (!attributes.ok) {
    const { name, fault } = attributes.error;
    return refuse(fieldFault(`attributes.${name}`, fault, { name }));
  }
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
    attributes: attributes.value,
  });
}
