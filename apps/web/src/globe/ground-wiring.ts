// The ground's part of the globe: outside servers (IMAGERY_URL, TERRAIN_URL), ground that was imported meanwhile, and what a desk is told of both.
import type { Globe } from '@lookout/map';
import { useSyncExternalStore } from 'react';
import type { GlobePart } from './part.ts';
import { loadTerrainMeta, type TerrainMeta, tileGroundOf } from './terrain.ts';

export type OutsideServer = 'imagery' | 'terrain';

export interface GroundFacts {
  readonly terrain: TerrainMeta | null;
  /** Do not answer: our own ground is drawn instead. */
  readonly silent: readonly OutsideServer[];
}

interface Standing {
  facts: GroundFacts;
  readonly listeners: Set<() => void>;
}

const standings = new WeakMap<Globe, Standing>();

const NOTHING: GroundFacts = { terrain: null, silent: [] };

export const baseGround: GlobePart = ({ globe, terrain, fetch, isStanding }) => {
  const standing: Standing = { facts: { terrain, silent: [] }, listeners: new Set() };
  standings.set(globe, standing);
  const tell = (facts: GroundFacts): void => {
    standing.facts = facts;
    for (const listener of [...standing.listeners]) listener();
  };
  if (terrain && (terrain.imageryUrl !== null || terrain.terrainUrl !== null)) {
    globe.setOutsideGround({
      imageryUrl: terrain.imageryUrl,
      terrainUrl: terrain.terrainUrl,
      onTrouble: ({ what }) => tell({ ...standing.facts, silent: [...new Set([...standing.facts.silent, what])] }),
    });
  }
  return globe.onTerrainStale(async () => {
    const now = await loadTerrainMeta(fetch);
    if (now === null || !isStanding()) return;
    globe.setTerrain({ ...tileGroundOf(now), maxLevel: now.maxLevel });
    tell({ ...standing.facts, terrain: now });
  });
};

/** Renders again when ground was imported or an outside server fell silent. */
export function useGroundFacts(globe: Globe): GroundFacts {
  return useSyncExternalStore(
    (listener) => {
      standings.get(globe)?.listeners.add(listener);
      return () => void standings.get(globe)?.listeners.delete(listener);
    },
    () => standings.get(globe)?.facts ?? NOTHING,
  );
}
