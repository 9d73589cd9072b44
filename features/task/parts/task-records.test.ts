import type { RecordChange } from '@lookout/web/stores/live-records.ts';
import { describe, expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import { aTask, at, envelope } from '../../testing/builders.ts';
import { type NamedTask, taskStatus } from '../task.ts';
import { MOST_FINISHED, taskRecords } from './task-records.ts';

const taskChanged = (seq: number, task: NamedTask): LiveUpdate => ({ ...envelope(seq), kind: 'task-changed', task, step: null });
const statusOf = (task: NamedTask | undefined) => task && taskStatus(task);

function aStore() {
  const frames: (() => void)[] = [];
  const records = taskRecords.create((run) => frames.push(run));
  const changes: RecordChange<NamedTask>[] = [];
  records.subscribe((change) => changes.push(change));
  const frame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { records, changes, frames, frame };
}

describe('task records', () => {
  it('lists the newest first and returns the same array until something changes', () => {
    const { records } = aStore();
    records.merge(
      [aTask('a', 'waiting', { createdAt: at('2026-11-21 09:00:00') }), aTask('b', 'waiting', { createdAt: at('2026-11-21 11:00:00') })],
      5,
    );
    const list = records.list();
    expect(list.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(records.list()).toBe(list);
    records.apply([taskChanged(6, aTask('c', 'waiting', { createdAt: at('2026-11-21 12:00:00') }))]);
    expect(records.list().map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  it('a late replay or an earlier load does not undo a later update', () => {
    const { records } = aStore();
    records.apply([taskChanged(9, aTask('a', 'done'))]);
    records.apply([taskChanged(8, aTask('a', 'under-way'))]);
    records.merge([aTask('a')], 7);
    expect(statusOf(records.get('a'))).toBe('done');
    records.merge([aTask('a', 'cancelled')], 9);
    expect(statusOf(records.get('a'))).toBe('cancelled');
  });

  it('knows the newest seq of the log, from updates of every kind', () => {
    const { records } = aStore();
    records.merge([], 3);
    records.apply([
      { ...envelope(4), kind: 'plot-gone', plotId: 'p' },
      { ...envelope(), kind: 'ranger-moved', userId: 'r', position: { lng: 103, lat: 31 }, at: at('2026-11-21 10:00:00') },
    ]);
    expect(records.seq()).toBe(4);
    records.merge([], 2);
    expect(records.seq()).toBe(4);
  });

  it('listeners are called once per frame with everything that changed, also when only the state changed', () => {
    const { records, changes, frames, frame } = aStore();
    records.apply([taskChanged(1, aTask('a'))]);
    records.apply([taskChanged(2, aTask('b')), taskChanged(3, aTask('a', 'done'))]);
    records.setState('loaded');
    expect([changes.length, frames.length]).toEqual([0, 1]);
    frame();
    expect(changes.map(({ upserted }) => upserted.map((task) => [task.id, statusOf(task)]))).toEqual([
      [
        ['a', 'done'],
        ['b', 'waiting'],
      ],
    ]);
  });

  it('does not store the step of an update in the task', () => {
    const { records } = aStore();
    records.apply([taskChanged(1, aTask('a'))]);
    expect(records.get('a')).toEqual(aTask('a'));
  });

  it('drops the oldest of many finished tasks, but no open one', () => {
    const { records } = aStore();
    const created = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
    const old = aTask('old', 'waiting', created(0));
    const finished = Array.from({ length: MOST_FINISHED + 2 }, (_, i) => aTask(`f${i}`, 'done', created(i + 1)));
    records.merge([old, ...finished], 1);
    expect(records.list().length).toBe(MOST_FINISHED + 1);
    expect([records.get('old')?.id, records.get('f0'), records.get('f1'), records.get('f2')?.id]).toEqual([
      'old',
      undefined,
      undefined,
      'f2',
    ]);
  });

  it('is empty after a logout', () => {
    const { records, changes, frame } = aStore();
    records.merge([aTask('a')], 4);
    records.setState('loaded');
    frame();
    records.clear();
    frame();
    expect([records.list(), records.seq(), records.state(), changes.at(-1)?.removed]).toEqual([[], 0, 'empty', ['a']]);
  });
});
