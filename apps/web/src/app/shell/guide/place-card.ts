// Places the guide's card next to its target, without covering anything important.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const MARGIN_PIXELS = 12;

const overlaps = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * @param size the card's size, CSS pixels
 * @param room the area that the card may cover
 * @param target what the card points at; null: nothing on the page
 * @param keepFree what the card must not cover, most important first
 * @returns the card's upper left corner; the free corner at the lower left where no place is wholly free
 */
export function placeCard(
  size: { readonly width: number; readonly height: number },
  room: Box,
  target: Box | null,
  keepFree: readonly Box[],
): { readonly left: number; readonly top: number } {
  const { width, height } = size;
  const limit = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));
  const corner = { left: room.left + MARGIN_PIXELS, top: room.bottom - height - MARGIN_PIXELS };
  const besides = (box: Box) => [
    { left: box.left - width - MARGIN_PIXELS, top: box.top },
    { left: box.right + MARGIN_PIXELS, top: box.top },
    { left: box.left, top: box.bottom + MARGIN_PIXELS },
    { left: box.left, top: box.top - height - MARGIN_PIXELS },
  ];
  const corners = [
    corner,
    { left: room.left + MARGIN_PIXELS, top: room.top + MARGIN_PIXELS },
    { left: room.right - width - MARGIN_PIXELS, top: corner.top },
    { left: room.right - width - MARGIN_PIXELS, top: room.top + MARGIN_PIXELS },
  ];
  const candidates = [...[...(target ? [target] : []), ...keepFree].flatMap(besides), ...corners].map(({ left, top }) => ({
    left: limit(left, room.left + MARGIN_PIXELS, room.right - width - MARGIN_PIXELS),
    top: limit(top, room.top + MARGIN_PIXELS, room.bottom - height - MARGIN_PIXELS),
  }));
  const boxOf = ({ left, top }: { readonly left: number; readonly top: number }): Box => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  // Where not everything can be kept free, the last entries of the list are covered first.
  for (let count = keepFree.length; count > 0; count--) {
    const free = candidates.find((one) => !keepFree.slice(0, count).some((box) => overlaps(boxOf(one), box)));
    if (free) return free;
  }
  return candidates[0] ?? corner;
}
