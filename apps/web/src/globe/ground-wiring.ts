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

interface Book {
  facts: GroundFacts;
  readonly listeners: Set<() => void>;
}

const books = new WeakMap<Globe, Book>();

const NOTHING: GroundFacts = { terrain: null, silent: [] };

export const baseGround: GlobePart = ({ globe, terrain, fetch, isStanding }) => {
  const book: Book = { facts: { terrain, silent: [] }, listeners: new Set() };
  books.set(globe, book);
  const tell = (facts: GroundFacts): void => {
    book.facts = facts;
    for (const listener of [...book.listeners]) listener();
  };
  if (terrain && (terrain.imageryUrl !== null || terrain.terrainUrl !== null)) {
    globe.setOutsideGround({
      imageryUrl: terrain.imageryUrl,
      terrainUrl: terrain.terrainUrl,
      onTrouble: ({ what }) => tell({ ...book.facts, silent: [...new Set([...book.facts.silent, what])] }),
    });
  }
  return globe.onTerrainStale(async () => {
    const now = await loadTerrainMeta(fetch);
    if (now === null || !isStanding()) return;
    globe.setTerrain({ ...tileGroundOf(now), maxLevel: now.maxLevel });
    tell({ ...book.facts, terrain: now });
  });
};

/** Renders again when ground was imported or an outside server fell silent. */
export function useGroundFacts(globe: Globe): GroundFacts {
  return useSyncExternalStore(
    (listener) => {
      books.get(globe)?.listeners.add(listener);
      return () => void books.get(globe)?.listeners.delete(listener);
    },
    () => books.get(globe)?.facts ?? NOTHING,
  );
}
