// The imported vector layers (with opacity and order) and 3D scenes, each a row of the layer tree.

import { layersEn, layersZh } from '@lookout/web/globe/layers/messages.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { atSite } from '@lookout/web/shared/site.ts';
import type { LayerHandle, LayerTitle } from '@lookout/web/stores/layer-registry.ts';
import type { ListedVectorLayer } from '../map-layer.calls.ts';

const VECTOR = 'vector';

export const vectorLayers: GlobePart = ({ map, globe, services: { client, layers }, region, fetch, isMounted }) => {
  const rows = new Map<string, LayerHandle>();
  const tiles = map.mountVectorTiles(globe, region, {
    fetch,
    onFailed: (id) => rows.get(id)?.setState({ kind: 'failed', retry: () => retry(id) }),
  });
  const retry = (id: string) => {
    rows.get(id)?.setState({ kind: 'ready' });
    tiles.again(id);
    // A layer that was imported again has another address.
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
        setOrder: (order) => tiles.setOrder(layer.id, order),
      }),
    );
  const load = async () => {
    if (rows.size === 0) layers.setGroupState(VECTOR, { kind: 'loading' });
    try {
      const found = await client.mapLayer.layerList({ occasion: 'background', silent: true });
      if (!isMounted()) return;
      removeAll();
      tiles.set(found.filter(({ featureCount }) => featureCount > 0));
      for (const layer of found) register(layer);
      layers.setGroupState(VECTOR, found.length === 0 ? { kind: 'empty' } : null);
    } catch {
      // The layer tree shows the failure with a retry.
      if (isMounted()) layers.setGroupState(VECTOR, { kind: 'failed', retry: () => void load() });
    }
  };
  void load();
  return () => {
    removeAll();
    layers.setGroupState(VECTOR, null);
  };
};

/** Marks schematic demo layers as 示意. */
function titleOf({ name, schematic }: { readonly name: string; readonly schematic: boolean }): LayerTitle {
  if (!schematic) return { zh: name, en: name };
  return { zh: `${name}（${layersZh.schematic}）`, en: `${name} (${layersEn.schematic})` };
}

const SCENES = 'scenes';

export const scenes: GlobePart = ({ map, globe, services: { client, layers, session }, isMounted }) => {
  const rows = new Map<string, LayerHandle>();
  const removeAll = () => {
    for (const row of rows.values()) row.remove();
    rows.clear();
  };
  const layer = map.mountScenes(globe, {
    headers: () => ({ authorization: `Bearer ${session.get().token ?? ''}` }),
    onFailed: (id) => rows.get(id)?.setState({ kind: 'failed', retry: () => void load() }),
  });
  const load = async () => {
    if (rows.size === 0) layers.setGroupState(SCENES, { kind: 'loading' });
    try {
      const found = await client.mapLayer.sceneList({ occasion: 'background', silent: true });
      if (!isMounted()) return;
      removeAll();
      layer.set(found.map((scene) => ({ ...scene, url: atSite(scene.url) })));
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
      layers.setGroupState(SCENES, found.length === 0 ? { kind: 'empty' } : null);
    } catch {
      // The layer tree shows the failure with a retry.
      if (isMounted()) layers.setGroupState(SCENES, { kind: 'failed', retry: () => void load() });
    }
  };
  void load();
  return () => {
    removeAll();
    layers.setGroupState(SCENES, null);
  };
};
