import type { Entry, Stage } from '@lookout/web/patrol/upload-queue.ts';
import { describe, expect, it } from 'vitest';
import { aMember, aTask as anyTask } from '../../testing/builders.ts';
import type { NamedTask, TaskState, TaskStatus } from '../task.ts';
import { hasContent, isOpenFor, nextStep, type Step, stateOf, taskChangesIn, wayTo } from './own-tasks.ts';

const aTask = (id: string, state: TaskState = 'sent', status: TaskStatus = 'waiting'): NamedTask =>
  anyTask(id, status, { members: [aMember(state, 'me')] });
const step = (state: Step['state'], kind: Stage['kind'] = 'waiting', taskId = 't') =>
  ({ taskId, state, stage: { kind } }) as unknown as Entry<Step>;

describe('a step', () => {
  it('the ranger’s state is the more advanced of the server’s state and this phone’s reports', () => {
    expect(stateOf(aTask('t', 'received'), 'me', [])).toBe('received');
    expect(stateOf(aTask('t', 'received'), 'me', [step('on-the-way'), step('arrived'), step('done', 'waiting', 'other')])).toBe('arrived');
    expect(stateOf(aTask('t', 'arrived'), 'me', [step('received', 'sent')])).toBe('arrived');
    expect(stateOf(aTask('t'), 'me', [step('received', 'refused')])).toBe('sent');
    expect(stateOf(aTask('t', 'done'), 'somebody', [])).toBe('sent');
  });

  it('follows the previous step', () => {
    const states: TaskState[] = ['sent', 'received', 'on-the-way', 'arrived', 'reported', 'done'];
    expect(states.map(nextStep)).toEqual(['received', 'on-the-way', 'arrived', 'reported', 'done', null]);
  });

  it('a done or cancelled task is not open', () => {
    expect([isOpenFor(aTask('t'), 'reported'), isOpenFor(aTask('t'), 'done'), isOpenFor(aTask('t', 'sent', 'cancelled'), 'sent')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('a report needs content', () => {
    const photo = { key: 'p', name: 'p', blob: new Blob(), uploadId: null };
    expect([
      hasContent({ text: ' ', photos: [] }),
      hasContent({ text: '火', photos: [] }),
      hasContent({ text: '', photos: [photo] }),
    ]).toEqual([false, true, true]);
  });
});

describe('changes of the ranger’s own tasks', () => {
  const ids = ({ fresh, cancelled }: ReturnType<typeof taskChangesIn>) => [fresh.map(({ id }) => id), cancelled.map(({ id }) => id)];

  it('a new task not yet received is reported; on a new phone every such task is', () => {
    expect(ids(taskChangesIn([aTask('old')], [aTask('old'), aTask('new')], 'me'))).toEqual([['new'], []]);
    expect(ids(taskChangesIn(null, [aTask('a'), aTask('b', 'received', 'under-way')], 'me'))).toEqual([['a'], []]);
  });

  it('a cancelled task is reported once', () => {
    const off = aTask('t', 'received', 'cancelled');
    expect(ids(taskChangesIn([aTask('t', 'received')], [off], 'me'))).toEqual([[], ['t']]);
    expect(ids(taskChangesIn([off], [off], 'me'))).toEqual([[], []]);
    expect(ids(taskChangesIn(null, [off], 'me'))).toEqual([[], []]);
  });
});

describe('distance and bearing to a position', () => {
  it.each([
    [{ lng: 103.6, lat: 31.5 }, 'n'],
    [{ lng: 103.7, lat: 31.4 }, 'e'],
    [{ lng: 103.5, lat: 31.3 }, 'sw'],
    [{ lng: 103.599, lat: 31.5 }, 'n'],
  ])('%o lies %s', (to, point) => expect(wayTo({ lng: 103.6, lat: 31.4 }, to).point).toBe(point));

  it('a tenth of a degree of latitude is 11.1 km', () => {
    expect(wayTo({ lng: 103.6, lat: 31.4 }, { lng: 103.6, lat: 31.5 }).metres).toBeCloseTo(11_088, -2);
  });
});
