import type { LiveUpdate } from '@lookout/contract';
import type { NamedAlarm } from '@lookout/domain';
import type { MarkChange } from '@lookout/map';
import { expect, it } from 'vitest';
import { alarmRecords } from '../entities/alarm/alarm-records.ts';
import { acknowledgedBy, anAlarm, CLOSED, judgedBy } from '../entities/testing/things.ts';
import { wireAlarms } from './alarm-wiring.ts';

function aMap(loaded: readonly NamedAlarm[], filter: (alarm: NamedAlarm) => boolean = () => true) {
  const frames: Array<() => void> = [];
  const records = alarmRecords.create((run) => void frames.push(run));
  const changes: MarkChange[] = [];
  const draw = () => {
    for (const run of frames.splice(0)) run();
  };
  records.load(loaded, 10);
  draw();
  const wiring = wireAlarms(records, { apply: (change) => void changes.push(change) }, filter);
  let seq = 10;
  const hear = (update: object) => {
    // A test says of an update only what it is about.
    records.apply([{ seq: ++seq, ...update } as LiveUpdate]);
    draw();
  };
  const changed = (alarm: NamedAlarm) => hear({ kind: 'alarm-changed', alarm });
  const told = () =>
    changes.splice(0).map(({ upserts, removals }) => ({ upserts: upserts.map((m) => `${m.id}${m.isNew ? '!' : ''}`), removals }));
  return { wiring, hear, changed, told };
}

it('alarms that were there when the desk opened are drawn, and are not new', () => {
  expect(aMap([anAlarm('satellite')]).told()).toEqual([{ upserts: ['satellite-1'], removals: [] }]);
});

it('an alarm that comes in is new once', () => {
  const map = aMap([]);
  map.hear({ kind: 'alarm-recorded', alarm: anAlarm('report') });
  map.changed(anAlarm('report', { response: acknowledgedBy('u') }));
  expect(map.told()).toEqual([
    { upserts: ['report-1!'], removals: [] },
    { upserts: ['report-1'], removals: [] },
  ]);
});

it('a handled alarm loses its mark; one judged real stays as a fire in progress until it is closed', () => {
  const map = aMap([anAlarm('smoke'), anAlarm('camera')]);
  map.told();
  map.changed(anAlarm('smoke', { response: judgedBy('false') }));
  map.changed(anAlarm('camera', { response: judgedBy('real') }));
  map.changed(anAlarm('camera', { response: CLOSED }));
  expect(map.told()).toEqual([
    { upserts: [], removals: ['smoke-1'] },
    { upserts: ['camera-1'], removals: [] },
    { upserts: [], removals: ['camera-1'] },
  ]);
});

it('a deleted alarm loses its mark', () => {
  const map = aMap([anAlarm('smoke')]);
  map.told();
  map.hear({ kind: 'alarm-gone', alarmId: 'smoke-1' });
  expect(map.told()).toEqual([{ upserts: [], removals: ['smoke-1'] }]);
});

it("the panel's filter is the map's: only the difference is drawn, and fires in progress are never filtered away", () => {
  const map = aMap([anAlarm('satellite'), anAlarm('smoke'), anAlarm('camera', { response: judgedBy('real') })]);
  map.told();
  map.wiring.setFilter(({ facts }) => facts.kind === 'smoke');
  expect(map.told()).toEqual([{ upserts: [], removals: ['satellite-1'] }]);
  map.wiring.setFilter(({ facts }) => facts.kind === 'satellite');
  expect(map.told()).toEqual([{ upserts: ['satellite-1'], removals: ['smoke-1'] }]);
  map.wiring.setFilter(({ facts }) => facts.kind === 'satellite');
  expect(map.told()).toEqual([]);
});
