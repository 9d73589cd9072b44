// Tells when the camera has come to rest: 200 ms without a change (specification §9 "Debounce 200 ms"; Cesium's own moveEnd waits 500).
import { type Camera, Matrix4 } from 'cesium';
import { CAMERA_REST_MILLISECONDS } from '../bands.ts';

/** `look` is called before every drawn frame; a camera that does not move draws none. */
export function watchRest(camera: Camera, onRest: () => void): { readonly look: () => void; readonly stop: () => void } {
  const last = new Matrix4();
  let lastHeight = Number.NaN;
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    look: () => {
      // In the flat map zooming changes the frustum only: the height tells.
      const { height } = camera.positionCartographic;
      if (height === lastHeight && Matrix4.equals(camera.viewMatrix, last)) return;
      lastHeight = height;
      Matrix4.clone(camera.viewMatrix, last);
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => {
        timer = null;
        onRest();
      }, CAMERA_REST_MILLISECONDS);
    },
    stop: () => {
      if (timer) clearTimeout(timer);
    },
  };
}
