// What the order of danger goes by at this desk: today's fire level of each county, asked for in an emergency only.
import { ancestorAt, type DangerSurroundings, type FireLevel, type GridNo, type NamedAlarm } from '@lookout/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOperatingMode } from '../../entities/operating-mode/mode-records.ts';
import { useClient } from '../../shared/services.ts';

/** Levels change once a day. */
const LEVELS_ARE_FRESH_MS = 10 * 60_000;

/** @returns null: no emergency, so the queue is by arrival. While the levels load, or cannot be had, all counties count the same. */
export function useDanger(): ((alarm: NamedAlarm) => DangerSurroundings) | null {
  const client = useClient();
  const isEmergency = useOperatingMode() === 'emergency';
  const { data } = useQuery({
    queryKey: ['danger-levels'],
    queryFn: ({ signal }) => client.fireLevel.fireLevel({ query: { level: 'counties' }, occasion: 'background', silent: true, signal }),
    enabled: isEmergency,
    staleTime: LEVELS_ARE_FRESH_MS,
    refetchInterval: LEVELS_ARE_FRESH_MS,
  });
  return useMemo(() => {
    if (!isEmergency) return null;
    const levels = new Map<GridNo, FireLevel>((data ?? []).map(({ gridNo, level }) => [gridNo, level]));
    return ({ gridNo }) => {
      const [county, prefecture] = [ancestorAt(gridNo, 'county'), ancestorAt(gridNo, 'prefecture')];
      return { fireLevel: (county && levels.get(county)) ?? (prefecture && levels.get(prefecture)) ?? null };
    };
  }, [isEmergency, data]);
}
