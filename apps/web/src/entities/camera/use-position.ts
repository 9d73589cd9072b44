// Where a camera looks: asked once a second while somebody sees it, never from a hidden page.
import type { CameraDirection } from '@lookout/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient, useServices } from '../../shared/services.ts';

const ASKED_AGAIN_MS = 1_000;
/** A camera that does not answer is not pressed. */
const AFTER_FAULT_MS = 5_000;

export function usePosition(cameraId: string | null): UseQueryResult<CameraDirection> {
  const client = useClient();
  return useQuery({
    queryKey: ['camera-position', cameraId],
    enabled: cameraId !== null,
    queryFn: ({ signal }) =>
      client.steering.cameraPosition({ query: { cameraId: cameraId ?? '' }, occasion: 'background', silent: true, signal }),
    refetchInterval: ({ state }) => (state.status === 'error' ? AFTER_FAULT_MS : ASKED_AGAIN_MS),
    // What was true a minute ago is no direction to point by.
    gcTime: 0,
  });
}

interface Standing {
  readonly id: string;
  readonly name: string;
  readonly position: { readonly lng: number; readonly lat: number };
}

/** Its view on the globe follows it, as long as it is watched. */
export function useSector(camera: Standing | null, position: CameraDirection | undefined): void {
  const { cameraViews } = useServices().overlays;
  const [lng, lat] = [camera?.position.lng, camera?.position.lat];
  const [azimuth, fieldOfView] = [position?.azimuthDegrees, position?.fieldOfViewDegrees];
  const { id, name } = camera ?? {};
  useEffect(() => {
    if (id === undefined || name === undefined || lng === undefined || lat === undefined || azimuth === undefined) return;
    cameraViews.set([{ id, name, lng, lat, azimuth, fieldOfView: fieldOfView ?? null }]);
  }, [cameraViews, id, name, lng, lat, azimuth, fieldOfView]);
  useEffect(() => () => cameraViews.set([]), [cameraViews]);
}
