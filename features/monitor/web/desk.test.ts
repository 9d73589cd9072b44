import type { GridNo } from '@lookout/domain';
import type { LiveListener } from '@lookout/web/shared/services.ts';
import { type Call, writeMute } from '@lookout/web/shared/sound.ts';
import { describe, expect, it } from 'vitest';
import type { CameraFacts, NamedAlarm } from '../../alarm/alarm.ts';
import type { CalmingReason } from '../../alarm/certainty.ts';
import { createPendingRequests } from '../../alarm/parts/actions/pending-requests.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import type { IncidentMember } from '../../incident/incident.ts';
import { memberRecords } from '../../incident/parts/member-records.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { acknowledgedBy, anAlarm, HANDLED, judgedBy } from '../../testing/builders.ts';
import {
  countUnread,
  createDesk,
  dropToast,
  expireToasts,
  isUnread,
  NEVER_HERE,
  NO_TOASTS,
  pushToasts,
  read,
  readAll,
  readMarks,
  TOAST_STAYS_MS,
  type Toast,
  writeMarks,
} from './desk.ts';
import { SHOW_ALL } from './queue.ts';

const OWN = 'of this page';

function aDesk(loaded: readonly NamedAlarm[] = [], kept: Record<string, string> = {}, gridNo = '513200') {
  const frames: Array<() => void> = [];
  const alarms = alarmRecords.create((run) => void frames.push(run));
  const members = memberRecords.create((run) => void frames.push(run));
  const held = new Set<() => void>();
  const draw = () => {
    for (const run of frames.splice(0)) run();
  };
  let publish: LiveListener = () => undefined;
  let now = Date.parse('2026-11-21T14:10:00+08:00');
  const calls: Call[] = [];
  let stored: (text: string) => void = () => undefined;
  const timers: Array<() => void> = [];
  const sent: string[] = [];
  const seen: string[] = [];
  const pendingRequests = createPendingRequests({
    send: async (alarm, { kind }) => void sent.push(`${kind} ${alarm.id}`),
    sendLeaving: async () => undefined,
    clock: () => now,
    after: () => () => undefined,
  });
  const desk = createDesk({
    alarms,
    members,
    services: {
      now: () => now,
      isOwnRequest: (id) => id === OWN,
      onLive: (listener) => {
        publish = listener;
        return () => undefined;
      },
    },
    chime: { play: (call) => void calls.push(call), blocked: () => false, subscribe: () => () => undefined, stop: () => undefined },
    storage: {
      getItem: (name) => kept[name] ?? null,
      setItem: (name, value) => {
        kept[name] = value;
      },
    },
    userId: 'u1',
    gridNo: gridNo as GridNo,
    pendingRequests,
    sendSeen: async (id) => void seen.push(id),
    onStored: (name, run) => {
      stored = (text) => run(name === 'monitor.mute' ? text : null);
      return () => undefined;
    },
    loadLevels: async () => new Map(),
    every: (run) => {
      timers.push(run);
      return () => undefined;
    },
    after: (run) => {
      held.add(run);
      return () => void held.delete(run);
    },
  });
  alarms.load(loaded, 1);
  draw();
  let seq = 1;
  // Tests provide only the fields of an update that matter to them.
  const arrive = (requestId: string | null, ...changes: object[]) => {
    const updates = changes.map((update) => ({ seq: ++seq, requestId, ...update }) as LiveUpdate);
    for (const records of [alarms, members]) records.apply(updates);
    publish(updates, 'live');
    draw();
  };
  /** Lets the time pass that an alarm waits for its fire. */
  const waited = () => {
    for (const run of [...held]) run();
    held.clear();
  };
  const receiveOf = (requestId: string | null, ...changes: object[]) => {
    arrive(requestId, ...changes);
    waited();
  };
  const receive = (...changes: object[]) => receiveOf(null, ...changes);
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const run of timers) run();
  };
  return {
    desk,
    pendingRequests,
    sent,
    seen,
    receive,
    receiveOf,
    arrive: (...changes: object[]) => arrive(null, ...changes),
    waited,
    pass,
    kept,
    sounded: () => calls.length,
    calls,
    storedElsewhere: (text: string) => stored(text),
    toasts: () => desk.store.getState().toasts,
  };
}

