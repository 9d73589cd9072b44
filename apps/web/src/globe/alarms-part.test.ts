import type { NamedAlarm } from '@lookout/domain';
import { expect, it } from 'vitest';
import { alarmRecords } from '../entities/alarm/alarm-records.ts';
import { anAlarm } from '../entities/testing/things.ts';
import type { Services } from '../shared/services.ts';
import { createLayerRegistry } from '../stores/layer-registry.ts';
import { alarms, alarmViewOf } from './alarms-part.ts';
import type { PartContext } from './part.ts';

/** A desk with alarms, and globes that say what they are told, in order. */
function aDesk(loaded: readonly NamedAlarm[]) {
  const who = { token: 'token', accid: 'one' };
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
  const records = alarmRecords.create((run) => run());
  records.load(loaded, 1);
  const services = {
    session: { get: () => who, subscribe: () => () => undefined },
    ...{ records: () => records, layers: createLayerRegistry(storage, () => who.accid) },
  } as unknown as Services;
  let now = 0;
  const aGlobe = () => {
    const told: string[] = [];
    const minutely: Array<() => void> = [];
    const map = {
      mountAlarms: () => ({
        apply: ({ upserts, removals }: { upserts: readonly { id: string }[]; removals: readonly string[] }) =>
          told.push(`+${upserts.map(({ id }) => id)} -${removals}`),
        show: (part: string, visible: boolean) => told.push(`${part} ${visible}`),
        select: (place: object | null) => told.push(place === null ? 'select none' : 'select'),
        setNow: (at: Date) => told.push(`now ${at.getTime()}`),
      }),
    };
    const context = { map, services, now: () => now, everyMinute: (run: () => void) => minutely.push(run) } as unknown as PartContext;
    const end = alarms(context);
    return {
      told: () => told.splice(0),
      end,
      minute: () => {
        now += 60_000;
        for (const run of minutely) run();
      },
    };
  };
  return { services, aGlobe, view: alarmViewOf(services) };
}

it('a globe that comes draws at once what the page has chosen: hidden layers, the filter, the selected alarm', () => {
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
  expect(aGlobe().told()).toEqual(['footprints false', '+smoke-1 -', 'select']);
});

it('what a page writes is drawn; of a globe that was taken down nothing more', () => {
  const { aGlobe, view } = aDesk([anAlarm('smoke')]);
  const globe = aGlobe();
  globe.told();
  view.setState({ filterAt: () => () => false });
  view.setState({ selected: anAlarm('smoke') });
  expect(globe.told()).toEqual(['+ -smoke-1', 'select']);
  globe.end();
  view.setState({ filterAt: () => () => true, selected: null });
  expect(globe.told()).toEqual([]);
});

it('by the minute colours age and a window of time moves on', () => {
  const { aGlobe, view } = aDesk([anAlarm('smoke')]);
  view.setState({ filterAt: (now) => () => now < 60_000 });
  const globe = aGlobe();
  globe.told();
  globe.minute();
  expect(globe.told()).toEqual(['now 60000', '+ -smoke-1']);
});
