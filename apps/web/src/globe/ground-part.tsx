// The terrain of the globe: an external elevation server (TERRAIN_URL), terrain imported during the session, the rows of the layer tree,
// and the notes in the map's corner.

import { baseMapsOf } from '@lookout/features/base-map/parts/base-maps-part.ts';
import { useBaseMapMessages } from '@lookout/features/base-map/parts/messages.ts';
import { MOST_IN_VIEW, useResourceCatalogue } from '@lookout/features/resource/parts/resource-catalogue.ts';
import type { Globe } from '@lookout/map';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '../shared/language.ts';
import { useServices } from '../shared/services.ts';
import { layersEn, layersZh } from './layers/messages.ts';
import { useGlobeMessages } from './messages.ts';
import type { GlobePart } from './part.ts';
import { loadTerrainMeta, type TerrainMeta, tileGroundOf } from './terrain.ts';

interface GroundFacts {
  readonly terrain: TerrainMeta | null;
  /** The external elevation server does not reply: our own relief is drawn instead. */
  readonly isTerrainSilent: boolean;
}

interface GroundState {
  facts: GroundFacts;
  readonly listeners: Set<() => void>;
}

const states = new WeakMap<Globe, GroundState>();

const NOTHING: GroundFacts = { terrain: null, isTerrainSilent: false };

export const baseGround: GlobePart = ({ globe, terrain, fetch, isMounted }) => {
  const state: GroundState = { facts: { terrain, isTerrainSilent: false }, listeners: new Set() };
  states.set(globe, state);
  const setFacts = (facts: GroundFacts): void => {
    state.facts = facts;
    for (const listener of [...state.listeners]) listener();
  };
  if (terrain?.terrainUrl != null) {
    globe.setOutsideGround({
      terrainUrl: terrain.terrainUrl,
      onTrouble: () => setFacts({ ...state.facts, isTerrainSilent: true }),
    });
  }
  return globe.onTerrainStale(async () => {
    const now = await loadTerrainMeta(fetch);
    if (now === null || !isMounted()) return;
    globe.setTerrain({ ...tileGroundOf(now), maxLevel: now.maxLevel });
    setFacts({ ...state.facts, terrain: now });
  });
};

/** Renders again when terrain was imported or an external server stopped replying. */
function useGroundFacts(globe: Globe): GroundFacts {
  return useSyncExternalStore(
    (listener) => {
      states.get(globe)?.listeners.add(listener);
      return () => void states.get(globe)?.listeners.delete(listener);
    },
    () => states.get(globe)?.facts ?? NOTHING,
  );
}

const CHOICES = ['shading', 'contours', 'heightColours', 'cover'] as const;

export const ground: GlobePart = ({ map, globe, services: { layers } }) => {
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
  return () => {
    for (const row of rows) row.remove();
  };
};

/** The notes in the map's corner: demo terrain, external servers that do not reply, too many resources to draw. */
export function GroundNote({ globe }: { readonly globe: Globe }) {
  const { terrain, isTerrainSilent } = useGroundFacts(globe);
  const baseMaps = baseMapsOf(useServices());
  const { list, troubles } = useSyncExternalStore(baseMaps.subscribe, baseMaps.getState);
  const baseMapMessages = useBaseMapMessages();
  const language = useLanguage();
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
      {isTerrainSilent && <p data-kind="trouble">{messages.silentTerrain}</p>}
      {[...troubles].map(([id, trouble]) => (
        <p key={id} data-kind="trouble">
          {baseMapMessages.shown[trouble](list.find((one) => one.id === id)?.title[language] ?? '')}
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
