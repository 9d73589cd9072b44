import { KEEPING } from '@lookout/features/events.ts';
import { describe, expect, it } from 'vitest';
import { authorityFault, DECIDING_EVENTS } from './authority.ts';
import { type GridNo, NATION } from './grid.ts';

const [SICHUAN, ABA, WENCHUAN, LIXIAN, TOWN] = ['510000', '513200', '513221', '513222', '513221100'] as unknown as GridNo[] as [
  GridNo,
  GridNo,
  GridNo,
  GridNo,
  GridNo,
];
const by = (gridNo: GridNo) => ({ gridNo, by: '某人' });

describe('authority over the whole object', () => {
  it.each([
    ['one’s own', WENCHUAN, [WENCHUAN], [by(WENCHUAN)], null],
    ['undecided, or by a program', WENCHUAN, [WENCHUAN], [], null],
    ['of a town below, decided there', WENCHUAN, [TOWN], [by(TOWN)], null],
    ['of two counties, for their prefecture', ABA, [WENCHUAN, LIXIAN], [by(WENCHUAN), by(LIXIAN)], null],
    ['of a county, decided by the prefecture, for the province', SICHUAN, [WENCHUAN], [by(ABA)], null],
    ['of the nation', NATION, [NATION], [by(NATION)], null],
    ['of one’s own county, decided by the prefecture', WENCHUAN, [WENCHUAN], [by(ABA)], { kind: 'above', ...by(ABA) }],
    ['one of several decided above', WENCHUAN, [WENCHUAN], [by(WENCHUAN), by(NATION)], { kind: 'above', ...by(NATION) }],
    ['that reaches into another county', WENCHUAN, [WENCHUAN, LIXIAN], [by(WENCHUAN)], { kind: 'beyond', gridNo: LIXIAN }],
    ['decided by another county', WENCHUAN, [WENCHUAN], [by(LIXIAN)], { kind: 'above', ...by(LIXIAN) }],
    ['of the county, for its town', TOWN, [WENCHUAN], [by(TOWN)], { kind: 'beyond', gridNo: WENCHUAN }],
  ] as const)('%s', (_, own, about, decided, fault) => {
    expect(authorityFault(own, { about, decided })).toEqual(fault);
  });
});

it('the deciding officer is known for as long as an object can be changed: deciding events are not removed from the log before their object', () => {
  const leaving = Object.values(DECIDING_EVENTS).flatMap((kinds) =>
    kinds.filter((kind) => !['always', 'while-open'].includes(KEEPING[kind])),
  );
  expect(leaving).toEqual([]);
});
