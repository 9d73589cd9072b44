import type { LiveMessage, WireAlarm } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { aWireAlarm } from '../../globe/testing/wire-alarm.ts';
import type { LiveListener } from '../../shared/services.ts';
import { createAlarmRecords } from '../../stores/alarm-records.ts';
import { createAnswering } from './answer/answering.ts';
import { createDesk } from './desk.ts';
import { SHOW_ALL } from './filter.ts';

const OWN = 'of this page';

function aDesk(loaded: readonly WireAlarm[] = [], kept: Record<string, string> = {}, gridNo = '513200') {
  const frames: Array<() => void> = [];
  const alarms = createAlarmRecords((run) => void frames.push(run));
  const draw = () => {
    for (const run of frames.splice(0)) run();
  };
  let tell: LiveListener = () => undefined;
  let now = Date.parse('2026-11-21T14:10:00+08:00');
  let sounded = 0;
  const timers: Array<() => void> = [];
  const sent: string[] = [];
  const seen: string[] = [];
  const answering = createAnswering({
    send: async (alarm, { kind }) => void sent.push(`${kind} ${alarm.id}`),
    sendLeaving: async () => undefined,
    clock: () => now,
    after: () => () => undefined,
  });
  const desk = createDesk({
    services: {
      alarms,
      now: () => now,
      isOwnRequest: (id) => id === OWN,
      onLive: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    chime: { play: () => void sounded++, blocked: () => false, subscribe: () => () => undefined, stop: () => undefined },
    storage: {
      getItem: (name) => kept[name] ?? null,
      setItem: (name, value) => {
        kept[name] = value;
      },
    },
    userId: 'u1',
    gridNo: gridNo as GridNo,
    answering,
    tellSeen: async (id) => void seen.push(id),
    filter: SHOW_ALL,
    every: (run) => {
      timers.push(run);
      return () => undefined;
    },
  });
  alarms.load(loaded, 1);
  draw();
  let seq = 1;
  const hearOf = (requestId: string | undefined, kind: LiveMessage['kind'], ...data: unknown[]) => {
    // A test says of a message only what it is about.
    const messages = data.map((said) => ({ seq: ++seq, at: '', kind, gridNo: '513221', requestId, data: said }) as unknown as LiveMessage);
    alarms.apply(messages);
    tell(messages, 'live');
    draw();
  };
  const hear = (kind: LiveMessage['kind'], ...data: unknown[]) => hearOf(undefined, kind, ...data);
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const run of timers) run();
  };
  return { desk, answering, sent, seen, hear, hearOf, pass, kept, sounded: () => sounded, toasts: () => desk.store.getState().toasts };
}

const pushedFrom = (fromGridNo: string) => ({
  ...aWireAlarm('smoke', { isPut: 1 }),
  ...{ fromGridNo, fromGridName: '汶川县', pushedBy: '汶川县值班员', pushNote: null },
});

describe('a new alarm', () => {
  it('sounds and stands as a toast, and touches neither the opened alarm nor its popup', () => {
    const room = aDesk([aWireAlarm('report')]);
    room.desk.focus(aWireAlarm('report'), true);
    room.hear('newFire', aWireAlarm('smoke'));
    expect([room.sounded(), room.toasts().shown.map(({ alarm }) => alarm.id)]).toEqual([1, ['smoke-1']]);
    expect([room.desk.store.getState().current?.id, room.desk.store.getState().popupOpen]).toEqual(['report-1', true]);
  });

  it('several at once sound once', () => {
    const room = aDesk();
    room.hear('newFire', aWireAlarm('smoke'), aWireAlarm('report'), aWireAlarm('danger'), aWireAlarm('monitor'));
    expect([room.sounded(), room.toasts().shown.length, room.toasts().more]).toEqual([1, 3, 1]);
  });

  it('is silent while muted, and sounds again when the silence has ended', () => {
    const room = aDesk();
    room.desk.silence('quarter');
    room.hear('newFire', aWireAlarm('smoke'));
    expect([room.sounded(), room.toasts().shown.length]).toEqual([0, 1]);
    room.pass(15 * 60_000);
    room.hear('newFire', aWireAlarm('report'));
    expect(room.sounded()).toBe(1);
  });

  it('one pushed upwards sounds at this desk; a change of an old one does not', () => {
    const room = aDesk([aWireAlarm('smoke')]);
    room.hear('fireAlarm', aWireAlarm('smoke', { acknowledgedBy: 'x' }));
    expect(room.sounded()).toBe(0);
    room.hear('countyReport', pushedFrom('513221'));
    expect([room.sounded(), room.toasts().shown[0]?.kind, room.toasts().shown[0]?.fromGridName]).toEqual([1, 'pushed', '汶川县']);
  });

  it('its own push does not ring at the sender, nor at a desk beside or below it', () => {
    const rings = (deskGrid: string, from: string) => {
      const room = aDesk([], {}, deskGrid);
      room.hear('cityReport', pushedFrom(from));
      return room.sounded();
    };
    expect([rings('513221', '513221'), rings('513200', '513200'), rings('513221', '513200'), rings('510000', '513200')]).toEqual([
      0, 0, 0, 1,
    ]);
    expect([rings('100000', '513200'), rings('100000', '100000')]).toEqual([1, 0]);
  });

  it('its toast goes by itself', () => {
    const room = aDesk();
    room.hear('newFire', aWireAlarm('smoke'));
    room.pass(12_000);
    expect(room.toasts().shown).toEqual([]);
  });
});

