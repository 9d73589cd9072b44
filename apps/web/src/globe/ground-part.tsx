// The ground of the globe: outside servers (IMAGERY_URL, TERRAIN_URL), terrain imported meanwhile, the rows of the layer tree, and the notes in
// the map's corner.
import type { Globe } from '@lookout/map';
import { useSyncExternalStore } from 'react';
import { layersEn, layersZh } from './layers/messages.ts';
import { MOST_IN_VIEW, useResourceCatalogue } from './markers/resource-catalogue.ts';
import { useGlobeMessages } from './messages.ts';
import type { GlobePart } from './part.ts';
import { loadTerrainMeta, type TerrainMeta, tileGroundOf } from './terrain.ts';

type OutsideServer = 'imagery' | 'terrain';

interface GroundFacts {
  readonly terrain: TerrainMeta | null;
  /** Outside servers that do not reply: our own ground is drawn instead. */
  readonly silent: readonly OutsideServer[];
}

interface GroundState {
  facts: GroundFacts;
  readonly listeners: Set<() => void>;
}

const states = new WeakMap<Globe, GroundState>();

const NOTHING: GroundFacts = { terrain: null, silent: [] };

export const baseGround: GlobePart = ({ globe, terrain, fetch, isMounted }) => {
  const state: GroundState = { facts: { terrain, silent: [] }, listeners: new Set() };
  states.set(globe, state);
  const setFacts = (facts: GroundFacts): void => {
    state.facts = facts;
    for (const listener of [...state.listeners]) listener();
  };
  if (terrain && (terrain.imageryUrl !== null || terrain.terrainUrl !== null)) {
    globe.setOutsideGround({
      imageryUrl: terrain.imageryUrl,
      terrainUrl: terrain.terrainUrl,
      onTrouble: ({ what }) => setFacts({ ...state.facts, silent: [...new Set([...state.facts.silent, what])] }),
    });
  }
  return globe.onTerrainStale(async () => {
    const now = await loadTerrainMeta(fetch);
    if (now === null || !isMounted()) return;
    globe.setTerrain({ ...tileGroundOf(now), maxLevel: now.maxLevel });
    setFacts({ ...state.facts, terrain: now });
  });
};

/** Renders again when terrain was imported or an outside server stopped replying. */
function useGroundFacts(globe: Globe): GroundFacts {
  return useSyncExternalStore(
    (listener) => {
      states.get(globe)?.listeners.add(listener);
      return () => void states.get(globe)?.listeners.delete(listener);
    },
    () => states.get(globe)?.facts ?? NOTHING,
  );
}

const CHOICES = ['shading', 'contours', 'heightColours'] as const;

export const ground: GlobePart = ({ map, globe, terrain, services: { layers } }) => {
  let look = map.USUAL_GROUND_LOOK;
  const rows = CHOICES.map((choice) =>
    layers.register({
      id: `ground.${choice}`,
      group: 'ground',
      title: { zh: layersZh.rows[choice], en: layersEn.rows[choice] },
      visible: map.USUAL_GROUND_LOOK[choice],
      setVisible: (visible) => {
        look = { ...look, [choice]: visible };
        globe.setGroundLook(look);
      },
    }),
  );
  if (terrain !== null && terrain.imageryUrl !== null) {
    let imagery = { visible: true, opacity: 1 };
    const set = (next: Partial<typeof imagery>): void => {
      imagery = { ...imagery, ...next };
      globe.setImageryLook(imagery);
    };
    rows.push(
      layers.register({
        id: 'ground.imagery',
        group: 'ground',
        title: { zh: layersZh.rows.imagery, en: layersEn.rows.imagery },
        ...imagery,
        setVisible: (visible) => set({ visible }),
        setOpacity: (opacity) => set({ opacity }),
      }),
    );
  }
  return () => {
    for (const row of rows) row.remove();
  };
};

/** The notes in the map's corner: demo terrain, outside servers that do not reply, resources too many to draw. */
export function GroundNote({ globe }: { readonly globe: Globe }) {
  const { terrain, silent } = useGroundFacts(globe);
  const resources = useResourceCatalogue();
  const isCut = useSyncExternalStore(resources.subscribe, resources.isCut);
  const messages = useGlobeMessages();
  const demo = {
    demo: { text: messages.demoTerrain, hint: messages.demoTerrainHint },
    mixed: { text: messages.mixedTerrain, hint: messages.mixedTerrainHint },
    imported: null,
    none: null,
  }[terrain?.origin ?? 'none'];
  return (
    <div className="map-notes stack" role="status">
      {isCut && <p data-kind="trouble">{messages.cutResources(MOST_IN_VIEW)}</p>}
      {silent.map((what) => (
        <p key={what} data-kind="trouble">
          {messages.silentGround[what]}
        </p>
      ))}
      {demo && (
        <p data-kind="demo" title={demo.hint}>
          {demo.text}
        </p>
      )}
    </div>
  );
}
