import { expect, test } from 'vitest';
import { currentOrder, nextStep, type Order } from './duty.ts';

const START = Date.parse('2026-11-21T09:00:00+08:00');
const order = (taskId: string, state: Order['state'], priority = 2, createdAtMs = START): Order => ({
  taskId,
  state,
  priority,
  createdAtMs,
  sinceMs: START,
  position: { lng: 103.5, lat: 31.4 },
});

test('The current order is the one the ranger has already set out for, else the most urgent, else the oldest', () => {
  expect(currentOrder([order('a', 'received', 1), order('b', 'arrived', 4)])?.taskId).toBe('b');
  expect(currentOrder([order('a', 'sent', 3), order('b', 'received', 2)])?.taskId).toBe('b');
  expect(currentOrder([order('a', 'received', 2, START + 1), order('b', 'received', 2)])?.taskId).toBe('b');
  expect(currentOrder([order('a', 'done')])).toBeNull();
});

test('Every new order is acknowledged, but only the current one is carried out', () => {
  const orders = [order('a', 'on-the-way'), order('b', 'sent'), order('c', 'received')];
  expect(nextStep(1, 'ranger01', orders, START + 600_000)).toMatchObject({ order: { taskId: 'b' }, next: 'received' });
  const received = orders.map((one) => (one.taskId === 'b' ? order('b', 'received') : one));
  expect(nextStep(1, 'ranger01', received, START + 600_000)).toMatchObject({
    order: { taskId: 'a' },
    next: 'arrived',
    dueMs: START + 600_000,
  });
  expect(nextStep(1, 'ranger01', received, null)).toBeNull();
});

test.each([
  ['sent', 'received', 9],
  ['received', 'on-the-way', 12],
  ['arrived', 'reported', 30],
  ['reported', 'done', 25],
] as const)('An order changes from %s to %s within %i s, the same in every run', (state, next, most) => {
  const step = nextStep(1, 'ranger01', [order('a', state)], null);
  expect(step).toMatchObject({ next });
  expect((step?.dueMs ?? 0) - START).toBeGreaterThanOrEqual(3_000);
  expect((step?.dueMs ?? 0) - START).toBeLessThanOrEqual(most * 1000);
  expect(nextStep(1, 'ranger01', [order('a', state)], null)).toEqual(step);
});
