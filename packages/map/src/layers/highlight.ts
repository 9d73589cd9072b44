// The highlighted place, typed in or copied: a cross-hair with a label.
import { BillboardCollection, Cartesian2, Cartesian3, Color, HorizontalOrigin, LabelCollection, VerticalOrigin } from 'cesium';
import { EVERY_HEIGHT } from '../bands.ts';
import type { Globe } from '../engine/globe.ts';
import type { Layer } from './layer.ts';
import { cutFrom, IMAGE_SCALE, paint, sheetOf, strokeCircle } from './sheet.ts';

export interface Highlight {
  readonly set: (place: HighlightedPosition | null) => void;
  readonly destroy: () => void;
}

export function mountHighlight(globe: Globe): Highlight {
  const layer = globe.addLayer(highlightLayer(drawnPin()));
  return { set: layer.apply, destroy: layer.destroy };
}

export interface HighlightedPosition {
  readonly lng: number;
  readonly lat: number;
  /** The label, e.g. the coordinates as typed. */
  readonly label: string;
}

const FONT = '14px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const EDGE = '#0b1220';
const HUE = '#2dd4ff';
/** Never hidden by the terrain: the user is looking for it. */
const NO_DEPTH_TEST_METRES = 400_000;

/** @param pin URL of the picture */
function highlightLayer(pin: string): Layer<HighlightedPosition | null> {
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
        pins.add({ position, image: pin, scale: IMAGE_SCALE, disableDepthTestDistance: NO_DEPTH_TEST_METRES });
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

const SHEET = sheetOf<'pin'>('lookout-highlight', ['pin']);

/** @returns a data URL */
function drawnPin(): string {
  const canvas = document.createElement('canvas');
  const { pen, inCell } = paint(canvas, SHEET);
  inCell('pin', () => drawPin(pen));
  return cutFrom(canvas, SHEET, 'pin');
}

function drawPin(pen: CanvasRenderingContext2D): void {
  strokeCircle(pen, 14, EDGE, 8);
  strokeCircle(pen, 14, HUE, 4);
  for (let turn = 0; turn < 4; turn++) {
    pen.rotate(Math.PI / 2);
    pen.fillStyle = EDGE;
    pen.fillRect(-4, 17, 8, 13);
    pen.fillStyle = HUE;
    pen.fillRect(-2, 18, 4, 11);
  }
}
