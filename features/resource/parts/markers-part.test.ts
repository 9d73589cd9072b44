import type { GridNo, Named } from '@lookout/domain';
import type { SeenView } from '@lookout/map';
import type { PartContext } from '@lookout/web/globe/part.ts';
import type { Services } from '@lookout/web/shared/services.ts';
import { createLayerRegistry } from '@lookout/web/stores/layer-registry.ts';
import { expect, it, vi } from 'vitest';
import { rangerRecords } from '../../ranger/parts/ranger-records.ts';
import { taskRecords } from '../../task/parts/task-records.ts';
import { aRanger, contactAt } from '../../testing/builders.ts';
import type { MarkerLayers } from '../layer/markers.ts';
import type { Asset, GridCount } from '../resource.ts';
import { markers, wireMarkers } from './markers-part.ts';
import type { ResourceCatalogue, ResourceCatalogueChange } from './resource-catalogue.ts';

const NOW = Date.parse('2026-11-21T10:00:00+08:00');
const ranger = (userId: string, time: string) => aRanger(userId, { last: contactAt(`2026-11-21 ${time}`) });
const asset = (id: string, kind: Asset['kind']) => ({ id, kind, name: id, online: true, position: { lng: 1, lat: 2 } }) as Named<Asset>;

function aGlobe() {
  let now = NOW;
  let counts: readonly GridCount[] = [];
  let notify: (change: ResourceCatalogueChange) => void = () => undefined;
  let seen: (view: SeenView) => void = () => undefined;
  const catalogue = {
    list: () => [],
    counts: (level: string) => (level === 'county' ? [...counts] : []),
    subscribe: (listener: typeof notify) => {
      notify = listener;
      return () => undefined;
    },
    look: vi.fn(async () => undefined),
    refresh: vi.fn(async () => undefined),
  };
  const target = {
    apply: vi.fn(),
    count: vi.fn(),
    onSeen: vi.fn((run: typeof seen) => {
      seen = run;
      return () => undefined;
    }),
  } satisfies Pick<MarkerLayers, 'apply' | 'count' | 'onSeen'>;
  const immediately = (run: () => void) => run();
  const stores = {
    tasks: taskRecords.create(immediately),
    rangers: rangerRecords.create(immediately),
    resources: catalogue as unknown as ResourceCatalogue,
  };
  const wiring = wireMarkers(
    stores,
    target,
    () => now,
    (height) => (height < 70_000 ? 'detail' : 'level3'),
  );
  return {
    catalogue,
    target,
    wiring,
    rangers: stores.rangers,
    notify: (change: ResourceCatalogueChange, next = counts) => {
      counts = next;
      notify(change);
    },
    see: (view: SeenView) => seen(view),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

// Proves §1.2
it('monitoring points form a separate group, next to the other resources', () => {
  const { target, notify } = aGlobe();
  notify({ upserted: [asset('a', 'team'), asset('b', 'monitoring-point')], removed: ['c'] });
  expect(
    target.apply.mock.calls.map(([part, { upserts, removals }]) => [part, upserts.map(({ id }: { id: string }) => id), removals]),
  ).toEqual([
    ['resources', ['a'], ['c']],
    ['monitoring-points', ['b'], ['c']],
  ]);
});

// Proves §4.8
it('cameras are a separate kind in the layer tree: off by default, and fetched once switched on', () => {
  const who = { token: 'token', accid: 'one', rights: new Set() };
  const requests: unknown[] = [];
  const none = taskRecords.create((run) => run());
  const services = {
    client: {
      resource: {
        resourceList: async ({ body }: { body: { resourceType: unknown } }) => {
          requests.push(body.resourceType);
          return [];
        },
      },
    },
    session: { get: () => who, subscribe: () => () => undefined },
    records: () => none,
    layers: createLayerRegistry({ getItem: () => null, setItem: () => undefined }, () => who.accid),
  } as unknown as Services;
  let see: (view: SeenView) => void = () => undefined;
  const drawn = {
    apply: () => undefined,
    count: () => undefined,
    show: () => undefined,
    onSeen: (run: typeof see) => {
      see = run;
      return () => undefined;
    },
  };
  const map = { mountMarkers: () => drawn, aggregationAt: () => 'detail' };
  const end = markers({ map, services, now: () => NOW, everyMinute: () => undefined } as unknown as PartContext);
  const row = () => services.layers.list().find(({ id }) => id === 'cameras');
  expect([row()?.group, row()?.title, row()?.visible]).toEqual(['monitoring', { zh: '摄像头', en: 'Camera' }, false]);
  see({ heightMetres: 9_000, box: { west: 103, south: 31, east: 104, north: 32 } });
  services.layers.setVisible('cameras', true);
  expect(requests).toEqual([['monitor'], ['monitor', 'camera']]);
  // The office layer: off, then on; and the monitoring layer off.
  services.layers.setVisible('resource.fireCommand', true);
  expect(requests.at(-1)).toEqual(expect.arrayContaining(['fireCommand', 'monitor', 'camera']));
  services.layers.setVisible('monitoring-points', false);
  see({ heightMetres: 9_000, box: { west: 110, south: 31, east: 111, north: 32 } });
  expect(requests.at(-1)).toEqual(expect.not.arrayContaining(['monitor']));
  services.layers.setVisible('resource.fireCommand', false);
  see({ heightMetres: 9_000, box: { west: 103, south: 31, east: 104, north: 32 } });
  expect(requests.at(-1)).toEqual(['camera']);
  end();
});

it('counts are drawn only when they have changed', () => {
  const { target, notify } = aGlobe();
  const grid = { gridNo: '513221' as GridNo, gridName: '汶川县', position: { lng: 103, lat: 31 } };
  const row: GridCount = { ...grid, kind: 'team', count: 3 };
  notify({ upserted: [], removed: [] }, [row]);
  expect(target.count.mock.calls).toEqual([
    ['prefecture', []],
    ['county', [{ gridNo: '513221', gridName: '汶川县', lng: 103, lat: 31, count: 3 }]],
  ]);
  notify({ upserted: [asset('a', 'team')], removed: [] });
  expect(target.count).toHaveBeenCalledTimes(2);
  notify({ upserted: [], removed: [] }, []);
  expect(target.count).toHaveBeenLastCalledWith('county', []);
});

it('the catalogue gets the box in view and how resources are drawn at the camera’s height', () => {
  const { catalogue, see } = aGlobe();
  const box = { west: 1, south: 2, east: 3, north: 4 };
  see({ heightMetres: 69_000, box });
  see({ heightMetres: 90_000, box });
  expect(catalogue.look.mock.calls).toEqual([[{ step: 'detail', box }], [{ step: 'level3', box }]]);
});

it('every minute only the rangers who have gone offline are updated; resources are refetched every five minutes', () => {
  const { target, catalogue, wiring, rangers, wait } = aGlobe();
  rangers.load([ranger('silent', '09:58:30'), ranger('in contact', '10:00:00')], 1);
  target.apply.mockClear();
  wait(60_000);
  wiring.tick();
  expect(
    target.apply.mock.calls.map(([part, { upserts }]) => [
      part,
      upserts.map(({ id, isOffline }: { id: string; isOffline: boolean }) => [id, isOffline]),
    ]),
  ).toEqual([['rangers', [['silent', true]]]]);
  expect(catalogue.refresh).not.toHaveBeenCalled();
  wait(4 * 60_000);
  wiring.tick();
  expect(catalogue.refresh).toHaveBeenCalledTimes(1);
});
