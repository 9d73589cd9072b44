// Text in XML and HTML.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** What XML 1.0 cannot hold, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
const UNWRITABLE = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
