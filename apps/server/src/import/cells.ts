// Texts of cells → values, each refusal naming its column.
import { type CodedError, codedError, type ErrorCode, type Given } from '@lookout/contract';
import { type GridNo, parseGridNo } from '@lookout/domain';
import type { TableRow } from '@lookout/ingest';
import type { CellFault } from './table-import.ts';

/** Carried out of a row's reader by `readingCells`. */
class Bad extends Error {
  readonly column: string;
  readonly error: CodedError;
  constructor(column: string, error: CodedError) {
    super(error.code);
    this.column = column;
    this.error = error;
  }
}

export interface Cells {
  text(column: string, most: number): string;
  optional(column: string, most: number): string | null;
  number(column: string, least: number, most: number): number | null;
  grid(column: string): GridNo;
  phone(column: string): string | null;
  /** One of the words, by name. */
  oneOf<T>(column: string, options: Readonly<Record<string, T>>): T;
  refuse<C extends ErrorCode>(column: string, code: C, ...given: Given<C>): never;
}

// What Excel made of a number too long for its column (1.38E+10) is no number any more.
const PHONE = /^\+?[0-9][0-9 ()-]{2,30}$/;
const UNSTORABLE = /\p{Cc}|\p{Cs}/u;

export function readingCells<T extends object>(row: TableRow, read: (cells: Cells) => T): T | CellFault {
  const refuse: Cells['refuse'] = (column, code, ...given) => {
    throw new Bad(column, codedError(code, ...given));
  };
  const text = (column: string, most: number): string => {
    const value = row.cell(column);
    if (value.length > most) refuse(column, 'text-at-most', { most });
    // A cell may have lines of its own; nothing else that cannot be seen belongs into a name.
    if (UNSTORABLE.test(value.replace(/[\r\n\t]/g, ''))) refuse(column, 'text-not-storable');
    return value;
  };
  const cells: Cells = {
    text,
    refuse,
    optional: (column, most) => text(column, most) || null,
    number(column, least, most) {
      const value = row.cell(column);
      if (value === '') return null;
      const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
      if (Number.isNaN(number)) refuse(column, 'cell-not-number', { text: value.slice(0, 20) });
      if (number < least || number > most) refuse(column, 'cell-number-range', { least, most, text: value });
      return number;
    },
    grid(column) {
      const value = row.cell(column);
      return parseGridNo(value) ?? refuse(column, 'cell-not-grid', { text: value.slice(0, 20) });
    },
    phone(column) {
      const value = row.cell(column);
      if (value !== '' && !PHONE.test(value)) refuse(column, 'cell-not-phone', { text: value.slice(0, 20) });
      return value || null;
    },
    oneOf(column, options) {
      const value = row.cell(column);
      const found = Object.hasOwn(options, value) ? options[value] : undefined;
      return found ?? refuse(column, 'cell-not-one-of', { options: Object.keys(options), text: value.slice(0, 20) });
    },
  };
  try {
    return read(cells);
  } catch (error) {
    if (error instanceof Bad) return { column: error.column, error: error.error };
    throw error;
  }
}
