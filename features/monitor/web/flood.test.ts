import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { foldFires } from '../../incident/parts/folding.ts';
import { anAlarm } from '../../testing/builders.ts';
import { areasOf, influxOf, isFlood, rowsOf } from './flood.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const ofItself = ({ id }: { readonly id: string }) => id;
const alarmIn = (gridNo: string, id: string, minutesAgo = 0): NamedAlarm =>
  anAlarm('satellite', { id, gridNo: gridNo as GridNo, gridName: gridNo, arrivedAt: new Date(now - minutesAgo * 60_000) });

it('counts the fires of the last ten minutes, not their alarms', () => {
  const alarms = [alarmIn('513221', 'a'), alarmIn('513221', 'b', 9), alarmIn('513221', 'c', 10), alarmIn('513221', 'd', 11)];
  expect(influxOf(alarms, ofItself, now)).toEqual({ alarms: 3, fires: 3 });
  expect(influxOf(alarms, () => 'one', now)).toEqual({ alarms: 3, fires: 1 });
});

it('a flood begins at ten fires and ends below five', () => {
  const at = (fires: number) => ({ alarms: fires, fires });
  expect([isFlood(false, at(9)), isFlood(false, at(10)), isFlood(true, at(5)), isFlood(true, at(4))]).toEqual([false, true, true, false]);
});

it('fires are folded into areas, each at the position of its most dangerous fire; an open area shows its fires, a single fire needs no heading', () => {
  const fires = foldFires([alarmIn('513222', 'a'), alarmIn('513221', 'b'), alarmIn('513222', 'c'), alarmIn('513222', 'd')], ({ id }) =>
    id === 'd' ? 'c' : id,
  );
  const areas = areasOf(fires);
  expect(areas.map(({ gridNo, fires: own, alarms }) => [gridNo, own.length, alarms])).toEqual([
    ['513222', 2, 3],
    ['513221', 1, 1],
  ]);
  const keys = (open: string[]) =>
    rowsOf(areas, new Set(open as GridNo[])).map((row) => (row.kind === 'area' ? row.area.gridNo : row.fire.id));
  expect(keys([])).toEqual(['513222', 'b']);
  expect(keys(['513222'])).toEqual(['513222', 'a', 'c', 'b']);
});
