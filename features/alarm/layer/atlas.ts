// The picture sheet of all alarm marks: which cell contains which image, and how it is drawn, once per globe. Loads no Cesium.

import { CELL_PIXELS, cutFrom, paint, sheetOf, strokeCircle } from '@lookout/map/layers/sheet.ts';
import type { AlarmKind } from '../alarm.ts';
import { AGE_LEGEND, type AlarmMark, ageClassOf, STATE_COLOURS } from './mark.ts';

/** Shapes by source: satellite ◇, camera ▲, person ●, sensor ■, danger ⬡. */
const SHAPE_OF_KIND = {
  satellite: 'diamond',
  camera: 'triangle',
  report: 'circle',
  smoke: 'square',
  danger: 'hexagon',
} as const satisfies Record<AlarmKind, string>;
type MarkShape = (typeof SHAPE_OF_KIND)[AlarmKind];

/** Fill of a shape: by age while unjudged, else by verdict. */
type MarkFill = `age${number}` | 'real' | 'false' | 'drill';

type MarkImage = `${MarkShape}-${MarkFill}` | 'flame' | 'ring' | 'badge' | 'badge-fire';

const MARK_SHAPES = Object.values(SHAPE_OF_KIND);
const MARK_FILLS: readonly MarkFill[] = [...AGE_LEGEND.map((_, index): MarkFill => `age${index}`), 'real', 'false', 'drill'];

export const ATLAS = sheetOf<MarkImage>('lookout-marks', [
  ...MARK_SHAPES.flatMap((shape) => MARK_FILLS.map((fill): MarkImage => `${shape}-${fill}`)),
  'flame',
  'ring',
  'badge',
  'badge-fire',
]);

/** The image of a mark at a given time. A fire in progress is a flame, whatever its source; a mark of an exercise is striped. */
export function imageOf(mark: AlarmMark, now: Date): MarkImage {
  if (mark.isDrill) return `${SHAPE_OF_KIND[mark.kind]}-drill`;
  if (mark.inProgress) return 'flame';
  const fill: MarkFill = mark.verdict === 'unjudged' ? `age${ageClassOf(mark.observedAt, now)}` : mark.verdict;
  return `${SHAPE_OF_KIND[mark.kind]}-${fill}`;
}

const EDGE = '#0b1220';
const UNJUDGED = '#ff7a1a';
const LIGHT = '#ffffff';
const DRILL_COLOUR = '#facc15';
const MIDDLE = CELL_PIXELS / 2;
const RADIUS = 19;

export function drawAtlas(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { pen, inCell } = paint(canvas, ATLAS);
  for (const shape of MARK_SHAPES) for (const fill of MARK_FILLS) inCell(`${shape}-${fill}`, () => drawMark(pen, shape, fill));
  inCell('flame', () => drawFlame(pen));
  inCell('ring', () => strokeCircle(pen, MIDDLE - 4, LIGHT, 5));
  inCell('badge', () => drawBadge(pen, UNJUDGED));
  inCell('badge-fire', () => drawBadge(pen, STATE_COLOURS.real));
  return canvas;
}

function tracePath(pen: CanvasRenderingContext2D, shape: MarkShape): void {
  pen.beginPath();
  if (shape === 'circle') pen.arc(0, 0, RADIUS - 2, 0, 2 * Math.PI);
  else for (const [x, y] of cornersOf(shape)) pen.lineTo(x, y);
  pen.closePath();
}

/** Corners around the centre of the cell, y downwards; all shapes have about the same visual weight. */
export function cornersOf(shape: Exclude<MarkShape, 'circle'>): ReadonlyArray<readonly [number, number]> {
  switch (shape) {
    case 'diamond':
      return polygon(4, RADIUS + 2, -90);
    case 'triangle':
      return polygon(3, RADIUS + 3, -90).map(([x, y]) => [x, y + 4]);
    case 'square':
      return polygon(4, RADIUS + 1, -45);
    case 'hexagon':
      return polygon(6, RADIUS, -90);
  }
}

function polygon(count: number, radius: number, fromDegrees: number): Array<readonly [number, number]> {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((fromDegrees + (360 * index) / count) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

function colourOf(fill: MarkFill): string {
  if (fill === 'real' || fill === 'false') return STATE_COLOURS[fill];
  if (fill === 'drill') return DRILL_COLOUR;
  return AGE_LEGEND[Number(fill.slice('age'.length))]?.colour ?? STATE_COLOURS.false;
}

function drawMark(pen: CanvasRenderingContext2D, shape: MarkShape, fill: MarkFill): void {
  tracePath(pen, shape);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 9;
  pen.stroke();
  pen.strokeStyle = LIGHT;
  pen.lineWidth = 4;
  pen.stroke();
  // A false alarm is hollow, a real one has a white centre, so that the verdict is recognisable without colour.
  pen.fillStyle = fill === 'false' ? EDGE : colourOf(fill);
  pen.fill();
  if (fill === 'false') {
    pen.strokeStyle = colourOf(fill);
    pen.lineWidth = 4;
    pen.stroke();
  }
  if (fill === 'drill') drawStripes(pen);
  if (fill === 'real') {
    pen.beginPath();
    pen.arc(0, shape === 'triangle' ? 4 : 0, 6, 0, 2 * Math.PI);
    pen.fillStyle = LIGHT;
    pen.fill();
  }
}

/** Dark stripes over the shape that was traced last. */
function drawStripes(pen: CanvasRenderingContext2D): void {
  pen.save();
  pen.clip();
  pen.strokeStyle = EDGE;
  pen.lineWidth = 5;
  for (let at = -2 * RADIUS; at <= 2 * RADIUS; at += 11) {
    pen.beginPath();
    pen.moveTo(at - RADIUS, RADIUS + 6);
    pen.lineTo(at + RADIUS, -RADIUS - 6);
    pen.stroke();
  }
  pen.restore();
}

function drawFlame(pen: CanvasRenderingContext2D): void {
  const tongue = (scale: number, colour: string): void => {
    pen.save();
    pen.translate(0, 26);
    pen.scale(scale, scale);
    pen.beginPath();
    pen.moveTo(0, -52);
    pen.bezierCurveTo(4, -38, 20, -32, 20, -15);
    pen.bezierCurveTo(20, -4, 11, 0, 0, 0);
    pen.bezierCurveTo(-11, 0, -20, -4, -20, -16);
    pen.bezierCurveTo(-20, -26, -12, -28, -11, -38);
    pen.bezierCurveTo(-5, -34, -3, -40, 0, -52);
    pen.closePath();
    pen.fillStyle = colour;
    pen.strokeStyle = EDGE;
    pen.lineWidth = 6;
    if (scale === 1) pen.stroke();
    pen.fill();
    pen.restore();
  };
  tongue(1, '#ff3b30');
  tongue(0.68, '#ff9a2e');
  tongue(0.36, '#ffe9a8');
}

function drawBadge(pen: CanvasRenderingContext2D, colour: string): void {
  pen.beginPath();
  pen.arc(0, 0, MIDDLE - 6, 0, 2 * Math.PI);
  pen.fillStyle = 'rgba(13, 22, 38, 0.88)';
  pen.fill();
  pen.strokeStyle = colour;
  pen.lineWidth = 5;
  pen.stroke();
}

/** One cell of the alarms' picture sheet as an image. @returns a data URL */
export const cutCell = (sheet: HTMLCanvasElement, image: MarkImage): string => cutFrom(sheet, ATLAS, image);
