// The current replay, shared by the page and the globe part. It outlives a globe and ends with the session.
import type { Named } from '@lookout/domain';
import { perSession } from '@lookout/web/shared/services.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ReplayTrack } from '../attendance.ts';
import { createReplayClock, DAY_SECONDS, type ReplayClock, type Span } from './replay-clock.ts';

export interface Replayed {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** In the order of their colours; empty: nothing is replayed. */
  readonly tracks: readonly Named<ReplayTrack>[];
  /** The ranger whom the camera follows. */
  readonly followed: string | null;
}

export interface Replay {
  readonly store: StoreApi<Replayed>;
  readonly clock: ReplayClock;
}

export const replayOf = perSession<Replay>(
  () => ({
    store: createStore<Replayed>(() => ({ day: '', tracks: [], followed: null })),
    clock: createReplayClock({
      request: (run) => window.requestAnimationFrame(run),
      cancel: (handle) => window.cancelAnimationFrame(handle),
    }),
  }),
  ({ clock }) => clock.pause(),
);

/** From the first to the last position of all rangers; the whole day if there are none. */
export function spanOf(tracks: readonly Pick<ReplayTrack, 'seconds'>[]): Span {
  const ends = tracks.flatMap(({ seconds }) => (seconds.length === 0 ? [] : [seconds[0] as number, seconds.at(-1) as number]));
  return ends.length === 0 ? { from: 0, to: DAY_SECONDS } : { from: Math.min(...ends), to: Math.max(...ends) };
}

/** A gap of one of the rangers, seconds of the day. */
export interface ReplayGap extends Span {
  readonly userId: string;
  readonly fullName: string;
}

/** All gaps in order of time. @param begin the beginning of the day, epoch milliseconds */
export const gapsOf = (tracks: readonly Named<ReplayTrack>[], begin: number): readonly ReplayGap[] =>
  tracks
    .flatMap(({ userId, fullName, gaps }) =>
      gaps.map((gap) => ({
        userId,
        fullName,
        from: (gap.begin.getTime() - begin) / 1000,
        to: (gap.end.getTime() - begin) / 1000,
      })),
    )
    .sort((a, b) => a.from - b.from);

/** A gap is shown from shortly before it. */
const BEFORE_GAP_SECONDS = 30;
export const beforeGap = ({ from }: Span): number => from - BEFORE_GAP_SECONDS;

/** The next or the previous gap, relative to a second of the day. */
export function gapFrom(gaps: readonly ReplayGap[], second: number, direction: 'next' | 'previous'): ReplayGap | null {
  if (direction === 'next') return gaps.find((gap) => beforeGap(gap) > second + 1) ?? null;
  return gaps.findLast((gap) => beforeGap(gap) < second - 1) ?? null;
}

/** The bounding box of all positions, in degrees; null: there are none. */
export function boxOf(
  tracks: readonly Pick<ReplayTrack, 'longitudes' | 'latitudes'>[],
): { readonly west: number; readonly south: number; readonly east: number; readonly north: number } | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { longitudes, latitudes } of tracks) {
    for (const lng of longitudes) [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    for (const lat of latitudes) [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return west > east ? null : { west, south, east, north };
}
