// Above 296,000 m: badges with the number of marks by county, and from further out by prefecture: unhandled alarms, fires in progress and
// tasks. A click picks the area.
import { ancestorAt, type GridNo } from '@lookout/domain';
import { ALARM_COUNT_BANDS } from '../../bands.ts';
import type { Picked } from '../../engine/types.ts';
import type { Change } from '../change-flow.ts';
import type { Layer } from '../layer.ts';
import { type CountLevel, createBadges, type Stand } from './badges.ts';

/** The part of a mark that counting needs. */
export interface CountedMark {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly lng: number;
  readonly lat: number;
}

interface CountOptions<Mark> {
  /** Id of what is counted. */
  readonly id: string;
  readonly level: CountLevel;
  /** URL of the badge's picture. */
  readonly image: string;
  readonly stand: Stand;
  /** Whether a mark is counted; one that no longer is leaves its area's count. */
  readonly wants: (mark: Mark) => boolean;
  readonly pick: (area: Pick<AreaCount, 'gridNo' | 'lng' | 'lat'>) => Picked;
}

export function countLayer<Mark extends CountedMark>({ id, level, image, stand, wants, pick }: CountOptions<Mark>): Layer<Change<Mark>> {
  return {
    id: `${id}-counts-${level}`,
    heights: ALARM_COUNT_BANDS[level],
    mount: (host) => {
      const badges = createBadges(host, image, stand);
      const tally = createTally(level, wants);
      const draw = ({ gridNo, count, lng, lat }: AreaCount): void => {
        if (count <= 0) badges.remove(gridNo);
        else badges.put({ key: gridNo, count, lng, lat, pick: pick({ gridNo, lng, lat }) });
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

// Marks counted by area, updated mark by mark.

interface AreaCount {
  readonly gridNo: GridNo;
  readonly count: number;
  /** Mean position of its marks, where the badge is placed. */
  readonly lng: number;
  readonly lat: number;
}

interface Tally<Mark> {
  /**
   * @returns the areas whose count or position changed; a count of 0 means: remove it (specification §9 "hidden when count is 0 or
   * less")
   */
  readonly take: (change: Change<Mark>) => AreaCount[];
}

interface Sum {
  count: number;
  lng: number;
  lat: number;
}

/** The county or prefecture of a grid; a coarser grid (an alarm located only by its province) is returned unchanged. */
export const countedAt = (level: CountLevel, gridNo: GridNo): GridNo => ancestorAt(gridNo, level) ?? gridNo;

export function createTally<Mark extends CountedMark>(level: CountLevel, wants: (mark: Mark) => boolean): Tally<Mark> {
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

  function put(mark: Mark, touched: Set<GridNo>): void {
    const { id, gridNo, lng, lat } = mark;
    const next = countedAt(level, gridNo);
    const isCounted = wants(mark);
    const before = counted.get(id);
    if (isCounted && before && before.gridNo === next && before.lng === lng && before.lat === lat) return;
    drop(id, touched);
    if (!isCounted) return;
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