const recorded = (alarm: NamedAlarm) => ({ kind: 'alarm-recorded', alarm });
const joined = (incidentId: string, alarmIds: readonly string[], calmedBy: readonly CalmingReason[] = []) => ({
  kind: 'incident-joined',
  members: alarmIds.map((alarmId): IncidentMember => {
    const covariance = { eastEast: 1e4, eastNorth: 0, northNorth: 1e4 };
    return { alarmId, incidentId, evidence: { look: alarmId, covariance, probability: 0.6, calmedBy, threatens: null } };
  }),
});
const changed = (alarm: NamedAlarm, change = 'alarm.acknowledged', changedBy = 'x') => ({
  kind: 'alarm-changed',
  alarm,
  change,
  changedBy,
});
const gone = (alarmId: string, change: string, changedBy: string) => ({ kind: 'alarm-gone', alarmId, change, changedBy });
const pushedFrom = (fromGridNo: string) => ({
  kind: 'alarm-reported',
  alarm: anAlarm('smoke'),
  fromGridNo,
  fromGridName: '汶川县',
  pushedBy: '汶川县值班员',
  note: null,
});

describe('a new alarm', () => {
  it('sounds and shows a toast, and changes neither the opened alarm nor its popup', () => {
    const room = aDesk([anAlarm('report')]);
    room.desk.focus(anAlarm('report'), true);
    room.receive(recorded(anAlarm('smoke')));
    expect([room.sounded(), room.toasts().shown.map(({ alarm }) => alarm.id)]).toEqual([1, ['smoke-1']]);
    expect([room.desk.store.getState().current?.id, room.desk.store.getState().popupOpen]).toEqual(['report-1', true]);
  });

  it('several alarms at once sound once', () => {
    const room = aDesk();
    room.receive(recorded(anAlarm('smoke')), recorded(anAlarm('report')), recorded(anAlarm('danger')), recorded(anAlarm('camera')));
    expect([room.sounded(), room.toasts().shown.length, room.toasts().more]).toEqual([1, 3, 1]);
  });

  it('is silent while muted, and sounds again when the mute has ended', () => {
    const room = aDesk();
    room.desk.silence('quarter');
    room.receive(recorded(anAlarm('smoke')));
    expect([room.sounded(), room.toasts().shown.length]).toEqual([0, 1]);
    room.pass(15 * 60_000);
    room.receive(recorded(anAlarm('report')));
    expect(room.sounded()).toBe(1);
  });

  it('in a mask of its camera shows its toast without a sound, until an officer pushes it', () => {
    const room = aDesk();
    const { facts } = anAlarm('camera');
    const masked = anAlarm('camera', { facts: { ...facts, maskName: '烟囱' } as CameraFacts });
    room.receive(recorded(masked));
    expect([room.sounded(), room.toasts().shown.length]).toEqual([0, 1]);
    room.receive({ ...pushedFrom('513221'), alarm: masked });
    expect(room.sounded()).toBe(1);
  });

  it('that is pushed upwards sounds at this desk; a change of an old one does not', () => {
    const room = aDesk([anAlarm('smoke')]);
    room.receive(changed(anAlarm('smoke', { response: acknowledgedBy('x') })));
    expect(room.sounded()).toBe(0);
    room.receive(pushedFrom('513221'));
    expect([room.sounded(), room.toasts().shown[0]?.kind, room.toasts().shown[0]?.fromGridName]).toEqual([1, 'pushed', '汶川县']);
  });

  it("that is pushed does not sound at the sender's desk, nor at a sibling desk or one below", () => {
    const rings = (deskGrid: string, from: string) => {
      const room = aDesk([], {}, deskGrid);
      room.receive(pushedFrom(from));
      return room.sounded();
    };
    expect([rings('513221', '513221'), rings('513200', '513200'), rings('513221', '513200'), rings('510000', '513200')]).toEqual([
      0, 0, 0, 1,
    ]);
    expect([rings('100000', '513200'), rings('100000', '100000')]).toEqual([1, 0]);
  });

  it('is announced when its fire is known, or at the latest after a short wait', () => {
    const room = aDesk();
    room.arrive(recorded(anAlarm('smoke')));
    expect([room.sounded(), room.toasts().shown.length]).toEqual([0, 0]);
    room.arrive(joined('fire', ['smoke-1']));
    expect([room.sounded(), room.toasts().shown.length]).toEqual([1, 1]);
    room.waited();
    expect(room.sounded()).toBe(1);
    room.arrive(recorded(anAlarm('report')));
    room.waited();
    expect([room.sounded(), room.toasts().shown.length]).toEqual([2, 2]);
  });

  it('of a fire that an officer has taken on is announced without a sound; of one in progress it is not announced', () => {
    const taken = anAlarm('camera', { response: acknowledgedBy('x') });
    const burning = anAlarm('danger', { id: 'burning', response: judgedBy('real') });
    for (const [other, toasts] of [
      [taken, 1],
      [burning, 0],
    ] as const) {
      const room = aDesk([other]);
      room.arrive(joined('fire', [other.id]));
      room.arrive(recorded(anAlarm('smoke')), joined('fire', ['smoke-1']));
      expect([other.id, room.sounded(), room.toasts().shown.length]).toEqual([other.id, 0, toasts]);
      room.arrive(recorded(anAlarm('report')), joined('another', ['report-1']));
      expect(room.sounded()).toBe(1);
    }
  });

  it('sounds if it joins a fire that has not been handled, or that was judged false', () => {
    for (const response of [undefined, judgedBy('false')]) {
      const other = anAlarm('camera', response && { response });
      const room = aDesk([other]);
      room.arrive(joined('fire', [other.id]));
      room.arrive(recorded(anAlarm('smoke')), joined('fire', ['smoke-1']));
      expect(room.sounded()).toBe(1);
    }
  });

  it('at a known heat source or in an approved burning makes no sound', () => {
    const room = aDesk();
    room.arrive(recorded(anAlarm('smoke')), joined('fire', ['smoke-1'], ['known-heat']));
    expect([room.sounded(), room.toasts().shown.length]).toEqual([0, 1]);
  });

  it('sounds with its priority, until it is handled or muted', () => {
    const room = aDesk();
    room.arrive(recorded(anAlarm('smoke')), joined('fire', ['smoke-1']));
    expect(room.calls[0]?.priority).toBe('medium');
    expect(room.calls[0]?.isWanted?.()).toBe(true);
    room.desk.silence('quarter');
    expect(room.calls[0]?.isWanted?.()).toBe(false);
    room.desk.silence(null);
    room.arrive(changed(anAlarm('smoke', { response: judgedBy('false') }), 'alarm.judged'));
    expect(room.calls[0]?.isWanted?.()).toBe(false);
    room.receive({ ...pushedFrom('513221'), alarm: anAlarm('report', { response: judgedBy('real') }) });
    expect([room.calls[1]?.priority, room.calls[1]?.isWanted?.()]).toEqual(['high', true]);
  });

  it('of a fire that has a toast replaces that toast', () => {
    const room = aDesk();
    room.arrive(recorded(anAlarm('smoke')), joined('fire', ['smoke-1']));
    room.arrive(recorded(anAlarm('report')), joined('fire', ['report-1']));
    expect(room.toasts().shown.map(({ alarm }) => alarm.id)).toEqual(['report-1']);
  });

  it('its toast disappears automatically', () => {
    const room = aDesk();
    room.receive(recorded(anAlarm('smoke')));
    room.pass(12_000);
    expect(room.toasts().shown).toEqual([]);
  });
});

