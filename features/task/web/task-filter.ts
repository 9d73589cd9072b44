// The filter of the task list in the URL. Pure. An unreadable value is ignored.

import { oneOf, type UrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { PRIORITIES } from '../priority.ts';
import { TASK_STATUSES, TASK_TYPES, type TaskStatus, type TaskType } from '../task.ts';
import { taskTypeNumber } from '../task.wire.ts';

export interface TaskFilter {
  readonly content: string | null;
  readonly status: TaskStatus | null;
  readonly type: TaskType | null;
  readonly priority: number | null;
  /** 1: only open tasks past the end of their window. */
  readonly overdue: 1 | null;
  readonly gridNo: string | null;
  readonly beginTime: string | null;
  readonly endTime: string | null;
}

/** The URL parameters that filter the list. */
export const FILTER_NAMES = ['text', 'status', 'type', 'priority', 'overdue', 'grid', 'from', 'to'] as const;

/** The URL contains the number of a type (specification §3). */
const typeOf = (text: string | null): TaskType | null => TASK_TYPES.find((type) => String(taskTypeNumber(type)) === text) ?? null;

export const readFilter = ({ get }: Pick<UrlState, 'get'>): TaskFilter => ({
  content: get('text'),
  status: oneOf(TASK_STATUSES, get('status')),
  type: typeOf(get('type')),
  priority: oneOf(PRIORITIES, get('priority')),
  overdue: oneOf([1] as const, get('overdue')),
  gridNo: get('grid'),
  ...windowOf({ get }),
});
