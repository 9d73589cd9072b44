import { expect, it } from 'vitest';
import type { Arrival } from '../../travel/parts/arrivals.ts';
import { soonestOf } from './soonest.ts';

const [near, far, third] = ['near', 'far', 'third'].map((userId) => ({ userId })) as [
  { userId: string },
  { userId: string },
  { userId: string },
];
const times = (seconds: Readonly<Record<string, number | null>>): ReadonlyMap<string, Arrival> =>
  new Map(Object.entries(seconds).map(([id, at]) => [id, { id, seconds: at } as Arrival]));
const idsOf = ({ people, missing }: ReturnType<typeof soonestOf>) => [people.map(({ userId }) => userId).join(' '), missing];

it('the first people to send are the soonest who are ready, as many as suggested, without those who cannot reach the fire', () => {
  const all = [near, far, third];
  expect(idsOf(soonestOf([near, far], all, times({ near: 3_000, far: 600, third: 900 })))).toEqual(['far third', 0]);
  expect(idsOf(soonestOf([near, far], all, times({ near: null, far: 600, third: 900 })))).toEqual(['far third', 0]);
  expect(idsOf(soonestOf([near, far], [near, far], times({ near: null, far: 600 })))).toEqual(['far', 1]);
  expect(idsOf(soonestOf([near, far], [near, far], times({ near: null, far: null })))).toEqual(['', 2]);
});

it('without times the nearest are chosen; a person whose time alone is unknown comes after the others', () => {
  expect(idsOf(soonestOf([near, far], [near, far, third], times({})))).toEqual(['near far', 0]);
  expect(idsOf(soonestOf([near, far], [near, far, third], times({ third: 900, far: 1_000 })))).toEqual(['third far', 0]);
});
