// Positions of place names on the screen: the important ones first, none over a mark or another name. Pure; loads no Cesium.
import { overlaps, type ScreenBox } from '../labels.ts';

/** Position of a name relative to its place: an area's on it, else a little above or below; a town's next to its dot. */
export type NameSide = 'on' | 'above' | 'below' | 'right' | 'left';

export interface NameCandidate {
  readonly id: string;
  /** CSS pixels of the place. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly fontPixels: number;
  /** A town has a dot at its place, which needs room too. */
  readonly hasDot: boolean;
}

/** Gap between a dot's centre and its name. */
const DOT_GAP_PIXELS = 7;
/** An area's name moves this far to leave a mark at the area's centre uncovered. */
const CLEAR_OF_MARK_PIXELS = 18;
const DOT_HALF_PIXELS = 4;
/** Gap between two names. */
const MARGIN_PIXELS = 4;
const LATIN_SHARE = 0.56;
const SIDES = { area: ['on', 'above', 'below'], dot: ['right', 'left', 'above', 'below'] } as const satisfies Record<
  string,
  readonly NameSide[]
>;

const widthOf = (text: string, fontPixels: number): number =>
  [...text].reduce((sum, character) => sum + (character.charCodeAt(0) < 0x2e80 ? LATIN_SHARE : 1) * fontPixels, 0);

/**
 * @param candidates the important ones first
 * @param covered boxes covered by marks
 * @returns the names that have room, with their side
 */
export function placeNames(candidates: readonly NameCandidate[], covered: readonly ScreenBox[]): Map<string, NameSide> {
  const taken = [...covered];
  const placed = new Map<string, NameSide>();
  const isFree = (box: ScreenBox): boolean => !taken.some((other) => overlaps(box, other));
  for (const candidate of candidates) {
    const { id, x, y, hasDot } = candidate;
    const dot: ScreenBox | null = hasDot ? [x - DOT_HALF_PIXELS, y - DOT_HALF_PIXELS, x + DOT_HALF_PIXELS, y + DOT_HALF_PIXELS] : null;
    if (dot && !isFree(dot)) continue;
    const sides: readonly NameSide[] = SIDES[hasDot ? 'dot' : 'area'];
    const side = sides.find((one) => isFree(boxOf(candidate, one)));
    if (side === undefined) continue;
    taken.push(boxOf(candidate, side), ...(dot ? [dot] : []));
    placed.set(id, side);
  }
  return placed;
}

function boxOf(candidate: NameCandidate, side: NameSide): ScreenBox {
  const { x, y, text, fontPixels } = candidate;
  const width = widthOf(text, fontPixels) + 2 * MARGIN_PIXELS;
  const height = fontPixels + 2 * MARGIN_PIXELS;
  const { right, down } = offsetOf(side, candidate);
  const left = side === 'right' ? x + right - MARGIN_PIXELS : side === 'left' ? x + right + MARGIN_PIXELS - width : x + right - width / 2;
  const top = y + down - height / 2;
  return [left, top, left + width, top + height];
}

/**
 * Offset from the place to the name's anchor, pixels. The anchor is the name's left end if the name is to the right, its right end if to
 * the left, else its middle.
 */
export function offsetOf(
  side: NameSide,
  { fontPixels, hasDot }: Pick<NameCandidate, 'fontPixels' | 'hasDot'>,
): { readonly right: number; readonly down: number } {
  const away = fontPixels / 2 + (hasDot ? DOT_GAP_PIXELS : CLEAR_OF_MARK_PIXELS);
  switch (side) {
    case 'on':
      return { right: 0, down: 0 };
    case 'above':
      return { right: 0, down: -away };
    case 'below':
      return { right: 0, down: away };
    case 'right':
      return { right: DOT_GAP_PIXELS, down: 0 };
    case 'left':
      return { right: -DOT_GAP_PIXELS, down: 0 };
  }
}
