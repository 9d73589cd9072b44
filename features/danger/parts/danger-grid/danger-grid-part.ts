// 火险格网 on the globe: which grids' pictures the view needs, and the layer that draws them. The card next to the globe fetches and explains
// them.

import type { GridNo } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';
import type { GridPicture } from '@lookout/map/layers/grid-pictures.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { NO_PICTURE_GRIDS, type PictureGrids, picturedGridOf, watchPictureGrids } from '@lookout/web/globe/pictures/picture-grids.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import type { LayerState } from '@lookout/web/stores/layer-registry.ts';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DangerCellMark } from '../../layer/danger-grid.ts';
import type { DangerBy } from './danger-by.ts';
import { dangerGridEn, dangerGridZh } from './messages.ts';

export interface DangerShown extends PictureGrids {
  /** The row of the layer tree is switched on. */
  readonly isShown: boolean;
  /** 0: today. */
  readonly daysAhead: number;
  readonly by: DangerBy;
  /** The prefectures that have weather on the day, for themselves or for their counties; null: not known yet. */
  readonly known: readonly GridNo[] | null;
  readonly pictures: readonly GridPicture[];
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
  ...NO_PICTURE_GRIDS,
  pictures: [],
  state: { kind: 'ready' },
  picked: null,
  cell: null,
};

export const dangerShownOf = perSession((): StoreApi<DangerShown> => createStore<DangerShown>(() => NOTHING));

export const useDangerShown = (): DangerShown => useStore(dangerShownOf(useServices()));

export const DANGER_GRID_ROW = 'danger-grid';

export const dangerGrid: GlobePart = (context) => {
  const { map, globe, services } = context;
  const { session, layers, replay } = services;
  const own = picturedGridOf(services);
  // A replay shows a past moment, while the pictures are of today and the coming days.
  if (own === null || replay !== null || !session.get().rights.has('watch-alarms')) return () => undefined;
  const store = dangerShownOf(services);
  store.setState({ isShown: false, wanted: [], pictures: [], picked: null, cell: null });
  const layer = map.mountDangerGrid(globe);
  layer.show(false);

  // Most prefectures of a country are not monitored, so their pictures are not requested.
  const { look, see } = watchPictureGrids(context, {
    own,
    isShown: () => store.getState().isShown,
    known: () => store.getState().known,
    wanted: () => store.getState().wanted,
    publish: (change) => store.setState(change),
  });
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
  const stopSeeing = layer.onSeen(({ box }) => see(box));
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
