import { describe, expect, it } from 'vitest';
import { at } from '../../testing/builders.ts';
import type { Burning } from '../burning.ts';
import { actionsFor, calmingAt, windowText } from './burnings.ts';

const burning = (changes: Partial<Burning> = {}): Burning =>
  ({
    id: 'b',
    state: 'approved',
    position: { lng: 103.5, lat: 31.4 },
    startsAt: at('2026-11-21 09:00:00'),
    endsAt: at('2026-11-21 17:00:00'),
    ...changes,
  }) as Burning;

describe('burnings', () => {
  it.each([
    ['inside its window', {}, '2026-11-21T12:00:00', 1],
    ['on its last second', {}, '2026-11-21T17:00:00', 1],
    ['a second late', {}, '2026-11-21T17:00:01', 0],
    ['before it began', {}, '2026-11-21T08:59:59', 0],
    ['not approved', { state: 'pending' }, '2026-11-21T12:00:00', 0],
    ['too far', { position: { lng: 103.52, lat: 31.4 } }, '2026-11-21T12:00:00', 0],
  ] as const)('a burning is shown at an alarm: %s', (_, changes, when, count) => {
    expect(calmingAt([burning(changes)], { lng: 103.505, lat: 31.4 }, at(when))).toHaveLength(count);
  });

  it('the nearest burning is listed first', () => {
    const near = calmingAt(
      [burning({ id: 'far', position: { lng: 103.508, lat: 31.4 } }), burning()],
      { lng: 103.501, lat: 31.4 },
      at('2026-11-21T12:00:00'),
    );
    expect(near.map((one) => one.burning.id)).toEqual(['b', 'far']);
    expect(Math.round(near[0]?.bearingDegrees ?? -1)).toBe(270);
  });

  it('only a pending application can be approved or refused, and no action is possible once its window is over', () => {
    const now = at('2026-11-21T12:00:00').getTime();
    expect(actionsFor(burning({ state: 'pending' }), now)).toEqual(['approved', 'refused', 'withdrawn']);
    expect(actionsFor(burning(), now)).toEqual(['withdrawn']);
    expect(actionsFor(burning({ state: 'refused' }), now)).toEqual([]);
    expect(actionsFor(burning({ state: 'pending' }), at('2026-11-21T17:00:01').getTime())).toEqual([]);
  });

  it('a window shows the second day only if it differs', () => {
    expect(windowText(burning())).toBe('11-21 09:00 – 17:00');
    expect(windowText(burning({ endsAt: at('2026-11-22 17:00:00') }))).toBe('11-21 09:00 – 11-22 17:00');
  });
});
