// The last known position of this phone with its time. It is used while a new one is slow to arrive. Pure.
import type { StoredPosition } from './position-log.ts';

export interface LastFix {
  readonly lng: number;
  readonly lat: number;
  /** 95 % confidence radius; null: the phone did not report it. */
  readonly accuracyMetres: number | null;
  /** The time of the fix, epoch milliseconds by the server's clock as estimated here. */
  readonly at: number;
}

/** A position as the phone reports it, by its own clock. */
interface Found {
  readonly lng: number;
  readonly lat: number;
  readonly accuracyMetres: number;
  readonly at: number;
}

/**
 * Returns the newer of the current position and the last point of the track.
 * @param aheadMilliseconds how far the server's clock is ahead of the phone's
 */
export function lastFix(here: Found | null, track: readonly StoredPosition[], aheadMilliseconds: number): LastFix | null {
  const now = here && { ...here, at: here.at + aheadMilliseconds };
  const end = track.at(-1);
  if (end === undefined || (now !== null && now.at >= end.at)) return now;
  return { lng: end.lng, lat: end.lat, accuracyMetres: end.accuracyMetres ?? null, at: end.at };
}
