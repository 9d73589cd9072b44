// Texts of cells → values, each refusal naming its column.
import { type GridNo, parseGridNo } from '@lookout/domain';
import type { TableRow } from '@lookout/ingest';
import type { CellFault } from './table-import.ts';

/** Carried out of a row's reader by `readingCells`. */
class Bad extends Error {
  readonly column: string;
  constructor(column: string, reason: string) {
    super(reason);
    this.column = column;
  }
}

export interface Cells {
  text(column: string, most: number): string;
  optional(column: string, most: number): string | null;
  number(column: string, least: number, most: number): number | null;
  grid(column: string): GridNo;
  phone(column: string): string | null;
  /** One of the words, by name. */
  oneOf<T>(column: string, words: Readonly<Record<string, T>>): T;
  refuse(column: string, reason: string): never;
}

// What Excel made of a number too long for its column (1.38E+10) is no number any more.
const PHONE = /^\+?[0-9][0-9 ()-]{2,30}$/;
const UNSTORABLE = /\p{Cc}|\p{Cs}/u;

export function readingCells<T extends object>(row: TableRow, read: (cells: Cells) => T): T | CellFault {
  const refuse = (column: string, reason: string): never => {
    throw new Bad(column, reason);
  };
  const text = (column: string, most: number): string => {
    const value = row.cell(column);
    if (value.length > most) refuse(column, `不能超过 ${most} 个字`);
    // A cell may have lines of its own; nothing else that cannot be seen belongs into a name.
    if (UNSTORABLE.test(value.replace(/[\r\n\t]/g, ''))) refuse(column, '含有无法保存的字符');
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
      if (Number.isNaN(number)) refuse(column, `应为数字，实为“${value.slice(0, 20)}”`);
      if (number < least || number > most) refuse(column, `应在 ${least} 到 ${most} 之间，实为 ${value}`);
      return number;
    },
    grid(column) {
      const value = row.cell(column);
      return parseGridNo(value) ?? refuse(column, `网格编号应为6位数字（乡镇9位），实为“${value.slice(0, 20)}”`);
    },
    phone(column) {
      const value = row.cell(column);
      if (value !== '' && !PHONE.test(value)) refuse(column, `电话格式不正确：“${value.slice(0, 20)}”`);
      return value || null;
    },
    oneOf(column, words) {
      const value = row.cell(column);
      const found = Object.hasOwn(words, value) ? words[value] : undefined;
      return found ?? refuse(column, `应为 ${Object.keys(words).join('、')} 之一，实为“${value.slice(0, 20)}”`);
    },
  };
  try {
    return read(cells);
  } catch (error) {
    if (error instanceof Bad) return { column: error.column, reason: error.message };
    throw error;
  }
}
