// Orders (命令) for a fire: to whom, what, by when. Each receiver's 收到 is noted with its time; an order that was wrong is withdrawn, never changed.
import { ok, type Result, refuse } from '@lookout/domain';

/** 岗位, 人员, 队伍. */
export const ORDER_RECEIVERS = ['post', 'person', 'team'] as const;
export type OrderReceiverKind = (typeof ORDER_RECEIVERS)[number];

/** That an order was heard. */
export interface OrderReceipt {
  readonly at: Date;
  /** Who noted it. */
  readonly by: string;
  /** Heard by telephone or radio and noted by an officer; false: by the receiver's own desk. */
  readonly isOnBehalf: boolean;
  readonly note: string | null;
}

export interface OrderReceiver {
  /** Within the order. */
  readonly id: string;
  readonly kind: OrderReceiverKind;
  readonly name: string;
  /** Of a ranger; null: named in words. */
  readonly userId: string | null;
  readonly receipt: OrderReceipt | null;
}

export interface FireOrder {
  readonly id: string;
  /** The alarm that the fire is. */
  readonly fireId: string;
  readonly receivers: readonly OrderReceiver[];
  readonly content: string;
  /** null: at once. */
  readonly dueAt: Date | null;
  readonly issuedBy: string;
  readonly issuedAt: Date;
  readonly withdrawal: { readonly at: Date; readonly by: string; readonly reason: string } | null;
}

export const MOST_ORDER_RECEIVERS = 20;

export type OrderRefusal = 'withdrawn' | 'received-before' | 'no-receiver';

/** 收到. */
export function receiveOrder(order: FireOrder, receiverId: string, receipt: OrderReceipt): Result<FireOrder, OrderRefusal> {
  const receiver = order.receivers.find(({ id }) => id === receiverId);
  if (receiver === undefined) return refuse('no-receiver');
  if (order.withdrawal !== null) return refuse('withdrawn');
  if (receiver.receipt !== null) return refuse('received-before');
  return ok({ ...order, receivers: order.receivers.map((one) => (one === receiver ? { ...one, receipt } : one)) });
}

export const withdrawOrder = (order: FireOrder, withdrawal: NonNullable<FireOrder['withdrawal']>): Result<FireOrder, 'withdrawn'> =>
  order.withdrawal === null ? ok({ ...order, withdrawal }) : refuse('withdrawn');

/** Not heard by everybody in its time. */
export const isOrderOverdue = ({ dueAt, receivers, withdrawal }: FireOrder, now: Date): boolean =>
  withdrawal === null && dueAt !== null && now > dueAt && receivers.some(({ receipt }) => receipt === null);
