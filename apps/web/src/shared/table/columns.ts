// The columns of a table on the screen and in an exported file: one description for both.
import type { TableColumnType } from 'antd';
import { useState } from 'react';
import { useSession } from '../services.ts';

export type CellValue = string | number | null;

export interface Column<R> extends Omit<TableColumnType<R>, 'key' | 'title' | 'dataIndex'> {
  /** Unique in its table; the choice is stored under it. */
  readonly key: string;
  readonly title: string;
  readonly dataIndex?: keyof R & string;
  /** The cell in a file; by default the field named by `dataIndex`. A column with neither is for the screen only (buttons). */
  readonly text?: (row: R) => CellValue;
  /** For the screen only, but may be hidden. */
  readonly isChoosable?: boolean;
}

/** A column with the same text on the screen and in a file. */
export const textCell = <R>(text: (row: R) => CellValue) => ({ render: (_: unknown, row: R) => text(row), text });

const isExported = <R>({ text, dataIndex }: Column<R>): boolean => text !== undefined || dataIndex !== undefined;

const cellOf = <R>({ text, dataIndex }: Column<R>, row: R): CellValue => {
  if (text !== undefined) return text(row);
  const value: unknown = dataIndex === undefined ? null : row[dataIndex];
  return typeof value === 'number' || value === null || value === undefined ? (value ?? null) : String(value);
};

const isChoosable = <R>(column: Column<R>): boolean => isExported(column) || column.isChoosable === true;

/** The columns that can be hidden: those with text, and those marked as choosable. Buttons cannot be hidden. */
export const choosable = <R>(columns: readonly Column<R>[]): readonly Column<R>[] => columns.filter(isChoosable);

/** @param hidden keys; unknown ones are ignored */
export const shownOf = <R>(columns: readonly Column<R>[], hidden: ReadonlySet<string>): readonly Column<R>[] =>
  columns.filter((column) => !isChoosable(column) || !hidden.has(column.key));

/** Header and rows of a file, in the order of the columns. */
export function sheetOf<R>(columns: readonly Column<R>[], rows: readonly R[]): readonly (readonly CellValue[])[] {
  const written = columns.filter(isExported);
  return [written.map(({ title }) => title), ...rows.map((row) => written.map((column) => cellOf(column, row)))];
}

export interface ColumnChoice {
  readonly hidden: ReadonlySet<string>;
  readonly hide: (keys: readonly string[]) => void;
}

/** The columns an account has hidden, stored in this browser. @param table a stable name */
export function useColumnChoice(table: string): ColumnChoice {
  const { accid } = useSession();
  const key = `columns.${accid ?? ''}.${table}`;
  const [hidden, setHidden] = useState(() => readHidden(localStorage.getItem(key)));
  return {
    hidden,
    hide: (keys) => {
      setHidden(new Set(keys));
      if (keys.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(keys));
    },
  };
}

/** Anything but a list of keys hides nothing. */
export function readHidden(text: string | null): ReadonlySet<string> {
  try {
    const keys: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
