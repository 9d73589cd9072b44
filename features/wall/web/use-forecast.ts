// The forecast outlines of the fire in front, stored as long as the fire's newest forecast is the same run.
import { useServices } from '@lookout/web/shared/services.ts';
import { useEffect, useState } from 'react';
import type { WallForecast } from '../wall.ts';

/** @param runId of the fire's newest forecast; null: there is none */
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
      // The forecast's numbers are shown anyway, and the outline is requested again in the fire's next turn.
      .catch(() => undefined);
    return () => stop.abort();
  }, [client, fireId, runId]);
  return shown;
}
