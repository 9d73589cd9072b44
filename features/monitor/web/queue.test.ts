import { TIME_CHIPS } from '@lookout/web/shared/time-chips.ts';
import { describe, expect, it } from 'vitest';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { ageStep } from '../../alarm/alarm-age.ts';
import { foldFires } from '../../incident/parts/folding.ts';
import { anAlarm, HANDLED } from '../../testing/builders.ts';
import { acceptor, boundsOf, neighbour, queueOf, raised, SHOW_ALL, showsAll, toggleSource } from './queue.ts';

const time = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`);
const now = Date.parse('2026-11-21T15:00:00+08:00');

it('a chip is a window of arrival times that ends now, in Beijing time', () => {
  expect(boundsOf({ kind: 'chip', id: 'threehour' }, now)).toEqual({ from: Date.parse('2026-11-21T12:00:00+08:00'), to: null });
  expect(boundsOf({ kind: 'chip', id: 'fiveDays' }, now)).toEqual({ from: Date.parse('2026-11-16T15:00:00+08:00'), to: null });
  expect(boundsOf({ kind: 'chip', id: 'all' }, now)).toEqual({ from: null, to: null });
});

// Proves §9.13a
it('the chips are the time filters of the specification, in hours', () => {
  const hours = Object.fromEntries(
    TIME_CHIPS.map(({ id }) => [id, (now - (boundsOf({ kind: 'chip', id }, now).from ?? Number.NaN)) / 3_600_000]),
  );
  expect(hours).toEqual({ onehour: 1, threehour: 3, halfDay: 12, oneDay: 24, threeDays: 72, fiveDays: 120, all: Number.NaN });
});

it('the arrival counts, not the observation: an overpass of 2018 received today counts as today', () => {
  const accepts = acceptor({ ...SHOW_ALL, window: { kind: 'chip', id: 'onehour' } }, now);
  expect(accepts(anAlarm('satellite', { observedAt: time('2018-09-22 10:00:00'), arrivedAt: time('2026-11-21 14:00:00') }))).toBe(true);
  expect(accepts(anAlarm('satellite', { arrivedAt: time('2026-11-21 13:59:59') }))).toBe(false);
});

it('a custom range includes both ends and may be open at either', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`);
  const range = { kind: 'range', from: at('2026-11-21T13:00:00'), to: at('2026-11-21T14:00:00') } as const;
  const passes = (window: typeof range | { kind: 'range'; from: null; to: number }, arriveTime: string) =>
    acceptor({ ...SHOW_ALL, window }, now)(anAlarm('smoke', { arrivedAt: time(arriveTime) }));
  expect(['12:59:59', '13:00:00', '14:00:00', '14:00:01'].map((time) => passes(range, `2026-11-21 ${time}`))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(passes({ ...range, from: null }, '2020-01-01 00:00:00')).toBe(true);
});

it('a handled alarm passes no filter', () => {
  expect(acceptor(SHOW_ALL, now)(anAlarm('smoke', { response: HANDLED }))).toBe(false);
});

it('a source is switched off and on; switching off the last one switches all on', () => {
  const without = toggleSource(SHOW_ALL.sources, 'smoke');
  expect(without.has('smoke')).toBe(false);
  expect(showsAll({ ...SHOW_ALL, sources: toggleSource(without, 'smoke') })).toBe(true);
  expect(toggleSource(new Set(['smoke']), 'smoke')).toEqual(SHOW_ALL.sources);
});

const a = anAlarm('satellite', { id: 'a', arrivedAt: new Date('2026-11-21T14:50:00+08:00') });
const b = anAlarm('smoke', { id: 'b', arrivedAt: new Date('2026-11-21T14:40:00+08:00') });
const c = anAlarm('smoke', { id: 'c', arrivedAt: new Date('2026-11-20T10:00:00+08:00') });
/** No fire is in progress. */
const ofNone = () => false;
/** Each alarm is a separate fire. */
const ofItself = ({ id }: { readonly id: string }) => id;
const fires = (...alarms: NamedAlarm[]) => foldFires(alarms, ofItself);
const done = anAlarm('report', { id: 'd', response: HANDLED });

// Proves §1.1
it('the queue consists of the open alarms that pass; sources are counted within the window, whether switched on or not', () => {
  const queue = queueOf([a, b, done, c], { window: { kind: 'chip', id: 'onehour' }, sources: new Set(['smoke']) }, now, ofItself, ofNone);
  expect(queue.shown.map(({ lead }) => lead)).toEqual([b]);
  expect(queue.accepted).toBe(1);
  expect(queue.total).toBe(3);
  expect(queue.bySource).toEqual({ satellite: 1, camera: 0, report: 0, smoke: 1, danger: 0 });
});

