// Between 70,000 and 1,000,000 m: how many resources and monitoring points stand in each county or prefecture. A click flies in.
import { COUNTY_COUNT_BAND, type HeightBand, PREFECTURE_COUNT_BAND } from '../../bands.ts';
import type { Layer } from '../layer.ts';
import { cutLabel } from '../places/place.ts';
import { createBadges } from './badges.ts';
import { addedUp, type KindCount } from './place-counts.ts';

export type CountLevel = 'prefecture' | 'county';

const bandOf: Readonly<Record<CountLevel, HeightBand>> = { prefecture: PREFECTURE_COUNT_BAND, county: COUNTY_COUNT_BAND };

/**
 * Takes all counts of its level at once, those of the shown kinds only; grids that are no more among them lose their badge.
 * @param image address of the badge's picture
 */
export function placeCountLayer(level: CountLevel, image: string): Layer<readonly KindCount[]> {
  return {
    id: `place-counts-${level}`,
    heights: bandOf[level],
    mount: ({ scene }) => {
      const badges = createBadges(scene, image);
      return {
        apply: (counts) => {
          const sums = addedUp(counts);
          const standing = new Set(sums.map(({ gridNo }) => gridNo));
          for (const key of badges.keys()) if (!standing.has(key)) badges.remove(key);
          for (const { gridNo, gridName, count, lng, lat } of sums)
            badges.put({ key: gridNo, count, lng, lat, name: cutLabel(gridName), pick: { kind: 'place-count', level, lng, lat } });
        },
        show: badges.show,
        destroy: badges.destroy,
      };
    },
  };
}