it('opening an alarm reads it and takes its toast; its changes are followed', () => {
  const room = aDesk([aWireAlarm('report', { arriveTime: '2026-11-21 13:00:00' })]);
  room.hear('newFire', aWireAlarm('smoke', { arriveTime: '2026-11-21 14:10:00' }));
  room.desk.focus(aWireAlarm('smoke', { arriveTime: '2026-11-21 14:10:00' }), true);
  expect([...room.desk.store.getState().marks.ids]).toEqual(['smoke-1']);
  expect(room.toasts().shown).toEqual([]);
  room.hear('fireAlarm', aWireAlarm('smoke', { isHandle: 1, isReal: 0 }));
  expect(room.desk.store.getState().current?.isHandle).toBe(1);
});

it('silence and read marks are kept for the next visit, read marks for each person', () => {
  const room = aDesk([aWireAlarm('report')]);
  room.desk.silence('off');
  expect(Object.keys(room.kept).sort()).toEqual(['monitor.mute', 'monitor.read.u1']);
  const again = aDesk([aWireAlarm('report')], room.kept);
  again.hear('newFire', aWireAlarm('smoke'));
  expect(again.sounded()).toBe(0);
  again.desk.toggleSound();
  again.hear('newFire', aWireAlarm('danger'));
  expect(again.sounded()).toBe(1);
});

describe('the opened alarm', () => {
  const judged = (by: string) => ({ ...aWireAlarm('report', { isReal: 0, isHandle: 1 }), change: 'judged', changedBy: by });
  const opened = () => {
    const room = aDesk([aWireAlarm('report'), aWireAlarm('smoke')]);
    room.desk.focus(aWireAlarm('report'), true);
    return { ...room, news: () => room.desk.store.getState().news };
  };

  it('is told as seen once, and only when its popup stands open', () => {
    const room = aDesk([aWireAlarm('report')]);
    room.desk.focus(aWireAlarm('report'), false);
    room.desk.focus(aWireAlarm('report'), true);
    room.desk.focus(null, false);
    room.desk.focus(aWireAlarm('report'), true);
    expect(room.seen).toEqual(['report-1']);
  });

  it('says who answered it elsewhere, and stays readable when it is gone', () => {
    const room = opened();
    room.hear('fireAlarm', judged('汶川县值班员'));
    expect([room.news(), room.desk.store.getState().current?.isReal]).toEqual([
      { id: 'report-1', act: 'judged', by: '汶川县值班员', requestId: null, isGone: false },
      0,
    ]);
    room.hear('fireAlarm', { id: 'report-1', deleted: true, change: 'deleted', changedBy: '四川省值班员' });
    expect([room.news()?.isGone, room.desk.store.getState().current?.id]).toEqual([true, 'report-1']);
    room.desk.focus(aWireAlarm('smoke'), true);
    expect(room.news()).toBeNull();
  });

  it('one that moved within the grid is not gone', () => {
    const room = opened();
    const there = { ...aWireAlarm('report', { gridNo: '513222' }), change: 'moved', changedBy: 'x' };
    room.hear('fireAlarm', { id: 'report-1', deleted: true, change: 'moved', changedBy: 'x' }, there);
    expect([room.news()?.isGone, room.desk.store.getState().current?.gridNo]).toEqual([false, '513222']);
  });

  it('tells nothing of what this desk does itself, but of the same account at another desk', () => {
    const room = opened();
    room.hear('fireAlarm', judged('汶川县值班员'));
    room.hearOf(OWN, 'fireAlarm', judged('阿坝州值班员'));
    expect(room.news()).toBeNull();
    room.hearOf('of another desk', 'fireAlarm', judged('阿坝州值班员'));
    expect(room.news()?.by).toBe('阿坝州值班员');
  });

  it('looking and tasks’ progress are no news of it', () => {
    const room = opened();
    room.hear('fireAlarm', { ...judged('x'), change: 'seen' }, { shift: {} });
    expect(room.news()).toBeNull();
  });

  it('opening another one sends what is still held; the same one again does not', () => {
    const room = opened();
    room.answering.hold(aWireAlarm('report'), { kind: 'push', note: '' });
    room.desk.focus(null, false);
    room.desk.focus(aWireAlarm('report'), true);
    expect(room.sent).toEqual([]);
    room.desk.focus(aWireAlarm('smoke'), true);
    expect(room.sent).toEqual(['push report-1']);
  });
});
