import { expect, it, vi } from 'vitest';
import { createRecords } from './records.ts';

it('what changes and keeps its place costs no sorting; what takes another does', () => {
  const order = vi.fn((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name));
  const records = createRecords<{ name: string; at: number }>(() => undefined, order);
  for (const name of ['c', 'a', 'd', 'b']) records.set(name, { name, at: 0 });
  const names = () => records.list().map(({ name }) => name);
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  order.mockClear();
  const before = records.list();
  records.set('c', { name: 'c', at: 1 });
  expect(records.list()[2]).toEqual({ name: 'c', at: 1 });
  expect([before[2]?.at, order.mock.calls.length]).toEqual([0, 1]);
  records.set('c', { name: '0', at: 2 });
  expect(names()).toEqual(['0', 'a', 'b', 'd']);
  records.remove('a');
  expect(names()).toEqual(['0', 'b', 'd']);
  records.clear();
  expect(names()).toEqual([]);
});
