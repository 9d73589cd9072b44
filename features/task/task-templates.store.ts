// Task templates (任务模板). A change locks the row until commit.
import { type GridNo, lineage } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, isAnyOf, jsonb, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { TaskTemplateTable } from './task.tables.ts';
import type { TaskTemplate } from './task-template.ts';

export function taskTemplatesRepository(db: Db) {
  return {
    /** Returns false if the grid already has a template with this name. */
    async create(template: TaskTemplate): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('task_template')
        .values({ ...columnsOf(template), id: template.id, grid_no: template.gridNo })
        .onConflict((conflict) => conflict.columns(['grid_no', 'name']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** The template with this name; null: none. */
    async named(gridNo: GridNo, name: string): Promise<TaskTemplate | null> {
      const row = await db
        .selectFrom('task_template')
        .selectAll()
        .where('grid_no', '=', gridNo)
        .where('name', '=', name)
        .executeTakeFirst();
      return row ? templateOf(row) : null;
    },

    /**
     * Must be called in a transaction. Locks the template against other changes until commit. null: it does not exist, or is not in scope.
     */
    lockForUpdate: (scope: GridNo, id: string): Promise<TaskTemplate | null> => lockWithin(db, 'task_template', scope, id, templateOf),

    /** Saves a locked template after a change. */
    async save(template: TaskTemplate): Promise<void> {
      await db.updateTable('task_template').set(columnsOf(template)).where('id', '=', template.id).execute();
    },

    /** Removes a locked template. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('task_template').where('id', '=', id).execute();
    },

    /**
     * Templates of the grid, of the grids above it and (unless `usable`) of the grids below it: highest grids first, then by name.
     * @param filters `name` matches part of the name
     */
    async page(
      scope: GridNo,
      { name, usable }: { readonly name?: string | undefined; readonly usable: boolean },
      request: PageRequest,
    ): Promise<Paged<TaskTemplate>> {
      const above = isAnyOf('task_template.grid_no', lineage(scope));
      const readable = usable ? above : sql<boolean>`(${above} or ${withinScope('task_template.grid_no', scope)})`;
      const matching = db
        .selectFrom('task_template')
        .where(allOf([readable, ...(name === undefined ? [] : [contains('task_template.name', name)])]));
      return pageOf(matching, sql`length(rtrim(grid_no, '0')), grid_no, name, id`, request, templateOf);
    },
  };
}

const columnsOf = ({ id: _, gridNo: __, name, revision, changedBy, changedAt, ...content }: TaskTemplate) => ({
  name,
  revision,
  content: jsonb(content),
  changed_by: changedBy,
  changed_at: changedAt,
});

const templateOf = (row: Selectable<TaskTemplateTable>): TaskTemplate => ({
  ...row.content,
  id: row.id,
  gridNo: row.grid_no,
  name: row.name,
  revision: row.revision,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});
