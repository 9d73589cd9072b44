// A press on the picture turns the camera there.
import { CallFailed } from '@lookout/client';
import type { MouseEvent } from 'react';
import { useClient } from '../../shared/services.ts';
import { useVideoMessages } from './messages.ts';
import { pointIn } from './picture-box.ts';

export function PointingOverlay({ cameraId }: { readonly cameraId: string }) {
  const { acts } = useVideoMessages();
  const client = useClient();
  const point = async ({ currentTarget, clientX, clientY }: MouseEvent<HTMLButtonElement>) => {
    const at = pointIn(currentTarget.getBoundingClientRect(), { x: clientX, y: clientY });
    if (at === null) return;
    try {
      await client.steering.pointAt({ body: { cameraId, ...at } });
    } catch (error) {
      // The interceptor has said why (somebody else steers it, its lens is not known).
      if (!(error instanceof CallFailed)) throw error;
    }
  };
  return (
    <button
      type="button"
      className="video-pointing"
      aria-label={acts.pointHint}
      title={acts.pointHint}
      onClick={(event) => void point(event)}
    />
  );
}
