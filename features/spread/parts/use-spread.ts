// A run of the forecast in the browser: requested, polled until it is over, cancelled. Its id is in the URL, so that it can be opened
// again.
import { CallFailed, isLineLost, isNotFound } from '@lookout/client';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FireSeen, ServiceWeather, SpreadRunFile, SpreadRunLine } from '../spread.schema.ts';
import { type EnteredMoisture, isSpreadOver, type SpreadModel } from '../spread.ts';
import type { PlottedIgnition } from './ignition-plots.ts';
import type { EnteredHour } from './weather-draft.ts';

/** The URL parameter of the run. */
export const RUN = 'run';
const ONE = 'spread';
const OF_FIRE = 'spreads-of-fire';
const SEEN = 'fire-seen';
const WEATHER = 'fire-weather';

/** Most runs are ready within a second or two, and a queued one is polled less and less often. Runs publish no live events. */
const FIRST_MS = 500;
const GROWS = 1.4;
const MOST_MS = 5_000;
export const pauseBefore = (asked: number): number => Math.min(MOST_MS, FIRST_MS * GROWS ** asked);

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
    void queries.invalidateQueries({ queryKey: [SEEN, fireId] });
  }, [queries, fireId, over]);
  return list;
}

/** The polling interval. Hotspots and reports arrive at any time and are not published to this tab. */
const SEEN_EVERY_MS = 20_000;

/**
 * The observations of a fire; null: the alarm does not belong to a fire yet. Runs are compared with them, so a change of the observations
 * refetches the runs.
 */
export function useFireSeen(fireId: string): UseQueryResult<FireSeen | null> {
  const client = useClient();
  const queries = useQueryClient();
  const { replay } = useServices();
  const query = useQuery({
    queryKey: [SEEN, fireId],
    // In a replay, nothing can be corrected.
    enabled: replay === null,
    queryFn: async ({ signal }): Promise<FireSeen | null> => {
      try {
        return await client.spread.fireSeen({ query: { incidentId: fireId }, occasion: 'background', silent: true, signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    refetchInterval: SEEN_EVERY_MS,
  });
  const seen = query.data?.seen.map(({ id, time }) => `${id} ${time.getTime()}`).join();
  const before = useRef(seen);
  useEffect(() => {
    const isChanged = before.current !== undefined && before.current !== seen;
    before.current = seen;
    if (!isChanged) return;
    void queries.invalidateQueries({ queryKey: [ONE] });
    void queries.invalidateQueries({ queryKey: [OF_FIRE, fireId] });
  }, [queries, fireId, seen]);
  return query;
}

/** The server itself queries the weather service only every half hour. */
const WEATHER_STALE_MS = 10 * 60_000;

/** The weather service's forecast at a fire; null: the alarm does not belong to a fire yet. */
export function useFireWeather(fireId: string, isWanted: boolean): UseQueryResult<ServiceWeather | null> {
  const client = useClient();
  return useQuery({
    queryKey: [WEATHER, fireId],
    enabled: isWanted,
    staleTime: WEATHER_STALE_MS,
    queryFn: async ({ signal }): Promise<ServiceWeather | null> => {
      try {
        return await client.spread.fireWeather({ query: { incidentId: fireId }, silent: true, signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });
}

export interface SpreadQuestion {
  readonly hours: number;
  readonly members: number;
  /** Absent: the model of the run that is corrected, else Rothermel's. */
  readonly model?: SpreadModel;
  /** The drawn plots that the fire starts from; absent: the fire's position. */
  readonly ignition?: PlottedIgnition;
  /** Absent: now, or the start of the forecast that is corrected. */
  readonly begin?: Date;
  /** null: the weather service's forecast. */
  readonly weather: readonly EnteredHour[] | null;
  /** The entered classes. The others are calculated from temperature and humidity. */
  readonly moisture?: EnteredMoisture;
  /** true: the run must be corrected by observations; absent: the server decides. */
  readonly correct?: true;
}

export type SpreadFault =
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'no-fire' }
  /** The service has no forecast for these hours at the fire. The officer may enter the weather. */
  | { readonly kind: 'no-weather' }
  /** The server's message. */
  | { readonly kind: 'refused'; readonly text: string };

interface Asking {
  readonly busy: boolean;
  readonly fault: SpreadFault | null;
  readonly ask: (question: SpreadQuestion) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
}

/** @param onRun receives the id of the run: a new one, or one that another user requested with the same inputs */
export function useAskSpread(fireId: string, onRun: (id: string) => void): Asking {
  const client = useClient();
  const queries = useQueryClient();
  const rest = useSubmitRest();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<SpreadFault | null>(null);

  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await act();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy: busy || rest.resting,
    fault,
    ask: async ({ hours, members, model, ignition, begin, weather, moisture, correct }) => {
      if (busy || !rest.begin()) return;
      await attempt(async () => {
        const { id } = await client.spread.runSpread({
          body: {
            incidentId: fireId,
            hours,
            members,
            weather,
            ...(model && { model }),
            ...(moisture && Object.keys(moisture).length > 0 && { moisturePercent: moisture }),
            ...(ignition && { ignition }),
            ...(begin && { begin }),
            ...(correct && { correct }),
          },
          silent: true,
        });
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
  const said = error.fields.map(({ message }) => message);
  return { kind: 'refused', text: said.length > 0 ? said.join(' ') : error.message };
}
