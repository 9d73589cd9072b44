import type { GridNo } from '@lookout/domain';
import { createHoldings } from '@lookout/web/stores/live-records.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { type Aging, NO_AGING } from '../../incident/parts/aging.ts';
import { memberRecords } from '../../incident/parts/member-records.ts';
import { modeRecords } from '../../operating-mode/parts/mode-records.ts';
import { anAlarm } from '../../testing/builders.ts';
import type { DeskState } from './desk.ts';
import { createFloodWatch } from './flood.ts';
import { SHOW_ALL } from './queue.ts';
import { createQueueStore } from './queue-store.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const arrived = (id: string, minutesAgo = 0): NamedAlarm =>
  anAlarm('satellite', { id, gridNo: '513221' as GridNo, arrivedAt: new Date(now - minutesAgo * 60_000) });

function openQueue(alarms: readonly NamedAlarm[] = []) {
  const holdings = createHoldings([alarmRecords, memberRecords, modeRecords], (run) => run());
  const held = holdings.of(alarmRecords);
  let seq = 0;
  const arrive = (...fresh: readonly NamedAlarm[]) => held.merge(fresh, ++seq);
  held.load(alarms, ++seq);
  const desk = createStore<Pick<DeskState, 'filter' | 'levels' | 'arrangement' | 'now' | 'popupOpen' | 'heldTop'>>(() => ({
    filter: SHOW_ALL,
    levels: new Map(),
    arrangement: 'auto',
    now,
    popupOpen: false,
    heldTop: null,
  }));
  const aging = createStore<Aging>(() => NO_AGING);
  const mode = { isEmergency: false };
  const queue = createQueueStore({
    alarms: held,
    members: holdings.of(memberRecords),
    modes: holdings.of(modeRecords),
    desk,
    isEmergency: () => mode.isEmergency,
    floodIn: createFloodWatch(),
    aging,
  });
  const ids = () => queue.get().shown.map(({ id }) => id);
  return { queue, desk, arrive, ids, mode, aging };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('publishes a single change at once, a stream of changes at intervals, and does not change in between', () => {
  const { queue, arrive, ids } = openQueue([arrived('a', 3)]);
  const told = vi.fn();
  queue.subscribe(told);
  arrive(arrived('b', 2));
  expect([told.mock.calls.length, ids()]).toEqual([1, ['b', 'a']]);
  const before = queue.get();
  arrive(arrived('c', 1));
  arrive(arrived('d'));
  // A list rendered in slices is rendered from one state.
  expect([told.mock.calls.length, queue.get() === before]).toEqual([1, true]);
  vi.runAllTimers();
  expect([told.mock.calls.length, ids()]).toEqual([2, ['d', 'c', 'b', 'a']]);
});

it('is arranged again only by the parts of the desk that affect it', () => {
  const { queue, desk, ids } = openQueue([arrived('new'), arrived('old', 90)]);
  const told = vi.fn();
  queue.subscribe(told);
  const before = queue.get();
  desk.setState({ popupOpen: true });
  expect([told.mock.calls.length, queue.get() === before]).toEqual([0, true]);
  desk.setState({ filter: { ...SHOW_ALL, window: { kind: 'chip', id: 'onehour' } } });
  expect([told.mock.calls.length, ids()]).toEqual([1, ['new']]);
  desk.setState({ now: now + 90 * 60_000 });
  expect([told.mock.calls.length, ids(), queue.get().now]).toEqual([2, [], now + 90 * 60_000]);
});

it("a fire that is not taken on rises by its grid's time limits, only in the order of arrival, and remains in place while the pointer is over the list", () => {
  const { queue, desk, aging, mode, ids } = openQueue([arrived('new'), arrived('old', 20)]);
  queue.subscribe(() => undefined);
  expect([ids(), queue.get().risen]).toEqual([['new', 'old'], []]);
  // In this grid the limit is a quarter of an hour.
  aging.setState({ policies: new Map([['513200' as GridNo, { repeatMinutes: 5, repeats: 2 }]]) });
  expect([ids(), queue.get().risen]).toEqual([['old', 'new'], ['old']]);
  desk.setState({ heldTop: ['old'] });
  aging.setState({ policies: new Map() });
  expect(ids()).toEqual(['old', 'new']);
  desk.setState({ heldTop: null });
  expect(ids()).toEqual(['new', 'old']);
  aging.setState({ policies: new Map([['513200' as GridNo, { repeatMinutes: 5, repeats: 2 }]]) });
  mode.isEmergency = true;
  desk.setState({ now: now + 1 });
  expect([ids(), queue.get().risen]).toEqual([['new', 'old'], []]);
});

it('a flood lasts until the rate has dropped, however often it is queried', () => {
  const flood = Array.from({ length: 10 }, (_, index) => arrived(`a${index}`, index < 6 ? 1 : 9));
  const { queue, desk } = openQueue(flood);
  expect(queue.get().flood).toEqual({ alarms: 10, fires: 10 });
  // Six remain of the last ten minutes: too few to begin a flood, too many to end it.
  desk.setState({ now: now + 5 * 60_000 });
  const ebbing = queue.get();
  expect([ebbing.flood, queue.get() === ebbing]).toEqual([{ alarms: 6, fires: 6 }, true]);
  desk.setState({ now: now + 60 * 60_000 });
  expect([queue.get().flood, queue.get().areas]).toEqual([null, null]);
});

it('is not subscribed to anything without listeners, and is up to date when a listener subscribes again', () => {
  const { queue, arrive, ids, mode } = openQueue([arrived('a', 1)]);
  const told = vi.fn();
  queue.subscribe(told)();
  arrive(arrived('b'));
  mode.isEmergency = true;
  expect([told.mock.calls.length, ids().length, queue.get().isByDanger]).toEqual([0, 2, true]);
});
