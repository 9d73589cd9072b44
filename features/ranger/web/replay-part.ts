// The replay on the globe, without React: tracks from the store, the time from the clock.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { currentLanguage } from '@lookout/web/shared/language.ts';
import { liveRangersOf } from '../../resource/parts/markers-part.ts';
import type { ReplaySample } from '../layer/way.ts';
import { rangerEn, rangerZh } from './messages.ts';
import { colourOf } from './replay-colours.ts';
import { boxOf, type Replayed, replayOf } from './replay-store.ts';

const LEAST_RANGE_METRES = 2_500;

export const replayOnGlobe: GlobePart = ({ map, globe, services }) => {
  const { store, clock } = replayOf(services);
  const live = liveRangersOf(services);
  const { captions } = currentLanguage() === 'en' ? rangerEn : rangerZh;
  const captionOf = (name: string, { state, kilometresPerHour }: ReplaySample): string =>
    state === 'moving' ? captions.moving(name, (kilometresPerHour ?? 0).toFixed(1)) : captions[state](name);
  const drawn = map.mountReplay(globe, captionOf);

  const flyToAll = ({ tracks }: Pick<Replayed, 'tracks'>): void => {
    const box = boxOf(tracks);
    if (box === null) return;
    void globe.flyToBox(box, LEAST_RANGE_METRES, 1);
  };
  const subjectOf = ({ day, tracks }: Replayed): string => [day, ...tracks.map(({ userId }) => userId)].join();

  const draw = (next: Replayed, before: Replayed | null): void => {
    if (next.tracks !== before?.tracks) {
      live.setState({ areHidden: next.tracks.some(({ seconds }) => seconds.length > 0) });
      drawn.set(
        next.tracks.map(({ userId, fullName, seconds, longitudes, latitudes }, index) => ({
          id: userId,
          name: fullName,
          colour: colourOf(index),
          seconds,
          longitudes,
          latitudes,
        })),
      );
      // When the day's tracks only grow, the camera does not fly to them again.
      if (before === null || subjectOf(next) !== subjectOf(before)) flyToAll(next);
    }
    if (next.followed !== before?.followed) drawn.follow(next.followed);
  };
  draw(store.getState(), null);
  const stops = [store.subscribe(draw), clock.onSecond(drawn.at)];
  return () => {
    for (const stop of stops) stop();
    live.setState({ areHidden: false });
  };
};