it('opening an alarm marks it as read and removes its toast; the opened alarm follows changes', () => {
  const room = aDesk([anAlarm('report', { arrivedAt: new Date('2026-11-21T13:00:00+08:00') })]);
  room.receive(recorded(anAlarm('smoke', { arrivedAt: new Date('2026-11-21T14:10:00+08:00') })));
  room.desk.focus(anAlarm('smoke', { arrivedAt: new Date('2026-11-21T14:10:00+08:00') }), true);
  expect([...room.desk.store.getState().marks.ids]).toEqual(['smoke-1']);
  expect(room.toasts().shown).toEqual([]);
  room.receive(changed(anAlarm('smoke', { response: judgedBy('false') }), 'alarm.judged'));
  expect(room.desk.store.getState().current?.response.stage).toBe('dismissed');
});

it('mute and read marks are stored for the next visit, read marks separately for each user', () => {
  const room = aDesk([anAlarm('report')]);
  room.desk.silence('off');
  expect(Object.keys(room.kept).sort()).toEqual(['monitor.mute', 'monitor.read.u1']);
  const again = aDesk([anAlarm('report')], room.kept);
  again.receive(recorded(anAlarm('smoke')));
  expect(again.sounded()).toBe(0);
  again.desk.toggleSound();
  again.receive(recorded(anAlarm('danger')));
  expect(again.sounded()).toBe(1);
});

