// Characters that output cannot contain: XML 1.0 (section 2.2, Char) allows no control characters except tab and line ends, neither U+FFFE
// nor U+FFFF, and no lone surrogates, not even as references. PostgreSQL stores no NUL. Input with such a character is refused. Stored text
// is written without it.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const UNWRITABLE = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const EACH_UNWRITABLE = new RegExp(UNWRITABLE, 'g');

/** Whether every output can contain the text. */
export const isWritable = (text: string): boolean => text.isWellFormed() && !UNWRITABLE.test(text);

/** The text without characters that no output can contain. A lone surrogate becomes U+FFFD. */
export const writableText = (text: string): string => text.toWellFormed().replace(EACH_UNWRITABLE, '');

/** Applies `writableText` to every text in plain data. Bytes are unchanged. */
export function writableTexts<T>(value: T): T {
  if (typeof value === 'string') return writableText(value) as T;
  if (Array.isArray(value)) return value.map(writableTexts) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, writableTexts(inner)])) as T;
}
