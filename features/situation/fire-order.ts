// Orders (命令) for a fire: receivers, content, deadline. The acknowledgement (收到) of each receiver is stored with its time. A wrong order is
// withdrawn, never changed.
import { ok, type Result, refuse } from '@lookout/domain';

/** 岗位, 人员, 队伍. */
export const ORDER_RECEIVERS = ['post', 'person', 'team'] as const;
export type OrderReceiverKind = (typeof ORDER_RECEIVERS)[number];

/** The acknowledgement of an order. */
export interface OrderReceipt {
  readonly at: Date;
  /** Who entered it. */
  readonly by: string;
  /** Acknowledged by telephone or radio and entered by an officer; false: entered at the receiver's own desk. */
  readonly isOnBehalf: boolean;
  readonly note: string | null;
}

export interface OrderReceiver {
  /** Unique within the order. */
  readonly id: string;
  readonly kind: OrderReceiverKind;
  readonly name: string;
  /** The account of a ranger; null: the receiver is only named in text. */
  readonly userId: string | null;
  readonly receipt: OrderReceipt | null;
}

export interface FireOrder {
  readonly id: string;
  /** The alarm whose id is the fire's id. */
  readonly fireId: string;
  readonly receivers: readonly OrderReceiver[];
  readonly content: string;
  /** null: immediately. */
  readonly dueAt: Date | null;
  readonly issuedBy: string;
  readonly issuedAt: Date;
  readonly withdrawal: { readonly at: Date; readonly by: string; readonly reason: string } | null;
}

export const MOST_ORDER_RECEIVERS = 20;

export type OrderRefusal = 'withdrawn' | 'received-before' | 'no-receiver';

/** 收到: adds an acknowledgement. */
export function receiveOrder(order: FireOrder, receiverId: string, receipt: OrderReceipt): Result<FireOrder, OrderRefusal> {
  const receiver = order.receivers.find(({ id }) => id === receiverId);
  if (receiver === undefined) return refuse('no-receiver');
  if (order.withdrawal !== null) return refuse('withdrawn');
  if (receiver.receipt !== null) return refuse('received-before');
  return ok({ ...order, receivers: order.receivers.map((one) => (one === receiver ? { ...one, receipt } : one)) });
}

export const withdrawOrder = (order: FireOrder, withdrawal: NonNullable<FireOrder['withdrawal']>): Result<FireOrder, 'withdrawn'> =>
  order.withdrawal === null ? ok({ ...order, withdrawal }) : refuse('withdrawn');

/** Whether a receiver has not acknowledged the order in time. */
export const isOrderOverdue = ({ dueAt, receivers, withdrawal }: FireOrder, now: Date): boolean =>
  withdrawal === null && dueAt !== null && now > dueAt && receivers.some(({ receipt }) => receipt === null);
