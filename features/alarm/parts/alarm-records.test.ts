import type { RecordChange } from '@lookout/web/stores/live-records.ts';
import { describe, expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import { isHandled, type NamedAlarm, UNANSWERED } from '../alarm.ts';
import { alarmRecords, RECORD_LIMIT } from './alarm-records.ts';

const beijing = (time: string) => new Date(`${time.replace(' ', 'T')}+08:00`);
// A test sets only the fields of an alarm and an update that matter to it.
const anAlarm = (id: string, over: Partial<NamedAlarm> = {}) =>
  ({ id, arrivedAt: beijing('2026-11-21 10:00:00'), response: UNANSWERED, ...over }) as NamedAlarm;
const handled = { response: { ...UNANSWERED, stage: 'handled' } } as const;
const burning = { response: { ...UNANSWERED, stage: 'in-progress' } } as unknown as Partial<NamedAlarm>;
const closed = { response: { ...UNANSWERED, stage: 'closed' } } as unknown as Partial<NamedAlarm>;
const anUpdate = (seq: number, update: object) => ({ seq, ...update }) as LiveUpdate;
const recorded = (seq: number, alarm: NamedAlarm) => anUpdate(seq, { kind: 'alarm-recorded', alarm });
const changed = (seq: number, alarm: NamedAlarm) => anUpdate(seq, { kind: 'alarm-changed', alarm });
const gone = (seq: number, alarmId: string) => anUpdate(seq, { kind: 'alarm-gone', alarmId });
const isDone = (alarm: NamedAlarm | undefined) => alarm && isHandled(alarm.response);

function aStore() {
  const frames: (() => void)[] = [];
  const records = alarmRecords.create((run) => frames.push(run));
  const changes: RecordChange<NamedAlarm>[] = [];
  const stop = records.subscribe((change) => changes.push(change));
  const frame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { records, changes, stop, frames, frame };
}

describe('alarm records', () => {
  it('lists by arrival, newest first, and returns the same array until something changes', () => {
    const { records } = aStore();
    records.load(
      [anAlarm('a', { arrivedAt: beijing('2026-11-21 09:00:00') }), anAlarm('b', { arrivedAt: beijing('2026-11-21 11:00:00') })],
      5,
    );
    const list = records.list();
    expect(list.map((a) => a.id)).toEqual(['b', 'a']);
    expect(records.list()).toBe(list);
    records.apply([recorded(6, anAlarm('c', { arrivedAt: beijing('2026-11-21 12:00:00') }))]);
    expect(records.list().map((a) => a.id)).toEqual(['c', 'b', 'a']);
  });

  it('an older message does not undo a newer one', () => {
    const { records } = aStore();
    records.apply([changed(9, anAlarm('a', handled))]);
    records.apply([changed(8, anAlarm('a'))]);
    expect(isDone(records.get('a'))).toBe(true);
  });

  it('an initial load that arrives late does not undo a live message', () => {
    const { records } = aStore();
    records.apply([changed(9, anAlarm('a', handled)), recorded(10, anAlarm('b'))]);
    records.load([anAlarm('a'), anAlarm('c')], 5);
    expect(isDone(records.get('a'))).toBe(true);
    expect(new Set(records.list().map((a) => a.id))).toEqual(new Set(['a', 'b', 'c']));
  });

  it('a deleted alarm is removed, and no older message restores it', () => {
    const { records, changes, frame } = aStore();
    records.load([anAlarm('a')], 1);
    frame();
    records.apply([gone(7, 'a')]);
    records.apply([changed(6, anAlarm('a'))]);
    records.load([anAlarm('a')], 5);
    frame();
    expect(records.list()).toEqual([]);
    expect(changes.at(-1)).toEqual({ upserted: [], removed: ['a'] });
  });

  it('listeners are called once a frame, with everything that changed', () => {
    const { records, changes, frames, frame } = aStore();
    records.apply([recorded(1, anAlarm('a'))]);
    records.apply([recorded(2, anAlarm('b')), changed(3, anAlarm('a', handled))]);
    expect(changes).toEqual([]);
    expect(frames.length).toBe(1);
    frame();
    expect(changes.map((c) => c.upserted.map((a) => [a.id, isDone(a)]))).toEqual([
      [
        ['a', true],
        ['b', false],
      ],
    ]);
    frame();
    expect(changes.length).toBe(1);
  });

  it('listeners are also called for a load that failed or found nothing', () => {
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

  it('ignores updates of other kinds', () => {
    const { records } = aStore();
    records.apply([anUpdate(1, { kind: 'task-changed' }), anUpdate(2, { kind: 'shift-changed' }), anUpdate(3, { kind: 'plot-changed' })]);
    expect(records.list()).toEqual([]);
  });

  it('keeps the newest when there are too many', () => {
    const { records } = aStore();
    const many = Array.from({ length: RECORD_LIMIT + 2 }, (_, i) =>
      anAlarm(String(i).padStart(6, '0'), { arrivedAt: new Date(Date.UTC(2026, 0, 1) + i * 1000) }),
    );
    records.load(many, 1);
    expect(records.list().length).toBe(RECORD_LIMIT);
    expect(records.get('000001')).toBeUndefined();
    expect(records.get('000002')).toBeDefined();
  });

  it('never drops a fire in progress, however old; a closed one is dropped', () => {
    const { records } = aStore();
    const old = (id: string, over: Partial<NamedAlarm>) => anAlarm(id, { arrivedAt: beijing('2020-01-01 00:00:00'), ...over });
    const many = Array.from({ length: RECORD_LIMIT }, (_, i) => anAlarm(String(i).padStart(6, '0')));
    records.load([old('burns', burning), old('out', closed), ...many], 1);
    expect([records.list().length, records.get('burns')?.id, records.get('out')]).toEqual([RECORD_LIMIT, 'burns', undefined]);
  });

  it('an alarm moved out of the grid is removed; one moved within it returns at its new position', () => {
    const { records } = aStore();
    records.load([anAlarm('a')], 1);
    records.apply([gone(2, 'a'), changed(3, anAlarm('a', { position: { lng: 104, lat: 31 } }))]);
    expect(records.get('a')?.position.lng).toBe(104);
  });

  it('a listener that unsubscribed is not called', () => {
    const { records, changes, stop, frame } = aStore();
    stop();
    records.load([anAlarm('a')], 1);
    frame();
    expect(changes).toEqual([]);
  });
});
