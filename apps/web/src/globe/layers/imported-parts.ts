// The imported vector layers: asked for once, each a row with its opacity and its place in the order.
import type { ListedVectorLayer } from '@lookout/contract';
import type { LayerHandle, LayerTitle } from '../../stores/layer-registry.ts';
import type { GlobePart } from '../part.ts';
import { layersEn, layersZh } from './messages.ts';

const VECTOR = 'vector';

export const vectorLayers: GlobePart = ({ map, globe, services: { client, layers }, region, fetch, isStanding }) => {
  const rows = new Map<string, LayerHandle>();
  const tiles = map.mountVectorTiles(globe, region, {
    fetch,
    onFailed: (id) => rows.get(id)?.tell({ kind: 'failed', retry: () => retry(id) }),
  });
  const retry = (id: string) => {
    rows.get(id)?.tell({ kind: 'ready' });
    tiles.again(id);
    // A layer that was imported anew has another address.
    void load();
  };
  const removeAll = () => {
    for (const row of rows.values()) row.remove();
    rows.clear();
  };
  const register = (layer: ListedVectorLayer) =>
    rows.set(
      layer.id,
      layers.register({
        id: `vector.${layer.name}`,
        group: VECTOR,
        title: titleOf(layer),
        visible: true,
        opacity: 1,
        setVisible: (visible) => tiles.show(layer.id, visible),
        setOpacity: (opacity) => tiles.setOpacity(layer.id, opacity),
        setPlace: (place) => tiles.setPlace(layer.id, place),
      }),
    );
  const load = async () => {
    if (rows.size === 0) layers.tellGroup(VECTOR, { kind: 'loading' });
    try {
      const found = await client.layers.layerList({ occasion: 'background', silent: true });
      if (!isStanding()) return;
      removeAll();
      tiles.set(found.filter(({ featureCount }) => featureCount > 0));
      for (const layer of found) register(layer);
      layers.tellGroup(VECTOR, found.length === 0 ? { kind: 'empty' } : null);
    } catch {
      // The tree says it and offers to try again.
      if (isStanding()) layers.tellGroup(VECTOR, { kind: 'failed', retry: () => void load() });
    }
  };
  void load();
  return () => {
    removeAll();
    layers.tellGroup(VECTOR, null);
  };
};

/** 示意: what the demo drew for itself. Names already say it where they were made. */
function titleOf({ name, schematic }: { readonly name: string; readonly schematic: boolean }): LayerTitle {
  if (!schematic) return { zh: name, en: name };
  return { zh: `${name}（${layersZh.schematic}）`, en: `${name} (${layersEn.schematic})` };
}

// The imported 3D scenes, each a row of the layer tree.

const SCENES = 'scenes';

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
    if (rows.size === 0) layers.tellGroup(SCENES, { kind: 'loading' });
    try {
      const found = await client.layers.sceneList({ occasion: 'background', silent: true });
      if (!isStanding()) return;
      removeAll();
      layer.set(found);
      for (const scene of found) {
        const row = layers.register({
          id: `scene.${scene.name}`,
          group: SCENES,
          title: titleOf(scene),
          visible: true,
          setVisible: (visible) => layer.show(scene.id, visible),
        });
        rows.set(scene.id, row);
      }
      layers.tellGroup(SCENES, found.length === 0 ? { kind: 'empty' } : null);
    } catch {
      // The tree says it and offers to try again.
      if (isStanding()) layers.tellGroup(SCENES, { kind: 'failed', retry: () => void load() });
    }
  };
  void load();
  return () => {
    removeAll();
    layers.tellGroup(SCENES, null);
  };
};
