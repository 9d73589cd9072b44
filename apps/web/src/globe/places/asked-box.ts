// For which box of the map resources were asked, and whether it still answers what is in view.
import type { PlacedKind } from '@lookout/domain';

/** Degrees. */
export interface SeenBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface AskedBox {
  readonly box: SeenBox;
  readonly kinds: readonly PlacedKind[];
  /** Not all that stands there was answered. */
  readonly isCut: boolean;
}

/** On each side so much of the view's width and height more, so that a small move asks nothing. */
const MARGIN = 0.35;

/** Held to the earth: the call takes no box over the date line. */
export function widened({ west, south, east, north }: SeenBox): SeenBox {
  const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return { west: Math.max(-180, west - x), south: Math.max(-90, south - y), east: Math.min(180, east + x), north: Math.min(90, north + y) };
}

/** What was cut is asked for again with every move: nearer there may be room for all. */
export const holds = (asked: AskedBox, view: SeenBox, kinds: ReadonlySet<PlacedKind>): boolean =>
  !asked.isCut &&
  [...kinds].every((kind) => asked.kinds.includes(kind)) &&
  view.west >= asked.box.west &&
  view.east <= asked.box.east &&
  view.south >= asked.box.south &&
  view.north <= asked.box.north;
