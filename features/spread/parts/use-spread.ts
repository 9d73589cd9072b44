// A run of the forecast in the browser: requested, polled until it is over, cancelled. Its id is in the URL, so that it can be opened
// again.
import { CallFailed, isLineLost, isNotFound } from '@lookout/client';
import type { Sent } from '@lookout/contract';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { spreadCalls } from '../spread.calls.ts';
import { type FireObservations, isSpreadOver, type SpreadRunFile, type SpreadRunLine } from '../spread.ts';
import type { FireWeather } from '../spread-inputs.ts';

/** The URL parameter of the run. */
export const RUN = 'run';
const ONE = 'spread';
const OF_FIRE = 'spreads-of-fire';
const OBSERVATIONS = 'fire-observations';
const WEATHER = 'fire-weather';

/** Most runs are ready within a second or two, and a queued one is polled less and less often. Runs publish no live events. */
const FIRST_MS = 500;
const GROWS = 1.4;
const MOST_MS = 5_000;
export const pauseBefore = (polls: number): number => Math.min(MOST_MS, FIRST_MS * GROWS ** polls);

/** @param id null: no run is chosen */
export function useSpreadRun(id: string | null): UseQueryResult<SpreadRunFile> {
  const client = useClient();
  return useQuery({
    queryKey: [ONE, id],
    queryFn: ({ signal }) => client.spread.spreadOne({ query: { id: id ?? '' }, occasion: 'background', silent: true, signal }),
    enabled: id !== null,
    // A run that is over never changes.
    staleTime: ({ state: { data } }) => (data && isSpreadOver(data.state) ? Number.POSITIVE_INFINITY : 0),
    // Polling continues after a lost connection, but not for a run that does not exist.
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount, error } }) =>
      isNotFound(error) || (data && isSpreadOver(data.state)) ? false : pauseBefore(dataUpdateCount + errorUpdateCount),
  });
}

/** Newest first. Empty for an alarm that does not belong to a fire yet. Queried again when the current run is over. */
export function useSpreadsOfFire(fireId: string, run: SpreadRunFile | undefined): UseQueryResult<readonly SpreadRunLine[]> {
  const client = useClient();
  const list = useQuery({
    queryKey: [OF_FIRE, fireId],
    queryFn: async ({ signal }): Promise<readonly SpreadRunLine[]> => {
      try {
        return await client.spread.spreadsOfFire({ query: { incidentId: fireId }, occasion: 'background', silent: true, signal });
      } catch (error) {
        if (isNotFound(error)) return [];
        throw error;
      }
    },
  });
  const queries = useQueryClient();
  const over = run !== undefined && isSpreadOver(run.state) ? run.id : null;
  useEffect(() => {
    if (over === null) return;
    void queries.invalidateQueries({ queryKey: [OF_FIRE, fireId] });
    // The run may be the one that new observations now correct.
    void queries.invalidateQueries({ queryKey: [OBSERVATIONS, fireId] });
  }, [queries, fireId, over]);
  return list;
}

/** The polling interval. Hotspots and reports arrive at any time and are not published to this tab. */
const OBSERVATIONS_EVERY_MS = 20_000;

/**
 * The observations of a fire; null: the alarm does not belong to a fire yet. Runs are compared with them, so a change of the observations
 * refetches the runs.
 */
export function useFireObservations(fireId: string): UseQueryResult<FireObservations | null> {
  const client = useClient();
  const queries = useQueryClient();
  const { replay } = useServices();
  const query = useQuery({
    queryKey: [OBSERVATIONS, fireId],
    // In a replay, nothing can be corrected.
    enabled: replay === null,
    queryFn: async ({ signal }): Promise<FireObservations | null> => {
      try {
        return await client.spread.fireObservations({ query: { incidentId: fireId }, occasion: 'background', silent: true, signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    refetchInterval: OBSERVATIONS_EVERY_MS,
  });
  const observed = query.data?.observations.map(({ id, time }) => `${id} ${time.getTime()}`).join();
  const before = useRef(observed);
  useEffect(() => {
    const isChanged = before.current !== undefined && before.current !== observed;
    before.current = observed;
    if (!isChanged) return;
    void queries.invalidateQueries({ queryKey: [ONE] });
    void queries.invalidateQueries({ queryKey: [OF_FIRE, fireId] });
  }, [queries, fireId, observed]);
  return query;
}

/** The server itself queries the weather service only every half hour. */
const WEATHER_STALE_MS = 10 * 60_000;

/** The weather service's forecast at a fire; null: the alarm does not belong to a fire yet. */
export function useFireWeather(fireId: string, isWanted: boolean): UseQueryResult<FireWeather | null> {
  const client = useClient();
  return useQuery({
    queryKey: [WEATHER, fireId],
    enabled: isWanted,
    staleTime: WEATHER_STALE_MS,
    queryFn: async ({ signal }): Promise<FireWeather | null> => {
      try {
        return await client.spread.fireWeather({ query: { incidentId: fireId }, silent: true, signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });
}

/** The request of a forecast, without the fire. */
export type ForecastRequest = Omit<NonNullable<Sent<(typeof spreadCalls)['runSpread']>['body']>, 'incidentId'>;

export type SpreadFault =
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'no-fire' }
  /** The service has no forecast for these hours at the fire. The officer may enter the weather. */
  | { readonly kind: 'no-weather' }
  /** The server's message. */
  | { readonly kind: 'refused'; readonly text: string };

interface Requesting {
  readonly busy: boolean;
  readonly fault: SpreadFault | null;
  readonly request: (request: ForecastRequest) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
}

/** @param onRun receives the id of the run: a new one, or one that another user requested with the same inputs */
export function useRequestForecast(fireId: string, onRun: (id: string) => void): Requesting {
  const client = useClient();
  const queries = useQueryClient();
  const rest = useSubmitRest();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<SpreadFault | null>(null);

  const attempt = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await call();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy: busy || rest.resting,
    fault,
    request: async (request) => {
      if (busy || !rest.begin()) return;
      await attempt(async () => {
        const { id } = await client.spread.runSpread({ body: { incidentId: fireId, ...request }, silent: true });
        void queries.invalidateQueries({ queryKey: [OF_FIRE, fireId] });
        onRun(id);
      });
    },
    cancel: (id) =>
      attempt(async () => {
        await client.spread.cancelSpread({ query: { id }, silent: true });
        await queries.invalidateQueries({ queryKey: [ONE, id] });
      }),
  };
}

/** @throws any error other than a failed call */
function faultOf(error: unknown): SpreadFault {
  if (!(error instanceof CallFailed)) throw error;
  if (isLineLost(error)) return { kind: 'no-answer' };
  if (isNotFound(error)) return { kind: 'no-fire' };
  if (error.fields.some(({ path }) => path === 'weather')) return { kind: 'no-weather' };
  const messages = error.fields.map(({ message }) => message);
  return { kind: 'refused', text: messages.length > 0 ? messages.join(' ') : error.message };
}
