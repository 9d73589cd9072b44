// The ways to set the place of a fire: the ranger's position, a tap on the map, a direction and a distance, or the direction of a photo.

import type { Position } from '@lookout/domain';
import { agedAccuracy } from '@lookout/features/alarm/pointing.ts';
import { useRef, useState } from 'react';
import { useNow } from '../../shared/services.ts';
import type { LastFix } from '../position/last-fix.ts';
import type { Draft, Fix } from '../report.ts';
import { ageSeconds, type BearingEntry, entryOf, isFresh, pointAt } from './bearing.ts';
import { declinationAt } from './declination.ts';
import type { PhotoSight } from './photo-sight.ts';
import { type PhoneSearch, usePhoneSearch } from './use-phone-search.ts';

export type PositionPart = Pick<Draft, 'lng' | 'lat' | 'fix'>;
export type Manner = 'map' | 'bearing';

/** Assumed accuracy of a phone's position whose accuracy is not known. */
const UNKNOWN_METRES = 200;

interface Pointing {
  readonly manner: Manner | null;
  readonly entry: BearingEntry;
  readonly phone: PhoneSearch;
  /** The ranger's position; null: unknown. */
  readonly stand: LastFix | null;
  /** The ranger's position is that of the photo. */
  readonly isStandOfPhoto: boolean;
  /** The time by the server's clock. */
  readonly now: number;
  readonly locate: () => void;
  readonly choose: (manner: Manner) => void;
  readonly type: (entry: BearingEntry) => void;
  readonly relocate: () => void;
  readonly tap: (place: Position) => void;
  readonly takeLast: (last: LastFix) => void;
  readonly pointByPhoto: (sight: PhotoSight) => void;
}

const placed = ({ lng, lat }: Position, fix: Fix): PositionPart => ({ lng: lng.toFixed(6), lat: lat.toFixed(6), fix });
const newer = (one: LastFix | null, other: LastFix | null): LastFix | null =>
  one !== null && (other === null || one.at >= other.at) ? one : other;
/** A photo's place belongs to its sight line, however old the photo is. */
const standOf = ({ lng, lat }: Position, now: number): LastFix => ({ lng, lat, accuracyMetres: null, at: now });

export function usePointing(fix: Fix | null, lastFix: LastFix | null, onPosition: (position: PositionPart) => void): Pointing {
  const [state, setState] = useState(() => ({ manner: null as Manner | null, entry: entryOf(fix), photoPlace: null as Position | null }));
  const now = useNow();
  // The ref gives late callbacks the current state: a position may be found while something else is being typed.
  const latest = useRef(state);
  const put = (part: Partial<typeof state>) => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  };

  /** Sets the place that direction and distance lead to, or none while something is missing, so that no earlier place remains. */
  const point = (stand: LastFix | null) => {
    const found = pointAt(latest.current.entry, stand, now, declinationAt);
    onPosition(found ? placed(found.position, { source: 'pointed', pointing: found.pointing }) : { lng: '', lat: '', fix: null });
  };
  const phone = usePhoneSearch((found) => {
    const { manner, photoPlace } = latest.current;
    if (manner === null) onPosition(placed(found, { source: 'phone', accuracyMetres: found.accuracyMetres, ageSeconds: 0 }));
    if (manner === 'bearing' && photoPlace === null) point(found);
  });
  const phoneStand = newer(phone.found, lastFix);
  const stand = state.photoPlace === null ? phoneStand : standOf(state.photoPlace, now);
  const begin = (manner: Manner | null, photoPlace: Position | null = null) => {
    phone.halt();
    put({ manner, photoPlace });
    if (phone.never === null && photoPlace === null) phone.search();
  };

  return {
    ...state,
    phone,
    stand,
    isStandOfPhoto: state.photoPlace !== null,
    now,
    locate: () => begin(null),
    choose: (manner) => {
      if (state.manner !== manner) return begin(manner);
      phone.halt();
      put({ manner: null, photoPlace: null });
    },
    type: (entry) => {
      put({ entry });
      point(stand);
    },
    relocate: () => begin('bearing'),
    tap: (place) => {
      const from =
        stand && isFresh(stand, now) ? { position: { lng: stand.lng, lat: stand.lat }, accuracyMetres: stand.accuracyMetres } : null;
      const pointing = { azimuthDegrees: null, distanceMetres: null, declinationDegrees: null };
      onPosition(
        placed(place, {
          source: 'pointed',
          pointing: { by: 'map', from: from && stand && { ...from, ageSeconds: ageSeconds(stand, now) }, ...pointing },
        }),
      );
    },
    takeLast: (last) => {
      phone.halt();
      const age = ageSeconds(last, now);
      const accuracyMetres = agedAccuracy(last.accuracyMetres ?? UNKNOWN_METRES, age);
      onPosition(placed(last, { source: 'phone', accuracyMetres, ageSeconds: age }));
    },
    pointByPhoto: ({ directionDegrees, north, position }) => {
      const bearing = String(Number((directionDegrees ?? 0).toFixed(1)));
      begin('bearing', position);
      put({ entry: { ...state.entry, bearing, isMagnetic: north === 'magnetic', by: 'photo' } });
      point(position === null ? phoneStand : standOf(position, now));
    },
  };
}
