// The parts of the bare map's globe: alarms, resources, fire danger. Terrain and boundaries are those of every globe.

import { type GridNo, levelOf, type MapEmbedLayer } from '@lookout/domain';
import { createAreaCache, type FarLevel, featuresInParts, loadFarAreas } from '@lookout/web/globe/areas.ts';
import { boundaries } from '@lookout/web/globe/boundaries/boundaries-part.ts';
import { baseGround } from '@lookout/web/globe/ground-part.tsx';
import { names } from '@lookout/web/globe/names/names-part.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession } from '@lookout/web/shared/services.ts';
import { memoryStorage, storageOf } from '@lookout/web/shared/storage.ts';
import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import { createLayerRegistry } from '@lookout/web/stores/layer-registry.ts';
import { createStore } from 'zustand/vanilla';
import type { AlarmMark } from '../../alarm/layer/mark.ts';
import { baseMaps } from '../../base-map/parts/base-maps-part.ts';
import type { GridFireLevel } from '../../danger/fire-weather.ts';
import { riskMark } from '../../danger/parts/risk-mark.ts';
import type { Marker } from '../../resource/layer/marker.ts';
import type { MapAlarm } from '../map-embed.ts';
import type { ArrivalWindow } from './address.ts';
import type { AlarmFeed } from './alarm-feed.ts';

/** The layers that the legend has switched on, and the state of their data. */
interface Shown {
  readonly layers: ReadonlySet<MapEmbedLayer>;
  readonly failed: ReadonlySet<MapEmbedLayer>;
  /** The view contains more resources than are drawn. */
  readonly isCut: boolean;
  /** The clicked alarm, whose mark gets a ring. */
  readonly selected: MapAlarm | null;
}

export const shownOf = perSession(() =>
  createStore<Shown>(() => ({ layers: new Set<MapEmbedLayer>(), failed: new Set<MapEmbedLayer>(), isCut: false, selected: null })),
);

interface PartsOptions {
  readonly granted: readonly MapEmbedLayer[];
  /** The grid of the map. */
  readonly gridNo: GridNo;
  readonly feed: AlarmFeed | null;
  readonly windowAt: (now: number) => ArrivalWindow;
}

/** In the drawing order of the main globe. */
export function mapParts({ granted, gridNo, feed, windowAt }: PartsOptions): readonly GlobePart[] {
  const has = (layer: MapEmbedLayer) => granted.includes(layer);
  return [
    ...(feed === null ? [] : [alarmsOf(feed, windowAt)]),
    ...(has('resources') ? [resourcesOf(gridNo)] : []),
    baseGround,
    baseMaps,
    ...(has('boundaries') ? [switchedBoundaries] : []),
    names,
    ...(has('danger') ? [dangerOf(gridNo)] : []),
  ];
}

type Store = ReturnType<typeof shownOf>;

function setFailed(store: Store, layer: MapEmbedLayer, isFailed: boolean): void {
  const failed = new Set(store.getState().failed);
  if (isFailed) failed.add(layer);
  else failed.delete(layer);
  store.setState({ failed });
}

/** Follows the switch of a layer. @returns a function that stops it */
function followSwitch(store: Store, layer: MapEmbedLayer, show: (visible: boolean) => void): () => void {
  show(store.getState().layers.has(layer));
  return store.subscribe((next, before) => {
    if (next.layers !== before.layers) show(next.layers.has(layer));
  });
}

/**
 * The boundaries, as on every globe. On this page the legend switches them, not the layer tree, because the layer tree's choices are stored
 * with the account and apply to the whole system.
 */
const switchedBoundaries: GlobePart = (context) => {
  const { services } = context;
  const layers = createLayerRegistry(memoryStorage(), () => null);
  const unmount = boundaries({ ...context, services: { ...services, layers } });
  const stop = followSwitch(shownOf(services), 'boundaries', (visible) => layers.setVisible('boundaries', visible));
  return () => {
    stop();
    unmount();
  };
};

const ALARM_PARTS = ['marks', 'fires', 'footprints', 'counts'] as const;

