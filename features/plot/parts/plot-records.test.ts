import type { GridNo, Named } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import { at, envelope, aPlot as plot } from '../../testing/builders.ts';
import type { Plot } from '../plot.ts';
import { plotRecords } from './plot-records.ts';

const drawn = (seq: number, plot: Named<Plot>): LiveUpdate => ({ ...envelope(seq), kind: 'plot-changed', plot });
const gone = (seq: number, plotId: string): LiveUpdate => ({ ...envelope(seq), kind: 'plot-gone', plotId });
const records = () => plotRecords.create((run) => run());
const ids = (all: readonly Named<Plot>[]) => all.map(({ id, version }) => `${id}${version}`);

it('the records load the list, then apply created, changed and removed plots', () => {
  const plots = records();
  plots.load([plot('a'), plot('b', { createdAt: at('2026-11-21 09:00:00') })], 5);
  expect(ids(plots.list())).toEqual(['b1', 'a1']);
  plots.apply([drawn(6, plot('a', { version: 2 })), gone(7, 'b'), drawn(8, plot('c'))]);
  expect(ids(plots.list()).sort()).toEqual(['a2', 'c1']);
  expect(plots.seq()).toBe(8);
});

it('an older list neither restores removed plots nor undoes changes', () => {
  const plots = records();
  plots.apply([drawn(11, plot('a', { version: 2 })), gone(12, 'b'), drawn(13, plot('c'))]);
  plots.load([plot('a'), plot('b')], 10);
  expect(ids(plots.list()).sort()).toEqual(['a2', 'c1']);
});

it('a later list removes the plots it does not contain', () => {
  const plots = records();
  plots.load([plot('a'), plot('b')], 5);
  plots.load([plot('b')], 9);
  expect(ids(plots.list())).toEqual(['b1']);
});

it('a plot moved between counties is removed and added again', () => {
  const plots = records();
  plots.load([plot('a')], 5);
  plots.apply([gone(6, 'a'), drawn(7, plot('a', { version: 2, gridNo: '513222' as GridNo }))]);
  expect(ids(plots.list())).toEqual(['a2']);
});

it('updates of other kinds are ignored', () => {
  const plots = records();
  plots.apply([{ ...envelope(4), kind: 'ranger-moved', userId: 'a', position: { lng: 103, lat: 31 }, at: at('2026-11-21 08:00:00') }]);
  expect(plots.list()).toEqual([]);
  expect(plots.seq()).toBe(4);
});
