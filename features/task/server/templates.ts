// Task templates (任务模板): stored for a grid, used by this grid and the grids below.
import { randomUUID } from 'node:crypto';
import type { Received } from '@lookout/contract';
import { covers, type Named, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import type { TaskOrder, TaskTemplate, TaskTemplateDraft } from '../task-template.ts';

type TemplateCalls = Pick<Contract['task'], 'taskTemplates' | 'createTaskTemplate' | 'reviseTaskTemplate' | 'removeTaskTemplate'>;
type SentOrder = Received<Contract['task']['createPatrol']>['body']['content']['order'];

/** Converts an order from the request. Blank texts become null. */
export const orderOf = (sent: SentOrder): TaskOrder => ({
  content: sent.content.trim(),
  priority: sent.priority,
  peopleCount: sent.peopleCount ?? 0,
  vehicleCount: sent.vehicleCount ?? 0,
  equipmentCount: sent.equipmentCount ?? 0,
  reserve: sent.reserve?.trim() || null,
  checklist: sent.checklist?.trim() || null,
});

export function taskTemplates({ store, grids, journal }: Pick<Room, 'store' | 'grids' | 'journal'>): Handlers<TemplateCalls> {
  const named = (template: TaskTemplate): Named<TaskTemplate> => withGridName(template, grids().nameOf);

  const draftOf = ({ name, durationMinutes, ...order }: SentOrder & Pick<TaskTemplateDraft, 'name' | 'durationMinutes'>) => ({
    name: name.trim(),
    durationMinutes,
    ...orderOf(order),
  });

  const saved = (context: Context, template: TaskTemplate) => {
    const where = { objectId: template.id, gridNo: template.gridNo };
    return { event: eventOf(context, { kind: 'task-template.saved', payload: { template } }, where), after: template };
  };

  /** @throws Refusal 409 with the template that already has the name */
  const requireFreeName = async (tx: Repositories, { id, gridNo, name }: Pick<TaskTemplate, 'id' | 'gridNo' | 'name'>) => {
    const namesake = await tx.taskTemplates.named(gridNo, name);
    if (namesake && namesake.id !== id) throw conflict(named(namesake), 'task-template-name-taken', { by: namesake.changedBy });
  };

  /** Locks the template and checks that the caller knows its current revision. @throws Refusal 404, or 409 with the current template */
  const lock = async (tx: Repositories, context: Context, id: string, revision: number): Promise<TaskTemplate> => {
    const template = await tx.taskTemplates.lockForUpdate(context.scope, id);
    if (!template) throw notFound();
    context.audit.target('task-template', template.id, template.gridNo);
    if (template.revision !== revision) throw conflict(named(template), 'task-template-revised', { by: template.changedBy });
    return template;
  };

  return {
    async taskTemplates({ scope }, { body: { name, usable, pageNo, pageSize } }) {
      const filters = { name: name?.trim() || undefined, usable: usable ?? false };
      const { total, list } = await store.taskTemplates.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    createTaskTemplate(context, { body: { gridNo, ...sent } }) {
      const { gridNo: own, fullName } = accountOf(context);
      if (!covers(own, gridNo)) throw invalid('gridNo', 'outside-senders-grid');
      const template = { id: randomUUID(), gridNo, ...draftOf(sent), revision: 1, changedBy: fullName, changedAt: context.now };
      return journal.transact(context, async (tx) => {
        if (!(await tx.taskTemplates.create(template))) {
          await requireFreeName(tx, template);
          throw new Error('a template that was in the way is gone');
        }
        return { value: named(template), happened: [saved(context, template)] };
      });
    },

    reviseTaskTemplate: (context, { params, body: { revision, ...sent } }) =>
      journal.transact(context, async (tx) => {
        const before = await lock(tx, context, params.id, revision);
        const changed = { ...draftOf(sent), revision: revision + 1, changedBy: accountOf(context).fullName, changedAt: context.now };
        const template = { ...before, ...changed };
        await requireFreeName(tx, template);
        await tx.taskTemplates.save(template);
        return { value: named(template), happened: [saved(context, template)] };
      }),

    removeTaskTemplate: (context, { params, query }) =>
      journal.transact(context, async (tx) => {
        const { id, gridNo, name } = await lock(tx, context, params.id, query.revision);
        await tx.taskTemplates.remove(id);
        const event = eventOf(context, { kind: 'task-template.removed', payload: { name } }, { objectId: id, gridNo });
        return { value: undefined, happened: [{ event, after: null }] };
      }),
  };
}
