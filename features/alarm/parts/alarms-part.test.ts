import type { PartContext } from '@lookout/web/globe/part.ts';
import type { Services } from '@lookout/web/shared/services.ts';
import { createLayerRegistry } from '@lookout/web/stores/layer-registry.ts';
import { expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import { acknowledgedBy, anAlarm, CLOSED, judgedBy } from '../../testing/builders.ts';
import type { NamedAlarm } from '../alarm.ts';
import type { MarkChange } from '../layer/mark.ts';
import { alarmRecords } from './alarm-records.ts';
import { alarms, alarmViewOf, markOf, wireAlarms } from './alarms-part.ts';

/** A desk with alarms, and globes that record their calls in order. */
function aDesk(loaded: readonly NamedAlarm[]) {
  const who = { token: 'token', accid: 'one' };
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
  const records = alarmRecords.create((run) => run());
  records.load(loaded, 1);
  const services = {
    session: { get: () => who, subscribe: () => () => undefined },
    records: () => records,
    layers: createLayerRegistry(storage, () => who.accid),
  } as unknown as Services;
  let now = 0;
  const aGlobe = () => {
    const calls: string[] = [];
    const minutely: Array<() => void> = [];
    const map = {
      mountAlarms: () => ({
        apply: ({ upserts, removals }: { upserts: readonly { id: string }[]; removals: readonly string[] }) =>
          calls.push(`+${upserts.map(({ id }) => id)} -${removals}`),
        show: (part: string, visible: boolean) => calls.push(`${part} ${visible}`),
        select: (position: object | null) => calls.push(position === null ? 'select none' : 'select'),
        setNow: (at: Date) => calls.push(`now ${at.getTime()}`),
      }),
    };
    const context = { map, services, now: () => now, everyMinute: (run: () => void) => minutely.push(run) } as unknown as PartContext;
    const end = alarms(context);
    return {
      calls: () => calls.splice(0),
      end,
      minute: () => {
        now += 60_000;
        for (const run of minutely) run();
      },
    };
  };
  return { services, aGlobe, view: alarmViewOf(services) };
}

it('a new globe immediately draws what the page has chosen: hidden layers, the filter, the selected alarm', () => {
  const smoke = anAlarm('smoke');
  const { services, aGlobe, view } = aDesk([smoke, anAlarm('report')]);
  aGlobe().end();
  view.setState({
    filterAt:
      () =>
      ({ facts }) =>
        facts.kind === 'smoke',
    selected: smoke,
  });
  const first = aGlobe();
  services.layers.setVisible('alarms.footprints', false);
  first.end();
  expect(aGlobe().calls()).toEqual(['footprints false', '+smoke-1 -', 'select']);
});

it('each source is a row of the layer tree: switching it off removes its alarms from the map and from the next globe', () => {
  const { services, aGlobe } = aDesk([anAlarm('smoke'), anAlarm('report')]);
  const rows = () => services.layers.list().filter(({ id }) => id.startsWith('alarms.source.'));
  const first = aGlobe();
  expect(rows().map(({ title, group }) => `${group} ${title.zh}`)).toEqual(
    ['卫星热点', '监控报警', '人员上报', '烟感报警', '隐患检查'].map((name) => `alarms ${name}`),
  );
  first.calls();
  services.layers.setVisible('alarms.source.smoke', false);
  expect(first.calls()).toEqual(['+ -smoke-1']);
  first.end();
  const second = aGlobe();
  expect(second.calls()[0]).toBe('+report-1 -');
  services.layers.setVisible('alarms.source.smoke', true);
  expect(second.calls()).toEqual(['+smoke-1 -']);
  second.end();
});

it('what a page sets is drawn; a globe that was unmounted draws nothing more', () => {
  const { aGlobe, view } = aDesk([anAlarm('smoke')]);
  const globe = aGlobe();
  globe.calls();
  view.setState({ filterAt: () => () => false });
  view.setState({ selected: anAlarm('smoke') });
  expect(globe.calls()).toEqual(['+ -smoke-1', 'select']);
  globe.end();
  view.setState({ filterAt: () => () => true, selected: null });
  expect(globe.calls()).toEqual([]);
});

it('colours by age and time windows advance every minute', () => {
  const { aGlobe, view } = aDesk([anAlarm('smoke')]);
  view.setState({ filterAt: (now) => () => now < 60_000 });
  const globe = aGlobe();
  globe.calls();
  globe.minute();
  expect(globe.calls()).toEqual(['now 60000', '+ -smoke-1']);
});

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
  const receive = (update: object) => {
    // Each test gives only the fields of an update that it needs.
    records.apply([{ seq: ++seq, ...update } as LiveUpdate]);
    draw();
  };
  const changed = (alarm: NamedAlarm) => receive({ kind: 'alarm-changed', alarm });
  const calls = () =>
    changes.splice(0).map(({ upserts, removals }) => ({ upserts: upserts.map((m) => `${m.id}${m.isNew ? '!' : ''}`), removals }));
  return { wiring, receive, changed, calls };
}

