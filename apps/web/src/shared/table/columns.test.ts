import { describe, expect, it } from 'vitest';
import { type Column, choosable, readHidden, sheetOf, shownOf } from './columns.ts';

interface Fire {
  readonly place: string;
  readonly frp: number | null;
  readonly state: 0 | 1;
}

const columns: readonly Column<Fire>[] = [
  { key: 'place', dataIndex: 'place', title: '位置' },
  { key: 'frp', dataIndex: 'frp', title: '辐射功率' },
  { key: 'state', title: '状态', text: ({ state }) => (state === 1 ? '已处理' : '未处理') },
  { key: 'arrival', title: '预计到达', isChoosable: true },
  { key: 'actions', title: '操作' },
];
const fires: readonly Fire[] = [
  { place: '马尔康市', frp: 12.5, state: 1 },
  { place: '理县', frp: null, state: 0 },
];

describe('the columns of a table', () => {
  it('are exported with their Chinese headers and numbers as numbers, without columns that are for the screen only', () => {
    expect(sheetOf(columns, fires)).toEqual([
      ['位置', '辐射功率', '状态'],
      ['马尔康市', 12.5, '已处理'],
      ['理县', null, '未处理'],
    ]);
  });

  it('can be hidden, except buttons; an unknown key hides nothing', () => {
    const keys = (of: readonly Column<Fire>[]) => of.map(({ key }) => key);
    expect(keys(choosable(columns))).toEqual(['place', 'frp', 'state', 'arrival']);
    expect(keys(shownOf(columns, new Set(['frp', 'arrival', 'actions', 'gone'])))).toEqual(['place', 'state', 'actions']);
  });
});

it('the stored choice is read; anything but a list of keys hides nothing', () => {
  expect([...readHidden('["kind","who"]')]).toEqual(['kind', 'who']);
  for (const text of [null, '', '{', '7', '{"kind":1}', '[1,null]']) expect(readHidden(text).size).toBe(0);
});