const alarmsOf =
  (feed: AlarmFeed, windowAt: (now: number) => ArrivalWindow): GlobePart =>
  ({ map, globe, services, now, everyMinute }) => {
    const store = shownOf(services);
    const drawn = map.mountAlarms(globe, { now: new Date(now()) });
    const known = new Set<string>();
    const shown = new Map<string, MapAlarm>();
    let isFirst = true;

    const draw = (alarms: readonly MapAlarm[]): void => {
      const { from, to } = windowAt(now());
      const wanted = alarms.filter(({ inProgress, arrivedAt }) => inProgress || isWithin(arrivedAt.getTime(), from, to));
      const ids = new Set(wanted.map(({ id }) => id));
      const removals = [...shown.keys()].filter((id) => !ids.has(id));
      const upserts = wanted.filter((alarm) => !isSame(shown.get(alarm.id), alarm));
      for (const id of removals) shown.delete(id);
      if (removals.includes(store.getState().selected?.id ?? '')) store.setState({ selected: null });
      for (const alarm of upserts) shown.set(alarm.id, alarm);
      // Alarms that existed when the map opened are not highlighted as new.
      const marks = upserts.map((alarm) => markOf(alarm, !isFirst && !known.has(alarm.id)));
      for (const { id } of upserts) known.add(id);
      if (marks.length > 0 || removals.length > 0) drawn.apply({ upserts: marks, removals });
    };
    const take = () => {
      const { alarms, answeredAt } = feed.get();
      draw(alarms);
      if (answeredAt !== null) isFirst = false;
    };
    take();
    const stops = [
      feed.subscribe((next, before) => {
        if (next.alarms !== before.alarms || (isFirst && next.answeredAt !== null)) take();
      }),
      followSwitch(store, 'alarms', (visible) => {
        for (const part of ALARM_PARTS) drawn.show(part, visible);
      }),
      store.subscribe(({ selected }, before) => {
        if (selected !== before.selected) drawn.select(selected?.position ?? null);
      }),
    ];
    everyMinute(() => {
      drawn.setNow(new Date(now()));
      draw(feed.get().alarms);
    });
    return () => {
      for (const stop of stops) stop();
    };
  };

const isWithin = (at: number, from: number | null, to: number | null): boolean =>
  (from === null || at >= from) && (to === null || at <= to);

const isSame = (before: MapAlarm | undefined, after: MapAlarm): boolean =>
  before !== undefined &&
  before.verdict === after.verdict &&
  before.inProgress === after.inProgress &&
  before.position.lng === after.position.lng &&
  before.position.lat === after.position.lat;

function markOf(alarm: MapAlarm, isNew: boolean): AlarmMark {
  const { id, kind, position, gridNo, scanKilometres, trackKilometres, observedAt, arrivedAt, verdict, inProgress } = alarm;
  return {
    id,
    kind,
    ...position,
    gridNo,
    ...(scanKilometres !== null && trackKilometres !== null && { footprint: { scanKilometres, trackKilometres } }),
    observedAt,
    arrivedAt,
    verdict,
    inProgress,
    isNew,
  };
}

const COUNT_LEVELS = { level2: 'prefecture', level3: 'county' } as const;

