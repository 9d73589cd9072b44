// Characters that what we write cannot hold: XML 1.0 (section 2.2, Char) has no control characters but tab and line ends, neither U+FFFE nor U+FFFF, and no
// lone surrogates, not even as references; PostgreSQL stores no NUL. What comes in with one is refused; what is stored already is written without.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const UNWRITABLE = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const EACH_UNWRITABLE = new RegExp(UNWRITABLE, 'g');

/** Can every output hold it? */
export const isWritable = (text: string): boolean => text.isWellFormed() && !UNWRITABLE.test(text);

/** The text without what no output can hold; for a lone surrogate stands U+FFFD. */
export const writableText = (text: string): string => text.toWellFormed().replace(EACH_UNWRITABLE, '');

/** The same of every text in plain data; bytes are left as they are. */
export function writableTexts<T>(value: T): T {
  if (typeof value === 'string') return writableText(value) as T;
  if (Array.isArray(value)) return value.map(writableTexts) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, writableTexts(inner)])) as T;
}
