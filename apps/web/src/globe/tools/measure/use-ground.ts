import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../shared/services.ts';
import { type GroundFigures, groundFigures } from './ground.ts';
import { MEASURE_POINTS, type Measure } from './measure.ts';

/** The figures over the ground of a measure; asked for when it has enough points. */
export function useGround({ mode, points }: Measure) {
  const client = useClient();
  return useQuery<GroundFigures>({
    queryKey: ['ground', mode, points],
    enabled: points.length >= MEASURE_POINTS[mode].least,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      groundFigures(mode, points, (places) =>
        client.places.terrainHeights({ body: places.map(({ lng, lat }) => ({ lng, lat })), occasion: 'background', silent: true, signal }),
      ),
  });
}
