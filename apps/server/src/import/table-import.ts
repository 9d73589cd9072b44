// Shared by the imports of tables: reading cells and rows, writing in batches, and the report.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CodedError, codedError, type ErrorCode, type Given } from '@lookout/contract';
import { characterCount, type GridNo, type Origin, type Position, parseGridNo, positionFault, positionRowFault } from '@lookout/domain';
import type { Repositories, Store } from '@lookout/features/store.ts';
import { type Axis, parseCoordinate } from '@lookout/geo';
import { GCJ_02, readTable, type Table, type TableRow, type TableShape, UNSTATED } from '@lookout/ingest';
import type { AuditEntry } from '@lookout/store';
import { mapInSlices } from '@lookout/store';
import type { ImportContext, ImportReport } from './kind.ts';

/** The fault of a cell: column and error. */
interface CellFault {
  readonly column: string | null;
  readonly error: CodedError;
}
export interface RowFault extends CellFault {
  readonly line: number;
}

export const isCellFault = (outcome: object): outcome is CellFault => 'error' in outcome && 'column' in outcome;

/** An item with the numbers of its lines in the file. */
export interface Read<T> {
  readonly lines: readonly number[];
  readonly item: T;
}

/** @returns how many items of a batch were new or changed */
type WriteBatch<T> = (tx: Repositories, batch: readonly Read<T>[]) => Promise<number>;

export async function openTable(file: string, shape: TableShape): Promise<Table> {
  // 奥维 writes GCJ-02 coordinates into files with these extensions.
  return readTable(await readFile(file), shape, /\.ovkm[lz]$/i.test(file) ? GCJ_02 : UNSTATED);
}

/**
 * Reads each row independently, in slices, so that a server that reads a table can serve other calls in between. Of two rows with the same
 * key the second is refused.
 * @param read returns the item with its key, or its fault
 */
export async function readRows<T>(rows: readonly TableRow[], read: (row: TableRow) => { key: string; item: T } | CellFault) {
  const faults: RowFault[] = [];
  const items = new Map<string, Read<T>>();
  for (const { row, outcome } of await mapInSlices(rows, (row) => ({ row, outcome: read(row) }))) {
    if (isCellFault(outcome)) {
      faults.push({ line: row.line, ...outcome });
      continue;
    }
    const same = items.get(outcome.key);
    if (same)
      faults.push({ line: row.line, column: null, error: codedError('same-row-before', { row: same.lines[0] ?? 0, key: outcome.key }) });
    else items.set(outcome.key, { lines: [row.line], item: outcome.item });
  }
  return { items: [...items.values()], faults };
}

const BATCH = 500;

interface BatchOptions<T> extends Pick<ImportContext, 'store' | 'print'> {
  readonly size?: number;
  /** Slow work for a batch, done before its transaction. */
  readonly prepare?: (batch: readonly Read<T>[]) => Promise<void>;
}

/** Writes in order. @throws Error naming the lines already written when a batch fails; a second run continues from there */
export async function writeBatches<T>(items: readonly Read<T>[], write: WriteBatch<T>, options: BatchOptions<T>): Promise<number> {
  const { store, print, size = BATCH, prepare } = options;
  let changed = 0;
  for (let at = 0; at < items.length; at += size) {
    const batch = items.slice(at, at + size);
    await prepare?.(batch);
    changed += await within(store, batch, write, at);
    if (items.length > size) print(`已写入 ${Math.min(at + size, items.length)} / ${items.length}`);
  }
  return changed;
}

async function within<T>(store: Store, batch: readonly Read<T>[], write: WriteBatch<T>, before: number): Promise<number> {
  try {
    return await store.transaction((tx) => write(tx, batch));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `写到第 ${batch[0]?.lines[0]} 行时中断：${why}\n  之前的 ${before} 条已写入，这一批没有写入；排除原因后请用同一文件再次导入。`,
      { cause: error },
    );
  }
}

/** Adds the phone numbers that have no separate field to a description. */
export const withPhones = (description: string | null, title: string, phones: readonly string[]): string | null =>
  phones.length === 0 ? description : [...(description === null ? [] : [description]), `${title}：${phones.join('、')}`].join('\n');

/** Every row is either accepted, or rejected with its reason. */
export function reportOf<T>(
  table: Table,
  items: readonly Read<T>[],
  changed: { readonly lines: number },
  faults: readonly RowFault[],
): ImportReport {
  const rejected = [...table.faults, ...faults].sort((a, b) => a.line - b.line);
  const good = items.reduce((sum, { lines }) => sum + lines.length, 0);
  return { received: table.rows.length + table.faults.length, accepted: changed.lines, duplicates: good - changed.lines, rejected };
}

