// What can be said of a short message before it is sent. Pure.

/** The contract's limit. */
export const MOST_CONTENT = 500;

const SINGLE = 70;
const PART = 67;

/** How many messages a phone company makes of it: Chinese text goes 70 characters alone, 67 to each part of a longer one. */
export function partsOf(text: string): number {
  if (text.length === 0) return 0;
  return text.length <= SINGLE ? 1 : Math.ceil(text.length / PART);
}

/** A number as the contract takes it; null when it is none. */
export function readPhone(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^\+?[0-9]{5,20}$/.test(digits) ? digits : null;
}
