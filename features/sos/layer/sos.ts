// Rangers in distress (求救): a red plate with the name, visible at every height until the distress call ends.
import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { ABOVE_ALL } from '@lookout/map/layers/depth.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { type PlateImage, plateLayer } from '@lookout/map/layers/plate-layer.ts';

export interface SosOnMap {
  /** Replaces all plates. */
  readonly set: (marks: readonly SosMark[]) => void;
}

interface SosMark {
  readonly userId: string;
  readonly lng: number;
  readonly lat: number;
  readonly label: string;
}

export function mountSos(globe: Globe): SosOnMap {
  const layer = globe.addLayer(sosLayer());
  return { set: layer.apply };
}

function sosLayer(): Layer<readonly SosMark[]> {
  const image: PlateImage = { name: 'sos', canvas: drawPlate(document.createElement('canvas')) };
  return plateLayer({
    id: 'sos',
    heights: EVERY_HEIGHT,
    depth: ABOVE_ALL,
    plateOf: ({ userId, lng, lat, label }) => ({ lng, lat, image, text: label, pick: { kind: 'ranger', id: userId, lng, lat } }),
  });
}

const WIDTH = 96;
const HEIGHT = 64;
const RED = '#ef4444';
const INK = '#1f0404';
const EDGE = '#ffffff';

function drawPlate(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.beginPath();
  pen.roundRect(6, 10, WIDTH - 12, HEIGHT - 20, 9);
  pen.fillStyle = RED;
  pen.fill();
  pen.strokeStyle = EDGE;
  pen.lineWidth = 5;
  pen.stroke();
  pen.font = 'bold 30px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = INK;
  pen.fillText('SOS', WIDTH / 2, HEIGHT / 2 + 1);
  return canvas;
}
