// A number as it is typed. Pure.

export interface NumberBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Allows only whole numbers. */
  readonly isWhole?: boolean | undefined;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Reads the typed text, including digits and signs of a Chinese keyboard.
 * @returns null: empty; NaN: not a number in range
 */
export function readNumber(text: string, { min, max, isWhole = false }: NumberBounds): number | null {
  const typed = text.normalize('NFKC').replace(/[−–]/g, '-').replace(/。/g, '.').trim();
  if (typed === '') return null;
  if (!NUMBER.test(typed)) return Number.NaN;
  const number = Number(typed);
  const isOfRange = number >= (min ?? -Infinity) && number <= (max ?? Infinity) && (!isWhole || Number.isInteger(number));
  return isOfRange ? number : Number.NaN;
}

export const textOfNumber = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));
