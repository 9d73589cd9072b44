import { describe, expect, it } from 'vitest';
import { readLive } from './live-messages.ts';

const ID = '0197f0c0-0000-7000-8000-000000000001';
const gone = { seq: 7, at: '2026-11-21T02:00:00.000Z', kind: 'plotDetail', gridNo: '513221', data: { id: ID, deleted: true } };
const update = {
  seq: 7,
  publishedAt: new Date('2026-11-21T02:00:00.000Z'),
  gridNo: '513221',
  requestId: null,
  kind: 'plot-gone',
  plotId: ID,
};

describe('the reader of live messages', () => {
  it('returns what a message says with the request that caused it', () => {
    expect(readLive(gone)).toEqual(update);
    expect(readLive({ ...gone, requestId: 'r1' })).toEqual({ ...update, requestId: 'r1' });
  });

  it('drops fields that a newer server adds', () => {
    expect(readLive({ ...gone, more: 1, data: { ...gone.data, more: 2 } })).toEqual(update);
  });

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['no data', { ...gone, data: null }],
    ['an unknown topic', { ...gone, kind: 'internal' }],
    ['no grid', { ...gone, gridNo: '51' }],
    ['a seq that is no number', { ...gone, seq: '7' }],
    ['data of another topic', { ...gone, kind: 'delegate' }],
    ['half an alarm', { ...gone, kind: 'newFire', data: { id: ID, kind: 'report' } }],
    ['an act that there is not', { ...gone, kind: 'fireAlarm', data: { id: ID, deleted: true, change: 'burnt', changedBy: 'x' } }],
    ['a message about an exercise on a topic for real alarms', { ...gone, kind: 'newFire', data: { of: 'plotDetail', data: gone.data } }],
  ])('%s is not a message', (_name, value) => {
    expect(readLive(value)).toBeNull();
  });
});
