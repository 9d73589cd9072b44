// Texts in tables that spreadsheet programs open (OWASP "CSV Injection"): a text that begins like a formula would be computed there.

import { writableText } from './text-characters.ts';

/** Includes the full-width signs of a Chinese keyboard, which Excel treats like the others. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const MARKED_FORMULA = /^'(?=[=+\-@＝＋－＠\t\r\n])/;

/** A text that would be read as a formula gets an apostrophe in front. Characters that a workbook cannot contain are left out. */
export function inertText(given: string): string {
  const text = writableText(given);
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text as it was before `inertText`. */
export const textOfInert = (cell: string): string => (cell.startsWith("'") ? cell.replace(MARKED_FORMULA, '') : cell);
