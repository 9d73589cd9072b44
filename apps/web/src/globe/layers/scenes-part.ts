// The imported 3D scenes, each a row of the layer tree.
import type { LayerHandle } from '../../stores/layer-registry.ts';
import type { GlobePart } from '../part.ts';
import { titleOf } from './vector-part.ts';

const GROUP = 'scenes';

export const scenes: GlobePart = ({ map, globe, services: { client, layers, session }, isStanding }) => {
  const rows = new Map<string, LayerHandle>();
  const removeAll = () => {
    for (const row of rows.values()) row.remove();
    rows.clear();
  };
  const layer = map.mountScenes(globe, {
    headers: () => ({ authorization: `Bearer ${session.get().token ?? ''}` }),
    onFailed: (id) => rows.get(id)?.tell({ kind: 'failed', retry: () => void load() }),
  });
  const load = async () => {
    if (rows.size === 0) layers.tellGroup(GROUP, { kind: 'loading' });
    try {
      const found = await client.layers.sceneList({ occasion: 'background', silent: true });
      if (!isStanding()) return;
      removeAll();
      layer.set(found);
      for (const scene of found) {
        const row = layers.register({
          ...{ id: `scene.${scene.name}`, group: GROUP, title: titleOf(scene), visible: true },
          setVisible: (visible) => layer.show(scene.id, visible),
        });
        rows.set(scene.id, row);
      }
      layers.tellGroup(GROUP, found.length === 0 ? { kind: 'empty' } : null);
    } catch {
      // The tree says it and offers to try again.
      if (isStanding()) layers.tellGroup(GROUP, { kind: 'failed', retry: () => void load() });
    }
  };
  void load();
  return () => {
    removeAll();
    layers.tellGroup(GROUP, null);
  };
};
