// Base maps of external services: rows of the layer tree with opacity and order, and the choice of one at the lower right. If none is
// chosen, our own relief is shown.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession, type Services } from '@lookout/web/shared/services.ts';
import type { LayerHandle, LayerRegistry } from '@lookout/web/stores/layer-registry.ts';
import { createStore } from 'zustand/vanilla';
import type { ListedBaseMap } from '../base-map.calls.ts';

export type Trouble = 'silent' | 'refused';

interface BaseMaps {
  readonly list: readonly ListedBaseMap[];
  /** Services that do not respond or that refuse the request; our own relief is shown instead. */
  readonly troubles: ReadonlyMap<string, Trouble>;
}

export const baseMapsOf = perSession(() => createStore<BaseMaps>(() => ({ list: [], troubles: new Map() })));

const GROUP = 'basemaps';
export const rowIdOf = (id: string): string => `basemap.${id}`;

/** IMAGERY_URL is the installation's preferred base map: shown until the user chooses another. */
const SHOWN_AT_FIRST = 'imagery';

export const baseMaps: GlobePart = ({ map, globe, services, fetch, isMounted }) => {
  const { client, layers } = services;
  const store = baseMapsOf(services);
  const rows = new Map<string, LayerHandle>();
  const setTrouble = (id: string, reason: string | null): void => {
    const troubles = new Map(store.getState().troubles);
    if (reason === null) troubles.delete(id);
    else troubles.set(id, reason === 'base-map-refused' ? 'refused' : 'silent');
    store.setState({ troubles });
  };
  const drawn = map.mountBaseMaps(globe, { fetch, onTrouble: setTrouble });
  const register = ({ id, title }: ListedBaseMap): void => {
    const visible = id === SHOWN_AT_FIRST;
    if (visible) drawn.show(id, true);
    const handle = layers.register({
      id: rowIdOf(id),
      group: GROUP,
      title,
      visible,
      opacity: 1,
      setVisible: (next) => {
        if (!next) setTrouble(id, null);
        drawn.show(id, next);
      },
      setOpacity: (opacity) => drawn.setOpacity(id, opacity),
      setOrder: (order) => drawn.setOrder(id, order),
    });
    rows.set(id, handle);
  };
  const load = async (): Promise<void> => {
    try {
      const list = await client.baseMap.baseMapList({ occasion: 'background', silent: true });
      if (!isMounted()) return;
      store.setState({ list });
      drawn.add(list);
      for (const one of list) register(one);
      layers.setGroupState(GROUP, list.length === 0 ? { kind: 'empty' } : null);
    } catch {
      // Our own relief is still shown; the layer tree shows the failure with a retry.
      if (isMounted()) layers.setGroupState(GROUP, { kind: 'failed', retry: () => void load() });
    }
  };
  void load();
  return () => {
    for (const row of rows.values()) row.remove();
    layers.setGroupState(GROUP, null);
    store.setState({ list: [], troubles: new Map() });
  };
};

/** The visible base map on top; null: our own relief. */
export function chosenBase(list: readonly ListedBaseMap[], layers: Pick<LayerRegistry, 'list'>): string | null {
  const top = layers.list().find((row) => row.visible && list.some(({ id, kind }) => kind === 'base' && rowIdOf(id) === row.id));
  return list.find(({ id }) => rowIdOf(id) === top?.id)?.id ?? null;
}

/**
 * Shows one base map with its labels and hides the others; null: our own relief. Label layers that belong to no base map are left
 * unchanged.
 */
export function chooseBase(services: Services, chosen: string | null): void {
  const { layers } = services;
  for (const { id, kind, labelsOf } of baseMapsOf(services).getState().list) {
    if (kind === 'base') layers.setVisible(rowIdOf(id), id === chosen);
    else if (labelsOf !== null) layers.setVisible(rowIdOf(id), labelsOf === chosen);
  }
}
