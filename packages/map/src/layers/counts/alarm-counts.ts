// Above 296,000 m: the number of unhandled alarms by county, and from further out by prefecture, in a badge. A click picks the area.
import { ancestorAt, type GridNo } from '@lookout/domain';
import { ALARM_COUNT_BANDS } from '../../bands.ts';
import { cutCell } from '../alarms/atlas.ts';
import type { AlarmMark, MarkChange } from '../alarms/mark.ts';
import type { Layer } from '../layer.ts';
import { createBadges } from './badges.ts';
import type { CountLevel } from './resource-counts.ts';

export function countLayer(sheet: HTMLCanvasElement, level: CountLevel): Layer<MarkChange> {
  return {
    id: `alarm-counts-${level}`,
    heights: ALARM_COUNT_BANDS[level],
    mount: (host) => {
      const badges = createBadges(host, cutCell(sheet, 'badge'), 'above');
      const tally = createTally(level);
      const draw = ({ gridNo, count, lng, lat }: AreaCount): void => {
        if (count <= 0) badges.remove(gridNo);
        else badges.put({ key: gridNo, count, lng, lat, pick: { kind: 'alarm-count', level, gridNo, lng, lat } });
      };
      return {
        apply: (change) => {
          for (const count of tally.take(change)) draw(count);
        },
        show: badges.show,
        destroy: badges.destroy,
      };
    },
  };
}

// Alarms counted by area, updated mark by mark.

interface AreaCount {
  readonly gridNo: GridNo;
  readonly count: number;
  /** Mean position of its alarms, where the badge is. */
  readonly lng: number;
  readonly lat: number;
}

interface Tally {
  /**
   * @returns the areas whose count or position changed; a count of 0 means: remove it (specification §9 "hidden when count is 0 or
   * less")
   */
  readonly take: (change: MarkChange) => AreaCount[];
}

interface Sum {
  count: number;
  lng: number;
  lat: number;
}

/** The county or prefecture of a grid; a coarser grid (an alarm located only by its province) stands for itself. */
export const countedAt = (level: CountLevel, gridNo: GridNo): GridNo => ancestorAt(gridNo, level) ?? gridNo;

export function createTally(level: CountLevel): Tally {
  const counted = new Map<string, { readonly gridNo: GridNo; readonly lng: number; readonly lat: number }>();
  const sums = new Map<GridNo, Sum>();

  function add(gridNo: GridNo, lng: number, lat: number, sign: 1 | -1): void {
    const sum = sums.get(gridNo) ?? { count: 0, lng: 0, lat: 0 };
    sum.count += sign;
    sum.lng += sign * lng;
    sum.lat += sign * lat;
    sums.set(gridNo, sum);
  }

  function drop(id: string, touched: Set<GridNo>): void {
    const before = counted.get(id);
    if (!before) return;
    counted.delete(id);
    add(before.gridNo, before.lng, before.lat, -1);
    touched.add(before.gridNo);
  }

  function put({ id, gridNo, lng, lat, inProgress }: AlarmMark, touched: Set<GridNo>): void {
    const next = countedAt(level, gridNo);
    const before = counted.get(id);
    if (!inProgress && before && before.gridNo === next && before.lng === lng && before.lat === lat) return;
    drop(id, touched);
    if (inProgress) return;
    counted.set(id, { gridNo: next, lng, lat });
    add(next, lng, lat, 1);
    touched.add(next);
  }

  return {
    take: ({ upserts, removals }) => {
      const touched = new Set<GridNo>();
      for (const id of removals) drop(id, touched);
      for (const mark of upserts) put(mark, touched);
      return [...touched].map((gridNo) => {
        const { count, lng, lat } = sums.get(gridNo) ?? { count: 0, lng: 0, lat: 0 };
        if (count > 0) return { gridNo, count, lng: lng / count, lat: lat / count };
        sums.delete(gridNo);
        return { gridNo, count: 0, lng: 0, lat: 0 };
      });
    },
  };
}
