// Reported burnings (用火报备) as plates that show their state; near, with the applicant's name.
import { isWithin, LABEL_BAND, MARKER_BAND } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { MapLanguage } from '@lookout/map/engine/types.ts';
import { cutLabel } from '@lookout/map/layers/labels.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { type PlateImage, plateLayer } from '@lookout/map/layers/plate-layer.ts';
import { BURNING_COLOURS, BURNING_LOOKS, type BurningLook } from './burning-looks.ts';

export interface BurningsOnMap {
  /** Replaces all marks. */
  readonly set: (marks: readonly BurningMark[]) => void;
  readonly show: (visible: boolean) => void;
}

export function mountBurnings(globe: Globe): BurningsOnMap {
  const layer = globe.addLayer(burningLayer(globe.language));
  return { set: layer.apply, show: layer.show };
}

interface BurningMark {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  readonly label: string;
  readonly look: BurningLook;
}

function burningLayer(language: MapLanguage): Layer<readonly BurningMark[]> {
  const images = Object.fromEntries(
    BURNING_LOOKS.map((look) => [
      look,
      { name: `burning.${look}`, canvas: drawBurningPlate(document.createElement('canvas'), look, language) },
    ]),
  ) as Record<BurningLook, PlateImage>;
  return plateLayer({
    id: 'burnings',
    heights: MARKER_BAND,
    plateOf: ({ id, lng, lat, label, look }, { heightMetres }) => ({
      lng,
      lat,
      image: images[look],
      pick: { kind: 'burning', id, lng, lat, label },
      text: isWithin(heightMetres, LABEL_BAND) ? cutLabel(label) : null,
    }),
  });
}

// The plate: a character in a rounded square, like other places, with an edge that shows the state.

const PIXELS = 64;
const HALF = PIXELS / 2 - 9;
const EDGE = '#0b1220';
const STRUCK: ReadonlySet<BurningLook> = new Set(['refused', 'withdrawn']);
/** 用火; a burn. */
const GLYPH: Readonly<Record<MapLanguage, string>> = { zh: '用', en: 'B' };
const FONT = 'bold 27px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';

function drawBurningPlate(canvas: HTMLCanvasElement, look: BurningLook, language: MapLanguage): HTMLCanvasElement {
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  const main = BURNING_COLOURS[look];
  pen.translate(PIXELS / 2, PIXELS / 2);
  pen.beginPath();
  pen.roundRect(-HALF, -HALF, 2 * HALF, 2 * HALF, 7);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 8;
  pen.stroke();
  pen.fillStyle = look === 'burning' ? main : EDGE;
  pen.fill();
  if (look === 'pending') pen.setLineDash([9, 6]);
  pen.strokeStyle = main;
  pen.lineWidth = 4;
  pen.stroke();
  pen.font = FONT;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = look === 'burning' ? EDGE : main;
  pen.fillText(GLYPH[language], 0, 2);
  if (STRUCK.has(look)) {
    pen.beginPath();
    pen.moveTo(-HALF, HALF);
    pen.lineTo(HALF, -HALF);
    pen.stroke();
  }
  return canvas;
}
