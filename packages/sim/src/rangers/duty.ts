// What a ranger does next about the tasks that he was given. The server's word is the only memory: whoever starts anew goes on where it stands.
import type { Position, TaskProgress, TaskState } from '@lookout/domain';
import { drawsOf } from '../draws.ts';

/** A task as far as it concerns one ranger. Times are wall time. */
export interface Order {
  readonly taskId: string;
  readonly position: Position;
  /** 1 is the most pressing. */
  readonly priority: number;
  readonly createdAtMs: number;
  readonly state: TaskState;
  /** Since when it is in that state. */
  readonly sinceMs: number;
}

/** A thing to say, from when on. */
export interface Act {
  readonly order: Order;
  readonly next: TaskProgress;
  readonly dueMs: number;
}

/** Seconds between one thing and the next, as long as people take. */
const takes = { sent: [3, 9], received: [5, 12], arrived: [15, 30], reported: [12, 25] } as const satisfies Partial<
  Record<TaskState, readonly [number, number]>
>;
const after = {
  sent: 'received',
  received: 'on-the-way',
  'on-the-way': 'arrived',
  arrived: 'reported',
  reported: 'done',
} as const satisfies Partial<Record<TaskState, TaskProgress>>;

/** He has set out for it. */
export const isInFlight = ({ state }: Order): boolean => state !== 'sent' && state !== 'received' && state !== 'done';

/** The one he is about: what he set out for already, else the most pressing, else the oldest. */
export function inHand(orders: readonly Order[]): Order | null {
  const open = orders.filter(({ state }) => state !== 'done');
  return (
    open.toSorted(
      (a, b) =>
        Number(isInFlight(b)) - Number(isInFlight(a)) ||
        a.priority - b.priority ||
        a.createdAtMs - b.createdAtMs ||
        (a.taskId < b.taskId ? -1 : 1),
    )[0] ?? null
  );
}

/**
 * What he says next, of all his orders: every new one is received, the one in hand is carried out.
 * @param arrivesAtMs when he gets there, on his way for the order in hand; null: he is on no way
 */
export function nextAct(seed: number, userName: string, orders: readonly Order[], arrivesAtMs: number | null): Act | null {
  const current = inHand(orders);
  const acts = orders.flatMap((order): Act[] => {
    if (order.state === 'done' || (order !== current && order.state !== 'sent')) return [];
    const next = after[order.state];
    if (order.state === 'on-the-way') return arrivesAtMs === null ? [] : [{ order, next, dueMs: arrivesAtMs }];
    const [least, most] = takes[order.state];
    const seconds = drawsOf(seed, 'takes', order.taskId, userName, order.state).between(least, most);
    return [{ order, next, dueMs: order.sinceMs + Math.round(seconds * 1000) }];
  });
  return acts.toSorted((a, b) => a.dueMs - b.dueMs)[0] ?? null;
}
