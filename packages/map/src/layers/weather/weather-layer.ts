// Weather at places: an arrow where the wind blows to, and name, temperature and wind scale beside it.
import { EVERY_HEIGHT } from '../../bands.ts';
import type { Layer } from '../layer.ts';
import { plateLayer } from '../plate-layer.ts';
import { turnOf } from './wind-arrow.ts';

export interface WeatherMark {
  readonly lng: number;
  readonly lat: number;
  /** What stands beside the arrow, ready to be read: `汶川县 21℃ 3级`. */
  readonly text: string;
  /** Where the wind comes from, degrees clockwise from north; null: calm or not said, no arrow. */
  readonly windFromDegrees: number | null;
}

/** One looks for it: never hidden by the ground in front of it. */
const NO_DEPTH_TEST_METRES = 400_000;

export const weatherLayer = (arrow: HTMLCanvasElement): Layer<readonly WeatherMark[]> =>
  plateLayer({
    id: 'weather',
    heights: EVERY_HEIGHT,
    noDepthTestMetres: NO_DEPTH_TEST_METRES,
    plateOf: ({ lng, lat, text, windFromDegrees }, { headingDegrees }) => ({
      ...{ lng, lat, text, image: windFromDegrees === null ? null : { name: 'wind', canvas: arrow } },
      ...(windFromDegrees !== null && { rotation: turnOf(windFromDegrees, headingDegrees) }),
    }),
  });
