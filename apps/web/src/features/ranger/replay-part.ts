// The replay on the globe: tracks from the store, the time from the clock, without React.
import type { ReplaySample } from '@lookout/map';
import { liveRangersOf } from '../../globe/markers/markers-part.ts';
import type { GlobePart } from '../../globe/part.ts';
import { currentLanguage } from '../../shared/language.ts';
import { rangerEn, rangerZh } from './messages.ts';
import { colourOf } from './replay-colours.ts';
import { boxOf, type Replayed, replayOf } from './replay-store.ts';

const METRES_PER_DEGREE = 111_320;
const LEAST_RANGE_METRES = 2_500;
/** Room around the tracks: the panel and the player cover part of the map. */
const ROOM = 2.2;

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
    const [lng, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
    const degrees = Math.max((box.east - box.west) * Math.cos((lat * Math.PI) / 180), box.north - box.south);
    void globe.flyTo({ lng, lat, rangeMetres: Math.max(LEAST_RANGE_METRES, degrees * METRES_PER_DEGREE * ROOM), seconds: 1 });
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
      // A day that grows is not flown to again.
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
