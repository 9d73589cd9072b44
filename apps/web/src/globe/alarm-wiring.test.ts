import type { LiveMessage, WireAlarm } from '@lookout/contract';
import type { MarkChange } from '@lookout/map';
import { expect, it } from 'vitest';
import { createAlarmRecords } from '../stores/alarm-records.ts';
import { wireAlarms } from './alarm-wiring.ts';
import { aWireAlarm } from './testing/wire-alarm.ts';

function aMap(loaded: readonly WireAlarm[], filter: (alarm: WireAlarm) => boolean = () => true) {
  const frames: Array<() => void> = [];
  const records = createAlarmRecords((run) => void frames.push(run));
  const changes: MarkChange[] = [];
  const draw = () => {
    for (const run of frames.splice(0)) run();
  };
  records.load(loaded, 10);
  draw();
  const wiring = wireAlarms(records, { apply: (change) => void changes.push(change) }, filter);
  let seq = 10;
  const hear = (kind: LiveMessage['kind'], data: unknown) => {
    records.apply([{ seq: ++seq, at: '2026-11-21 14:00:00', kind, gridNo: '513221', data } as unknown as LiveMessage]);
    draw();
  };
  const told = () =>
    changes.splice(0).map(({ upserts, removals }) => ({ upserts: upserts.map((m) => `${m.id}${m.isNew ? '!' : ''}`), removals }));
  return { wiring, hear, told };
}

it('alarms that were there when the desk opened are drawn, and are not new', () => {
  expect(aMap([aWireAlarm('satellite')]).told()).toEqual([{ upserts: ['satellite-1'], removals: [] }]);
});

it('an alarm that comes in is new once', () => {
  const map = aMap([]);
  map.hear('newFire', aWireAlarm('report'));
  map.hear('fireAlarm', aWireAlarm('report', { acknowledgedBy: '四川省值班员' }));
  expect(map.told()).toEqual([
    { upserts: ['report-1!'], removals: [] },
    { upserts: ['report-1'], removals: [] },
  ]);
});

it('a handled alarm loses its mark; one judged real stays as a fire in progress until it is closed', () => {
  const map = aMap([aWireAlarm('smoke'), aWireAlarm('monitor')]);
  map.told();
  map.hear('fireAlarm', aWireAlarm('smoke', { isHandle: 1, isReal: 0 }));
  map.hear('fireAlarm', aWireAlarm('monitor', { isHandle: 1, isReal: 1 }));
  map.hear('fireAlarm', aWireAlarm('monitor', { isHandle: 1, isReal: 1, closeTime: '2026-11-21 15:00:00' }));
  expect(map.told()).toEqual([
    { upserts: [], removals: ['smoke-1'] },
    { upserts: ['monitor-1'], removals: [] },
    { upserts: [], removals: ['monitor-1'] },
  ]);
});

it('a deleted alarm loses its mark', () => {
  const map = aMap([aWireAlarm('smoke')]);
  map.told();
  map.hear('fireAlarm', { id: 'smoke-1', deleted: true });
  expect(map.told()).toEqual([{ upserts: [], removals: ['smoke-1'] }]);
});

it("the panel's filter is the map's: only the difference is drawn, and fires in progress are never filtered away", () => {
  const map = aMap([aWireAlarm('satellite'), aWireAlarm('smoke'), aWireAlarm('monitor', { isHandle: 1, isReal: 1 })]);
  map.told();
  map.wiring.setFilter(({ kind }) => kind === 'smoke');
  expect(map.told()).toEqual([{ upserts: [], removals: ['satellite-1'] }]);
  map.wiring.setFilter(({ kind }) => kind === 'satellite');
  expect(map.told()).toEqual([{ upserts: ['satellite-1'], removals: ['smoke-1'] }]);
  map.wiring.setFilter(({ kind }) => kind === 'satellite');
  expect(map.told()).toEqual([]);
});