it('alarms that joined a fire in progress and exercises are listed, and not counted as waiting', () => {
  const drill = anAlarm('smoke', { id: 'x', arrivedAt: b.arrivedAt, exerciseId: 'e' });
  const queue = queueOf(
    [a, b, drill, c],
    SHOW_ALL,
    now,
    ({ id }) => (id === 'a' ? 'c' : id),
    ({ id }) => id === 'b',
  );
  expect(queue.shown.flatMap(({ alarms }) => alarms.map(({ id }) => id))).toEqual(['a', 'c', 'b', 'x']);
  expect([queue.accepted, queue.fires, queue.total, queue.others]).toEqual([2, 1, 2, 2]);
});

it('in an emergency the most dangerous comes first, and of two equal ones the newer', () => {
  const danger = (alarms: readonly NamedAlarm[]) => (alarms.some(({ id }) => id === 'c') ? 1 : 0.2);
  const order = (alarms: readonly NamedAlarm[]) => queueOf(alarms, SHOW_ALL, now, ofItself, ofNone, danger).shown.map(({ id }) => id);
  const newer = anAlarm('smoke', { id: 'e', arrivedAt: new Date('2026-11-21T14:45:00+08:00') });
  expect(order([newer, b, c])).toEqual(['c', 'e', 'b']);
});

it('alarms of one fire are one entry, at the position of its newest', () => {
  const oneFire = ({ id }: { readonly id: string }) => (id === 'b' ? 'b' : 'fire');
  const [first, ...rest] = queueOf([a, b, c], SHOW_ALL, now, oneFire, ofNone).shown;
  expect([first?.id, first?.lead.id, first?.alarms.map(({ id }) => id), rest.map(({ id }) => id)]).toEqual([
    'fire',
    'a',
    ['a', 'c'],
    ['b'],
  ]);
});

describe('late fires', () => {
  const MINUTE = 60_000;
  const waiting = (id: string, minutes: number) => anAlarm('camera', { id, arrivedAt: new Date(now - minutes * MINUTE) });
  const listed = fires(waiting('new', 0), waiting('due', 20), waiting('late', 40), waiting('later', 90));
  const ageOf = ([alarm]: readonly NamedAlarm[]) => {
    const since = alarm?.arrivedAt ?? new Date(now);
    return { since, step: ageStep(since, { repeatMinutes: 5, repeats: 6 }, now) };
  };
  const order = (held: readonly string[] | null) => {
    const { shown, risen } = raised(listed, ageOf, now, held);
    return [shown.map(({ id }) => id), risen];
  };

  it('come before the others, the longest wait first; new arrivals follow directly below', () => {
    expect(order(null)).toEqual([
      ['later', 'late', 'new', 'due'],
      ['later', 'late'],
    ]);
    expect(raised(listed, () => null, now, null)).toEqual({ shown: listed, risen: [] });
  });

  it('move to or from the top only while no officer points at the list', () => {
    expect(order(['late', 'gone'])).toEqual([['late', 'new', 'due', 'later'], ['late']]);
    expect(order([])).toEqual([['new', 'due', 'late', 'later'], []]);
  });

  it('are skipped when stepping continues from the former position of an alarm that has left the queue', () => {
    const { shown, risen } = raised(listed, ageOf, now, null);
    expect(neighbour(shown, waiting('handled', 10), 1, risen.length)?.id).toBe('due');
    expect(neighbour(shown, waiting('handled', 10), -1, risen.length)?.id).toBe('new');
  });
});

describe('stepping through the queue', () => {
  it('goes from fire to fire, whichever of its alarms is open', () => {
    const shown = foldFires([a, b, c], ({ id }) => (id === 'b' ? 'b' : 'fire'));
    expect(neighbour(shown, c, 1)).toBe(b);
    expect(neighbour(shown, b, -1)).toBe(a);
  });

  it('begins at the newest and stops at the ends', () => {
    expect(neighbour(fires(a, b, c), null, 1)).toBe(a);
    expect(neighbour(fires(a, b, c), a, 1)).toBe(b);
    expect(neighbour(fires(a, b, c), a, -1)).toBe(a);
    expect(neighbour(fires(a, b, c), c, 1)).toBe(c);
    expect(neighbour([], a, 1)).toBeNull();
  });

  it('continues from the former position of an alarm that another officer has handled', () => {
    expect(neighbour(fires(a, c), b, 1)).toBe(c);
    expect(neighbour(fires(a, c), b, -1)).toBe(a);
    expect(neighbour(fires(a, b), c, 1)).toBe(b);
  });
});
