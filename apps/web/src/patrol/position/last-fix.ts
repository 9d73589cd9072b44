// The last known position of this phone with its time: it stands in while a new one is slow to come. Pure.
import type { KeptPosition } from './position-log.ts';

export interface LastFix {
  readonly lng: number;
  readonly lat: number;
  /** 95 % confidence radius; null: the phone did not say. */
  readonly accuracyMetres: number | null;
  /** When the phone was there, epoch milliseconds by the server's clock as estimated here. */
  readonly at: number;
}

/** As the phone gives it, by its own clock. */
interface Found {
  readonly lng: number;
  readonly lat: number;
  readonly accuracyMetres: number;
  readonly at: number;
}

/**
 * The newer of the present position and the end of the track.
 * @param aheadMilliseconds what the server's clock is ahead of the phone's
 */
export function lastFix(here: Found | null, track: readonly KeptPosition[], aheadMilliseconds: number): LastFix | null {
  const now = here && { ...here, at: here.at + aheadMilliseconds };
  const end = track.at(-1);
  if (end === undefined || (now !== null && now.at >= end.at)) return now;
  return { lng: end.lng, lat: end.lat, accuracyMetres: end.accuracyMetres ?? null, at: end.at };
}
