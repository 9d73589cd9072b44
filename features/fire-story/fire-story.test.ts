import type { Logged, Officer } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { mayReadStory, OBJECTS_OF_STORY, STORY_KINDS, type StoryEvent, storyMoments } from './fire-story.ts';

const officer: Officer = {
  kind: 'officer',
  accountId: 'a',
  userName: 'wenchuan',
  fullName: '汶川县值班员',
  post: null,
  gridNo: '513221' as Officer['gridNo'],
  desk: null,
};
let seq = 0;
const event = (kind: StoryEvent['kind'], objectId: string, more: object = {}): Logged<StoryEvent> => {
  seq += 1;
  const at = new Date('2026-03-01T04:00:00Z');
  return {
    id: `e${seq}`,
    seq,
    kind,
    objectId,
    gridNo: '513221',
    leftGridNo: null,
    happenedAt: at,
    recordedAt: at,
    actor: officer,
    requestId: 'r1',
    payload: {},
    ...more,
  } as Logged<StoryEvent>;
};
const momentsOf = (events: Logged<StoryEvent>[]) => storyMoments(events).map(({ event: { kind }, alarmIds }) => [kind, ...alarmIds]);

describe('a moment of a fire’s story', () => {
  it('an act on several alarms appears once, by the number of the last event', () => {
    const events = [event('alarm.acknowledged', 'x'), event('alarm.acknowledged', 'y')];
    expect(momentsOf(events)).toEqual([['alarm.acknowledged', 'x', 'y']]);
    expect(storyMoments(events)[0]?.event.seq).toBe(events[1]?.seq);
  });

  it('acts are separate where their requests differ, or where they have no actor', () => {
    expect(momentsOf([event('alarm.acknowledged', 'x'), event('alarm.acknowledged', 'y', { requestId: 'r2' })])).toHaveLength(2);
    const system = { actor: { kind: 'system', name: '火情归并' } };
    expect(momentsOf([event('alarm.judged', 'x', system), event('alarm.judged', 'y', system)])).toHaveLength(2);
    // Two messages sent with one request are two messages.
    expect(momentsOf(['x', 'y', 'x'].map((id) => event('alarm.messaged', id)))).toEqual([
      ['alarm.messaged', 'x', 'y'],
      ['alarm.messaged', 'x'],
    ]);
    // Two alarms that came with one request are two alarms.
    expect(momentsOf([event('alarm.recorded', 'x'), event('alarm.recorded', 'y')])).toHaveLength(2);
  });

  it('the judgement that appears once has the kind of fire, which a person’s report does not get', () => {
    const judged = (realFireType: string | null) => ({ payload: { judgement: { verdict: 'real', note: null, realFireType } } });
    const events = [event('alarm.judged', 'x', judged('forest')), event('alarm.judged', 'y', judged(null))];
    for (const order of [events, events.toReversed()]) {
      const [moment] = storyMoments(order);
      expect(moment?.event.payload).toMatchObject(judged('forest').payload);
      expect(moment?.event.seq).toBe(order[1]?.seq);
    }
  });

  it('each step of a task appears once: by the task, or by the alarm when the task has left the log', () => {
    const ofAlarm = [
      event('alarm.dispatched', 'x', { payload: { taskId: 't' } }),
      event('alarm.progressed', 'x', { payload: { taskId: 't' } }),
    ];
    expect(momentsOf(ofAlarm)).toEqual([
      ['alarm.dispatched', 'x'],
      ['alarm.progressed', 'x'],
    ]);
    expect(momentsOf([...ofAlarm, event('task.dispatched', 't'), event('task.advanced', 't')])).toEqual([
      ['task.dispatched'],
      ['task.advanced'],
    ]);
  });
});

describe('who may read a line of the story', () => {
  it('any reader of the fire may read a line, except lines that need a separate capability', () => {
    const none = new Set<never>();
    expect(STORY_KINDS.filter((kind) => !mayReadStory(kind, none))).toEqual([
      'document.begun',
      'document.issued',
      'archive.opened',
      'archive.sealed',
      'incident.packaged',
      'spread.finished',
      'spread.cancelled',
      'record.people',
    ]);
    expect(mayReadStory('record.people', new Set(['see-rangers']))).toBe(true);
  });

  it('every kind of line belongs to an object of the story, or is a record', () => {
    const objects = new Set(STORY_KINDS.map((kind) => kind.slice(0, kind.indexOf('.'))));
    objects.delete('record');
    expect([...objects].sort()).toEqual([...OBJECTS_OF_STORY].sort());
  });
});
