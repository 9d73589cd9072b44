import { levelOf, parseGridNo } from '@lookout/domain';
import { gridShownTo } from '@lookout/region';
import { storageOf } from '../../shared/storage.ts';
import { createAreaCache, loadFarAreas } from '../areas.ts';
import { layersEn, layersZh } from '../layers/messages.ts';
import type { GlobePart } from '../part.ts';
import { createBoundaryLoader, type Wanted } from './boundary-loader.ts';

/** The boundaries of the area shown to the user's group, at the levels the view needs. */
export const boundaries: GlobePart = ({ map, globe, services, window, isMounted }) => {
  const { client, session, now } = services;
  const { gridNo: ownNo, groupId = '' } = session.get().info?.userDTO ?? {};
  const own = parseGridNo(ownNo);
  if (own === null) return () => {};
  const layer = map.mountBoundaries(globe);
  const row = services.layers.register({
    id: 'boundaries',
    group: 'boundaries',
    title: { zh: layersZh.rows.boundaries, en: layersEn.rows.boundaries },
    visible: true,
    setVisible: layer.show,
  });
  const load = (wanted: Wanted) => client.grid.areaData({ query: { ...wanted }, occasion: 'background', silent: true });
  const loader = createBoundaryLoader({
    load,
    add: layer.add,
    pause: () => new Promise((resolve) => window.setTimeout(resolve)),
    onFailed: (isFailed) => row.setState(isFailed ? { kind: 'failed', retry: loader.retry } : { kind: 'ready' }),
  });
  const stopSeeing = layer.onSeen(({ heightMetres, box }) =>
    loader.see({
      finest: map.boundaryLevelAt(heightMetres),
      isDetailed: heightMetres <= map.BOUNDARIES_DRAPED_BELOW_METRES,
      box,
    }),
  );

  const shown = gridShownTo(groupId, own);
  const isSmall = levelOf(shown) === 'county' || levelOf(shown) === 'town';
  const begin = async (): Promise<void> => {
    row.setState({ kind: 'loading' });
    try {
      const rows = isSmall
        ? await load({ gridNo: shown, level: 'self' })
        : await loadFarAreas(client, createAreaCache(storageOf(window), now), shown, 'prefectures');
      if (!isMounted()) return;
      row.setState({ kind: 'ready' });
      await loader.begin(rows, isSmall ? 'full' : 'far');
    } catch {
      // The map works without boundaries.
      if (isMounted()) row.setState({ kind: 'failed', retry: () => void begin() });
    }
  };
  void begin();

  return () => {
    stopSeeing();
    loader.stop();
    row.remove();
  };
};
