// The rangers of one's own grid as seen from a place, asked again while the dialog is open: presence and tasks change.
import type { ListedRanger } from '@lookout/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from '../../../shared/services.ts';

/** Positions come every 15 s. */
const ASK_AGAIN_MS = 15_000;

export function useRangersNear({ lng, lat }: { readonly lng: number; readonly lat: number }): UseQueryResult<readonly ListedRanger[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['rangers-near', lng, lat],
    queryFn: ({ signal }) =>
      client.rangers.rangerList({ body: { longitude: lng, latitude: lat }, silent: true, occasion: 'background', signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
}
