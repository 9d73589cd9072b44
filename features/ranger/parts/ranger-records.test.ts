import { describe, expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import type { TaskState } from '../../task/task.ts';
import { aMember, aRanger, aTask, at, contactAt, envelope } from '../../testing/builders.ts';
import { rangerRecords } from './ranger-records.ts';

const ranger = (userId: string, time: string | null, lng = 103) => aRanger(userId, { last: contactAt(time, lng) });
const moved = (userId: string, time: string, lng: number): LiveUpdate => ({
  ...envelope(),
  kind: 'ranger-moved',
  userId,
  position: { lng, lat: 31 },
  at: at(time),
});

function aDesk() {
  const due: (() => void)[] = [];
  const rangers = rangerRecords.create((run) => due.push(run));
  const frame = () => {
    for (const run of due.splice(0)) run();
  };
  return { rangers, frame };
}

describe('rangers in the desk’s store', () => {
  it('positions are compared by the phones’ own times; a late batch does not move a ranger back', () => {
    const { rangers } = aDesk();
    rangers.load([ranger('a', '2026-11-21 10:00:00')], 1);
    rangers.apply([moved('a', '2026-11-21 10:10:00', 104), moved('a', '2026-11-21 10:05:00', 105)]);
    expect(rangers.get('a')?.last).toMatchObject({
      position: { lng: 104 },
      at: at('2026-11-21 10:10:00'),
      receivedAt: at('2026-11-21 10:30:00'),
    });
    rangers.load([ranger('a', '2026-11-21 10:02:00')], 1);
    expect(rangers.get('a')?.last?.position.lng).toBe(104);
  });

  it('a ranger without a position gets one with the first report; unknown rangers and other updates are ignored', () => {
    const { rangers } = aDesk();
    rangers.load([ranger('a', null)], 1);
    rangers.apply([moved('b', '2026-11-21 10:00:00', 104), { ...envelope(1), kind: 'plot-gone', plotId: 'a' }]);
    expect([rangers.get('a')?.last, rangers.get('b')]).toEqual([null, undefined]);
    rangers.apply([moved('a', '2026-11-21 10:00:00', 104)]);
    expect(rangers.get('a')?.last?.position.lng).toBe(104);
  });

  it('publishes once a frame which rangers changed and which were removed', () => {
    const { rangers, frame } = aDesk();
    const changes: unknown[] = [];
    rangers.subscribe(({ upserted, removed }) => changes.push([upserted.map(({ userId }) => userId), removed]));
    rangers.load([ranger('a', null), ranger('b', null)], 1);
    rangers.apply([moved('a', '2026-11-21 10:00:00', 104)]);
    frame();
    rangers.load([ranger('b', null)], 1);
    frame();
    expect(changes).toEqual([
      [['a', 'b'], []],
      [['b'], ['a']],
    ]);
    expect(rangers.list()).toBe(rangers.list());
  });

  it('a task counts from its dispatch until its ranger is done, or it is cancelled', () => {
    const { rangers } = aDesk();
    rangers.load([aRanger('a', { taskIds: ['old'] })], 1);
    const delegate = (state: TaskState, status: 'waiting' | 'cancelled' = 'waiting'): LiveUpdate => ({
      ...envelope(1),
      kind: 'task-changed',
      task: aTask('t', status, { members: [aMember(state, 'a'), aMember('arrived', 'b')] }),
      step: null,
    });
    const counts = [delegate('sent'), delegate('arrived'), delegate('done'), delegate('sent'), delegate('sent', 'cancelled')].map(
      (update) => {
        rangers.apply([update]);
        return rangers.get('a')?.taskIds.length;
      },
    );
    expect(counts).toEqual([2, 2, 1, 2, 1]);
  });
});
