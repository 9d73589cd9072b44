// A run of the forecast at a desk: asked for, followed until it is over, cancelled. Its id is in the address, so that it is found again.
import { CallFailed, isLineLost, isNotFound } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type EnteredMoisture, isSpreadOver, type SpreadModel } from '../spread.ts';
import type { readFireSeen, readSpreadHeader, readSpreadRun } from '../spread.wire.ts';
import type { PlottedIgnition } from './ignition-plots.ts';
import type { EnteredHour, FireWeather } from './weather-draft.ts';

export type SpreadRunFile = ReturnType<typeof readSpreadRun>;
export type SpreadRunLine = ReturnType<typeof readSpreadHeader>;

/** As the address names the run. */
export const RUN = 'run';
const ONE = 'spread';
const OF_FIRE = 'spreads-of-fire';
const SEEN = 'fire-seen';
const WEATHER = 'fire-weather';

/** Most are ready within a second or two; one that waits is asked for less and less often. No event of a run is sent to desks. */
const FIRST_MS = 500;
const GROWS = 1.4;
const MOST_MS = 5_000;
export const pauseBefore = (asked: number): number => Math.min(MOST_MS, FIRST_MS * GROWS ** asked);

/** @param id null: none is chosen */
export function useSpreadRun(id: string | null): UseQueryResult<SpreadRunFile> {
  const client = useClient();
  return useQuery({
    queryKey: [ONE, id],
    queryFn: ({ signal }) => client.spread.spreadOne({ query: { id: id ?? '' }, occasion: 'background', silent: true, signal }),
    enabled: id !== null,
    // What is over never changes.
    staleTime: ({ state: { data } }) => (data && isSpreadOver(data.state) ? Number.POSITIVE_INFINITY : 0),
    // A lost line is waited out; a run that is gone is not.
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount, error } }) =>
      isNotFound(error) || (data && isSpreadOver(data.state)) ? false : pauseBefore(dataUpdateCount + errorUpdateCount),
  });
}

/** Newest first; an alarm that is of no fire yet has none. Asked again when the run at hand is over. */
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
    // It may be the one that is corrected now.
    void queries.invalidateQueries({ queryKey: [SEEN, fireId] });
  }, [queries, fireId, over]);
  return list;
}

export type FireSeen = ReturnType<typeof readFireSeen>;
/** Hotspots and reports come as they come: none of them is sent to this tab. */
const SEEN_EVERY_MS = 20_000;

/** What was seen of a fire; null: an alarm that is of no fire yet. Runs are compared with it: they are asked for again when it has changed. */
export function useFireSeen(fireId: string): UseQueryResult<FireSeen | null> {
  const client = useClient();
  const queries = useQueryClient();
  const { replay } = useServices();
  const query = useQuery({
    queryKey: [SEEN, fireId],
    // Of the past nothing is corrected any more.
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

/** The server asks the weather service once in half an hour. */
const WEATHER_STALE_MS = 10 * 60_000;

/** What the weather service forecasts at a fire; null: an alarm that is of no fire yet. */
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

export interface SpreadQuestion {
  readonly hours: number;
  readonly members: number;
  /** Without: that of the run which is corrected, else Rothermel's. */
  readonly model?: SpreadModel;
  /** Where it burns, as it was drawn; without: where the fire is. */
  readonly ignition?: PlottedIgnition;
  /** Without: now, or where a forecast is corrected its own. */
  readonly begin?: Date;
  /** null: as the weather service forecasts it. */
  readonly weather: readonly EnteredHour[] | null;
  /** Of the classes that are left out by temperature and humidity. */
  readonly moisture?: EnteredMoisture;
  /** Where it must be corrected by what was seen; else the server decides. */
  readonly correct?: true;
}

export type SpreadFault =
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'no-fire' }
  /** The service does not know these hours at the fire: the officer may enter them. */
  | { readonly kind: 'no-weather' }
  /** The server's message. */
  | { readonly kind: 'refused'; readonly text: string };

interface Asking {
  readonly busy: boolean;
  readonly fault: SpreadFault | null;
  readonly ask: (question: SpreadQuestion) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
}

/** @param onRun the run that answers: a new one, or that of another desk that asked the same */
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
            weather: weather?.map(({ time, ...hour }) => ({ time: formatTime(time), ...hour })) ?? null,
            ...(model && { model }),
            ...(moisture && Object.keys(moisture).length > 0 && { moisturePercent: moisture }),
            ...(ignition && { ignition }),
            ...(begin && { begin: formatTime(begin) }),
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

/** @throws any error that is not a failed call */
function faultOf(error: unknown): SpreadFault {
  if (!(error instanceof CallFailed)) throw error;
  if (isLineLost(error)) return { kind: 'no-answer' };
  if (isNotFound(error)) return { kind: 'no-fire' };
  if (error.fields.some(({ path }) => path === 'weather')) return { kind: 'no-weather' };
  const said = error.fields.map(({ message }) => message);
  return { kind: 'refused', text: said.length > 0 ? said.join(' ') : error.message };
}
