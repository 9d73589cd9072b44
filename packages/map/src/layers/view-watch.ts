// Draws nothing: reports the box in view when the camera rests, so that the web can load its data.
import { EVERY_HEIGHT } from '../bands.ts';
import { viewBoxOf } from '../engine/camera.ts';
import type { Globe } from '../engine/globe.ts';
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

/** Adds a `viewWatch` with any number of listeners. @returns adds a listener, and returns what removes it */
export function watchViews(globe: Globe, id: string): (report: (view: SeenView) => void) => () => void {
  const listeners = new Set<(view: SeenView) => void>();
  globe.addLayer(
    viewWatch(id, (view) => {
      for (const report of [...listeners]) report(view);
    }),
  );
  return (report) => {
    listeners.add(report);
    return () => void listeners.delete(report);
  };
}
