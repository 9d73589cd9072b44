// Resources, monitoring points, rangers, tasks and a ranger's track on the globe, with their rows in the layer tree.

import { globeEn, globeZh } from '@lookout/web/globe/messages.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import type { LayerRow } from '@lookout/web/stores/layer-registry.ts';
import type { RecordsRead } from '@lookout/web/stores/live-records.ts';
import { useCallback } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Track } from '../../ranger/layer/track.ts';
import { rangerRecords } from '../../ranger/parts/ranger-records.ts';
import type { ListedRanger } from '../../ranger/ranger.ts';
import { taskRecords } from '../../task/parts/task-records.ts';
import { isInHand, type NamedTask } from '../../task/task.ts';
import type { Marker } from '../layer/marker.ts';
import type { MarkerGroup, MarkerLayers, MarkerPart } from '../layer/markers.ts';
import { type AssetKind, RESOURCE_KINDS } from '../resource.ts';
import { isOnlineAt, markOfCount, markOfRanger, markOfResource, markOfTask } from './markers.ts';
import { type CountLevel, type ResourceCatalogue, resourceCatalogueOf, type SeenFrom } from './resource-catalogue.ts';

/** Off by default: circles are expensive to drape, and scan sectors move. */
const HIDDEN_AT_FIRST: readonly MarkerPart[] = ['monitoring-circles', 'scan-sectors'];

interface LiveRangers {
  readonly areHidden: boolean;
}

/** Hidden while a replay shows past rangers: current positions would be mistaken for them. */
export const liveRangersOf = perSession(() => createStore<LiveRangers>(() => ({ areHidden: false })));

export const markers: GlobePart = ({ map, globe, services, now, everyMinute }) => {
  const { layers, session } = services;
  const resources = resourceCatalogueOf(services);
  const drawn = map.mountMarkers(globe);
  for (const part of HIDDEN_AT_FIRST) drawn.show(part, false);
  const seesRangers = session.get().rights.has('see-rangers');
  const live = liveRangersOf(services);
  let wantsRangers = true;
  const showRangers = () => drawn.show('rangers', wantsRangers && !live.getState().areHidden);
  const show: MarkerLayers['show'] = (part, visible) => {
    if (part !== 'rangers') return drawn.show(part, visible);
    wantsRangers = visible;
    showRangers();
  };
  const rows = markerRows(resources, show).filter(({ id }) => id !== 'rangers' || seesRangers);
  const handles = rows.map((row) => layers.register(row));
  const wiring = wireMarkers(
    { tasks: services.records(taskRecords), rangers: services.records(rangerRecords), resources },
    drawn,
    now,
    map.aggregationAt,
  );
  everyMinute(wiring.tick);
  const reportState = () => {
    const state = resources.state();
    if (state === 'failed') layers.setGroupState('resources', { kind: 'failed', retry: () => void resources.refresh() });
    else if (state === 'loading') layers.setGroupState('resources', { kind: 'loading' });
    else layers.setGroupState('resources', resources.isCut() ? { kind: 'cut', drawn: resources.list().length } : null);
  };
  reportState();
  const stops = [resources.subscribe(reportState), live.subscribe(showRangers)];
  return () => {
    for (const stop of stops) stop();
    wiring.stop();
    for (const handle of handles) handle.remove();
    layers.setGroupState('resources', null);
  };
};

type NamedLayer = 'rangers' | 'tasks' | 'counts' | 'circles' | 'sectors';

const named = (name: NamedLayer) => ({ zh: globeZh.layers[name], en: globeEn.layers[name] });
const kindName = (kind: AssetKind) => ({ zh: globeZh.near.kindNames[kind], en: globeEn.near.kindNames[kind] });

/**
 * The office layer of specification §4 is the row of the command posts, the monitoring layer the row of the monitoring points.
 * The rank puts them below camera views and burnings within their groups.
 */
function markerRows(resources: ResourceCatalogue, show: MarkerLayers['show']): readonly LayerRow[] {
  const shownAs = (part: MarkerPart) => ({
    id: part,
    visible: !HIDDEN_AT_FIRST.includes(part),
    setVisible: (visible: boolean) => show(part, visible),
  });
  return [
    ...RESOURCE_KINDS.map(
      (kind): LayerRow => ({
        id: `resource.${kind}`,
        group: 'resources',
        title: kindName(kind),
        visible: resources.shows(kind),
        setVisible: (visible) => void resources.showKind(kind, visible),
      }),
    ),
    { ...shownAs('resource-counts'), group: 'resources', title: named('counts') },
    {
      id: 'monitoring-points',
      group: 'monitoring',
      title: kindName('monitoring-point'),
      visible: resources.shows('monitoring-point'),
      rank: 1,
      setVisible: (visible) => void resources.showKind('monitoring-point', visible),
    },
    {
      id: 'cameras',
      group: 'monitoring',
      title: kindName('camera'),
      visible: resources.shows('camera'),
      rank: 1,
      setVisible: (visible) => void resources.showKind('camera', visible),
    },
    { ...shownAs('monitoring-circles'), group: 'monitoring', title: named('circles'), rank: 1 },
    { ...shownAs('scan-sectors'), group: 'monitoring', title: named('sectors'), rank: 1 },
    { ...shownAs('rangers'), group: 'people', title: named('rangers'), rank: 1 },
    { ...shownAs('tasks'), group: 'people', title: named('tasks'), rank: 1 },
  ];
}

