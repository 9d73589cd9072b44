// Pointing in the picture, like the vendors' 3D positioning: a click turns the camera to that point, a box drawn to the right zooms in to
// the box, a box drawn to the left zooms out.
import { CallFailed } from '@lookout/client';
import { useClient } from '@lookout/web/shared/services.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useState } from 'react';
import { positionKey } from './cameras.ts';
import { boxStyle, type DrawnBox, isBox, nearestIn } from './geometry.ts';
import { useVideoMessages } from './messages.ts';

/** Covers the picture exactly. */
export function PointingOverlay({ cameraId }: { readonly cameraId: string }) {
  const { actions } = useVideoMessages();
  const client = useClient();
  const queries = useQueryClient();
  const [drawn, setDrawn] = useState<DrawnBox | null>(null);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLButtonElement>) =>
    nearestIn(currentTarget.getBoundingClientRect(), { x: clientX, y: clientY });
  const turn = async (box: DrawnBox) => {
    try {
      if (isBox(box)) await client.camera.zoomToBox({ body: { cameraId, ...box } });
      else await client.camera.pointAt({ body: { cameraId, ...box.from } });
      await queries.invalidateQueries({ queryKey: positionKey(cameraId) });
    } catch (error) {
      // The interceptor has already shown the reason (another operator has control, the lens is unknown).
      if (!(error instanceof CallFailed)) throw error;
    }
  };
  return (
    <button
      type="button"
      className="video-pointing"
      aria-label={actions.pointHint}
      title={actions.pointHint}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn({ from: pointOf(event), to: pointOf(event) });
      }}
      onPointerMove={(event) => drawn && setDrawn({ ...drawn, to: pointOf(event) })}
      onPointerUp={(event) => {
        if (drawn) void turn({ ...drawn, to: pointOf(event) });
        setDrawn(null);
      }}
      onPointerCancel={() => setDrawn(null)}
    >
      {drawn && isBox(drawn) && (
        <span className="video-box" data-way={drawn.to.u < drawn.from.u ? 'out' : 'in'} style={boxStyle(drawn)}>
          {drawn.to.u < drawn.from.u ? actions.zoomOut : actions.zoomIn}
        </span>
      )}
    </button>
  );
}
