import { expect, test } from 'vitest';
import { inHand, nextAct, type Order } from './duty.ts';

const START = Date.parse('2026-11-21T09:00:00+08:00');
const order = (taskId: string, state: Order['state'], priority = 2, createdAtMs = START): Order => ({
  taskId,
  state,
  priority,
  createdAtMs,
  sinceMs: START,
  position: { lng: 103.5, lat: 31.4 },
});

test('what he set out for comes first, then the most pressing, then the oldest', () => {
  expect(inHand([order('a', 'received', 1), order('b', 'arrived', 4)])?.taskId).toBe('b');
  expect(inHand([order('a', 'sent', 3), order('b', 'received', 2)])?.taskId).toBe('b');
  expect(inHand([order('a', 'received', 2, START + 1), order('b', 'received', 2)])?.taskId).toBe('b');
  expect(inHand([order('a', 'done')])).toBeNull();
});

test('every new order is received, but only the one in hand is carried out', () => {
  const orders = [order('a', 'on-the-way'), order('b', 'sent'), order('c', 'received')];
  expect(nextAct(1, 'ranger01', orders, START + 600_000)).toMatchObject({ order: { taskId: 'b' }, next: 'received' });
  const received = orders.map((one) => (one.taskId === 'b' ? order('b', 'received') : one));
  expect(nextAct(1, 'ranger01', received, START + 600_000)).toMatchObject({
    order: { taskId: 'a' },
    next: 'arrived',
    dueMs: START + 600_000,
  });
  expect(nextAct(1, 'ranger01', received, null)).toBeNull();
});

test.each([
  ['sent', 'received', 9],
  ['received', 'on-the-way', 12],
  ['arrived', 'reported', 30],
  ['reported', 'done', 25],
] as const)('from %s to %s within %i s, the same in every run', (state, next, most) => {
  const act = nextAct(1, 'ranger01', [order('a', state)], null);
  expect(act).toMatchObject({ next });
  expect((act?.dueMs ?? 0) - START).toBeGreaterThanOrEqual(3_000);
  expect((act?.dueMs ?? 0) - START).toBeLessThanOrEqual(most * 1000);
  expect(nextAct(1, 'ranger01', [order('a', state)], null)).toEqual(act);
});
