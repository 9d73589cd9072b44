// The state of a running wall (大屏): the server's data, what is in front, the sound of a new alarm, and the check for a new build.

import { useServices } from '@lookout/web/shared/services.ts';
import { createChime } from '@lookout/web/shared/sound.ts';
import type { TextStorage } from '@lookout/web/shared/storage.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AlarmPriority } from '../../incident/fire-danger.ts';
import type { WallAddress } from './address.ts';
import { ownScripts, watchBuild } from './fresh-build.ts';
import { firstTurn, followed, interrupted, type Turn } from './turns.ts';
import { startWallFeed, type WallFeed, type WallState } from './wall-feed.ts';

interface Options {
  readonly address: WallAddress;
  readonly lastReply: { readonly storage: TextStorage; readonly name: string };
  readonly onOver: (reason: string | null) => void;
}

export interface ShownWall {
  readonly state: WallState;
  readonly turn: Turn;
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** Whether a sound was requested but the browser does not allow it. */
  readonly isSoundBlocked: boolean;
}

const TICK_MS = 500;
const PRIORITY: AlarmPriority = 'medium';
const NOTHING_YET: WallState = { wall: null, answeredAt: null, isLost: false, isRefused: false };

export function useWall({ address: { sounds, gridNo }, lastReply, onOver }: Options): ShownWall {
  const { client } = useServices();
  const [feed, setFeed] = useState<WallFeed | null>(null);
  const [turn, setTurn] = useState<Turn>(() => firstTurn(Date.now()));
  const { chime, isSoundBlocked } = useChime(sounds);
  const state = useSyncExternalStore(feed?.subscribe ?? never, feed?.get ?? nothingYet);

  useEffect(() => {
    const started = startWallFeed({
      client,
      gridNo,
      clock: Date.now,
      window,
      lastReply,
      onNew: (alarms) => {
        const ids = alarms.map(({ id }) => id);
        setTurn((before) => interrupted(before, ids, Date.now()));
        chime.current?.play({ priority: PRIORITY });
      },
      onOver,
    });
    setFeed(started);
    return started.stop;
  }, [client, gridNo, lastReply, onOver, chime]);

  const { wall, isLost } = state;
  const scene = useRef({ fireIds: [] as readonly string[], alarmIds: [] as readonly string[] });
  scene.current = {
    fireIds: wall?.fires.map(({ id }) => id) ?? [],
    alarmIds: wall?.alarms.filter(({ state: one }) => one === 'waiting').map(({ id }) => id) ?? [],
  };
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => followed(before, scene.current, Date.now())), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  // A server that is reachable again may serve a new build.
  const build = useRef<ReturnType<typeof watchBuild> | null>(null);
  useEffect(() => {
    const watch = watchBuild({
      fetch: (url, init) => window.fetch(url, init),
      own: ownScripts(document),
      window,
      reload: () => window.location.reload(),
    });
    build.current = watch;
    return watch.stop;
  }, []);
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !isLost) void build.current?.look();
    wasLost.current = isLost;
  }, [isLost]);

  return { state, turn, now: feed?.now ?? Date.now, isSoundBlocked };
}

const never = () => () => undefined;
const nothingYet = () => NOTHING_YET;

/** No user is present to make a gesture. The browser of a wall is configured to allow sound without one, so sound is requested at once. */
const ASKED_AT_ONCE = { userActivation: { hasBeenActive: true } };

function useChime(sounds: boolean) {
  const chime = useRef<ReturnType<typeof createChime> | null>(null);
  const [isSoundBlocked, setBlocked] = useState(false);
  useEffect(() => {
    if (!sounds) return;
    const page = {
      navigator: ASKED_AT_ONCE,
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
    };
    const made = createChime(page, () => new AudioContext(), Date.now);
    chime.current = made;
    const update = () => setBlocked(made.blocked());
    const stop = made.subscribe(update);
    update();
    return () => {
      stop();
      made.stop();
      chime.current = null;
    };
  }, [sounds]);
  return { chime, isSoundBlocked };
}
