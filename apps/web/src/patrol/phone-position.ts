// The phone's position: searched until it is accurate enough or the time is up. The best fix so far is shown meanwhile.
import { DAY_MS } from '@lookout/domain';

export type PositionFault = 'insecure' | 'unsupported' | 'denied' | 'unavailable' | 'timeout';

export interface PhonePosition {
  readonly lng: number;
  readonly lat: number;
  /** 95 % confidence radius. */
  readonly accuracyMetres: number;
  /** The time of the fix, epoch milliseconds by the phone's own clock. */
  readonly at: number;
}

/** Accurate enough to end the search. The first fixes come from cell towers and are coarse; satellite fixes follow after seconds. */
const GOOD_METRES = 15;
const SEARCH_MS = 20_000;

/** W3C Geolocation: GeolocationPositionError.code */
const FAULTS: Readonly<Record<number, PositionFault>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Browsers provide no position to pages over plain http (except localhost). */
export function whyNoPhonePosition(window: { readonly isSecureContext: boolean; readonly navigator: object }): PositionFault | null {
  if (!window.isSecureContext) return 'insecure';
  return 'geolocation' in window.navigator ? null : 'unsupported';
}

/** The time of a fix. Some phones use a different epoch, so an impossible time is replaced by the current one. */
export const fixTime = (timestamp: number, now: number): number => (timestamp <= now && timestamp > now - DAY_MS ? timestamp : now);

interface Search {
  readonly geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'>;
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: never) => void;
  /** Called with each better fix. */
  readonly onPosition: (position: PhonePosition) => void;
  /** Called once at the end; a fault only when nothing was found. */
  readonly onEnd: (fault: PositionFault | null) => void;
}

/** Starts the search immediately and returns a function that stops it. */
export function searchPhonePosition({ geolocation, setTimeout, clearTimeout, onPosition, onEnd }: Search): () => void {
  let best: PhonePosition | null = null;
  let over = false;
  const stop = () => {
    over = true;
    geolocation.clearWatch(watch);
    clearTimeout(timer as never);
  };
  const end = (fault: PositionFault | null) => {
    if (over) return;
    stop();
    onEnd(best === null ? fault : null);
  };
  const timer = setTimeout(() => end('timeout'), SEARCH_MS);
  const watch = geolocation.watchPosition(
    ({ coords, timestamp }) => {
      if (over || (best !== null && coords.accuracy >= best.accuracyMetres)) return;
      best = { lng: coords.longitude, lat: coords.latitude, accuracyMetres: coords.accuracy, at: fixTime(timestamp, Date.now()) };
      onPosition(best);
      if (coords.accuracy <= GOOD_METRES) end(null);
    },
    (error) => {
      // "Unavailable" and "timeout" may be temporary while the watch runs; a denied permission is final.
      if (FAULTS[error.code] === 'denied') end('denied');
      else if (FAULTS[error.code] === 'unavailable') end('unavailable');
    },
    { enableHighAccuracy: true, maximumAge: 5_000, timeout: SEARCH_MS },
  );
  return stop;
}
