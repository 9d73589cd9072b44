// What 统计分析 shows on the map: the heat map, or the parts of the grid coloured by their alarms.
import type { GridNo } from '@lookout/domain';
import { createAreaCache, featuresInParts, loadFarAreas } from '@lookout/web/globe/areas.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession } from '@lookout/web/shared/services.ts';
import { createStore } from 'zustand/vanilla';
import type { HeatMap } from '../statistics.ts';
import { statisticsTitles } from './messages.ts';
import { type ColouredPart, shadeOf } from './shades.ts';

export interface StatisticsOnMap {
  readonly heat: HeatMap | null;
  readonly parts: readonly ColouredPart[];
  /** The grid to which the parts belong. */
  readonly gridNo: GridNo | null;
  /** The boundaries of the parts are not available, so only their numbers are drawn. */
  readonly isUnbounded: boolean;
}

export const NOTHING_ON_MAP = { heat: null, parts: [] } as const satisfies Partial<StatisticsOnMap>;

/** Written by the page, read by the part. */
export const statisticsMapStore = perSession(() =>
  createStore<StatisticsOnMap>(() => ({ ...NOTHING_ON_MAP, gridNo: null, isUnbounded: false })),
);

export const statisticsOnMap: GlobePart = ({ map, globe, services, window, now, isMounted }) => {
  const { client, layers, session } = services;
  const store = statisticsMapStore(services);
  const heat = map.mountHeat(globe);
  const areas = map.mountRisk(globe, (isUnbounded) => store.setState({ isUnbounded }), 'alarms-by-grid');
  const rowOf = (id: string, layer: typeof heat | typeof areas, title: 'heatLayer' | 'gridsLayer') =>
    layers.register({
      id,
      group: 'alarms',
      visible: true,
      setVisible: layer.show,
      opacity: layer.opacity,
      setOpacity: layer.setOpacity,
      title: { zh: statisticsTitles.zh[title], en: statisticsTitles.en[title] },
    });
  const rows = [rowOf('statistics-heat', heat, 'heatLayer'), rowOf('statistics-grids', areas, 'gridsLayer')];
  const cache = createAreaCache(window.localStorage, now);
  const requested = new Set<string>();
  const pause = () => new Promise<void>((resolve) => window.setTimeout(resolve));

  const drawParts = (): void => {
    const { parts, gridNo } = store.getState();
    const most = parts.reduce((max, { total }) => Math.max(max, total), 0);
    areas.set(
      parts.map(({ gridNo: no, gridName, total, centre }) => ({
        gridNo: no,
        isWhole: no === gridNo,
        colour: shadeOf(total, most).fill,
        ink: shadeOf(total, most).ink,
        level: String(total),
        name: gridName,
        at: centre,
      })),
    );
  };
  const needAreas = async (): Promise<void> => {
    const own = session.get().info?.userDTO.gridNo as GridNo | undefined;
    const { parts } = store.getState();
    if (own === undefined || parts.length === 0) return;
    const level = parts.some(({ gridNo }) => !gridNo.endsWith('00')) ? 'counties' : 'prefectures';
    if (requested.has(level)) return;
    requested.add(level);
    try {
      for await (const features of featuresInParts(await loadFarAreas(client, cache, own, level), pause)) {
        if (!isMounted()) return;
        areas.addAreas(features);
      }
      drawParts();
    } catch {
      // Without boundaries only the numbers are drawn; the next answer requests the boundaries again.
      requested.delete(level);
    }
  };
  const draw = (next: StatisticsOnMap, before: Partial<StatisticsOnMap>): void => {
    if (next.heat !== before.heat) {
      heat.set(next.heat);
      rows[0]?.setState(next.heat === null ? { kind: 'empty' } : { kind: 'ready', count: next.heat.cells.length });
    }
    if (next.parts === before.parts) return;
    drawParts();
    rows[1]?.setState(next.parts.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: next.parts.length });
    void needAreas();
  };
  draw(store.getState(), {});
  const stop = store.subscribe(draw);
  return () => {
    stop();
    for (const row of rows) row.remove();
  };
};
