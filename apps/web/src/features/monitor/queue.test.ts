import { describe, expect, it } from 'vitest';
import { aWireAlarm } from '../../globe/testing/wire-alarm.ts';
import { neighbour, queueOf } from './queue.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const a = aWireAlarm('satellite', { id: 'a', arriveTime: '2026-11-21 14:50:00' });
const b = aWireAlarm('smoke', { id: 'b', arriveTime: '2026-11-21 14:40:00' });
const c = aWireAlarm('smoke', { id: 'c', arriveTime: '2026-11-20 10:00:00' });
const done = aWireAlarm('report', { id: 'd', isHandle: 1 });

it('the queue is what is open and passes; sources are counted within the window, switched on or not', () => {
  const queue = queueOf([a, b, done, c], { window: { kind: 'chip', id: 'onehour' }, sources: new Set(['smoke']) }, now);
  expect(queue.shown).toEqual([b]);
  expect(queue.total).toBe(3);
  expect(queue.bySource).toEqual({ satellite: 1, monitor: 0, report: 0, smoke: 1, danger: 0 });
});

describe('moving along the queue', () => {
  it('begins at the newest and stays at the ends', () => {
    expect(neighbour([a, b, c], null, 1)).toBe(a);
    expect(neighbour([a, b, c], a, 1)).toBe(b);
    expect(neighbour([a, b, c], a, -1)).toBe(a);
    expect(neighbour([a, b, c], c, 1)).toBe(c);
    expect(neighbour([], a, 1)).toBeNull();
  });

  it('goes on from where an alarm stood that a colleague has handled meanwhile', () => {
    expect(neighbour([a, c], b, 1)).toBe(c);
    expect(neighbour([a, c], b, -1)).toBe(a);
    expect(neighbour([a, b], c, 1)).toBe(b);
  });
});
