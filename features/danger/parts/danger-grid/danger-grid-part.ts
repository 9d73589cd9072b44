// 火险格网 on the globe: which grids' pictures the view needs, and the layer that draws them. The card next to the globe fetches and explains
// them.

import { type GridNo, levelOf, parseGridNo } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';
import { createAreaCache, featuresInParts, loadFarAreas } from '@lookout/web/globe/areas.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import type { LayerState } from '@lookout/web/stores/layer-registry.ts';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DangerCellMark, DangerPicture } from '../../layer/danger-grid.ts';
import type { DangerBy } from './danger-by.ts';
import { type GridBox, gridsInView, prefectureBoxes, type ViewBox } from './grids-in-view.ts';
import { dangerGridEn, dangerGridZh } from './messages.ts';

export interface DangerShown {
  /** The row of the layer tree is switched on. */
  readonly isShown: boolean;
  /** 0: today. */
  readonly daysAhead: number;
  readonly by: DangerBy;
  /** The prefectures that have weather on the day, for themselves or for their counties; null: not known yet. */
  readonly known: readonly GridNo[] | null;
  readonly wanted: readonly GridNo[];
  /** Whether more grids are in view than are drawn. */
  readonly isCut: boolean;
  /** Non-null if the outlines that determine the grids in view could not be fetched; calling it retries. */
  readonly retryAreas: (() => void) | null;
  readonly pictures: readonly DangerPicture[];
  /** Load state of the pictures. */
  readonly state: LayerState;
  /** The clicked place whose cell is explained. */
  readonly picked: LngLat | null;
  readonly cell: DangerCellMark | null;
}

const NOTHING: DangerShown = {
  isShown: false,
  daysAhead: 0,
  by: 'rating',
  known: null,
  wanted: [],
  isCut: false,
  retryAreas: null,
  pictures: [],
  state: { kind: 'ready' },
  picked: null,
  cell: null,
};

export const dangerShownOf = perSession((): StoreApi<DangerShown> => createStore<DangerShown>(() => NOTHING));

export const useDangerShown = (): DangerShown => useStore(dangerShownOf(useServices()));

export const DANGER_GRID_ROW = 'danger-grid';

export const dangerGrid: GlobePart = ({ map, globe, services, window, isMounted }) => {
  const { client, session, layers, replay, now } = services;
  const own = parseGridNo(session.get().info?.userDTO.gridNo);
  // Pictures exist only for prefectures and counties. A replay shows a past moment, while the pictures are of today and the coming days.
  const hasCells = own !== null && ['nation', 'province', 'prefecture', 'county'].includes(levelOf(own));
  if (!hasCells || replay !== null || !session.get().rights.has('watch-alarms')) return () => undefined;
  const store = dangerShownOf(services);
  store.setState({ isShown: false, wanted: [], pictures: [], picked: null, cell: null });
  const layer = map.mountDangerGrid(globe);
  layer.show(false);

  const isPicture = ['prefecture', 'county'].includes(levelOf(own));
  let boxes: readonly GridBox[] | null = null;
  let view: ViewBox | null = null;
  let isRequested = false;
  const look = () => {
    const { isShown, known, wanted: drawn } = store.getState();
    if (!isShown) return;
    // Most prefectures of a country are not monitored, so their pictures are not requested.
    if (known === null) store.setState({ wanted: [], isCut: false });
    else if (isPicture) {
      if (known.length > 0 !== drawn.length > 0) store.setState({ wanted: known.length > 0 ? [own] : [] });
    } else if (boxes === null) needBoxes();
    else if (view !== null) {
      const watched = boxes.filter(({ gridNo }) => known.includes(gridNo));
      store.setState(gridsInView(watched, view, drawn));
    }
  };
  const needBoxes = () => {
    if (isRequested) return;
    isRequested = true;
    store.setState({ retryAreas: null });
    loadBoxes().then(
      (found) => {
        boxes = found;
        if (isMounted()) look();
      },
      () => {
        isRequested = false;
        if (isMounted()) store.setState({ retryAreas: needBoxes });
      },
    );
  };
  const loadBoxes = async (): Promise<GridBox[]> => {
    const rows = await loadFarAreas(client, createAreaCache(window.localStorage, now), own, 'prefectures');
    const found: GridBox[] = [];
    const pause = () => new Promise<void>((resolve) => window.setTimeout(resolve));
    for await (const part of featuresInParts(rows, pause)) found.push(...prefectureBoxes(part));
    return found;
  };

  const row = layers.register({
    id: DANGER_GRID_ROW,
    group: 'weather',
    rank: 1,
    visible: false,
    setVisible: (isShown) => {
      layer.show(isShown);
      store.setState(isShown ? { isShown } : { isShown, picked: null, cell: null });
      look();
    },
    opacity: layer.opacity,
    setOpacity: layer.setOpacity,
    title: { zh: dangerGridZh.title, en: dangerGridEn.title },
  });
  const stopSeeing = layer.onSeen(({ box }) => {
    view = box;
    look();
  });
  const stop = store.subscribe((shown, before) => {
    if (shown.pictures !== before.pictures) layer.set(shown.pictures);
    if (shown.known !== before.known) look();
    if (shown.cell !== before.cell) layer.mark(shown.cell);
    if (shown.state !== before.state || shown.isCut !== before.isCut || shown.retryAreas !== before.retryAreas)
      row.setState(rowState(shown));
  });
  return () => {
    stopSeeing();
    stop();
    row.remove();
    store.setState({ isShown: false, pictures: [], cell: null });
  };
};

function rowState({ state, isCut, retryAreas, pictures }: DangerShown): LayerState {
  if (retryAreas !== null) return { kind: 'failed', retry: retryAreas };
  return state.kind === 'ready' && isCut ? { kind: 'cut', drawn: pictures.length } : state;
}
