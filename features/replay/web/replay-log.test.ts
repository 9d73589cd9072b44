import { describe, expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import type { ListedRanger } from '../../ranger/ranger.ts';
import {
  countsOver,
  countUntil,
  midnightsBetween,
  neighbouringAct,
  newestAt,
  peopleAt,
  pointAt,
  type ReplayLog,
  timesOf,
  trackOf,
} from './replay-log.ts';

const update = (kind: LiveUpdate['kind'], at: number): LiveUpdate => ({ kind, publishedAt: new Date(at) }) as LiveUpdate;

describe('the state known at a moment', () => {
  it('follows the order of the log, also where times are slightly out of order', () => {
    const updates = [10, 30, 20, 40].map((at) => update('alarm-changed', at));
    const times = timesOf(updates);
    expect([...times]).toEqual([10, 30, 30, 40]);
    expect([5, 10, 29, 30, 39, 40, 99].map((at) => countUntil(times, at))).toEqual([0, 1, 1, 3, 3, 4, 4]);
  });

  it('jumps to actions of people and incoming alarms, not to results computed by the product', () => {
    const updates = [update('alarm-recorded', 10), update('incident-joined', 11), update('alarm-changed', 20), update('task-changed', 30)];
    const log = { updates, times: timesOf(updates) };
    expect([neighbouringAct(log, 0, 1), neighbouringAct(log, 10, 1), neighbouringAct(log, 20, 1), neighbouringAct(log, 30, 1)]).toEqual([
      10,
      20,
      30,
      null,
    ]);
    expect([neighbouringAct(log, 30, -1), neighbouringAct(log, 20, -1), neighbouringAct(log, 10, -1)]).toEqual([20, 10, null]);
    expect(countsOver({ ...log, begin: 0, end: 40 }, 4)).toEqual([
      { alarms: 0, acts: 0 },
      { alarms: 1, acts: 0 },
      { alarms: 0, acts: 1 },
      { alarms: 0, acts: 1 },
    ]);
  });
});

it('the track marks midnight in Beijing', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`);
  const begin = at('2026-11-25T21:00:00');
  expect(midnightsBetween(begin, at('2026-11-27T20:00:00'))).toEqual([at('2026-11-26T00:00:00'), at('2026-11-27T00:00:00')]);
  expect(midnightsBetween(begin, at('2026-11-25T23:00:00'))).toEqual([]);
});

describe('the position of a person', () => {
  const positions = (at: number[], receivedAt: number[]) => ({
    userId: 'a',
    at: Float64Array.from(at),
    receivedAt: Float64Array.from(receivedAt),
    longitudes: Float64Array.from(at, (value) => 100 + value / 1_000),
    latitudes: Float64Array.from(at, () => 31),
  });
  // Offline from 20 on: those positions were received at 60, after a newer one.
  const track = trackOf([positions([10], [10]), positions([50, 20, 30], [55, 60, 60])]);

  it('is known from its receipt on, and a late position moves no person back', () => {
    const at = (moment: number) => pointAt(track, newestAt(track, moment))?.at.getTime() ?? null;
    expect([5, 10, 54, 55, 60, 99].map(at)).toEqual([null, 10, 10, 50, 50, 50]);
    expect(pointAt(track, newestAt(track, 12))).toEqual({ position: { lng: 100.01, lat: 31 }, at: new Date(10), receivedAt: new Date(10) });
  });

  it('is that of the moment for every person, with the tasks they had at the beginning', () => {
    const people = [{ userId: 'a' }, { userId: 'b' }] as ListedRanger[];
    const member = (userId: string, state: string) => ({ userId, state });
    const tasks = [
      { id: 't1', cancelledAt: null, members: [member('a', 'sent'), member('b', 'done')] },
      { id: 't2', cancelledAt: new Date(1), members: [member('a', 'sent')] },
    ];
    const log = { people, tracks: new Map([['a', track]]), moment: { tasks } } as unknown as ReplayLog;
    expect(peopleAt(log, 12).map(({ userId, last, taskIds }) => [userId, last?.at.getTime() ?? null, taskIds])).toEqual([
      ['a', 10, ['t1']],
      ['b', null, []],
    ]);
  });
});
