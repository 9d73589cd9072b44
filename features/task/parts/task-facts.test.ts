import { describe, expect, it } from 'vitest';
import { aMember, aTask, at } from '../../testing/builders.ts';
import type { TaskState, TaskStatus } from '../task.ts';
import { byUrgency, hasReached, isOverdue, statesOf } from './task-facts.ts';

const withStates = (...states: TaskState[]) => ({ members: states.map((state, index) => aMember(state, String(index))) });

describe('a task at a glance', () => {
  it('counts its people by state, the most advanced first', () => {
    expect(statesOf(withStates('sent', 'arrived', 'sent', 'on-the-way'))).toEqual([
      { state: 'arrived', count: 1 },
      { state: 'on-the-way', count: 1 },
      { state: 'sent', count: 2 },
    ]);
  });

  it('is overdue when its window has ended but the task has not', () => {
    const now = Date.parse('2026-11-21T10:00:00+08:00');
    const ends = (time: string, status: TaskStatus) => isOverdue(aTask('t', status, { endsAt: at(time) }), now);
    expect([ends('2026-11-21 09:59:59', 'under-way'), ends('2026-11-21 10:00:01', 'waiting'), ends('2026-11-21 09:00:00', 'done')]).toEqual(
      [true, false, false],
    );
  });

  it('sorts the most urgent first, then the oldest', () => {
    const tasks = [
      aTask('late', 'waiting', { priority: 2, createdAt: at('2026-11-21 10:00:00') }),
      aTask('low', 'waiting', { priority: 4, createdAt: at('2026-11-21 08:00:00') }),
      aTask('early', 'waiting', { priority: 2, createdAt: at('2026-11-21 09:00:00') }),
    ];
    expect(tasks.sort(byUrgency).map(({ id }) => id)).toEqual(['early', 'late', 'low']);
  });

  it('a later state includes the earlier ones', () => {
    expect([hasReached({ state: 'arrived' }, 'received'), hasReached({ state: 'received' }, 'arrived')]).toEqual([true, false]);
  });
});
