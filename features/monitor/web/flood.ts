// A flood of alarms: more than one desk can check one by one. The queue then shows areas, the most dangerous first. Pure functions.

import type { GridNo } from '@lookout/domain';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { FireIdOf, FoldedFire } from '../../incident/parts/folding.ts';
import { FLOOD_ENDS_BELOW, LOAD_CLASS_FROM, LOAD_SLOT_MS } from '../../statistics/alarm-load.ts';

/** The alarms that arrived at the desk in the last ten minutes. */
export interface Influx {
  readonly alarms: number;
  readonly fires: number;
}

/** @param alarms newest arrival first */
export function influxOf(alarms: readonly NamedAlarm[], fireIdOf: FireIdOf, now: number): Influx {
  const fires = new Set<string>();
  let count = 0;
  for (const alarm of alarms) {
    if (alarm.arrivedAt.getTime() < now - LOAD_SLOT_MS) break;
    fires.add(fireIdOf(alarm));
    count++;
  }
  return { alarms: count, fires: fires.size };
}

/** The thresholds follow the standards of alarm management (features/statistics/alarm-load.ts), but count fires instead of alarms. */
export const isFlood = (wasFlood: boolean, { fires }: Influx): boolean => fires >= (wasFlood ? FLOOD_ENDS_BELOW : LOAD_CLASS_FROM.flood);

/** Remembers whether there is a flood: it lasts until the rate has dropped, however often it is queried. */
export type FloodWatch = (alarms: readonly NamedAlarm[], fireIdOf: FireIdOf, now: number) => Influx | null;

export function createFloodWatch(): FloodWatch {
  let wasFlood = false;
  return (alarms, fireIdOf, now) => {
    const influx = influxOf(alarms, fireIdOf, now);
    wasFlood = isFlood(wasFlood, influx);
    return wasFlood ? influx : null;
  };
}

/** The fires of one grid. */
export interface FireArea {
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly fires: readonly FoldedFire[];
  readonly alarms: number;
}

/** @param fires the most dangerous first; an area takes the position of its first fire */
export function areasOf(fires: readonly FoldedFire[]): FireArea[] {
  return [...Map.groupBy(fires, ({ lead }) => lead.gridNo)].map(([gridNo, own]) => ({
    gridNo,
    gridName: (own[0] as FoldedFire).lead.gridName,
    fires: own,
    alarms: own.reduce((sum, { alarms }) => sum + alarms.length, 0),
  }));
}

export type QueueRow = { readonly kind: 'fire'; readonly fire: FoldedFire } | { readonly kind: 'area'; readonly area: FireArea };

/** The rows of the list: an open area is followed by its fires; a fire alone in its area has no heading. */
export const rowsOf = (areas: readonly FireArea[], open: ReadonlySet<GridNo>): QueueRow[] =>
  areas.flatMap((area): QueueRow[] => {
    const fires = area.fires.map((fire): QueueRow => ({ kind: 'fire', fire }));
    if (fires.length === 1) return fires;
    return [{ kind: 'area', area }, ...(open.has(area.gridNo) ? fires : [])];
  });
