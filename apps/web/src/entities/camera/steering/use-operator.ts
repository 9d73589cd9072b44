// Who steers a camera, looked at again while the pad is open: its owner must hear that somebody asks for it before he loses it.
import { CallFailed } from '@lookout/client';
import type { CameraOperator } from '@lookout/domain';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../../../shared/services.ts';

/** An owner who was asked loses the camera after 15 s without an act. */
const LOOK_AGAIN_MS = 5_000;

export const operatorKey = (cameraId: string) => ['camera-operator', cameraId] as const;

export interface CameraControl {
  readonly state: UseQueryResult<CameraOperator>;
  /** Failed calls have been told by the interceptor. */
  readonly act: (act: 'take' | 'ask' | 'give' | 'release') => Promise<void>;
}

export function useOperator(cameraId: string): CameraControl {
  const client = useClient();
  const queries = useQueryClient();
  const state = useQuery({
    queryKey: operatorKey(cameraId),
    queryFn: ({ signal }) => client.steering.operatorNow({ query: { cameraId }, occasion: 'background', silent: true, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const isMine = useRef(false);
  useEffect(() => {
    isMine.current = state.data?.isMine ?? false;
  });
  // Who leaves the pad gives the camera back.
  useEffect(
    () => () => {
      if (!isMine.current) return;
      const body = { cameraId, act: 'release' } as const;
      client.steering.operator({ body, occasion: 'background', silent: true }).catch((error: unknown) => {
        // It is free after a minute all the same.
        if (!(error instanceof CallFailed)) throw error;
      });
    },
    [client, cameraId],
  );
  return {
    state,
    act: async (act) => {
      try {
        queries.setQueryData(operatorKey(cameraId), await client.steering.operator({ body: { cameraId, act } }));
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        await queries.invalidateQueries({ queryKey: operatorKey(cameraId) });
      }
    },
  };
}
