import type { LiveMessage, WirePlot } from '@lookout/contract';
import { expect, it } from 'vitest';
import { createPlotRecords } from './plot-records.ts';

const plot = (id: string, overrides: Partial<WirePlot> = {}): WirePlot => ({
  ...{ id, kind: 'point', name: id, points: [{ lng: 103, lat: 31 }], colour: 'red', width: 3, note: null, fireId: null },
  ...{ gridNo: '513221', gridName: '汶川县', version: 1, createUser: '甲', createTime: '2026-11-21 08:00:00' },
  ...{ updateUser: '甲', updateTime: '2026-11-21 08:00:00' },
  ...overrides,
});
const said = (seq: number, data: unknown, kind: LiveMessage['kind'] = 'plotDetail') =>
  ({ seq, at: '2026-11-21 08:00:00', kind, gridNo: '513221', data }) as unknown as LiveMessage;
const records = () => createPlotRecords((run) => run());
const ids = (all: readonly WirePlot[]) => all.map(({ id, version }) => `${id}${version}`);

it('takes the list, then what is drawn, changed and taken away', () => {
  const plots = records();
  plots.learn([plot('a'), plot('b', { createTime: '2026-11-21 09:00:00' })], 5);
  expect(ids(plots.list())).toEqual(['b1', 'a1']);
  plots.apply([said(6, plot('a', { version: 2 })), said(7, { id: 'b', deleted: true }), said(8, plot('c'))]);
  expect(ids(plots.list()).sort()).toEqual(['a2', 'c1']);
  expect(plots.seq()).toBe(8);
});

it('an older list neither brings back what is gone nor undoes what was changed', () => {
  const plots = records();
  plots.apply([said(11, plot('a', { version: 2 })), said(12, { id: 'b', deleted: true }), said(13, plot('c'))]);
  plots.learn([plot('a'), plot('b')], 10);
  expect(ids(plots.list()).sort()).toEqual(['a2', 'c1']);
});

it('a later list lets go what it does not name', () => {
  const plots = records();
  plots.learn([plot('a'), plot('b')], 5);
  plots.learn([plot('b')], 9);
  expect(ids(plots.list())).toEqual(['b1']);
});

it('moved between counties it is let go and taken up again', () => {
  const plots = records();
  plots.learn([plot('a')], 5);
  plots.apply([said(6, { id: 'a', deleted: true }), said(7, plot('a', { version: 2, gridNo: '513222' }))]);
  expect(ids(plots.list())).toEqual(['a2']);
});

it('passes over other topics', () => {
  const plots = records();
  plots.apply([said(4, plot('a'), 'newFire')]);
  expect(plots.list()).toEqual([]);
  expect(plots.seq()).toBe(4);
});