/** Resources, counted by grid while the camera is high, or listed individually for the box in view when it is low. */
const resourcesOf =
  (gridNo: GridNo): GlobePart =>
  ({ map, globe, services, isMounted }) => {
    const { client } = services;
    const store = shownOf(services);
    const drawn = map.mountMarkers(globe);
    drawn.show('monitoring-circles', false);
    drawn.show('scan-sectors', false);
    let requested = 0;
    let seen: { readonly heightMetres: number; readonly box: { west: number; south: number; east: number; north: number } } | null = null;
    let ids: readonly string[] = [];

    const list = async (box: NonNullable<typeof seen>['box'], mine: number): Promise<void> => {
      const { resources, isCut } = await client.mapEmbed.mapResources({ body: { gridNo, box }, occasion: 'background', silent: true });
      if (!isMounted() || mine !== requested) return;
      const marks = resources.map(
        ({ id, kind, name, position, online }): Marker => ({
          id,
          icon: kind,
          isOffline: online === false,
          ...position,
          label: name,
        }),
      );
      const now = new Set(marks.map(({ id }) => id));
      const removals = ids.filter((id) => !now.has(id));
      ids = [...now];
      const points = marks.filter(({ icon }) => icon === 'monitoring-point');
      drawn.apply('resources', { upserts: marks.filter(({ icon }) => icon !== 'monitoring-point'), removals });
      drawn.apply('monitoring-points', { upserts: points, removals });
      store.setState({ isCut });
    };
    const count = async (level: 'prefecture' | 'county', mine: number): Promise<void> => {
      const rows = await client.resource.counts({ query: { gridNo, level }, occasion: 'background', silent: true });
      if (!isMounted() || mine !== requested) return;
      drawn.count(
        level,
        rows.map(({ gridNo: no, gridName, position, count: n, kind }) => ({ gridNo: no, gridName, ...position, count: n, kind })),
      );
      store.setState({ isCut: false });
    };
    const look = async (): Promise<void> => {
      if (seen === null || !store.getState().layers.has('resources')) return;
      const step = map.aggregationAt(seen.heightMetres);
      if (step === 'hidden') return;
      const mine = ++requested;
      try {
        await (step === 'detail' ? list(seen.box, mine) : count(COUNT_LEVELS[step], mine));
        setFailed(store, 'resources', false);
      } catch {
        // The drawn resources remain; the legend shows the failure, and the next movement sends a new request.
        if (isMounted() && mine === requested) setFailed(store, 'resources', true);
      }
    };
    const stops = [
      drawn.onSeen((view) => {
        seen = view;
        void look();
      }),
      followSwitch(store, 'resources', (visible) => {
        for (const part of ['resources', 'monitoring-points', 'resource-counts'] as const) drawn.show(part, visible);
        void look();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };

/** The levels change once a day, at noon. */
const DANGER_EVERY_MINUTES = 30;
const MOST_NAMES = 40;

const dangerOf =
  (gridNo: GridNo): GlobePart =>
  ({ map, globe, services, window, isMounted, everyMinute, now }) => {
    const { client } = services;
    const store = shownOf(services);
    const layer = map.mountRisk(globe, () => undefined, 'map-danger');
    const cache = createAreaCache(storageOf(window), now);
    const pause = () => new Promise<void>((resolve) => window.setTimeout(resolve));
    const requested = new Set<FarLevel>();
    let isLoaded = false;

    const addAreas = async (level: FarLevel): Promise<void> => {
      if (requested.has(level)) return;
      requested.add(level);
      try {
        for await (const areas of featuresInParts(await loadFarAreas(client, cache, gridNo, level), pause)) {
          if (!isMounted()) return;
          layer.addAreas(areas);
        }
      } catch (error) {
        requested.delete(level);
        throw error;
      }
    };
    const load = async (): Promise<void> => {
      try {
        const levels = await client.danger.fireLevel({ query: { gridNo, level: 'children' }, occasion: 'background', silent: true });
        for (const level of new Set(levels.map(({ gridNo: no }) => farLevelOf(no)))) await addAreas(level);
        if (!isMounted()) return;
        isLoaded = true;
        layer.set(levels.map((row) => placeOf(row, gridNo, levels.length <= MOST_NAMES)));
        setFailed(store, 'danger', false);
      } catch {
        // The legend shows that the layer is missing; retried below.
        if (isMounted()) setFailed(store, 'danger', true);
      }
    };
    let minutes = 0;
    const isOn = () => store.getState().layers.has('danger');
    everyMinute(() => {
      minutes += 1;
      if (isOn() && (!isLoaded || minutes % DANGER_EVERY_MINUTES === 0)) void load();
    });
    return followSwitch(store, 'danger', (visible) => {
      layer.show(visible);
      if (visible && !isLoaded) void load();
    });
  };

const farLevelOf = (no: GridNo): FarLevel => (levelOf(no) === 'county' ? 'counties' : 'prefectures');

const placeOf = ({ gridNo: no, gridName, level, centre }: GridFireLevel, own: GridNo, isNamed: boolean) => ({
  gridNo: no,
  isWhole: no === own,
  colour: RISK_COLOURS[level].fill,
  ink: RISK_COLOURS[level].ink,
  level: riskMark(level),
  name: isNamed ? gridName : null,
  at: centre,
});
