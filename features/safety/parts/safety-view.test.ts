import { MINUTE_MS } from '@lookout/domain';
import { expect, it } from 'vitest';
import { aPerson, at } from '../../testing/builders.ts';
import { safetyEn, safetyZh } from './messages.ts';
import { safetyText, wayOutText } from './safety-text.ts';
import { isWaiting, lookOf, marginMinutesAt, minutesToFire, mostUrgent } from './safety-view.ts';

const NOW = at('2026-11-21 10:00:00').getTime();

it('the minutes to the fire are rounded down, and the margin of a person who does not move decreases', () => {
  const person = aPerson('a');
  expect([minutesToFire(person, NOW), minutesToFire(person, NOW + 30_000), minutesToFire(person, NOW + 90 * MINUTE_MS)]).toEqual([
    25, 24, 0,
  ]);
  expect([marginMinutesAt(person, NOW), marginMinutesAt(person, NOW + 20 * MINUTE_MS)]).toEqual([13, -7]);
  expect([minutesToFire(aPerson('a', { arrivesAt: null }), NOW), marginMinutesAt(aPerson('a', { escape: null }), NOW)]).toEqual([
    null,
    null,
  ]);
});

it.each([
  [{}, '火约 25 分钟后到达，撤离需 12 分钟，余量 13 分钟'],
  [{ escape: null, class: 'no-way-out' }, '火约 25 分钟后到达，推演内没有走得通的撤离路线'],
  [
    { contact: 'lost', positionAt: at('2026-11-21 09:45:00') },
    '失联，最后位置 15 分钟前，火约 25 分钟后到达，撤离需 12 分钟，余量 13 分钟',
  ],
  [{ arrivesAt: at('2026-11-21 10:05:00') }, '火约 5 分钟后到达，撤离需 12 分钟，晚 7 分钟，来不及'],
  [{ arrivesAt: at('2026-11-21 13:05:00') }, '火约 3 小时 5 分后到达，撤离需 12 分钟，余量 2 小时 53 分'],
  [{ arrivesAt: null, escape: null, class: 'not-threatened' }, '推演内火不到此处'],
] as const)('%j is displayed as %s', (over, text) => {
  expect(safetyText(aPerson('a', over), NOW, safetyZh, '，')).toBe(text);
});

it('the text of the way out has its direction, its length and the kind of place', () => {
  expect(wayOutText(aPerson('a'), safetyZh)).toBe('向东北 600 米，没有可燃物的开阔地，步行约 12 分钟');
  expect(wayOutText(aPerson('a'), safetyEn)).toBe('600 m north-east, open ground without fuel, about 12 min on foot');
  expect(wayOutText(aPerson('a', { escape: null }), safetyZh)).toBeNull();
});

it('a mark shows lost contact, unless the last position itself is dangerous', () => {
  const looks = [
    aPerson('a', { class: 'not-threatened', contact: 'lost' }),
    aPerson('a', { class: 'safe', contact: 'lost' }),
    aPerson('a', { class: 'too-late', contact: 'lost' }),
    aPerson('a', { class: 'watch' }),
    aPerson('a', { class: 'not-threatened' }),
  ].map(lookOf);
  expect(looks).toEqual(['lost-contact', 'lost-contact', 'too-late', 'watch', null]);
});

it('a person threatened by two fires has one mark, of the more urgent; a taken alarm does not call anyone', () => {
  const [far, near] = [aPerson('far', { userId: 'u', class: 'safe', alarm: null }), aPerson('near', { userId: 'u' })];
  expect(mostUrgent([far, near]).map(({ id }) => id)).toEqual(['near']);
  const taken = { by: '值班员', accountId: 'o', at: new Date(NOW) };
  const { alarm } = near;
  expect([near, far, { alarm: alarm && { ...alarm, taken } }].map(isWaiting)).toEqual([true, false, false]);
});
