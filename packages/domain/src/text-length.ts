// How long a text is: everywhere in the product, whoever counts.

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** The characters of a text: Unicode code points. A rare Chinese character or an emoji is one, though it is two of the units that `length` counts. */
export const characterCount = (text: string): number => text.length - (text.match(PAIRS)?.length ?? 0);

/** The first `most` characters of a text that is made by the product itself; what people write is refused when it is too long, never cut. */
export const firstCharacters = (text: string, most: number): string => (text.length <= most ? text : [...text].slice(0, most).join(''));
