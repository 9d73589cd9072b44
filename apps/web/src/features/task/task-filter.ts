// The filter of the task list in the URL. Pure. An unreadable value is no filter.
import { formatTime, parseTime, taskTypeNumber } from '@lookout/contract';
import { PRIORITIES, TASK_STATUSES, TASK_TYPES, type TaskStatus, type TaskType } from '@lookout/domain';

export interface TaskFilter {
  readonly content: string | null;
  readonly status: TaskStatus | null;
  readonly type: TaskType | null;
  readonly priority: number | null;
  readonly gridNo: string | null;
  readonly beginTime: string | null;
  readonly endTime: string | null;
}

/** The URL parameters that filter the list. */
export const FILTER_NAMES = ['text', 'status', 'type', 'priority', 'grid', 'from', 'to'] as const;

const isStatus = (text: string | null): text is TaskStatus => TASK_STATUSES.some((status) => status === text);
const oneOf = (text: string | null, allowed: readonly number[]): number | null => allowed.find((value) => String(value) === text) ?? null;
const timeOf = (text: string | null): string | null => {
  const at = parseTime(text ?? '');
  return at === null ? null : formatTime(at);
};

/** The URL holds a type by its number (specification §3). */
const typeOf = (text: string | null): TaskType | null => TASK_TYPES.find((type) => String(taskTypeNumber(type)) === text) ?? null;

export function readFilter(get: (name: string) => string | null): TaskFilter {
  const status = get('status');
  return {
    content: get('text'),
    status: isStatus(status) ? status : null,
    type: typeOf(get('type')),
    priority: oneOf(get('priority'), PRIORITIES),
    gridNo: get('grid'),
    beginTime: timeOf(get('from')),
    endTime: timeOf(get('to')),
  };
}

export const isNarrowed = (filter: TaskFilter): boolean => Object.values(filter).some((value) => value !== null);
