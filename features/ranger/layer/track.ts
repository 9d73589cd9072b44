// The track of a ranger: a line over the terrain with a dot at each position.

import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { Cartesian3, Color, Material, PointPrimitiveCollection, PolylineCollection } from 'cesium';

/** In order of time; WGS 84 degrees. Empty: nothing is drawn. */
export type Track = readonly { readonly lng: number; readonly lat: number }[];

/** Height above the terrain, so that the terrain does not cut the line between two positions. */
const ABOVE_GROUND_METRES = 12;
const LINE = Color.fromCssColorString('#7ee0b0');
const EDGE = Color.fromCssColorString('#0b1220');

const trackLayer: Layer<Track> = {
  id: 'ranger-track',
  heights: EVERY_HEIGHT,
  mount: ({ scene, heightAt, onSettled, requestFrame }) => {
    const lines = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
    const dots = scene.primitives.add(new PointPrimitiveCollection()) as PointPrimitiveCollection;
    let track: Track = [];

    const draw = (): void => {
      lines.removeAll();
      dots.removeAll();
      const positions = track.map(({ lng, lat }) => Cartesian3.fromDegrees(lng, lat, (heightAt(lng, lat) ?? 0) + ABOVE_GROUND_METRES));
      if (positions.length > 1)
        lines.add({
          positions,
          width: 4,
          material: Material.fromType('PolylineOutline', { color: LINE, outlineColor: EDGE, outlineWidth: 2 }),
        });
      for (const position of positions) dots.add({ position, pixelSize: 5, color: LINE, outlineColor: EDGE, outlineWidth: 1 });
    };
    const stop = onSettled(() => {
      if (track.length === 0) return;
      draw();
      requestFrame();
    });

    return {
      apply: (next) => {
        track = next;
        draw();
      },
      show: (visible) => {
        lines.show = visible;
        dots.show = visible;
      },
      destroy: () => {
        stop();
        scene.primitives.remove(lines);
        scene.primitives.remove(dots);
      },
    };
  },
};

export interface TrackOnMap {
  /** An empty track removes the line. */
  readonly set: (track: Track) => void;
  readonly destroy: () => void;
}

export function mountTrack(globe: Globe): TrackOnMap {
  const layer = globe.addLayer(trackLayer);
  return { set: layer.apply, destroy: layer.destroy };
}