/** One audit row for a batch, to append in the batch's transaction. */
export const batchAudit = (act: string, file: string, detail: Readonly<Record<string, unknown>>): AuditEntry => ({
  accountId: null,
  userName: IMPORTER,
  address: null,
  act,
  targetKind: 'import',
  targetId: null,
  gridNo: null,
  outcome: 'ok',
  detail: { file: basename(file), ...detail },
});

/** The actor's name in the audit and the event log. */
export const IMPORTER = 'npm run import';
export const IMPORT_ORIGIN: Origin = { actor: { kind: 'system', name: IMPORTER }, requestId: null };

// Cells: conversion from text to values; each refusal names its column.

/** Thrown by a row's reader, caught by `readingCells`. */
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
  /** The value of the option with the cell's text as its name. */
  oneOf<T>(column: string, options: Readonly<Record<string, T>>): T;
  /** A coordinate in degrees WGS 84, as a number or in any common spelling; null for an empty cell. */
  degrees(column: string, axis: Axis): number | null;
  /** The position in these columns, in degrees WGS 84. It must be plausible for forest duty in China. */
  position(longitude: string, latitude: string): Position;
  /** All phone numbers of a cell; several are separated by a sign. */
  phones(column: string): readonly string[];
  refuse<C extends ErrorCode>(column: string, code: C, ...given: Given<C>): never;
}

// A long number that Excel turned into scientific notation (1.38E+10) does not match.
const PHONE = /^\+?[0-9][0-9 ()-]{2,30}$/;
/** A space separates numbers too if a sufficiently long number follows. */
const BETWEEN_PHONES = /\s*[/、,;|\r\n]\s*|\s+(?=\+?\d{7})/;
const LONGEST_PHONES = 200;
const LONGEST_COORDINATE = 64;
const LIMITS: Readonly<Record<Axis, number>> = { lng: 180, lat: 90 };
const UNSTORABLE = /\p{Cc}|\p{Cs}/u;

export function readingCells<T extends object>(row: TableRow, read: (cells: Cells) => T): T | CellFault {
  const refuse: Cells['refuse'] = (column, code, ...given) => {
    throw new Bad(column, codedError(code, ...given));
  };
  const text = (column: string, most: number): string => {
    const value = row.cell(column);
    const length = characterCount(value);
    if (length > most) refuse(column, 'text-at-most', { most, length });
    // Line breaks and tabs are allowed; other control characters are not.
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
      const number = row.number(column) ?? refuse(column, 'cell-not-number', { text: value.slice(0, 20) });
      if (number < least || number > most) refuse(column, 'cell-number-range', { least, most, text: value });
      return number;
    },
    grid(column) {
      const value = row.cell(column);
      return parseGridNo(value) ?? refuse(column, 'cell-not-grid', { text: value.slice(0, 20) });
    },
    degrees(column, axis) {
      const value = row.cell(column);
      if (value === '') return null;
      if (row.number(column) !== null) return cells.number(column, -LIMITS[axis], LIMITS[axis]);
      const read = parseCoordinate(text(column, LONGEST_COORDINATE), axis);
      return read.ok ? read.value : refuse(column, 'cell-not-coordinate', { text: value.slice(0, 20) });
    },
    position(longitude, latitude) {
      const [x, y] = [row.number(longitude), row.number(latitude)];
      if (x !== null && y !== null && positionFault({ lng: x, lat: y }) === 'swapped')
        throw new Bad(longitude, codedError('position-swapped', { lng: x, lat: y }));
      const position = { lng: cells.degrees(longitude, 'lng') ?? 0, lat: cells.degrees(latitude, 'lat') ?? 0 };
      const fault = positionRowFault(position);
      if (fault !== null) throw new Bad(longitude, fault);
      return position;
    },
    phones(column) {
      const value = text(column, LONGEST_PHONES).normalize('NFKC').trim();
      const phones = value.split(BETWEEN_PHONES).filter((phone) => phone !== '');
      const strange = phones.find((phone) => !PHONE.test(phone));
      if (strange !== undefined) refuse(column, 'cell-not-phone', { text: value.slice(0, 20) });
      return phones;
    },
    phone(column) {
      const [phone = null, ...others] = cells.phones(column);
      if (others.length > 0) refuse(column, 'cell-several-phones', { text: row.cell(column).slice(0, 60) });
      return phone;
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
