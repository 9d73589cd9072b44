// Above 296,000 m: the number of unhandled alarms by prefecture, in a badge. A click picks the prefecture.
import type { GridNo } from '@lookout/domain';
import { ALARM_COUNT_BAND } from '../../bands.ts';
import { cutCell } from '../alarms/cut-cell.ts';
import type { MarkChange } from '../alarms/mark.ts';
import type { Layer } from '../layer.ts';
import { createBadges } from './badges.ts';
import { createTally, type PrefectureCount } from './tally.ts';

/** Centres of prefectures, as the places call gives them; without one the badge stands in the middle of its alarms. */
export type Centres = ReadonlyMap<GridNo, { readonly lng: number; readonly lat: number }>;

export function countLayer(sheet: HTMLCanvasElement, centres: () => Centres): Layer<MarkChange> {
  return {
    id: 'alarm-counts',
    heights: ALARM_COUNT_BAND,
    mount: ({ scene }) => {
      const badges = createBadges(scene, cutCell(sheet, 'badge'));
      const tally = createTally();
      const draw = ({ gridNo, count, ...middle }: PrefectureCount): void => {
        const { lng, lat } = centres().get(gridNo) ?? middle;
        if (count <= 0) badges.remove(gridNo);
        else badges.put({ key: gridNo, count, lng, lat, pick: { kind: 'alarm-count', gridNo, lng, lat } });
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
