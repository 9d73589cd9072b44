import { describe, expect, it } from 'vitest';
import { anAlarm, HANDLED } from '../../entities/testing/things.ts';
import { neighbour, queueOf } from './queue.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const a = anAlarm('satellite', { id: 'a', arrivedAt: new Date('2026-11-21T14:50:00+08:00') });
const b = anAlarm('smoke', { id: 'b', arrivedAt: new Date('2026-11-21T14:40:00+08:00') });
const c = anAlarm('smoke', { id: 'c', arrivedAt: new Date('2026-11-20T10:00:00+08:00') });
const done = anAlarm('report', { id: 'd', response: HANDLED });

it('the queue is what is open and passes; sources are counted within the window, switched on or not', () => {
  const queue = queueOf([a, b, done, c], { window: { kind: 'chip', id: 'onehour' }, sources: new Set(['smoke']) }, now);
  expect(queue.shown).toEqual([b]);
  expect(queue.total).toBe(3);
  expect(queue.bySource).toEqual({ satellite: 1, camera: 0, report: 0, smoke: 1, danger: 0 });
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
