// The rays from the cameras' eyes to where they meet the ground: straight lines in the air, hidden by a ridge as the sight itself would be.
import { Cartesian3, Color, Material, PolylineCollection } from 'cesium';
import { EVERY_HEIGHT } from '../../bands.ts';
import type { Layer } from '../layer.ts';
import { rayColour, type SightRay } from './sighting.ts';

const WIDTH_PIXELS = 3;
const EDGE = Color.fromCssColorString('#0b1220');

export const rayLayer: Layer<readonly SightRay[]> = {
  id: 'sighting-rays',
  heights: EVERY_HEIGHT,
  mount: ({ scene, heightAt, onSettled, requestFrame }) => {
    const lines = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
    let rays: readonly SightRay[] = [];

    const draw = (): void => {
      lines.removeAll();
      for (const ray of rays) {
        const { eye, place } = ray;
        const ground = heightAt(place.lng, place.lat) ?? 0;
        lines.add({
          positions: [
            Cartesian3.fromDegrees(eye.lng, eye.lat, eye.heightMetres ?? heightAt(eye.lng, eye.lat) ?? 0),
            Cartesian3.fromDegrees(place.lng, place.lat, ground),
          ],
          width: WIDTH_PIXELS,
          material: Material.fromType('PolylineOutline', {
            ...{ color: Color.fromCssColorString(rayColour(ray)), outlineColor: EDGE, outlineWidth: 1 },
          }),
        });
      }
    };
    // Finer tiles have come: the ray ends on the ground as it is known now.
    const stop = onSettled(() => {
      if (rays.length === 0) return;
      draw();
      requestFrame();
    });

    return {
      apply: (next) => {
        rays = next;
        draw();
      },
      show: (visible) => {
        lines.show = visible;
      },
      destroy: () => {
        stop();
        scene.primitives.remove(lines);
      },
    };
  },
};
