// Task templates (任务模板): orders that are given repeatedly, stored for a grid and usable in the grids below it.
import { eventObject, type GridNo } from '@lookout/domain';
import type { Priority } from './priority.ts';

/** The content of a task, without place, time and members. */
export interface TaskOrder {
  readonly content: string;
  readonly priority: Priority;
  readonly peopleCount: number;
  readonly vehicleCount: number;
  readonly equipmentCount: number;
  /** 备注. */
  readonly reserve: string | null;
  /** 检查清单: one item per line. */
  readonly checklist: string | null;
}

export interface TaskTemplateDraft extends TaskOrder {
  readonly name: string;
  readonly durationMinutes: number;
}

export interface TaskTemplate extends TaskTemplateDraft {
  readonly id: string;
  readonly gridNo: GridNo;
  /** Incremented by each change. A change based on an older revision is refused. */
  readonly revision: number;
  readonly changedBy: string;
  readonly changedAt: Date;
}

/** The longest task a template proposes: thirty days. */
export const MOST_TEMPLATE_MINUTES = 30 * 24 * 60;

export interface TaskTemplatePayloads {
  /** Created or changed. Carries the new state. */
  'task-template.saved': { readonly template: TaskTemplate };
  'task-template.removed': { readonly name: string };
}
type TemplateChange = {
  readonly [K in keyof TaskTemplatePayloads]: { readonly kind: K; readonly payload: TaskTemplatePayloads[K] };
}[keyof TaskTemplatePayloads];

/** @returns the template after the event; null: it was removed */
export const applyToTaskTemplate = (_template: TaskTemplate | null, event: TemplateChange): TaskTemplate | null =>
  event.kind === 'task-template.saved' ? event.payload.template : null;

export const taskTemplateObject = eventObject<TaskTemplatePayloads, TaskTemplate>()({
  apply: applyToTaskTemplate,
  keeping: {
    'task-template.saved': 'until-next-state',
    'task-template.removed': 'until-next-state',
  },
  summaries: {
    'task-template.saved': ({ template: { name } }) => ({ name }),
  },
});
