// The outlines of the forecast of the fire in front, kept as long as the same run is told of it.
import type { Got } from '@lookout/contract';
import { useServices } from '@lookout/web/shared/services.ts';
import { useEffect, useState } from 'react';
import type { wallCalls } from '../wall.calls.ts';

export type WallForecast = NonNullable<Got<(typeof wallCalls)['wallForecast']>>;

/** @param runId of its newest forecast; null: there is none */
export function useForecast(fireId: string | null, runId: string | null): WallForecast | null {
  const { client } = useServices();
  const [shown, setShown] = useState<WallForecast | null>(null);
  useEffect(() => {
    setShown(null);
    if (fireId === null || runId === null) return;
    const stop = new AbortController();
    client.wall
      .wallForecast({ query: { id: fireId }, occasion: 'background', silent: true, signal: stop.signal })
      .then((forecast) => !stop.signal.aborted && setShown(forecast))
      // Its numbers are shown; its outline comes with its next turn.
      .catch(() => undefined);
    return () => stop.abort();
  }, [client, fireId, runId]);
  return shown;
}
