import { parseGridNo } from '@lookout/domain';
import { gridShownTo } from '@lookout/region';
import { createAreaCache, featuresOf, loadAreas } from './areas.ts';
import { layersEn, layersZh } from './layers/messages.ts';
import type { GlobePart } from './part.ts';

/** The boundaries of the area that the user's group is shown, and of one level below it. */
export const boundaries: GlobePart = ({ map, globe, services, window, isStanding }) => {
  const { client, session, now } = services;
  const { gridNo: ownNo, groupId = '' } = session.get().info?.userDTO ?? {};
  const own = parseGridNo(ownNo);
  if (own === null) return () => {};
  const layer = map.mountBoundaries(globe);
  const row = services.layers.register({
    ...{ id: 'boundaries', group: 'boundaries', title: { zh: layersZh.rows.boundaries, en: layersEn.rows.boundaries } },
    ...{ visible: true, setVisible: layer.show },
  });
  loadAreas(client, createAreaCache(window.localStorage, now), gridShownTo(groupId, own)).then(
    (rows) => {
      if (isStanding()) layer.set(featuresOf(rows));
    },
    // A map without boundaries is a map all the same; the next opening asks again.
    () => undefined,
  );
  return row.remove;
};
