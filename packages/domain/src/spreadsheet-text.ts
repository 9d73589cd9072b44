// Texts in tables that spreadsheet programs open (OWASP "CSV Injection"): one that begins like a formula would be computed there.

import { writableText } from './text-characters.ts';

/** With a Chinese keyboard's full-width signs too, which Excel takes for the others. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const MARKED_FORMULA = /^'(?=[=+\-@＝＋－＠\t\r\n])/;

/** An apostrophe before what would be read as a formula keeps it a text; what a workbook cannot hold is left out. */
export function inertText(given: string): string {
  const text = writableText(given);
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text as it was before `inertText`. */
export const textOfInert = (cell: string): string => (cell.startsWith("'") ? cell.replace(MARKED_FORMULA, '') : cell);
