import type { LiveMessage, WireRanger } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { createRangerRecords } from './ranger-records.ts';

const ranger = (userId: string, actualUploadTime: string | null, lng = 103): WireRanger =>
  ({
    userId,
    fullName: userId,
    position: actualUploadTime && { lng, lat: 31 },
    actualUploadTime,
    receiveTime: actualUploadTime,
  }) as WireRanger;
const moved = (userId: string, actualUploadTime: string, lng: number): LiveMessage =>
  ({
    kind: 'teamTrajectory',
    at: '2026-11-21 10:30:00',
    gridNo: '513221',
    data: { userId, actualUploadTime, position: { lng, lat: 31 } },
  }) as never;

function aDesk() {
  const due: (() => void)[] = [];
  const rangers = createRangerRecords((run) => due.push(run));
  const frame = () => {
    for (const run of due.splice(0)) run();
  };
  return { rangers, frame };
}

describe('rangers at a desk', () => {
  it('move by what is newer in their own time; a late burst moves nobody back', () => {
    const { rangers } = aDesk();
    rangers.load([ranger('a', '2026-11-21 10:00:00')]);
    rangers.apply([moved('a', '2026-11-21 10:10:00', 104), moved('a', '2026-11-21 10:05:00', 105)]);
    expect(rangers.get('a')).toMatchObject({
      position: { lng: 104 },
      actualUploadTime: '2026-11-21 10:10:00',
      receiveTime: '2026-11-21 10:30:00',
    });
    rangers.load([ranger('a', '2026-11-21 10:02:00')]);
    expect(rangers.get('a')?.position?.lng).toBe(104);
  });

  it('who has never been heard of gets a place with the first word; strangers and other messages are passed over', () => {
    const { rangers } = aDesk();
    rangers.load([ranger('a', null)]);
    rangers.apply([moved('b', '2026-11-21 10:00:00', 104), { ...moved('a', '2026-11-21 10:00:00', 104), kind: 'newFire' } as LiveMessage]);
    expect([rangers.get('a')?.position, rangers.get('b')]).toEqual([null, undefined]);
    rangers.apply([moved('a', '2026-11-21 10:00:00', 104)]);
    expect(rangers.get('a')?.position?.lng).toBe(104);
  });

  it('tells once a frame what changed, and who is gone', () => {
    const { rangers, frame } = aDesk();
    const heard: unknown[] = [];
    rangers.subscribe(({ upserted, removed }) => heard.push([upserted.map(({ userId }) => userId), removed]));
    rangers.load([ranger('a', null), ranger('b', null)]);
    rangers.apply([moved('a', '2026-11-21 10:00:00', 104)]);
    frame();
    rangers.load([ranger('b', null)]);
    frame();
    expect(heard).toEqual([
      [['a', 'b'], []],
      [['b'], ['a']],
    ]);
    expect(rangers.list()).toBe(rangers.list());
  });

  it('a task counts from its dispatch until its ranger is done, or it is cancelled', () => {
    const { rangers } = aDesk();
    rangers.load([{ ...ranger('a', null), taskIds: ['old'], taskCount: 1 }]);
    const delegate = (state: string, status = 'under-way'): LiveMessage =>
      ({
        kind: 'delegate',
        seq: 1,
        at: '',
        gridNo: '513221',
        data: { id: 't', createTime: '', status, members: [{ userId: 'a', state }] },
      }) as never;
    const counts = [
      delegate('sent', 'waiting'),
      delegate('arrived'),
      delegate('done'),
      delegate('sent'),
      delegate('sent', 'cancelled'),
    ].map((message) => {
      rangers.apply([message]);
      return rangers.get('a')?.taskCount;
    });
    expect(counts).toEqual([2, 2, 1, 2, 1]);
  });
});
