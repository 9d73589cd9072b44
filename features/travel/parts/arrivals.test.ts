import { expect, it } from 'vitest';
import { anArrival } from '../../testing/builders.ts';
import { arrivalsById, byArrival, byMeans, durationText } from './arrivals.ts';
import { travelZh } from './messages.ts';

it('the soonest is first, people with unknown time come after, people who cannot come are last', () => {
  const arrivals = arrivalsById([
    anArrival({ id: 'near', seconds: 3_000 }),
    anArrival({ id: 'across', seconds: null, why: 'island' }),
    anArrival({ id: 'far', seconds: 600 }),
  ]);
  const list = ['across', 'near', 'unknown', 'far', 'other'];
  expect(byArrival(list, (id) => id, arrivals)).toEqual(['far', 'near', 'unknown', 'other', 'across']);
  expect(byArrival(list, (id) => id, new Map())).toEqual(list);
});

it('landing pads are listed separately from people and machines, each in the order of their times', () => {
  const [pad, team, ranger] = [
    anArrival({ kind: 'HelicopterPoint', id: 'pad', seconds: 300 }),
    anArrival({ kind: 'team', id: 'team', seconds: 900 }),
    anArrival({ id: 'ranger', seconds: 1_200 }),
  ];
  expect(byMeans([pad, team, ranger])).toEqual({ byLand: [team, ranger], pads: [pad] });
});

it('times are whole minutes, rounded up', () => {
  expect([1, 60, 61, 3_540, 3_541, 4_800].map((seconds) => durationText(seconds, travelZh))).toEqual([
    '约 1 分钟',
    '约 1 分钟',
    '约 2 分钟',
    '约 59 分钟',
    '约 1 小时',
    '约 1 小时 20 分',
  ]);
});
