// Editing single resources on the page, and importing tables. Every change is an event, from which the audit and the asset index are
// updated.

import { codedError, type Received } from '@lookout/contract';
import { withGridName, withinSendersGrid } from '@lookout/domain';
import { originOf } from '@lookout/server/acting/act.ts';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { CODE_COLUMN, readResourceRows, resourceShape } from '@lookout/server/import/resources.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { within } from '@lookout/server/serve/fence.ts';
import { sentTable, tableReportOf } from '@lookout/server/serve/sent-table.ts';
import { registerEvent } from '@lookout/server/services/installation-events.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import type { Resource, ResourceKind } from '../resource.ts';
import { CONFIRMED_FOR_MS, type RegisteredResource, readAttributes } from '../resource-care.ts';
import { resourceId } from '../resources.store.ts';

type Calls = Contract['resource'];
type Care = Pick<
  Handlers<Calls>,
  | 'resourcePage'
  | 'createResource'
  | 'updateResource'
  | 'confirmResources'
  | 'removeResource'
  | 'removedResources'
  | 'restoreResource'
  | 'importResources'
>;
type Fields = Received<Calls['createResource']>['body'];

/** Rows written by one statement. */
const BATCH = 2_000;

export function careHandlers({
  store,
  gazetteer,
  journal,
  fileReader,
}: Pick<Room, 'store' | 'gazetteer' | 'journal' | 'fileReader'>): Care {
  const nameOf = (no: Resource['gridNo']) => gazetteer().grids.nameOf(no);
  const named = (registered: RegisteredResource) => withGridName(registered, nameOf);

  const resourceFrom = (context: Context, kind: ResourceKind, code: string, body: Omit<Fields, 'kind' | 'code'>) => {
    const own = accountOf(context).gridNo;
    const { position } = body;
    const gridNo = gazetteer().gridAt(position, own);
    if (gridNo === null) throw invalid('position', 'outside-china');
    if (!withinSendersGrid(own, gridNo)) throw invalid('position', 'outside-senders-grid');
    const attributes = readAttributes(kind, body.attributes ?? {});
    if (!attributes.ok) throw invalid(`attributes.${attributes.error.name}`, attributes.error.fault, { name: attributes.error.name });
    return {
      kind,
      code,
      name: body.name.trim(),
      online: body.online ?? null,
      districtName: body.districtName || null,
      streetName: body.streetName || null,
      gridNo,
      position,
      heightMetres: body.heightMetres ?? null,
      leaderName: body.leaderName || null,
      leaderPhone: body.leaderPhone || null,
      description: body.description || null,
      rangeMetres: body.rangeMetres ?? null,
      horizontalAngleDegrees: body.horizontalAngleDegrees ?? null,
      attributes: attributes.value,
    };
  };

  const saved = (context: Context, registered: RegisteredResource, leftGridNo: Resource['gridNo'] | null = null): Happened => {
    const { version: _, confirmedAt: __, changedBy: ___, changedAt: ____, photos, ...resource } = registered;
    const where = { objectId: registered.id, gridNo: registered.gridNo, leftGridNo: leftGridNo === registered.gridNo ? null : leftGridNo };
    return { event: eventOf(context, { kind: 'resource.saved', payload: { resource, photos } }, where), after: null };
  };

  /** Stores the entry with its photos: new ones are claimed, and all are moved to the entry's grid. */
  const save = async (
    tx: Repositories,
    context: Context,
    resource: Omit<Resource, 'id'>,
    photos: readonly string[],
    before: RegisteredResource | null,
  ) => {
    const added = photos.filter((photo) => !before?.photos.includes(photo));
    const missing = await tx.uploads.claim(added, accountOf(context).accountId, resource.gridNo);
    if (missing.length > 0) throw invalid('photos', 'picture-gone');
    if (before !== null && before.gridNo !== resource.gridNo) await tx.uploads.move(photos, resource.gridNo);
    return tx.resourceCare.save(context.scope, resource, photos, accountOf(context).fullName);
  };

  return {
    async resourcePage({ scope, now }, { body }) {
      const { pageNo, pageSize } = body;
      const filters = {
        kinds: body.kinds?.length ? body.kinds : undefined,
        text: body.name || undefined,
        untouchedSince: body.stale ? new Date(now.getTime() - CONFIRMED_FOR_MS) : undefined,
      };
      const request = { offset: (pageNo - 1) * pageSize, limit: pageSize };
      const { total, list } = await store.resourceCare.page(within(scope, 'gridNoba', body.gridNoba), filters, request);
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async createResource(context, { body }) {
      const resource = resourceFrom(context, body.kind, body.code.trim(), body);
      return journal.transact(context, async (tx) => {
        // Also checks other grids, because the code is unique within its kind.
        if (await tx.resourceCare.exists(resource)) throw invalid('code', 'resource-code-taken', { code: resource.code });
        const registered = await save(tx, context, resource, body.photos ?? [], null);
        // Another user has just used the same code in another grid.
        if (registered === null) throw invalid('code', 'resource-code-taken', { code: resource.code });
        return { value: named(registered), happened: [saved(context, registered)] };
      });
    },

    async updateResource(context, { params, body }) {
      return journal.transact(context, async (tx) => {
        const before = await tx.resourceCare.lock(context.scope, params.id);
        if (!before) throw notFound();
        if (before.version !== body.version) throw conflict(named(before), 'resource-revised', { by: before.changedBy });
        const resource = resourceFrom(context, before.kind, before.code, body);
        const registered = await save(tx, context, resource, body.photos ?? before.photos, before);
        if (registered === null) throw notFound();
        return {
          value: named(registered),
          happened: registered.version === before.version ? [] : [saved(context, registered, before.gridNo)],
        };
      });
    },

    async confirmResources(context, { body }) {
      return journal.transact(context, async (tx) => {
        const confirmed = await tx.resourceCare.confirm(context.scope, body.ids, context.now);
        const happened = confirmed.map(({ id, name, gridNo }) => ({
          event: eventOf(context, { kind: 'resource.confirmed', payload: { name } }, { objectId: id, gridNo }),
          after: null,
        }));
        return { value: { confirmed: confirmed.length }, happened };
      });
    },

    async removeResource(context, { body }) {
      const reason = body.reason.trim();
      return journal.transact(context, async (tx) => {
        const before = await tx.resourceCare.lock(context.scope, body.id);
        if (!before) throw notFound();
        const { version: _, confirmedAt: __, changedBy: ___, changedAt: ____, photos, ...resource } = before;
        const removedBy = accountOf(context).fullName;
        await tx.resourceCare.remove(context.scope, { resource, photos, removedBy, removedAt: context.now, reason });
        const change = { kind: 'resource.removed', payload: { name: before.name, reason } } as const;
        return {
          value: undefined,
          happened: [{ event: eventOf(context, change, { objectId: before.id, gridNo: before.gridNo }), after: null }],
        };
      });
    },

    async removedResources({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const request = { offset: (pageNo - 1) * pageSize, limit: pageSize };
      const kinds = body.kinds?.length ? body.kinds : undefined;
      const { total, list } = await store.resourceCare.removed(within(scope, 'gridNoba', body.gridNoba), kinds, request);
      return { total, pageNo, pageSize, list: list.map((removed) => ({ ...removed, resource: withGridName(removed.resource, nameOf) })) };
    },

    async restoreResource(context, { body }) {
      return journal.transact(context, async (tx) => {
        const removed = await tx.resourceCare.takeRemoved(context.scope, body.id);
        if (!removed) throw notFound();
        const { resource, photos } = removed;
        if (await tx.resourceCare.exists(resource)) throw invalid('id', 'resource-code-taken', { code: resource.code });
        const registered = await tx.resourceCare.save(context.scope, resource, photos, accountOf(context).fullName);
        if (registered === null) throw notFound();
        const change = { kind: 'resource.restored', payload: { resource } } as const;
        return {
          value: named(registered),
          happened: [{ event: eventOf(context, change, { objectId: registered.id, gridNo: registered.gridNo }), after: null }],
        };
      });
    },

    async importResources(context, { query }) {
      const table = await sentTable(context, resourceShape, fileReader);
      const { items, faults } = await readResourceRows(table, gazetteer(), accountOf(context).gridNo);
      if (query.apply !== 1) return tableReportOf(context, table, faults, null);
      return journal.transact(context, async (tx) => {
        const outside: typeof faults = [];
        let changed = 0;
        for (let at = 0; at < items.length; at += BATCH) {
          const batch = items.slice(at, at + BATCH);
          const { written, unchanged } = await tx.resources.put(
            context.scope,
            batch.map(({ item }) => item),
          );
          changed += written.size;
          // The resource of this code lies in a grid that is not the sender's.
          for (const { item, lines } of batch) {
            const id = resourceId(item);
            if (written.has(id) || unchanged.has(id)) continue;
            outside.push({ line: lines[0] ?? 0, column: CODE_COLUMN, error: codedError('resource-outside-your-grid') });
          }
        }
        const value = tableReportOf(context, table, [...faults, ...outside], changed);
        const happened = changed > 0 ? [registerEvent(originOf(context), context.now, 'resources', changed, context.scope)] : [];
        return { value, happened };
      });
    },
  };
}
