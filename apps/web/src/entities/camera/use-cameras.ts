// Cameras with the state of their video, looked at again every ten seconds while somebody looks at them.
import type { CheckedCamera } from '@lookout/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient, useRight } from '../../shared/services.ts';

const CHECKED_AGAIN_MS = 10_000;
const KEY = 'video-cameras';
export const CAMERAS_KEY = [KEY] as const;

/** Which cameras: of one monitoring point, of one name, or all of the own grid. */
export type CameraFilter = { readonly monitorId: string } | { readonly name: string } | Record<never, never>;

export function useCameras(filter: CameraFilter): UseQueryResult<readonly CheckedCamera[]> {
  const client = useClient();
  const mayWatch = useRight('watch-video');
  return useQuery({
    queryKey: [KEY, filter],
    enabled: mayWatch,
    queryFn: ({ signal }) => client.video.checkAll({ body: filter, occasion: 'background', silent: true, signal }),
    refetchInterval: CHECKED_AGAIN_MS,
  });
}
