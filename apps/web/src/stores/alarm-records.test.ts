import type { LiveMessage, WireAlarm } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { type AlarmChange, createAlarmRecords, RECORD_LIMIT } from './alarm-records.ts';

const anAlarm = (id: string, over: Partial<WireAlarm> = {}) =>
  ({ id, kind: 'report', isHandle: 0, arriveTime: '2026-11-21 10:00:00', ...over }) as WireAlarm;
const says = (seq: number, data: unknown, kind = 'fireAlarm') => ({ seq, kind, gridNo: '513221', at: '', data }) as unknown as LiveMessage;

function aStore() {
  const frames: (() => void)[] = [];
  const records = createAlarmRecords((run) => frames.push(run));
  const changes: AlarmChange[] = [];
  const stop = records.subscribe((change) => changes.push(change));
  const frame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { records, changes, stop, frames, frame };
}

describe('alarm records', () => {
  it('lists by arrival, newest first, the same array until something changes', () => {
    const { records } = aStore();
    records.load([anAlarm('a', { arriveTime: '2026-11-21 09:00:00' }), anAlarm('b', { arriveTime: '2026-11-21 11:00:00' })], 5);
    const list = records.list();
    expect(list.map((a) => a.id)).toEqual(['b', 'a']);
    expect(records.list()).toBe(list);
    records.apply([says(6, anAlarm('c', { arriveTime: '2026-11-21 12:00:00' }), 'newFire')]);
    expect(records.list().map((a) => a.id)).toEqual(['c', 'b', 'a']);
  });

  it('an older message does not undo a newer one', () => {
    const { records } = aStore();
    records.apply([says(9, anAlarm('a', { isHandle: 1 }))]);
    records.apply([says(8, anAlarm('a', { isHandle: 0 }))]);
    expect(records.get('a')?.isHandle).toBe(1);
  });

  it('what a live message said stands against a first load that comes after it', () => {
    const { records } = aStore();
    records.apply([says(9, anAlarm('a', { isHandle: 1 })), says(10, anAlarm('b'), 'newFire')]);
    records.load([anAlarm('a'), anAlarm('c')], 5);
    expect(records.get('a')?.isHandle).toBe(1);
    expect(new Set(records.list().map((a) => a.id))).toEqual(new Set(['a', 'b', 'c']));
  });

  it('a deleted alarm goes and does not come back by what was said before', () => {
    const { records, changes, frame } = aStore();
    records.load([anAlarm('a')], 1);
    frame();
    records.apply([says(7, { id: 'a', kind: 'report', deleted: true })]);
    records.apply([says(6, anAlarm('a'))]);
    records.load([anAlarm('a')], 5);
    frame();
    expect(records.list()).toEqual([]);
    expect(changes.at(-1)).toEqual({ upserted: [], removed: ['a'] });
  });

  it('listeners are told once a frame, with everything that changed', () => {
    const { records, changes, frames, frame } = aStore();
    records.apply([says(1, anAlarm('a'), 'newFire')]);
    records.apply([says(2, anAlarm('b'), 'newFire'), says(3, anAlarm('a', { isHandle: 1 }))]);
    expect(changes).toEqual([]);
    expect(frames.length).toBe(1);
    frame();
    expect(changes.map((c) => c.upserted.map((a) => [a.id, a.isHandle]))).toEqual([
      [
        ['a', 1],
        ['b', 0],
      ],
    ]);
    frame();
    expect(changes.length).toBe(1);
  });

  it('a load that failed or found nothing is told too', () => {
    const { records, changes, frame } = aStore();
    records.setState('loading');
    frame();
    records.load([], 1);
    frame();
    expect(records.state()).toBe('loaded');
    expect(changes).toEqual([
      { upserted: [], removed: [] },
      { upserted: [], removed: [] },
    ]);
  });

  it('passes over what is about something else', () => {
    const { records } = aStore();
    records.apply([says(1, { id: 't' }, 'delegate'), says(2, { shift: { id: 's' } }), says(3, { id: 'p' }, 'plotDetail')]);
    expect(records.list()).toEqual([]);
  });

  it('keeps the newest when there are too many', () => {
    const { records } = aStore();
    const many = Array.from({ length: RECORD_LIMIT + 2 }, (_, i) =>
      anAlarm(String(i).padStart(6, '0'), { arriveTime: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString() }),
    );
    records.load(many, 1);
    expect(records.list().length).toBe(RECORD_LIMIT);
    expect(records.get('000001')).toBeUndefined();
    expect(records.get('000002')).toBeDefined();
  });

  it('never lets a fire in progress go, however old; a closed one goes', () => {
    const { records } = aStore();
    const old = (id: string, over: Partial<WireAlarm>) =>
      anAlarm(id, { arriveTime: '2020-01-01 00:00:00', isHandle: 1, isReal: 1, ...over });
    const many = Array.from({ length: RECORD_LIMIT }, (_, i) => anAlarm(String(i).padStart(6, '0'), { isReal: null, closeTime: null }));
    records.load([old('burns', { closeTime: null }), old('out', { closeTime: '2020-01-02 00:00:00' }), ...many], 1);
    expect([records.list().length, records.get('burns')?.id, records.get('out')]).toEqual([RECORD_LIMIT, 'burns', undefined]);
  });

  it('who moved out of the grid goes; one that moved within comes back where it is now', () => {
    const { records } = aStore();
    records.load([anAlarm('a')], 1);
    records.apply([says(2, { id: 'a', deleted: true, change: 'moved', changedBy: 'x' }), says(3, anAlarm('a', { longitude: 104 }))]);
    expect(records.get('a')?.longitude).toBe(104);
  });

  it('who stopped listening is not told', () => {
    const { records, changes, stop, frame } = aStore();
    stop();
    records.load([anAlarm('a')], 1);
    frame();
    expect(changes).toEqual([]);
  });
});