it('alarms that existed when the desk opened are drawn, but not as new', () => {
  expect(aMap([anAlarm('satellite')]).calls()).toEqual([{ upserts: ['satellite-1'], removals: [] }]);
});

it('an arriving alarm is shown as new only once', () => {
  const map = aMap([]);
  map.receive({ kind: 'alarm-recorded', alarm: anAlarm('report') });
  map.changed(anAlarm('report', { response: acknowledgedBy('u') }));
  expect(map.calls()).toEqual([
    { upserts: ['report-1!'], removals: [] },
    { upserts: ['report-1'], removals: [] },
  ]);
});

// Proves §4.2
it('a handled alarm loses its mark; one judged real stays as a fire in progress until it is closed', () => {
  const map = aMap([anAlarm('smoke'), anAlarm('camera')]);
  map.calls();
  map.changed(anAlarm('smoke', { response: judgedBy('false') }));
  map.changed(anAlarm('camera', { response: judgedBy('real') }));
  map.changed(anAlarm('camera', { response: CLOSED }));
  expect(map.calls()).toEqual([
    { upserts: [], removals: ['smoke-1'] },
    { upserts: ['camera-1'], removals: [] },
    { upserts: [], removals: ['camera-1'] },
  ]);
});

it('a deleted alarm loses its mark', () => {
  const map = aMap([anAlarm('smoke')]);
  map.calls();
  map.receive({ kind: 'alarm-gone', alarmId: 'smoke-1' });
  expect(map.calls()).toEqual([{ upserts: [], removals: ['smoke-1'] }]);
});

it("the panel's filter also applies to the map: only the difference is drawn, and fires in progress are never filtered out", () => {
  const map = aMap([anAlarm('satellite'), anAlarm('smoke'), anAlarm('camera', { response: judgedBy('real') })]);
  map.calls();
  map.wiring.setFilter(({ facts }) => facts.kind === 'smoke');
  expect(map.calls()).toEqual([{ upserts: [], removals: ['satellite-1'] }]);
  map.wiring.setFilter(({ facts }) => facts.kind === 'satellite');
  expect(map.calls()).toEqual([{ upserts: ['satellite-1'], removals: ['smoke-1'] }]);
  map.wiring.setFilter(({ facts }) => facts.kind === 'satellite');
  expect(map.calls()).toEqual([]);
});

it('a satellite alarm carries its footprint and both its times', () => {
  expect(markOf(anAlarm('satellite'), true)).toEqual({
    id: 'satellite-1',
    kind: 'satellite',
    lng: 103.59012,
    lat: 31.48,
    gridNo: '513221',
    footprint: { scanKilometres: 0.41, trackKilometres: 0.38 },
    observedAt: new Date('2026-11-21T05:26:00Z'),
    arrivedAt: new Date('2026-11-21T06:00:00Z'),
    verdict: 'unjudged',
    inProgress: false,
    isDrill: false,
    isNew: true,
  });
});

it('a camera alarm has no footprint', () => {
  const mark = markOf(anAlarm('camera'), false);
  expect([mark?.kind, mark?.footprint]).toEqual(['camera', undefined]);
});

it('a handled alarm has no mark, unless it is a fire in progress', () => {
  expect(markOf(anAlarm('smoke', { response: judgedBy('false') }), false)).toBeNull();
  expect(markOf(anAlarm('smoke', { response: judgedBy('real') }), false)?.inProgress).toBe(true);
  expect(markOf(anAlarm('smoke', { response: CLOSED }), false)).toBeNull();
});
