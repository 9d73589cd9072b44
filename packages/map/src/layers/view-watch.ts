// Draws nothing: reports the box in view when the camera rests, so that the web can load its data.
import { EVERY_HEIGHT } from '../bands.ts';
import { viewBoxOf } from '../engine/camera.ts';
import type { GeoBox } from '../engine/places.ts';
import type { Layer } from './layer.ts';

export interface SeenView {
  readonly heightMetres: number;
  readonly box: GeoBox;
}

/** Reports 200 ms after the camera came to rest (bands.ts), once per view. */
export function viewWatch(id: string, report: (view: SeenView) => void): Layer<never> {
  return {
    id,
    heights: EVERY_HEIGHT,
    mount: ({ scene, onSettled }) => {
      let last = '';
      const stop = onSettled(({ heightMetres }) => {
        const box = viewBoxOf(scene);
        const key = [heightMetres, ...Object.values(box)].join();
        if (key === last) return;
        last = key;
        report({ heightMetres, box });
      });
      return { apply: () => undefined, show: () => undefined, destroy: stop };
    },
  };
}
