import { describe, expect, it } from 'vitest';
import { advance, isInHand, TASK_STATES, type TaskProgress, type TaskState, taskStatus, taskTypeOf } from './task.ts';

const member = (state: TaskState) => ({ userId: state, fullName: state, gridNo: '513221' as never, state, stateAt: new Date(0) });
const status = (...states: TaskState[]) => taskStatus({ members: states.map(member), cancelledAt: null });

describe('a task', () => {
  it('goes forward only; steps may be skipped, and a report may be repeated', () => {
    for (const [i, now] of TASK_STATES.entries())
      for (const [j, next] of TASK_STATES.entries()) {
        if (next === 'sent') continue;
        const may = j > i || (now === 'reported' && next === 'reported');
        expect({ now, next, may: advance(now, next as TaskProgress).ok }).toEqual({ now, next, may });
      }
  });

  it('waits until one member starts, and is done when all are', () => {
    expect([status('sent', 'sent'), status('sent', 'received'), status('done', 'reported'), status('done', 'done')]).toEqual([
      'waiting',
      'under-way',
      'under-way',
      'done',
    ]);
    expect(taskStatus({ members: [member('done')], cancelledAt: new Date(0) })).toBe('cancelled');
  });

  it('is open until it is done or cancelled', () => {
    const inHand = (state: TaskState, cancelledAt: Date | null = null) => isInHand({ members: [member(state)], cancelledAt });
    expect([inHand('sent'), inHand('received'), inHand('done'), inHand('received', new Date(0))]).toEqual([true, true, false, false]);
  });

  // Proves §3.11
  it('has the type of its alarm, and 4 without one', () => {
    expect([taskTypeOf('report'), taskTypeOf('camera'), taskTypeOf('satellite'), taskTypeOf(null)]).toEqual([
      'person-report',
      'monitoring-point',
      'satellite',
      'newly-found',
    ]);
  });
});
