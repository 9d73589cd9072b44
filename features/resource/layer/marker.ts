// Resources, rangers and tasks as the map needs them, and the pictures they are drawn with.

import type { GridNo } from '@lookout/domain';
import type { MapLanguage } from '@lookout/map/engine/types.ts';
import { CELL_PIXELS, paint, sheetOf } from '@lookout/map/layers/sheet.ts';
import type { AssetKind } from '../resource.ts';

/** Picture of the mark. Offline marks are hollow as well as grey, so that colour alone does not distinguish them. */
export type MarkerIcon = AssetKind | 'ranger' | 'ranger-busy' | 'task' | 'task-waiting';

export interface Marker {
  readonly id: string;
  readonly icon: MarkerIcon;
  readonly isOffline: boolean;
  readonly lng: number;
  readonly lat: number;
  /** Grid of a mark that is counted by area from further out. */
  readonly gridNo?: GridNo;
  /** Shown next to the mark when the camera is near; cut to 7 characters (specification §9). */
  readonly label: string;
}

export interface MarkerChange {
  readonly upserts: readonly Marker[];
  readonly removals: readonly string[];
}

// The picture sheet of the markers: a plate with one Chinese character per kind, so that kinds are not distinguished by colour alone. Loads
// no Cesium.

interface Plate {
  readonly glyph: Readonly<Record<MapLanguage, string>>;
  readonly colour: string;
  readonly shape: 'square' | 'circle' | 'flag' | 'tower';
}

const COMMAND = '#4f8cff';
const SUPPLY = '#3ecf8e';
const WATCH = '#2dd4ff';
const WATER = '#38a3f5';
const DANGER = '#facc15';
const AIR = '#b48cff';
const PEOPLE = '#7ee0b0';
const BUSY = '#ff9a2e';

const plateOf: Readonly<Record<MarkerIcon, Plate>> = {
  fireCommand: { glyph: { zh: '指', en: 'HQ' }, colour: COMMAND, shape: 'square' },
  cemetery: { glyph: { zh: '墓', en: 'CM' }, colour: DANGER, shape: 'square' },
  checkStation: { glyph: { zh: '检', en: 'CS' }, colour: COMMAND, shape: 'square' },
  materialRepository: { glyph: { zh: '物', en: 'MR' }, colour: SUPPLY, shape: 'square' },
  team: { glyph: { zh: '队', en: 'TM' }, colour: SUPPLY, shape: 'square' },
  watchTower: { glyph: { zh: '塔', en: 'WT' }, colour: WATCH, shape: 'square' },
  waterSource: { glyph: { zh: '水', en: 'WA' }, colour: WATER, shape: 'square' },
  DangerSource: { glyph: { zh: '险', en: 'DG' }, colour: DANGER, shape: 'square' },
  HelicopterPoint: { glyph: { zh: '停', en: 'HP' }, colour: AIR, shape: 'square' },
  uav: { glyph: { zh: '飞', en: 'UA' }, colour: AIR, shape: 'square' },
  inspectionPost: { glyph: { zh: '哨', en: 'CP' }, colour: COMMAND, shape: 'square' },
  'monitoring-point': { glyph: { zh: '监', en: 'MP' }, colour: WATCH, shape: 'tower' },
  camera: { glyph: { zh: '摄', en: 'CA' }, colour: WATCH, shape: 'square' },
  ranger: { glyph: { zh: '护', en: 'R' }, colour: PEOPLE, shape: 'circle' },
  'ranger-busy': { glyph: { zh: '护', en: 'R' }, colour: BUSY, shape: 'circle' },
  task: { glyph: { zh: '任', en: 'T' }, colour: BUSY, shape: 'flag' },
  'task-waiting': { glyph: { zh: '任', en: 'T' }, colour: DANGER, shape: 'flag' },
};
const ICONS = Object.keys(plateOf) as MarkerIcon[];

/** Plain dots, for a crowd. */
const DOTS = ['dot', 'dot-busy', 'dot-off'] as const;
export type MarkerImage = MarkerIcon | `${MarkerIcon}-off` | (typeof DOTS)[number] | 'count' | 'task-count';
export const MARKER_SHEET = sheetOf<MarkerImage>('lookout-markers', [
  ...ICONS.flatMap((icon): MarkerImage[] => [icon, `${icon}-off`]),
  ...DOTS,
  'count',
  'task-count',
]);

