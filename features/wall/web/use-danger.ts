// Today's fire danger of the wall's grid: by county for a county's or a prefecture's wall, otherwise by prefecture.

import { levelOf, parseGridNo } from '@lookout/domain';
import { useServices } from '@lookout/web/shared/services.ts';
import { useEffect, useState } from 'react';
import type { FireLevel } from '../../danger/fire-level.ts';

export interface DangerOfGrid {
  readonly gridNo: string;
  readonly gridName: string;
  readonly level: FireLevel;
  readonly at: { readonly lng: number; readonly lat: number } | null;
}

export interface Danger {
  /** `YYYY-MM-DD`; null: no day is known. */
  readonly day: string | null;
  /** Highest level first. */
  readonly grids: readonly DangerOfGrid[];
}

/** Poll interval. The levels change once a day, at noon. */
const EVERY_MS = 10 * 60_000;
/** Retry interval until the levels are loaded for the first time. */
const AGAIN_MS = 20_000;

/** @returns null: not loaded yet */
export function useDanger(gridNo: string | null): Danger | null {
  const { client } = useServices();
  const [danger, setDanger] = useState<Danger | null>(null);
  useEffect(() => {
    const no = parseGridNo(gridNo);
    if (no === null) return;
    const isLarge = levelOf(no) === 'nation' || levelOf(no) === 'province';
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isOver = false;
    const load = async (): Promise<void> => {
      let next = EVERY_MS;
      try {
        const rows = await client.danger.fireLevel({
          query: { gridNo: no, level: isLarge ? 'children' : 'counties' },
          occasion: 'background',
          silent: true,
        });
        const grids = rows.map(({ gridNo: part, gridName, level, centre: at }) => ({ gridNo: part, gridName, level, at }));
        if (!isOver) setDanger({ day: rows[0]?.day ?? null, grids: grids.toSorted((a, b) => b.level - a.level) });
      } catch {
        // The levels shown before remain, with their day.
        next = AGAIN_MS;
      }
      if (!isOver) timer = setTimeout(() => void load(), next);
    };
    void load();
    return () => {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    };
  }, [client, gridNo]);
  return danger;
}
