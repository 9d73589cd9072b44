import { describe, expect, it } from 'vitest';
import { decodeLive } from './live-messages.ts';

const ID = '0197f0c0-0000-7000-8000-000000000001';
const gone = { seq: 7, at: '2026-11-21T02:00:00.000Z', kind: 'plotDetail', gridNo: '513221', data: { id: ID, deleted: true } };

describe('the decoder of live messages', () => {
  it('returns a message with the request that caused it', () => {
    expect(decodeLive(gone)).toEqual(gone);
    expect(decodeLive({ ...gone, requestId: 'r1' })).toEqual({ ...gone, requestId: 'r1' });
  });

  it('drops fields that a newer server adds', () => {
    expect(decodeLive({ ...gone, more: 1, data: { ...gone.data, more: 2 } })).toEqual(gone);
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
  ])('%s is not a message', (_name, value) => {
    expect(decodeLive(value)).toBeNull();
  });
});
