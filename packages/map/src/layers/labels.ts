// Labels: which ones have room on the screen without covering another label or picture, and how they are shortened. Loads no Cesium.

interface Candidate {
  readonly id: string;
  /** Centre of its picture, CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/** Half the size of a plate including its edge. */
const PICTURE_HALF_PIXELS = 13;
/** Distance from the picture's centre to the start of the label. */
export const LABEL_BEGINS_PIXELS = 18;
const LABEL_HALF_HEIGHT_PIXELS = 11;
const CHARACTER_PIXELS = 13;
const PADDING_PIXELS = 14;

/** CSS pixels. */
export type ScreenBox = readonly [left: number, top: number, right: number, bottom: number];

export const overlaps = ([l1, t1, r1, b1]: ScreenBox, [l2, t2, r2, b2]: ScreenBox): boolean => l1 < r2 && l2 < r1 && t1 < b2 && t2 < b1;

/** The box of a mark's picture. */
export const boxAround = ({ x, y }: { readonly x: number; readonly y: number }): ScreenBox => [
  x - PICTURE_HALF_PIXELS,
  y - PICTURE_HALF_PIXELS,
  x + PICTURE_HALF_PIXELS,
  y + PICTURE_HALF_PIXELS,
];

/** The box of a label next to its picture. */
export function labelBox({ x, y }: { readonly x: number; readonly y: number }, label: string): ScreenBox {
  const left = x + LABEL_BEGINS_PIXELS;
  const width = [...label].length * CHARACTER_PIXELS + PADDING_PIXELS;
  return [left, y - LABEL_HALF_HEIGHT_PIXELS, left + width, y + LABEL_HALF_HEIGHT_PIXELS];
}

/** Earlier candidates take precedence. @returns the ids whose labels are drawn */
export function withRoom(candidates: readonly Candidate[]): Set<string> {
  const taken: { readonly id: string; readonly box: ScreenBox }[] = candidates.map((one) => ({ id: one.id, box: boxAround(one) }));
  const chosen = new Set<string>();
  for (const one of candidates) {
    const { id } = one;
    const box = labelBox(one, one.label);
    if (taken.some((other) => other.id !== id && overlaps(box, other.box))) continue;
    taken.push({ id, box });
    chosen.add(id);
  }
  return chosen;
}

/** Specification §9: "Labels truncated to 7 characters plus ellipsis." Characters as people count them, not UTF-16 units. */
export function cutLabel(label: string): string {
  const characters = [...label];
  return characters.length > LABEL_CHARACTERS ? `${characters.slice(0, LABEL_CHARACTERS).join('')}…` : label;
}
const LABEL_CHARACTERS = 7;
