// How a count looks: size and text of its badge.

/** A badge grows with its number, by the logarithm: 1 → 0.5, 1,000 → 0.95 of its picture. */
export const badgeScale = (count: number): number => Math.min(1, 0.5 + 0.15 * Math.log10(Math.max(1, count)));

/** 9999+ rather than a number that runs over its badge. */
export const badgeText = (count: number): string => (count > 9999 ? '9999+' : String(count));
