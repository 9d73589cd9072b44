// The popup's position: next to its marker, fully inside the free part of the window.

export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Placement {
  readonly x: number;
  readonly y: number;
  /** The side of the marker; `over`: neither side has room, so it covers the marker. */
  readonly side: 'right' | 'left' | 'over';
}

/** Space for the marker and its ring. */
const GAP_PIXELS = 24;

/**
 * To the right of the marker, otherwise to the left, otherwise as near as the space allows. Its header is vertically level with the marker
 * if it fits.
 * @param anchor the marker, in the same pixels as `room`; may be outside it
 */
export function placePopup(anchor: { readonly x: number; readonly y: number }, size: Size, room: Room): Placement {
  const lowest = Math.max(room.top, room.bottom - size.height);
  const y = clamp(anchor.y - 56, room.top, lowest);
  const farthest = Math.max(room.left, room.right - size.width);
  const toTheRight = anchor.x + GAP_PIXELS;
  if (toTheRight <= farthest) return { x: Math.max(room.left, toTheRight), y, side: 'right' };
  const toTheLeft = anchor.x - GAP_PIXELS - size.width;
  if (toTheLeft >= room.left) return { x: Math.min(farthest, toTheLeft), y, side: 'left' };
  return { x: farthest, y, side: 'over' };
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
