// Where the guide's card stands: beside what it points at, over nothing that matters.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const MARGIN_PIXELS = 12;

const overlaps = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * @param size of the card, CSS pixels
 * @param room what the card may cover at all
 * @param target what it points at; null: nothing on the page
 * @param keepFree what it must not cover, the most important first
 * @returns its left upper corner; the free corner at the left below where no place is wholly free
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
  // Where not all of it can be kept free, the last of the list gives way first.
  for (let count = keepFree.length; count > 0; count--) {
    const free = candidates.find((one) => !keepFree.slice(0, count).some((box) => overlaps(boxOf(one), box)));
    if (free) return free;
  }
  return candidates[0] ?? corner;
}
