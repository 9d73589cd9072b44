// Between 70,000 and 1,000,000 m: the number of resources and monitoring points per county or prefecture. A click flies in.
import { mapNameOf } from '@lookout/domain';
import { COUNTY_COUNT_BAND, type HeightBand, PREFECTURE_COUNT_BAND } from '@lookout/map/bands.ts';
import { type CountLevel, createBadges } from '@lookout/map/layers/counts/badges.ts';
import { cutLabel } from '@lookout/map/layers/labels.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';

const bandOf: Readonly<Record<CountLevel, HeightBand>> = { prefecture: PREFECTURE_COUNT_BAND, county: COUNTY_COUNT_BAND };

/**
 * apply(counts) replaces all counts of the level; pass the shown kinds only.
 * @param image URL of the badge's picture
 */
export function resourceCountLayer(level: CountLevel, image: string): Layer<readonly KindCount[]> {
  return {
    id: `resource-counts-${level}`,
    heights: bandOf[level],
    mount: (host) => {
      const badges = createBadges(host, image, 'below');
      return {
        apply: (counts) => {
          const sums = addedUp(counts);
          const counted = new Set(sums.map(({ gridNo }) => gridNo));
          for (const key of badges.keys()) if (!counted.has(key)) badges.remove(key);
          for (const { gridNo, gridName, count, lng, lat } of sums)
            badges.put({
              key: gridNo,
              count,
              lng,
              lat,
              name: cutLabel(mapNameOf(gridName)),
              pick: { kind: 'resource-count', level, lng, lat },
            });
        },
        show: badges.show,
        destroy: badges.destroy,
      };
    },
  };
}

// The server counts by grid and kind; the badge shows the sum over the visible kinds.

/** The number of resources of one kind in a grid. */
export interface KindCount {
  readonly gridNo: string;
  readonly gridName: string;
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
}

/**
 * One sum per grid, at the mean position of what it counts; grids with 0 or less are omitted (specification §9 "hidden when count is 0 or
 * less").
 */
export function addedUp(counts: readonly KindCount[]): KindCount[] {
  const sums = new Map<string, { gridName: string; count: number; lng: number; lat: number }>();
  for (const { gridNo, gridName, lng, lat, count } of counts) {
    if (count <= 0) continue;
    const sum = sums.get(gridNo) ?? { gridName, count: 0, lng: 0, lat: 0 };
    sums.set(gridNo, { gridName, count: sum.count + count, lng: sum.lng + count * lng, lat: sum.lat + count * lat });
  }
  return [...sums].map(([gridNo, { gridName, count, lng, lat }]) => ({ gridNo, gridName, count, lng: lng / count, lat: lat / count }));
}
