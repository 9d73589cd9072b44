// Whether this phone reaches the server. A ranger has no live line, so the page asks for the time every now and then.
import { isDeadSession, isLineLost } from '@lookout/client';
import { useCallback, useEffect, useState } from 'react';
import { useConnection } from '../../shared/services.ts';

export type Line = 'offline' | 'calls' | 'dead' | 'connecting' | 'online';

const BEAT_MS = 20_000;
/** While there is no answer it is asked more often: a patch of coverage on a mountain path does not last. */
const SEARCH_MS = 5_000;

export interface LineFacts {
  readonly line: Line;
  /** How many times the server has answered: each is an occasion to send what waits. */
  readonly beats: number;
}

export function useLine(measureClock: () => Promise<void>): LineFacts {
  const { callsLost } = useConnection();
  const [online, setOnline] = useState(navigator.onLine);
  const [dead, setDead] = useState(false);
  const [beats, setBeats] = useState(0);

  const beat = useCallback(async () => {
    try {
      await measureClock();
      setBeats((before) => before + 1);
    } catch (error) {
      if (isDeadSession(error)) setDead(true);
      // The interceptor has noted a lost line; a refusal is an answer all the same.
      else if (!isLineLost(error)) setBeats((before) => before + 1);
    }
  }, [measureClock]);

  useEffect(() => {
    const changed = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) void beat();
    };
    const seen = () => {
      if (!document.hidden) void beat();
    };
    window.addEventListener('online', changed);
    window.addEventListener('offline', changed);
    document.addEventListener('visibilitychange', seen);
    void beat();
    return () => {
      window.removeEventListener('online', changed);
      window.removeEventListener('offline', changed);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [beat]);

  useEffect(() => {
    if (dead || !online) return;
    const timer = setInterval(() => !document.hidden && void beat(), callsLost ? SEARCH_MS : BEAT_MS);
    return () => clearInterval(timer);
  }, [beat, callsLost, dead, online]);

  const line = dead ? 'dead' : !online ? 'offline' : callsLost ? 'calls' : beats === 0 ? 'connecting' : 'online';
  return { line, beats };
}
