// The stored map of the ranger's grid: read at the start, fetched automatically on the first visit with a connection, and again when it is
// old or the grid has changed.
import { parseGridNo } from '@lookout/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices, useSession } from '../../shared/services.ts';
import type { PatrolStore } from '../patrol-store.ts';
import { type GridMap, loadGridMap, STALE_MS } from './grid-map.ts';

export interface StoredGridMap {
  readonly map: GridMap | null;
  /** True when the stored map has been read from the phone. */
  readonly isLoaded: boolean;
  /** Between 0 and 1 while the map is being fetched; null: not being fetched. */
  readonly progress: number | null;
  readonly fault: 'fetch' | 'keep' | null;
  readonly update: () => void;
  readonly drop: () => void;
}

/** @param mayFetch the phone is online and can use what is stored */
export function useGridMap(store: PatrolStore, owner: string, mayFetch: boolean): StoredGridMap {
  const { client, session } = useServices();
  const user = useSession().info?.userDTO;
  const [map, setMap] = useState<GridMap | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [fault, setFault] = useState<StoredGridMap['fault']>(null);
  const running = useRef<AbortController | null>(null);
  const [gridNo, gridName] = [parseGridNo(user?.gridNo), user?.gridName ?? ''];

  useEffect(() => {
    let left = false;
    store
      .gridMap(owner)
      // An unreadable map is fetched again.
      .catch(() => null)
      .then((stored) => {
        if (left) return;
        setMap(stored);
        setLoaded(true);
      });
    return () => {
      left = true;
      running.current?.abort();
    };
  }, [store, owner]);

  const update = useCallback(() => {
    if (gridNo === null || running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setFault(null);
    setProgress(0);
    const fetched = loadGridMap({
      client,
      token: () => session.get().token,
      owner,
      gridNo,
      gridName,
      now: () => Date.now(),
      onProgress: setProgress,
      signal: controller.signal,
    });
    fetched
      .then(
        async (next) => {
          if (controller.signal.aborted) return;
          setMap(next);
          await store.keepGridMap(next).catch(() => setFault('keep'));
        },
        () => !controller.signal.aborted && setFault('fetch'),
      )
      .finally(() => {
        running.current = null;
        if (!controller.signal.aborted) setProgress(null);
      });
  }, [client, session, owner, gridNo, gridName, store]);

  const isWanted = isLoaded && (map === null || map.gridNo !== gridNo || Date.now() - map.updatedAt > STALE_MS);
  // Runs once each time the map is needed; a failure is not retried automatically.
  useEffect(() => {
    if (mayFetch && isWanted) update();
  }, [mayFetch, isWanted, update]);

  const drop = useCallback(() => {
    setMap(null);
    setFault(null);
    // A map that could not be deleted is overwritten by the next one.
    void store.dropGridMap(owner).catch(() => undefined);
  }, [store, owner]);
  return { map, isLoaded, progress, fault, update, drop };
}