it('a mute chosen in another tab of the officer applies here, and so does its end', () => {
  const room = aDesk();
  room.storedElsewhere(writeMute({ kind: 'off' }));
  room.receive(recorded(anAlarm('smoke')));
  expect(room.sounded()).toBe(0);
  room.storedElsewhere(writeMute({ kind: 'on' }));
  room.receive(recorded(anAlarm('danger')));
  expect(room.sounded()).toBe(1);
});

it('the filter of the link that opened the monitor applies once; a later link does not undo the officer’s own', () => {
  const { desk } = aDesk();
  const hour = { ...SHOW_ALL, window: { kind: 'chip', id: 'onehour' } } as const;
  const shown = () => desk.store.getState().filter.window;
  expect(shown()).toEqual(SHOW_ALL.window);
  desk.arriveWith(hour);
  expect(shown()).toEqual(hour.window);
  desk.setFilter(SHOW_ALL);
  desk.arriveWith(hour);
  expect(shown()).toEqual(SHOW_ALL.window);
});

describe('the opened alarm', () => {
  const judged = (by: string) => changed(anAlarm('report', { response: judgedBy('false', by) }), 'alarm.judged', by);
  const opened = () => {
    const room = aDesk([anAlarm('report'), anAlarm('smoke')]);
    room.desk.focus(anAlarm('report'), true);
    return { ...room, othersChange: () => room.desk.store.getState().othersChange };
  };

  it('is reported as viewed once, and only when its popup is open', () => {
    const room = aDesk([anAlarm('report')]);
    room.desk.focus(anAlarm('report'), false);
    room.desk.focus(anAlarm('report'), true);
    room.desk.focus(null, false);
    room.desk.focus(anAlarm('report'), true);
    expect(room.seen).toEqual(['report-1']);
  });

  it('shows who handled it elsewhere, and remains readable when it is deleted', () => {
    const room = opened();
    room.receive(judged('汶川县值班员'));
    expect([room.othersChange(), room.desk.store.getState().current?.response.stage]).toEqual([
      { id: 'report-1', change: 'alarm.judged', by: '汶川县值班员', requestId: null, isGone: false },
      'dismissed',
    ]);
    room.receive(gone('report-1', 'alarm.deleted', '四川省值班员'));
    expect([room.othersChange()?.isGone, room.desk.store.getState().current?.id]).toEqual([true, 'report-1']);
    room.desk.focus(anAlarm('smoke'), true);
    expect(room.othersChange()).toBeNull();
  });

  it('is not treated as deleted when it moved within the grid', () => {
    const room = opened();
    const there = changed(anAlarm('report', { gridNo: '513222' as GridNo }), 'alarm.moved');
    room.receive(gone('report-1', 'alarm.moved', 'x'), there);
    expect([room.othersChange()?.isGone, room.desk.store.getState().current?.gridNo]).toEqual([false, '513222']);
  });

  it('does not report the desk’s own actions, but those of the same account at another desk', () => {
    const room = opened();
    room.receive(judged('汶川县值班员'));
    room.receiveOf(OWN, judged('阿坝州值班员'));
    expect(room.othersChange()).toBeNull();
    room.receiveOf('of another desk', judged('阿坝州值班员'));
    expect(room.othersChange()?.by).toBe('阿坝州值班员');
  });

  it('does not report views and task progress', () => {
    const room = opened();
    room.receive({ ...judged('x'), change: 'alarm.seen' }, { kind: 'shift-changed' });
    expect(room.othersChange()).toBeNull();
  });

  it('opening another alarm sends the pending request; opening the same one again does not', () => {
    const room = opened();
    room.pendingRequests.hold(anAlarm('report'), { kind: 'push', note: '' });
    room.desk.focus(null, false);
    room.desk.focus(anAlarm('report'), true);
    expect(room.sent).toEqual([]);
    room.desk.focus(anAlarm('smoke'), true);
    expect(room.sent).toEqual(['push report-1']);
  });
});

