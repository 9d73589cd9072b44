// Which two pictures stand beside each other.

export interface Pair {
  readonly left: number;
  /** null: there is only one picture. */
  readonly right: number | null;
}

/** The pair beginning at a picture; the last one stands at the right of the one before it. */
export const pairAt = (index: number, count: number): Pair =>
  count < 2 ? { left: 0, right: null } : { left: Math.min(index, count - 2), right: Math.min(index, count - 2) + 1 };

/** One picture further; from the last pair to the first and back: a carousel. */
export function turned(left: number, count: number, step: 1 | -1): number {
  const pairs = Math.max(1, count - 1);
  return (left + step + pairs) % pairs;
}