type Look = Pick<Marker, 'icon' | 'isOffline'>;
export const imageOfMarker = ({ icon, isOffline }: Look): MarkerImage => (isOffline ? `${icon}-off` : icon);
export function dotOfMarker({ icon, isOffline }: Look): MarkerImage {
  if (isOffline) return 'dot-off';
  return icon === 'ranger-busy' ? 'dot-busy' : 'dot';
}

/** The character on the plate of a kind. */
export const glyphOf = (kind: AssetKind, language: MapLanguage): string => plateOf[kind].glyph[language];

const EDGE = '#0b1220';
const OFFLINE = '#5b6780';
const HALF = CELL_PIXELS / 2 - 9;
const FAMILY = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
/** A triangle has less room than other plates, and two letters need more than one character. */
const FONT_PIXELS: Readonly<Record<MapLanguage, { readonly usual: number; readonly tower: number }>> = {
  zh: { usual: 27, tower: 22 },
  en: { usual: 22, tower: 17 },
};
const WRITTEN_AT: Readonly<Record<Plate['shape'], number>> = { square: 2, circle: 2, flag: -6, tower: 9 };

export function drawMarkerSheet(canvas: HTMLCanvasElement, language: MapLanguage): HTMLCanvasElement {
  const { pen, inCell } = paint(canvas, MARKER_SHEET);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const icon of ICONS) {
    inCell(icon, () => drawPlate(pen, plateOf[icon], language, false));
    inCell(`${icon}-off`, () => drawPlate(pen, plateOf[icon], language, true));
  }
  inCell('dot', () => drawDot(pen, PEOPLE, PEOPLE));
  inCell('dot-busy', () => drawDot(pen, BUSY, BUSY));
  inCell('dot-off', () => drawDot(pen, EDGE, OFFLINE));
  inCell('count', () => drawCount(pen, WATCH));
  inCell('task-count', () => drawCount(pen, BUSY));
  return canvas;
}

function drawPlate(pen: CanvasRenderingContext2D, { glyph, colour, shape }: Plate, language: MapLanguage, isOffline: boolean): void {
  const main = isOffline ? OFFLINE : colour;
  trace(pen, shape);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 8;
  pen.stroke();
  pen.fillStyle = isOffline ? EDGE : main;
  pen.fill();
  pen.strokeStyle = main;
  pen.lineWidth = 4;
  pen.stroke();
  pen.fillStyle = isOffline ? '#93a4bf' : EDGE;
  const { usual, tower } = FONT_PIXELS[language];
  pen.font = `bold ${shape === 'tower' ? tower : usual}px ${FAMILY}`;
  pen.fillText(glyph[language], 0, WRITTEN_AT[shape]);
}

function drawDot(pen: CanvasRenderingContext2D, fill: string, line: string): void {
  pen.beginPath();
  pen.arc(0, 0, 8, 0, 2 * Math.PI);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 8;
  pen.stroke();
  pen.strokeStyle = line;
  pen.lineWidth = 3;
  pen.stroke();
  pen.fillStyle = fill;
  pen.fill();
}

/** A badge with room for a number. It is square, while the badge of an alarm count is round. */
function drawCount(pen: CanvasRenderingContext2D, colour: string): void {
  const half = CELL_PIXELS / 2 - 5;
  pen.beginPath();
  pen.roundRect(-half, -half, 2 * half, 2 * half, 14);
  pen.fillStyle = 'rgba(13, 22, 38, 0.88)';
  pen.fill();
  pen.strokeStyle = colour;
  pen.lineWidth = 5;
  pen.stroke();
}

function trace(pen: CanvasRenderingContext2D, shape: Plate['shape']): void {
  pen.beginPath();
  if (shape === 'circle') pen.arc(0, 0, HALF + 1, 0, 2 * Math.PI);
  else if (shape === 'square') pen.roundRect(-HALF, -HALF, 2 * HALF, 2 * HALF, 7);
  else if (shape === 'tower') {
    pen.moveTo(0, -HALF - 4);
    pen.lineTo(HALF + 5, HALF + 1);
    pen.lineTo(-HALF - 5, HALF + 1);
  } else {
    // A flag on a pole; the foot of the pole marks the place.
    pen.roundRect(-HALF, -HALF - 3, 2 * HALF, 2 * HALF - 9, 4);
    pen.moveTo(-HALF + 2, HALF - 12);
    pen.lineTo(-HALF + 2, HALF + 5);
  }
  pen.closePath();
}
