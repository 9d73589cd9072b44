import { MINUTE_MS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { Alarm } from '../alarm/alarm.ts';
import { UNANSWERED } from '../alarm/alarm.ts';
import {
  chooseCameras,
  FRESH_MS,
  fieldFor,
  hottestOf,
  inOrder,
  isOver,
  type LookCandidate,
  lookPriority,
  mayServe,
  needsLook,
  servesAt,
  verdictOf,
} from './second-look.ts';

const NOW = new Date('2026-12-01T04:00:00Z');

const alarm = (kind: Alarm['facts']['kind'], overrides: Partial<Alarm> = {}): Alarm =>
  ({ facts: { kind }, arrivedAt: NOW, response: UNANSWERED, ...overrides }) as Alarm;

describe('an alarm', () => {
  it.each([
    ['satellite', true],
    ['report', true],
    ['smoke', true],
    ['camera', false],
    ['danger', false],
  ] as const)('of kind %s: a look is needed: %s', (kind, needed) => expect(needsLook(alarm(kind), NOW)).toBe(needed));

  it('of an exercise turns no real camera', () => expect(needsLook(alarm('satellite', { exerciseId: 'x' }), NOW)).toBe(false));

  it('that left the queue or arrived too long ago is not looked at', () => {
    expect(needsLook(alarm('satellite', { response: { ...UNANSWERED, stage: 'handled' } as Alarm['response'] }), NOW)).toBe(false);
    expect(needsLook(alarm('satellite'), new Date(NOW.getTime() + FRESH_MS))).toBe(true);
    expect(needsLook(alarm('satellite'), new Date(NOW.getTime() + FRESH_MS + 1))).toBe(false);
  });

  it('keeps its look going while any alarm of the look is open; a look without alarms is over', () => {
    const handled = alarm('satellite', { response: { ...UNANSWERED, stage: 'handled' } as Alarm['response'] });
    expect([isOver([handled, alarm('report')]), isOver([handled]), isOver([])]).toEqual([false, true, true]);
  });

  it('shares the look that shows its place, unless that ended without an answer', () => {
    expect([servesAt(100, 500), servesAt(100, 501), servesAt(1_400, 1_400), servesAt(1_400, 1_401)]).toEqual([true, false, true, false]);
    const done = { state: 'done', verdict: null, reason: null } as const;
    expect(mayServe({ ...done, state: 'waiting' })).toBe(true);
    expect(mayServe({ ...done, verdict: 'nothing' })).toBe(true);
    expect(mayServe({ ...done, reason: 'unseen' })).toBe(true);
    expect(mayServe({ ...done, reason: 'too-late' })).toBe(false);
  });
});

describe('the queue', () => {
  const look = (id: string, priority: number, minutesAgo: number) => ({
    id,
    priority,
    askedAt: new Date(NOW.getTime() - minutesAgo * MINUTE_MS),
  });
  const ids = (...looks: ReturnType<typeof look>[]) => inOrder(looks, NOW).map(({ id }) => id);

  it('serves danger and certainty first, then the older', () => {
    expect(
      ids(look('calm', lookPriority(1, 0.2), 0), look('extreme', lookPriority(5, 0.2), 0), look('sure', lookPriority(1, 0.9), 0)),
    ).toEqual(['extreme', 'sure', 'calm']);
    expect(ids(look('young', 4, 0), look('old', 4, 1))).toEqual(['old', 'young']);
  });

  it('lets a calm look pass a flood of urgent ones after minutes of waiting', () => {
    const flood = Array.from({ length: 300 }, (_, n) => look(`urgent-${n}`, lookPriority(5, 0.5), 0));
    expect(ids(...flood, look('calm', lookPriority(1, 0.5), 5)).indexOf('calm')).toBe(300);
    expect(ids(...flood, look('calm', lookPriority(1, 0.5), 9))[0]).toBe('calm');
  });

  it('takes the middle for what is not known', () => expect(lookPriority(null, null)).toBe(lookPriority(3, 0.5)));
});

describe('the cameras', () => {
  const camera = (cameraId: string, distanceMetres: number, azimuthDegrees: number, rest: Partial<LookCandidate> = {}): LookCandidate => ({
    cameraId,
    head: cameraId,
    distanceMetres,
    azimuthDegrees,
    isThermal: false,
    hindrance: null,
    ...rest,
  });
  const chosen = (...seeing: LookCandidate[]) => chooseCameras(seeing).cameras.map(({ cameraId }) => cameraId);

  it('are one to three: the nearest, then those whose bearings cross', () => {
    expect(chosen(camera('a', 1_000, 0), camera('b', 2_000, 5), camera('c', 3_000, 90), camera('d', 9_000, 40))).toEqual(['a', 'c', 'd']);
    expect(chosen(camera('b', 2_000, 5), camera('a', 1_000, 0))).toEqual(['a', 'b']);
    // Opposite bearings do not cross either.
    expect(chosen(camera('a', 1_000, 0), camera('b', 2_000, 182), camera('c', 3_000, 30))).toEqual(['a', 'c', 'b']);
  });

  it('are visible channels, one for each head; a thermal channel looks where there is no other', () => {
    const visible = camera('visible', 1_000, 0, { head: 'tower' });
    const thermal = camera('thermal', 999, 0, { head: 'tower', isThermal: true });
    expect(chosen(thermal, visible)).toEqual(['visible']);
    expect(chosen(thermal)).toEqual(['thermal']);
  });

  it('are never those with a hindrance, and the reported one is that which passes first', () => {
    expect(chosen(camera('a', 1, 0, { hindrance: 'busy' }), camera('b', 2, 0))).toEqual(['b']);
    const why = (...hindrances: LookCandidate['hindrance'][]) => {
      const { reason, mayWait } = chooseCameras(hindrances.map((hindrance, n) => camera(String(n), n, 0, { hindrance })));
      return [reason, mayWait];
    };
    expect(why()).toEqual(['unseen', false]);
    expect(why('off')).toEqual(['off', false]);
    expect(why('off', 'fixed', 'offline')).toEqual(['offline', false]);
    expect(why('off', 'busy')).toEqual(['busy', true]);
    expect(why('busy', 'resting')).toEqual(['resting', true]);
  });

  it.each([
    [265, 5_000],
    [1_413, 12_000],
    [707, 1_000],
  ])('zoom so that %i m of uncertainty at %i m fill the middle third', (radius, distance) => {
    const share = Math.tan(Math.atan2(radius, distance)) / Math.tan((fieldFor(radius, distance) / 2) * (Math.PI / 180));
    expect(share).toBeCloseTo(1 / 3, 9);
  });

  it('do not zoom in further than to show the surroundings', () => expect(fieldFor(1, 20_000)).toBe(3));
});

describe('the verdict', () => {
  const view = (verdict: 'smoke' | 'nothing' | 'unclear' | null, reason: 'frozen' | 'no-position' | null = null) => ({ verdict, reason });

  it('is smoke if one camera sees it, and nothing only if none is unclear', () => {
    expect(verdictOf([view('nothing'), view('smoke')])).toEqual({ verdict: 'smoke', reason: null });
    expect(verdictOf([view('nothing'), view('unclear', 'frozen')])).toEqual({ verdict: 'unclear', reason: 'frozen' });
    expect(verdictOf([view('nothing'), view(null, 'no-position')])).toEqual({ verdict: 'nothing', reason: null });
    expect(verdictOf([view(null, 'no-position')])).toEqual({ verdict: null, reason: 'no-position' });
    expect(verdictOf([])).toEqual({ verdict: null, reason: 'unseen' });
  });

  it('has the hottest of the thermal pictures', () => {
    const heat = (levels: number) => ({ heat: { isHot: levels >= 90, levels } });
    expect(hottestOf([{ heat: null }, heat(40), heat(120)])).toEqual(heat(120).heat);
    expect(hottestOf([{ heat: null }])).toBeNull();
  });
});
