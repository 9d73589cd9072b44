import { describe, expect, it } from 'vitest';
import { type FireOrder, isOrderOverdue, receiveOrder, withdrawOrder } from './fire-order.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 8, minute));
const receiver = (id: string) => ({ id, kind: 'team' as const, name: id, userId: null, receipt: null });
const order: FireOrder = {
  id: 'o',
  fireId: 'f',
  receivers: [receiver('甲队'), receiver('乙队')],
  content: '沿北侧山脊开设隔离带',
  dueAt: at(30),
  issuedBy: '指挥长',
  issuedAt: at(0),
  withdrawal: null,
};
const receipt = { at: at(2), by: '甲队', isOnBehalf: false, note: null };
const withdrawal = { at: at(5), by: '指挥长', reason: '风向变了' };
const received = (from: FireOrder, id: string): FireOrder => {
  const next = receiveOrder(from, id, receipt);
  if (!next.ok) throw new Error(next.error);
  return next.value;
};

describe('an order', () => {
  it('is acknowledged by each receiver once', () => {
    const once = received(order, '甲队');
    expect(once.receivers.map((one) => one.receipt)).toEqual([receipt, null]);
    expect(receiveOrder(once, '甲队', receipt)).toMatchObject({ error: 'received-before' });
    expect(receiveOrder(once, '丙队', receipt)).toMatchObject({ error: 'no-receiver' });
  });

  it('that was withdrawn cannot be acknowledged or withdrawn again', () => {
    const gone = withdrawOrder(order, withdrawal);
    if (!gone.ok) throw new Error(gone.error);
    expect(receiveOrder(gone.value, '甲队', receipt)).toMatchObject({ error: 'withdrawn' });
    expect(withdrawOrder(gone.value, withdrawal)).toMatchObject({ error: 'withdrawn' });
  });

  it('is overdue while a receiver has not acknowledged it in time', () => {
    expect([isOrderOverdue(order, at(30)), isOrderOverdue(order, at(31))]).toEqual([false, true]);
    expect(isOrderOverdue({ ...order, dueAt: null }, at(31))).toBe(false);
    expect(isOrderOverdue(received(received(order, '甲队'), '乙队'), at(31))).toBe(false);
    expect(isOrderOverdue({ ...order, withdrawal }, at(31))).toBe(false);
  });
});