type Target = Pick<MarkerLayers, 'apply' | 'count' | 'onSeen'>;

interface MarkerWiring {
  /** Every minute: rangers and towers may have gone offline. */
  readonly tick: () => void;
  readonly stop: () => void;
}

/** How often the resources on the map are refetched. */
const REFRESH_MS = 5 * 60_000;
const LEVELS = ['prefecture', 'county'] as const satisfies readonly CountLevel[];

/**
 * Forwards open tasks, rangers, resources and their counts from the stores to the map layers, without React.
 * @param now the server's clock, epoch milliseconds
 * @param stepAt how resources are drawn at a camera height (`aggregationAt` of the map)
 */
export function wireMarkers(
  stores: { readonly tasks: RecordsRead<NamedTask>; readonly rangers: RecordsRead<ListedRanger>; readonly resources: ResourceCatalogue },
  target: Target,
  now: () => number,
  stepAt: (heightMetres: number) => SeenFrom['step'],
): MarkerWiring {
  const { tasks, rangers, resources } = stores;
  /** Rangers as drawn, with their online state: the tick redraws only those that changed. */
  const people = new Map<string, { readonly ranger: ListedRanger; readonly isOnline: boolean }>();

  const put = (part: MarkerGroup, marks: readonly (Marker | null)[], removals: readonly string[]) => {
    const upserts = marks.filter((mark) => mark !== null);
    if (upserts.length > 0 || removals.length > 0) target.apply(part, { upserts, removals });
  };
  const putTasks = (changed: readonly NamedTask[], gone: readonly string[]) =>
    put('tasks', changed.filter(isInHand).map(markOfTask), [...gone, ...changed.filter((task) => !isInHand(task)).map(({ id }) => id)]);
  const putRangers = (changed: readonly ListedRanger[], gone: readonly string[]) => {
    for (const id of gone) people.delete(id);
    for (const ranger of changed) people.set(ranger.userId, { ranger, isOnline: isOnlineAt(ranger, now()) });
    put(
      'rangers',
      changed.map((ranger) => markOfRanger(ranger, now())),
      gone,
    );
  };
  let counted: readonly unknown[] = [];
  let refreshedAt = now();
  const putCounts = () => {
    const rows = LEVELS.map((level) => resources.counts(level));
    // Each call filters into new arrays; equal rows are not redrawn.
    const flat = rows.flat();
    if (flat.length === counted.length && flat.every((row, index) => row === counted[index])) return;
    counted = flat;
    for (const [index, level] of LEVELS.entries()) target.count(level, (rows[index] ?? []).map(markOfCount));
  };
  const putResources: Parameters<ResourceCatalogue['subscribe']>[0] = ({ upserted, removed }) => {
    put('resources', upserted.filter(({ kind }) => kind !== 'monitoring-point').map(markOfResource), removed);
    put('monitoring-points', upserted.filter(({ kind }) => kind === 'monitoring-point').map(markOfResource), removed);
    putCounts();
  };

  putTasks(tasks.list(), []);
  putRangers(rangers.list(), []);
  putResources({ upserted: resources.list(), removed: [] });
  const stops = [
    tasks.subscribe(({ upserted, removed }) => putTasks(upserted, removed)),
    rangers.subscribe(({ upserted, removed }) => putRangers(upserted, removed)),
    resources.subscribe(putResources),
    target.onSeen(({ heightMetres, box }) => void resources.look({ step: stepAt(heightMetres), box })),
  ];
  return {
    tick: () => {
      const changed = [...people.values()].filter(({ ranger, isOnline }) => isOnlineAt(ranger, now()) !== isOnline);
      putRangers(
        changed.map(({ ranger }) => ranger),
        [],
      );
      if (now() - refreshedAt < REFRESH_MS) return;
      refreshedAt = now();
      void resources.refresh();
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

interface Shown {
  /** Empty: none. */
  readonly track: Track;
}

const trackOf = perSession(() => createStore<Shown>(() => ({ track: [] })));

/** Draws a ranger's track while the card shows it; empty: none. */
export function useShowTrack(): (track: Track) => void {
  const store = trackOf(useServices());
  return useCallback((track) => store.setState({ track }), [store]);
}

export const track: GlobePart = ({ map, globe, services }) => {
  const store = trackOf(services);
  const drawn = map.mountTrack(globe);
  const draw = (shown: Shown) => drawn.set(shown.track);
  draw(store.getState());
  return store.subscribe(draw);
};
