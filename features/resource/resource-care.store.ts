// Single entries of the register of resources: kept, confirmed, removed and restored. Bulk writes and searches are in resources.ts.
import type { GridNo } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, type Clock, contains, type Db, isAnyOf, isUuid, jsonb, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { ResourceTable } from './resource.tables.ts';
import type { Resource, ResourceKind } from './resource.ts';
import type { RegisteredResource, RemovedResource } from './resource-care.ts';
import { assetOf, resourcesRepository } from './resources.store.ts';

export interface RegisterFilters {
  readonly kinds?: readonly ResourceKind[] | undefined;
  /** Text in the name or the code. */
  readonly text?: string | undefined;
  /** Only entries neither changed nor confirmed since then. */
  readonly untouchedSince?: Date | undefined;
}

export function resourceCareRepository(db: Db, clock: Clock) {
  const resources = resourcesRepository(db, clock);
  const isIn = (scope: GridNo, id: string) => allOf([withinScope('resource.grid_no', scope), isAnyOf('resource.id', [id], 'uuid')]);

  return {
    /** Ordered by name. */
    async page(scope: GridNo, { kinds, text, untouchedSince }: RegisterFilters, request: PageRequest): Promise<Paged<RegisteredResource>> {
      const matching = db
        .selectFrom('resource')
        .where(
          allOf([
            withinScope('resource.grid_no', scope),
            ...(kinds === undefined ? [] : [isAnyOf('resource.kind', kinds)]),
            ...(text === undefined ? [] : [sql<boolean>`(${contains('resource.name', text)} or ${contains('resource.code', text)})`]),
            ...(untouchedSince === undefined
              ? []
              : [sql<boolean>`greatest(resource.confirmed_at, resource.updated_at) < ${untouchedSince}`]),
          ]),
        );
      return pageOf(matching, sql`name collate "C", id`, request, resourceOf);
    },

    /** In a transaction: locked against other changes until commit. null: missing, or not in scope. */
    async lock(scope: GridNo, id: string): Promise<RegisteredResource | null> {
      if (!isUuid(id)) return null;
      const row = await db.selectFrom('resource').selectAll().where(isIn(scope, id)).forUpdate().executeTakeFirst();
      return row ? resourceOf(row) : null;
    },

    /** Creates or changes an entry by its kind and code. @returns the entry; null: outside the scope */
    async save(
      scope: GridNo,
      { kind, code, ...rest }: Omit<Resource, 'id'>,
      photos: readonly string[],
      changedBy: string,
    ): Promise<RegisteredResource | null> {
      await resources.put(scope, [{ kind, code, ...rest }]);
      const shown = sql<string[]>`${sql.val([...photos])}::uuid[]`;
      await db
        .updateTable('resource')
        .set({ photos: shown })
        .where(allOf([withinScope('resource.grid_no', scope), sql<boolean>`kind = ${kind} and code = ${code} and photos <> ${shown}`]))
        .execute();
      const row = await db
        .updateTable('resource')
        .set({ changed_by: changedBy })
        .where(allOf([withinScope('resource.grid_no', scope), sql<boolean>`kind = ${kind} and code = ${code}`]))
        .returningAll()
        .executeTakeFirst();
      return row ? resourceOf(row) : null;
    },

    /** Whether an entry of this kind and code exists in any grid. */
    async exists({ kind, code }: Pick<Resource, 'kind' | 'code'>): Promise<boolean> {
      const row = await db.selectFrom('resource').select('id').where('kind', '=', kind).where('code', '=', code).executeTakeFirst();
      return row !== undefined;
    },

    /** @returns the entries in scope; others are left out */
    async confirm(scope: GridNo, ids: readonly string[], at: Date): Promise<readonly Pick<Resource, 'id' | 'name' | 'gridNo'>[]> {
      const rows = await db
        .updateTable('resource')
        .set({ confirmed_at: at })
        .where(allOf([withinScope('resource.grid_no', scope), isAnyOf('resource.id', ids, 'uuid')]))
        .returning(['id', 'name', 'grid_no'])
        .execute();
      return rows.map(({ id, name, grid_no: gridNo }) => ({ id, name, gridNo }));
    },

    /** Removes a locked entry from the register and stores it for `restore`. */
    async remove(scope: GridNo, { resource, photos, removedBy, removedAt, reason }: RemovedResource): Promise<void> {
      await resources.remove(scope, resource.id);
      const columns = {
        kind: resource.kind,
        name: resource.name,
        grid_no: resource.gridNo,
        resource: jsonb(resource),
        photos: [...photos],
        removed_by: removedBy,
        removed_at: removedAt,
        reason,
      };
      await db
        .insertInto('resource_removed')
        .values({ id: resource.id, ...columns })
        // The same code was registered and removed before.
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute();
    },

    /** The most recently removed first. */
    async removed(scope: GridNo, kinds: readonly ResourceKind[] | undefined, request: PageRequest): Promise<Paged<RemovedResource>> {
      const matching = db
        .selectFrom('resource_removed')
        .where(
          allOf([
            withinScope('resource_removed.grid_no', scope),
            ...(kinds === undefined ? [] : [isAnyOf('resource_removed.kind', kinds)]),
          ]),
        );
      return pageOf(matching, sql`removed_at desc, id`, request, removedOf);
    },

    /** In a transaction: takes an entry out of the removed ones. null: not removed, or not in scope. */
    async takeRemoved(scope: GridNo, id: string): Promise<Pick<RemovedResource, 'resource' | 'photos'> | null> {
      if (!isUuid(id)) return null;
      const row = await db
        .deleteFrom('resource_removed')
        .where(allOf([withinScope('resource_removed.grid_no', scope), isAnyOf('resource_removed.id', [id], 'uuid')]))
        .returning(['resource', 'photos'])
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

const resourceOf = (row: Selectable<ResourceTable>): RegisteredResource => ({
  ...assetOf(row),
  version: row.version,
  confirmedAt: row.confirmed_at,
  changedBy: row.changed_by,
  changedAt: row.updated_at,
  photos: row.photos,
});

interface RemovedRow {
  readonly resource: Resource;
  readonly photos: string[];
  readonly removed_by: string;
  readonly removed_at: Date;
  readonly reason: string;
}

const removedOf = ({ resource, photos, removed_by: removedBy, removed_at: removedAt, reason }: RemovedRow): RemovedResource => ({
  resource,
  photos,
  removedBy,
  removedAt,
  reason,
});
