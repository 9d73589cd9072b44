// The picture sheet of all marks: which cell holds which image (pure), and drawing it once on a canvas (atlas-canvas.ts).
import type { AlarmKind } from '@lookout/domain';
import { sheetOf } from '../sheet.ts';
import { AGE_LEGEND, ageClassOf } from './age.ts';
import type { AlarmMark } from './mark.ts';

/** Shapes by source (ui.md): satellite ◇, camera ▲, person ●, sensor ■, danger ⬡. */
export const SHAPE_OF_KIND = {
  satellite: 'diamond',
  camera: 'triangle',
  report: 'circle',
  smoke: 'square',
  danger: 'hexagon',
} as const satisfies Record<AlarmKind, string>;
export type MarkShape = (typeof SHAPE_OF_KIND)[AlarmKind];

/** How a shape is filled: by age while unjudged, else by verdict. */
export type MarkFill = `age${number}` | 'real' | 'false';

export type MarkImage = `${MarkShape}-${MarkFill}` | 'flame' | 'ring' | 'badge' | 'pin';

export const MARK_SHAPES = Object.values(SHAPE_OF_KIND);
export const MARK_FILLS: readonly MarkFill[] = [...AGE_LEGEND.map((_, index): MarkFill => `age${index}`), 'real', 'false'];

export const ATLAS = sheetOf<MarkImage>('lookout-marks', [
  ...MARK_SHAPES.flatMap((shape) => MARK_FILLS.map((fill): MarkImage => `${shape}-${fill}`)),
  'flame',
  'ring',
  'badge',
  'pin',
]);

/** The image of a mark at a moment. A fire in progress is a flame whatever saw it. */
export function imageOf(mark: AlarmMark, now: Date): MarkImage {
  if (mark.inProgress) return 'flame';
  const fill: MarkFill = mark.verdict === 'unjudged' ? `age${ageClassOf(mark.observedAt, now)}` : mark.verdict;
  return `${SHAPE_OF_KIND[mark.kind]}-${fill}`;
}
