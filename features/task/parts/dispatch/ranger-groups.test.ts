import type { GridNo } from '@lookout/domain';
import { ageText } from '@lookout/web/shared/time-text.ts';
import { describe, expect, it } from 'vitest';
import type { ListedRanger } from '../../../ranger/ranger.ts';
import { anArrival, aRanger as anyRanger, at, contactAt } from '../../../testing/builders.ts';
import { arrivalsById } from '../../../travel/parts/arrivals.ts';
import { dispatchZh } from './messages.ts';
import { calledBack, checkedOf, onlineCount, rangerGroups, withChosen } from './ranger-groups.ts';

const aRanger = (userId: string, over: Partial<ListedRanger> = {}) => anyRanger(userId, { gridName: '汶川县', ...over });
const lixian = { gridNo: '513222' as GridNo, gridName: '理县' };
const shape = (...args: Parameters<typeof rangerGroups>) =>
  rangerGroups(...args).map(({ name, rangers }) => [name, rangers.map(({ userId }) => userId)]);

describe('the tree of rangers', () => {
  const all = [
    aRanger('far', { distanceMetres: 9_000 }),
    aRanger('unknown'),
    aRanger('near', { distanceMetres: 800, last: contactAt('2026-11-21 10:00:00') }),
    aRanger('other', { ...lixian, distanceMetres: 100 }),
  ];

  it('groups by county; by distance the county with the nearest ranger comes first, and an unknown position last', () => {
    expect(shape(all, '', 'distance')).toEqual([
      ['理县', ['other']],
      ['汶川县', ['near', 'far', 'unknown']],
    ]);
  });

  it('by time the ranger who arrives first, and that county, come first; rangers without a known time follow by distance', () => {
    const arrivals = arrivalsById([
      anArrival({ id: 'far', seconds: 600 }),
      anArrival({ id: 'other', seconds: 900 }),
      anArrival({ id: 'near', seconds: null, why: 'island' }),
    ]);
    expect(shape(all, '', 'time', arrivals)).toEqual([
      ['汶川县', ['far', 'unknown', 'near']],
      ['理县', ['other']],
    ]);
    expect(shape(all, '', 'time')).toEqual(shape(all, '', 'distance'));
  });

  it('sorts by name, and counties by their code', () => {
    const named = [aRanger('b', { fullName: '张' }), aRanger('a', { fullName: '安' }), aRanger('c', { ...lixian, fullName: '白' })];
    expect(shape(named, '', 'name')).toEqual([
      ['汶川县', ['a', 'b']],
      ['理县', ['c']],
    ]);
  });

  it('puts a town’s ranger into its county', () => {
    const [group] = rangerGroups([aRanger('t', { gridNo: '513221100' as GridNo, gridName: '威州镇' }), aRanger('c')], '', 'name');
    expect([group?.gridNo, group?.name, group?.rangers.length]).toEqual(['513221', '汶川县', 2]);
  });

  it.each([
    ['ther', ['other']],
    ['13800', ['near']],
    ['理', ['other']],
    ['nobody', []],
  ])('finds by name, phone or grid: %s', (search, found) => {
    const people = all.map((ranger) => (ranger.userId === 'near' ? { ...ranger, phone: '13800001111' } : ranger));
    expect(rangerGroups(people, ` ${search} `, 'distance').flatMap(({ rangers }) => rangers.map(({ userId }) => userId))).toEqual(found);
  });

  it('counts the rangers who are online', () => {
    const now = at('2026-11-21 10:02:00').getTime();
    expect(rangerGroups(all, '', 'distance').map((group) => onlineCount(group, now))).toEqual([0, 1]);
  });

  it('reports whether none, some or all rangers of a county are selected', () => {
    const group = rangerGroups(all, '', 'distance')[1];
    if (group === undefined) throw new Error('no group');
    const some = withChosen(new Set(), ['near'], true);
    const every = withChosen(some, ['far', 'unknown'], true);
    expect([checkedOf(group, new Set()), checkedOf(group, some), checkedOf(group, every)]).toEqual(['none', 'some', 'all']);
    expect([...withChosen(every, ['near', 'far'], false)]).toEqual(['unknown']);
    expect([...some]).toEqual(['near']);
  });
});

it('if many are selected, the way back is requested for the twelve who arrive soonest, and never for rangers who cannot get there', () => {
  const arrivals = Array.from({ length: 15 }, (_, n) => anArrival({ id: `${n}`, seconds: n === 1 ? null : n * 60 }));
  const chosen = new Set(arrivals.map(({ id }) => id).filter((id) => id !== '0'));
  expect([...calledBack(arrivals, chosen)]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13']);
  expect(calledBack(arrivals, new Set()).size).toBe(0);
});

const NOW = Date.parse('2026-11-21T10:00:00+08:00');

describe('formats times', () => {
  it.each([
    ['2026-11-21 10:00:30', '刚刚'],
    ['2026-11-21 09:59:20', '刚刚'],
    ['2026-11-21 09:57:00', '3 分钟前'],
    ['2026-11-21 07:30:00', '2 小时前'],
    ['2026-11-18 10:00:00', '3 天前'],
  ])('%s is shown as %s', (time, messages) => expect(ageText(at(time), NOW, dispatchZh.age)).toBe(messages));
});
