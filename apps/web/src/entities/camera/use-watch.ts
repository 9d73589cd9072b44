// Watching, bound to a component: begins with it, ends with it, rests while nobody can see it.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { players } from './players/players.ts';
import { type Asked, type WatchFault, type Watching, type WatchState, watch } from './watching.ts';

export interface WatchSource {
  /** What is watched; another key is another stream. */
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<Asked>;
  readonly explain: (signal: AbortSignal) => Promise<WatchFault | null>;
}

/** Who looks into another window for a moment finds the picture as it was. */
const HIDDEN_FOR_MS = 10_000;

export function useWatch(
  video: RefObject<HTMLVideoElement | null>,
  source: WatchSource,
): { readonly state: WatchState; readonly retry: () => void } {
  const [state, setState] = useState<WatchState>({ kind: 'connecting' });
  const watching = useRef<Watching | null>(null);
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  const isShown = useShown();
  const { key } = source;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another stream; its source is read when it is asked
  useEffect(() => {
    const element = video.current;
    if (element === null || !isShown) return;
    const own = watch({
      element,
      players,
      ask: (signal) => latest.current.ask(signal),
      explain: (signal) => latest.current.explain(signal),
      onState: setState,
      now: () => Date.now(),
    });
    watching.current = own;
    return () => {
      own.stop();
      watching.current = null;
    };
  }, [key, isShown, video]);

  return { state, retry: () => watching.current?.retry() };
}

/** Whether the page is seen, or was until a moment ago. */
function useShown(): boolean {
  const [isShown, setShown] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (document.visibilityState === 'visible') setShown(true);
      else timer = setTimeout(() => setShown(false), HIDDEN_FOR_MS);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return isShown;
}
