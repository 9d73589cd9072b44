// Loads the tracks of the chosen rangers on a day for the page, and passes them to the replay.
import type { Named } from '@lookout/domain';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { ReplayTrack } from '../attendance.ts';
import { usualSpeed } from './replay-clock.ts';
import { type Replay, type Replayed, replayOf, spanOf } from './replay-store.ts';

/** Today's tracks grow. */
const REFRESH_MS = 60_000;

export const useReplay = (): Replay => replayOf(useServices());

export const useReplayed = <T>(pick: (state: Replayed) => T): T => useStore(useReplay().store, pick);

/** Renders when the replay starts, stops or changes its speed; not while it runs. */
export function useReplayRunning() {
  const { clock } = useReplay();
  const isPlaying = useSyncExternalStore(clock.onChange, clock.isPlaying);
  const speed = useSyncExternalStore(clock.onChange, clock.speed);
  return { isPlaying, speed };
}

interface Question {
  readonly ids: readonly string[];
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly isToday: boolean;
  /** Where to begin, seconds of the day; null: at the first position. */
  readonly at: number | null;
}

const NONE: readonly Named<ReplayTrack>[] = [];

/** @returns the query; its tracks are on the map while the page is open */
export function useReplayTracks({ ids, day, isToday, at }: Question) {
  const client = useClient();
  const { store, clock } = useReplay();
  const query = useQuery({
    queryKey: ['ranger-replay', day, ids],
    queryFn: ({ signal }) => client.ranger.rangerReplay({ body: { userIds: [...ids], day }, silent: true, signal }),
    enabled: ids.length > 0,
    refetchInterval: isToday ? REFRESH_MS : false,
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const begunFor = useRef<string | null>(null);
  const requestedAt = useRef(at);
  requestedAt.current = at;

  useEffect(() => {
    if (ids.length === 0) {
      clock.pause();
      begunFor.current = null;
      store.setState({ tracks: NONE, followed: null });
      return;
    }
    if (data === undefined || isPlaceholderData) return;
    store.setState(({ followed }) => ({ day, tracks: data, followed: data.some(({ userId }) => userId === followed) ? followed : null }));
    const span = spanOf(data);
    clock.setSpan(span);
    // Another day begins at its first position. Another ranger, or a further minute of today, does not change the time.
    const begins = `${day} ${requestedAt.current ?? ''}`;
    if (begunFor.current === begins) return;
    begunFor.current = begins;
    clock.pause();
    clock.setSpeed(usualSpeed(span));
    clock.seek(requestedAt.current ?? span.from);
  }, [ids, data, isPlaceholderData, day, store, clock]);

  useEffect(
    () => () => {
      clock.pause();
      store.setState({ tracks: NONE, followed: null });
    },
    [store, clock],
  );
  return query;
}
