// The next step of a ranger in the assigned tasks. The state is stored only on the server, so a restarted simulator continues from there.
import type { Position } from '@lookout/domain';
import type { TaskProgress, TaskState } from '@lookout/features/task/task.ts';
import { drawsOf } from '../draws.ts';

/** A task from the view of one ranger. Times are wall time. */
export interface Order {
  readonly taskId: string;
  readonly position: Position;
  /** 1 is the most urgent. */
  readonly priority: number;
  readonly createdAtMs: number;
  readonly state: TaskState;
  /** Time of the change to this state. */
  readonly sinceMs: number;
}

/** The next progress to report, and the time from which it is due. */
export interface Step {
  readonly order: Order;
  readonly next: TaskProgress;
  readonly dueMs: number;
}

/** Seconds that people need from one state to the next. */
const delaySeconds = { sent: [3, 9], received: [5, 12], arrived: [15, 30], reported: [12, 25] } as const satisfies Partial<
  Record<TaskState, readonly [number, number]>
>;
const nextState = {
  sent: 'received',
  received: 'on-the-way',
  'on-the-way': 'arrived',
  arrived: 'reported',
  reported: 'done',
} as const satisfies Partial<Record<TaskState, TaskProgress>>;

/** Whether the ranger has set out for the order. */
export const hasSetOut = ({ state }: Order): boolean => state !== 'sent' && state !== 'received' && state !== 'done';

/** The order to carry out: the one the ranger has set out for, else the most urgent, else the oldest. */
export function currentOrder(orders: readonly Order[]): Order | null {
  const open = orders.filter(({ state }) => state !== 'done');
  return (
    open.toSorted(
      (a, b) =>
        Number(hasSetOut(b)) - Number(hasSetOut(a)) ||
        a.priority - b.priority ||
        a.createdAtMs - b.createdAtMs ||
        (a.taskId < b.taskId ? -1 : 1),
    )[0] ?? null
  );
}

/**
 * The next step in all orders: every new one is acknowledged, the current one is carried out.
 * @param arrivesAtMs arrival time for the current order; null: the ranger is not on the way
 */
export function nextStep(seed: number, userName: string, orders: readonly Order[], arrivesAtMs: number | null): Step | null {
  const current = currentOrder(orders);
  const steps = orders.flatMap((order): Step[] => {
    if (order.state === 'done' || (order !== current && order.state !== 'sent')) return [];
    const next = nextState[order.state];
    if (order.state === 'on-the-way') return arrivesAtMs === null ? [] : [{ order, next, dueMs: arrivesAtMs }];
    const [least, most] = delaySeconds[order.state];
    const seconds = drawsOf(seed, 'takes', order.taskId, userName, order.state).between(least, most);
    return [{ order, next, dueMs: order.sinceMs + Math.round(seconds * 1000) }];
  });
  return steps.toSorted((a, b) => a.dueMs - b.dueMs)[0] ?? null;
}
