// Geological hazard points (地质灾害): a shape for each kind, the colour and text of the warning; near, with the point's name.

import { isWithin, LABEL_BAND, MARKER_BAND } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { MapLanguage } from '@lookout/map/engine/types.ts';
import { cutLabel } from '@lookout/map/layers/labels.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { type PlateImage, plateLayer } from '@lookout/map/layers/plate-layer.ts';
import type { HazardKind, HazardWarningLevel } from '../hazard.ts';

export interface HazardsOnMap {
  /** Replaces all marks. */
  readonly set: (marks: readonly HazardMark[]) => void;
  readonly show: (visible: boolean) => void;
}

export interface HazardMark {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  readonly label: string;
  readonly kind: HazardKind;
  /** null: no warning. */
  readonly level: HazardWarningLevel | null;
}

export function mountHazards(globe: Globe): HazardsOnMap {
  const layer = globe.addLayer(hazardLayer(globe.language));
  return { set: layer.apply, show: layer.show };
}

function hazardLayer(language: MapLanguage): Layer<readonly HazardMark[]> {
  const images = new Map<string, PlateImage>();
  const imageOf = ({ kind, level }: HazardMark): PlateImage => {
    const name = `hazard.${kind}.${level ?? 'none'}`;
    const known = images.get(name);
    if (known) return known;
    const made = { name, canvas: drawHazardPlate(document.createElement('canvas'), { kind, level }, language) };
    images.set(name, made);
    return made;
  };
  return plateLayer({
    id: 'hazards',
    heights: MARKER_BAND,
    plateOf: (mark, { heightMetres }) => ({
      lng: mark.lng,
      lat: mark.lat,
      image: imageOf(mark),
      pick: { kind: 'hazard', id: mark.id, lng: mark.lng, lat: mark.lat, label: mark.label },
      text: isWithin(heightMetres, LABEL_BAND) ? cutLabel(mark.label) : null,
    }),
  });
}

// The plate: the shape and a character show the kind, the colour and a text show the warning.

const PIXELS = 64;
const HALF = PIXELS / 2 - 10;
const EDGE = '#0b1220';
/** The public warning colours. */
const COLOURS: Readonly<Record<HazardWarningLevel | 'none', string>> = {
  none: '#93a4bf',
  blue: '#3b82f6',
  yellow: '#facc15',
  orange: '#fb923c',
  red: '#ef4444',
};
const KINDS: Readonly<Record<HazardKind, Readonly<Record<MapLanguage, string>>>> = {
  slide: { zh: '滑', en: 'S' },
  fall: { zh: '崩', en: 'F' },
  'debris-flow': { zh: '流', en: 'D' },
};
const LEVELS: Readonly<Record<HazardWarningLevel, Readonly<Record<MapLanguage, string>>>> = {
  blue: { zh: '蓝', en: 'B' },
  yellow: { zh: '黄', en: 'Y' },
  orange: { zh: '橙', en: 'O' },
  red: { zh: '红', en: 'R' },
};
const FAMILY = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';

type Look = Pick<HazardMark, 'kind' | 'level'>;

function drawHazardPlate(canvas: HTMLCanvasElement, { kind, level }: Look, language: MapLanguage): HTMLCanvasElement {
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  const main = COLOURS[level ?? 'none'];
  pen.translate(PIXELS / 2, PIXELS / 2);
  pen.lineJoin = 'round';
  trace(pen, kind);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 8;
  pen.stroke();
  pen.fillStyle = level === null ? EDGE : main;
  pen.fill();
  pen.strokeStyle = main;
  pen.lineWidth = 4;
  pen.stroke();
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = level === null ? main : EDGE;
  pen.font = `bold 22px ${FAMILY}`;
  pen.fillText(KINDS[kind][language], 0, kind === 'slide' ? 7 : 1);
  if (level !== null) drawLevel(pen, LEVELS[level][language], main);
  return canvas;
}

/** Slides are wedges, rock falls are stacked blocks, debris flows are drops. */
function trace(pen: CanvasRenderingContext2D, kind: HazardKind): void {
  pen.beginPath();
  if (kind === 'slide') {
    pen.moveTo(0, -HALF - 5);
    pen.lineTo(HALF + 4, HALF);
    pen.lineTo(-HALF - 4, HALF);
  } else if (kind === 'fall') {
    pen.moveTo(0, -HALF - 4);
    pen.lineTo(HALF + 4, 0);
    pen.lineTo(0, HALF + 4);
    pen.lineTo(-HALF - 4, 0);
  } else pen.arc(0, 0, HALF, 0, 2 * Math.PI);
  pen.closePath();
}

/** The warning's text at the upper right. */
function drawLevel(pen: CanvasRenderingContext2D, word: string, colour: string): void {
  pen.beginPath();
  pen.roundRect(9, -31, 22, 22, 5);
  pen.fillStyle = EDGE;
  pen.fill();
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.stroke();
  pen.fillStyle = colour;
  pen.font = `bold 15px ${FAMILY}`;
  pen.fillText(word, 20, -19);
}
