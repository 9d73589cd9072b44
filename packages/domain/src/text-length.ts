// The length of a text, counted the same way everywhere in the product.

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/**
 * The characters of a text: Unicode code points. A rare Chinese character or an emoji counts as one, although `length` counts two units.
 */
export const characterCount = (text: string): number => text.length - (text.match(PAIRS)?.length ?? 0);

/**
 * The first `most` characters of a text that the product itself creates. Text that people write is refused when it is too long, never cut.
 */
export const firstCharacters = (text: string, most: number): string => (text.length <= most ? text : [...text].slice(0, most).join(''));
