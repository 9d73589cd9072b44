// 护林视域 on the globe: which grids' pictures the view needs, and the layer that draws them. The card next to the globe, or the page
// 护林视域, fetches and explains them.

import type { GridPicture } from '@lookout/map/layers/grid-pictures.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { NO_PICTURE_GRIDS, type PictureGrids, picturedGridOf, watchPictureGrids } from '@lookout/web/globe/pictures/picture-grids.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import type { LayerState } from '@lookout/web/stores/layer-registry.ts';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CoveragePicture, TargetMetres } from '../coverage.ts';
import { coverageTitles } from './messages.ts';

export interface CoverageShown extends PictureGrids {
  /** The row of the layer tree is switched on. */
  readonly isShown: boolean;
  /** The page 护林视域 is open; it shows the pictures whether or not the row is switched on. */
  readonly isOnPage: boolean;
  readonly targetMetres: TargetMetres;
  readonly show: CoveragePicture;
  /** null: clear air. */
  readonly visibilityMetres: number | null;
  readonly pictures: readonly GridPicture[];
  /** Load state of the pictures. */
  readonly state: LayerState;
  /** The picture of one mast or of a trial, drawn in place of the grids. */
  readonly single: GridPicture | null;
  /** When masts last changed while the pictures were shown, epoch milliseconds; null: not in this session. */
  readonly changedAt: number | null;
}

const NOTHING: CoverageShown = {
  isShown: false,
  isOnPage: false,
  targetMetres: 10,
  show: 'masts',
  visibilityMetres: null,
  ...NO_PICTURE_GRIDS,
  pictures: [],
  state: { kind: 'ready' },
  single: null,
  changedAt: null,
};

export const coverageShownOf = perSession((): StoreApi<CoverageShown> => createStore<CoverageShown>(() => NOTHING));

export const useCoverageShown = (): CoverageShown => useStore(coverageShownOf(useServices()));

export const COVERAGE_ROW = 'coverage';

const isDrawn = ({ isShown, isOnPage }: CoverageShown): boolean => isShown || isOnPage;

export const coverage: GlobePart = (context) => {
  const { map, globe, services } = context;
  const { session, layers, replay } = services;
  const own = picturedGridOf(services);
  // A replay shows a past moment, while the pictures are of the present masts.
  if (own === null || replay !== null || !session.get().rights.has('watch-alarms')) return () => undefined;
  const store = coverageShownOf(services);
  store.setState({ isShown: false, wanted: [] });
  const layer = map.mountCoverage(globe);
  const { look, see } = watchPictureGrids(context, {
    own,
    isShown: () => isDrawn(store.getState()),
    known: () => 'all',
    wanted: () => store.getState().wanted,
    publish: (change) => store.setState(change),
  });
  const row = layers.register({
    id: COVERAGE_ROW,
    group: 'weather',
    rank: 2,
    visible: false,
    setVisible: (isShown) => store.setState({ isShown }),
    opacity: layer.opacity,
    setOpacity: layer.setOpacity,
    title: coverageTitles,
  });
  const stopSeeing = layer.onSeen(({ box }) => see(box));
  const draw = (shown: CoverageShown, before: Partial<CoverageShown>) => {
    if (shown.pictures !== before.pictures) layer.set(shown.pictures);
    if (shown.single !== before.single) layer.single(shown.single);
    if (shown.isShown !== before.isShown || shown.isOnPage !== before.isOnPage) {
      layer.show(isDrawn(shown));
      look();
    }
    if (shown.state !== before.state || shown.isCut !== before.isCut || shown.retryAreas !== before.retryAreas)
      row.setState(rowState(shown));
  };
  draw(store.getState(), {});
  const stop = store.subscribe(draw);
  return () => {
    stopSeeing();
    stop();
    row.remove();
    store.setState({ isShown: false, pictures: [], single: null });
  };
};

function rowState({ state, isCut, retryAreas, pictures }: CoverageShown): LayerState {
  if (retryAreas !== null) return { kind: 'failed', retry: retryAreas };
  return state.kind === 'ready' && isCut ? { kind: 'cut', drawn: pictures.length } : state;
}
