// Draws nothing: tells where the camera rests and which box it sees, so that what is drawn there can be asked for.
import { EVERY_HEIGHT } from '../../bands.ts';
import { type ViewBox, viewBoxOf } from '../../engine/view-box.ts';
import type { Layer } from '../layer.ts';

export interface SeenView {
  readonly heightMetres: number;
  readonly box: ViewBox;
}

/** Told 200 ms after the camera came to rest (bands.ts), and at most once for the same view. */
export function watchLayer(tell: (view: SeenView) => void): Layer<never> {
  return {
    id: 'place-watch',
    heights: EVERY_HEIGHT,
    mount: ({ scene, onSettled }) => {
      let last = '';
      const stop = onSettled(({ heightMetres }) => {
        const box = viewBoxOf(scene);
        const key = [heightMetres, ...Object.values(box)].join();
        if (key === last) return;
        last = key;
        tell({ heightMetres, box });
      });
      return { apply: () => undefined, show: () => undefined, destroy: stop };
    },
  };
}