const at = (time: string) => new Date(`2026-11-21T${time}+08:00`);
const old = anAlarm('smoke', { id: 'old', arrivedAt: at('13:00:00') });
const fresh = anAlarm('smoke', { id: 'fresh', arrivedAt: at('14:30:00') });
const none = () => false;
const fresher = anAlarm('smoke', { id: 'fresher', arrivedAt: at('14:40:00') });

it("the first visit begins with no unread alarms; with an empty list the first alarm is unread, regardless of this desk's clock", () => {
  expect(countUnread(NEVER_HERE, [fresh, old], none)).toBe(0);
  const marks = readAll(NEVER_HERE, [old]);
  expect(marks.until).toBe(at('13:00:00').getTime());
  expect(countUnread(readAll(NEVER_HERE, []), [old], none)).toBe(1);
});

it('a later alarm is unread until it is opened or handled, or all are marked', () => {
  const marks = readAll(NEVER_HERE, [old]);
  expect(countUnread(marks, [fresher, fresh, old], none)).toBe(2);
  const opened = read(marks, fresher);
  expect([isUnread(opened, fresher), isUnread(opened, fresh)]).toEqual([false, true]);
  expect(countUnread(opened, [fresher, { ...fresh, response: HANDLED }, old], none)).toBe(0);
  expect(countUnread(readAll(opened, [fresher, fresh, old]), [fresher, fresh, old], none)).toBe(0);
  // An alarm that joined a fire in progress does not count as unread.
  expect(countUnread(marks, [fresher, fresh, old], ({ id }) => id === 'fresher')).toBe(1);
});

it('opening a read alarm changes nothing', () => {
  const marks = readAll(NEVER_HERE, [old]);
  expect(read(marks, old)).toBe(marks);
});

it('marks survive a reload; unreadable marks count as a first visit', () => {
  const marks = read(readAll(NEVER_HERE, [old]), fresh);
  expect(readMarks(writeMarks(marks))).toEqual(marks);
  expect([null, '{', '{"until":"3","ids":[]}', '{"until":3}'].map(readMarks)).toEqual(Array(4).fill(NEVER_HERE));
});

const toast = (id: string, at = 0, kind: Toast['kind'] = 'fresh'): Toast => ({ alarm: anAlarm('smoke', { id }), kind, at });
const ofItself = ({ id }: { readonly id: string }) => id;
const ids = (stack: typeof NO_TOASTS) => [...stack.shown.map(({ alarm }) => alarm.id), `+${stack.more}`];

it('at most three are shown, newest first; the rest is shown as a number', () => {
  const stack = pushToasts(
    NO_TOASTS,
    ['a', 'b', 'c', 'd', 'e'].map((id) => toast(id)),
    ofItself,
  );
  expect(ids(stack)).toEqual(['e', 'd', 'c', '+2']);
  expect(ids(pushToasts(stack, [toast('f')], ofItself))).toEqual(['f', 'e', 'd', '+3']);
});

it('a repeated alarm replaces its earlier toast', () => {
  const stack = pushToasts(pushToasts(NO_TOASTS, [toast('a'), toast('b')], ofItself), [toast('a', 5, 'pushed')], ofItself);
  expect(ids(stack)).toEqual(['a', 'b', '+0']);
  expect(stack.shown[0]?.kind).toBe('pushed');
});

it('a toast disappears automatically, and the number with the last one', () => {
  const stack = pushToasts(pushToasts(NO_TOASTS, [toast('a'), toast('b')], ofItself), [toast('c', 4000), toast('d', 5000)], ofItself);
  expect(ids(stack)).toEqual(['d', 'c', 'b', '+1']);
  expect(ids(expireToasts(stack, TOAST_STAYS_MS))).toEqual(['d', 'c', '+1']);
  expect(expireToasts(stack, TOAST_STAYS_MS + 5000)).toBe(NO_TOASTS);
  expect(expireToasts(stack, 1)).toBe(stack);
  expect(ids(dropToast(stack, 'c'))).toEqual(['d', 'b', '+1']);
});
