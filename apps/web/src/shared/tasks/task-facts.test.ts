import type { WireTask } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { byUrgency, hasReached, isOverdue, shortTime, statesOf } from './task-facts.ts';

const withStates = (...states: WireTask['members'][number]['state'][]) => ({
  members: states.map((state, index) => ({ userId: String(index), fullName: '', gridNo: '', gridName: '', state, stateTime: '' })),
});

describe('a task at a glance', () => {
  it('counts its people by state, the furthest first', () => {
    expect(statesOf(withStates('sent', 'arrived', 'sent', 'on-the-way'))).toEqual([
      { state: 'arrived', count: 1 },
      { state: 'on-the-way', count: 1 },
      { state: 'sent', count: 2 },
    ]);
  });

  it('is overdue when its window has ended and it has not', () => {
    const now = Date.parse('2026-11-21T10:00:00+08:00');
    const at = (taskEndTime: string, status: WireTask['status']) => isOverdue({ taskEndTime, status }, now);
    expect([at('2026-11-21 09:59:59', 'under-way'), at('2026-11-21 10:00:01', 'waiting'), at('2026-11-21 09:00:00', 'done')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('most urgent first, then longest in hand', () => {
    const aTask = (id: string, priority: 1 | 2 | 3 | 4, createTime: string) => ({ id, priority, createTime }) as WireTask;
    const tasks = [
      aTask('late', 2, '2026-11-21 10:00:00'),
      aTask('low', 4, '2026-11-21 08:00:00'),
      aTask('early', 2, '2026-11-21 09:00:00'),
    ];
    expect(tasks.sort(byUrgency).map(({ id }) => id)).toEqual(['early', 'late', 'low']);
  });

  it('a later state includes the earlier ones', () => {
    expect([hasReached({ state: 'arrived' }, 'received'), hasReached({ state: 'received' }, 'arrived')]).toEqual([true, false]);
  });

  it('a time of today is said without its day', () => {
    expect([shortTime('2026-11-21 09:05:33', '2026-11-21 10:00:00'), shortTime('2026-11-20 23:05:33', '2026-11-21 10:00:00')]).toEqual([
      '09:05',
      '11-20 23:05',
    ]);
  });
});
