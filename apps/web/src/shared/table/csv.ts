// A table as CSV that Excel opens as it is: UTF-8 with its mark, lines ended as RFC 4180 says. Pure.

const BOM = '\uFEFF';
const LINE_END = '\r\n';

/** Excel takes a text that begins so for a formula; an apostrophe keeps it a text. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** @param rows the first one is the header */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  BOM + rows.map((row) => row.map(cell).join(',') + LINE_END).join('');
