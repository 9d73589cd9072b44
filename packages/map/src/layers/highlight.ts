// The highlighted place, typed in or copied: a cross-hair with a label.
import { BillboardCollection, Cartesian2, Cartesian3, Color, HorizontalOrigin, LabelCollection, VerticalOrigin } from 'cesium';
import { EVERY_HEIGHT } from '../bands.ts';
import type { Globe } from '../engine/globe.ts';
import { cutCell, drawAtlas } from './alarms/atlas.ts';
import type { Layer } from './layer.ts';
import { IMAGE_SCALE } from './sheet.ts';

export interface Highlight {
  readonly set: (place: HighlightedPosition | null) => void;
  readonly destroy: () => void;
}

export function mountHighlight(globe: Globe): Highlight {
  const layer = globe.addLayer(highlightLayer(drawAtlas(document.createElement('canvas'))));
  return { set: layer.apply, destroy: layer.destroy };
}

export interface HighlightedPosition {
  readonly lng: number;
  readonly lat: number;
  /** The label, e.g. the coordinates as typed. */
  readonly label: string;
}

const FONT = '14px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
/** Never hidden by the terrain: the user is looking for it. */
const NO_DEPTH_TEST_METRES = 400_000;

function highlightLayer(sheet: HTMLCanvasElement): Layer<HighlightedPosition | null> {
  return {
    id: 'highlighted-place',
    heights: EVERY_HEIGHT,
    mount: ({ scene, heightAt, onSettled, requestFrame }) => {
      const pins = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
      const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
      let place: HighlightedPosition | null = null;
      let groundMetres = 0;

      function draw(): void {
        pins.removeAll();
        labels.removeAll();
        if (!place) return;
        const position = Cartesian3.fromDegrees(place.lng, place.lat, groundMetres);
        pins.add({ position, image: cutCell(sheet, 'pin'), scale: IMAGE_SCALE, disableDepthTestDistance: NO_DEPTH_TEST_METRES });
        labels.add({
          position,
          text: place.label,
          font: FONT,
          fillColor: Color.fromCssColorString('#e6edf7'),
          showBackground: true,
          backgroundColor: Color.fromCssColorString('#0d1626').withAlpha(0.88),
          pixelOffset: new Cartesian2(20, 0),
          horizontalOrigin: HorizontalOrigin.LEFT,
          verticalOrigin: VerticalOrigin.CENTER,
          disableDepthTestDistance: NO_DEPTH_TEST_METRES,
        });
      }

      const stop = onSettled(() => {
        const ground = place && heightAt(place.lng, place.lat);
        if (ground === null || Math.abs(ground - groundMetres) < 1) return;
        groundMetres = ground;
        draw();
        requestFrame();
      });

      return {
        apply: (next) => {
          place = next;
          groundMetres = (next && heightAt(next.lng, next.lat)) ?? 0;
          draw();
        },
        show: (visible) => {
          pins.show = visible;
          labels.show = visible;
        },
        destroy: () => {
          stop();
          scene.primitives.remove(pins);
          scene.primitives.remove(labels);
        },
      };
    },
  };
}
