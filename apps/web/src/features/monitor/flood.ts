// A flood of alarms: more than one desk can look at one by one. The queue then shows areas, the most dangerous first. Pure.
import type { GridNo, NamedAlarm } from '@lookout/domain';
import type { FireIdOf, FoldedFire } from '../../entities/incident/folding.ts';

/** EEMUA 191 and ANSI/ISA-18.2, per desk: a flood begins with 10 in 10 minutes and ends when fewer than 5 come. Fires are counted, not their alarms. */
export const FLOOD = { windowMs: 600_000, beginsAt: 10, endsBelow: 5 } as const;

/** What came to the desk in the last ten minutes. */
export interface Influx {
  readonly alarms: number;
  readonly fires: number;
}

/** @param alarms newest arrival first */
export function influxOf(alarms: readonly NamedAlarm[], fireIdOf: FireIdOf, now: number): Influx {
  const fires = new Set<string>();
  let count = 0;
  for (const alarm of alarms) {
    if (alarm.arrivedAt.getTime() < now - FLOOD.windowMs) break;
    fires.add(fireIdOf(alarm));
    count++;
  }
  return { alarms: count, fires: fires.size };
}

export const isFlood = (wasFlood: boolean, { fires }: Influx): boolean => fires >= (wasFlood ? FLOOD.endsBelow : FLOOD.beginsAt);

/** The fires of one grid. */
export interface FireArea {
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly fires: readonly FoldedFire[];
  readonly alarms: number;
}

/** @param fires the most dangerous first: an area stands where the first of its fires does */
export function areasOf(fires: readonly FoldedFire[]): FireArea[] {
  return [...Map.groupBy(fires, ({ lead }) => lead.gridNo)].map(([gridNo, own]) => ({
    gridNo,
    gridName: (own[0] as FoldedFire).lead.gridName,
    fires: own,
    alarms: own.reduce((sum, { alarms }) => sum + alarms.length, 0),
  }));
}

export type QueueRow = { readonly kind: 'fire'; readonly fire: FoldedFire } | { readonly kind: 'area'; readonly area: FireArea };

/** The fires of an area are shown below it while it is open; one that is alone in its area needs no heading. */
export const rowsOf = (areas: readonly FireArea[], open: ReadonlySet<GridNo>): QueueRow[] =>
  areas.flatMap((area): QueueRow[] => {
    const fires = area.fires.map((fire): QueueRow => ({ kind: 'fire', fire }));
    if (fires.length === 1) return fires;
    return [{ kind: 'area', area }, ...(open.has(area.gridNo) ? fires : [])];
  });
