// Alarms for COPY: rows as bytes, made in a worker thread, and numbered only where they are stored. The live message of an alarm is read back from
// its row.

import type { GridNo } from '@lookout/domain';
import { type CopyMessage, copyReader, copyWriter, ID_AT, withRows } from '@lookout/store/copy-writer.ts';
import { type Alarm, type AlarmFacts, type AlarmKind, type LocatedObservation, UNANSWERED } from './alarm.ts';
import { type AlarmIds, factColumns, factsOf, factsText } from './alarm-rows.store.ts';

/** Plain data: may be handed to another thread. */
export interface AlarmBatch {
  readonly arrivedAt: Date;
  /** Number of alarms, each a row, without duplicates. */
  readonly rows: number;
  /** The row of each observation, in order. */
  readonly rowOf: Uint32Array;
  /** Without ids yet. */
  readonly message: CopyMessage;
  /** The rows' dedupe keys, separated by U+001F; empty: none. */
  readonly keys: string;
}

/** In the order of writing; `alarmAt` reads in the same order. */
export const BATCH_COLUMNS = [
  'id',
  'lng',
  'lat',
  'observed_at',
  'arrived_at',
  'grid_no',
  'grid_basis',
  'kind',
  'find_type',
  'address',
  'formatted_address',
  'dedupe_key',
  'fire_no',
  'device_id',
  'monitoring_point_id',
  'facts',
] as const;

const KEY_SEPARATOR = '\u001f';
/** Approximate size of a satellite's row. */
const BYTES_PER_ROW = 450;

export interface AlarmBatchWriter {
  /** @throws TypeError for an invalid position or time */
  add(observation: LocatedObservation<AlarmFacts>): void;
  end(): AlarmBatch;
}

/** @param expected how many alarms, about */
export function alarmBatchWriter(arrivedAt: Date, expected: number): AlarmBatchWriter {
  const out = copyWriter(expected * BYTES_PER_ROW);
  const rowOf: number[] = [];
  const keys: string[] = [];
  const rowOfKey = new Map<string, number>();

  const write = (observation: LocatedObservation<AlarmFacts>): void => {
    const { facts, findType, position, gridNo, gridBasis, address, formattedAddress, observedAt, dedupeKey } = observation;
    const { fire_no, device_id, monitoring_point_id } = factColumns(facts, dedupeKey);
    out.row(BATCH_COLUMNS.length);
    out.uuidToCome();
    out.float8(position.lng);
    out.float8(position.lat);
    out.timestamptz(observedAt);
    out.timestamptz(arrivedAt);
    out.text(gridNo);
    out.text(gridBasis);
    out.text(facts.kind);
    out.text(findType);
    out.text(address);
    out.text(formattedAddress);
    out.text(dedupeKey);
    out.text(fire_no);
    out.text(device_id);
    out.text(monitoring_point_id);
    out.text(factsText(facts));
  };

  return {
    add(observation) {
      const { dedupeKey } = observation;
      const row = keys.length;
      const known = dedupeKey === null ? undefined : rowOfKey.get(dedupeKey);
      rowOf.push(known ?? row);
      if (known !== undefined) return;
      if (dedupeKey !== null) rowOfKey.set(dedupeKey, row);
      keys.push(dedupeKey?.includes(KEY_SEPARATOR) ? dedupeKey.replaceAll(KEY_SEPARATOR, '') : (dedupeKey ?? ''));
      write(observation);
    },
    end: () => ({
      arrivedAt,
      rows: keys.length,
      rowOf: Uint32Array.from(rowOf),
      message: out.end(),
      keys: keys.join(KEY_SEPARATOR),
    }),
  };
}

/**
 * The COPY message of the rows that are new, the n-th of them with the n-th id.
 * @param fresh rows of the batch, ascending; if these are all rows, the batch's own bytes are numbered in place.
 */
export function numberedMessage({ rows, message }: AlarmBatch, fresh: readonly number[], ids: AlarmIds): Uint8Array {
  const { bytes, offsets } = fresh.length === rows ? message : withRows(message, fresh);
  const view = new DataView(bytes.buffer);
  for (let n = 0; n < fresh.length; n += 1) {
    const at = (offsets[n] as number) + ID_AT;
    bytes.set(ids.head, at);
    view.setUint32(at + ids.head.length, ids.tail(n));
  }
  return bytes;
}

export interface AlarmBatchReader {
  /** The grid of a row, which its topics are made of. */
  gridAt(row: number): GridNo;
  /** The alarm of a row, as recorded. */
  alarmAt(row: number, id: string): Alarm;
}

export function alarmBatchReader({ message, arrivedAt }: AlarmBatch): AlarmBatchReader {
  const read = copyReader(message);
  return {
    gridAt(row) {
      read.row(row);
      for (let passed = 0; passed < BEFORE_GRID; passed += 1) read.skip();
      return read.text() as GridNo;
    },
    alarmAt(row, id) {
      read.row(row);
      read.skip();
      const position = { lng: read.float8(), lat: read.float8() };
      const observedAt = read.timestamptz();
      read.skip();
      const gridNo = read.text() as Alarm['gridNo'];
      const gridBasis = read.text() as Alarm['gridBasis'];
      const kind = read.text() as AlarmKind;
      const findType = read.text() as Alarm['findType'];
      const address = read.text();
      const formattedAddress = read.text() ?? '';
      const dedupe_key = read.text();
      const fire_no = read.text();
      read.skip();
      read.skip();
      const facts = factsOf({ kind, facts: read.text() ?? '{}', fire_no, dedupe_key });
      return {
        id,
        findType,
        position,
        observedAt,
        arrivedAt,
        address,
        formattedAddress,
        gridNo,
        gridBasis,
        facts,
        response: UNANSWERED,
      };
    },
  };
}
const BEFORE_GRID = BATCH_COLUMNS.indexOf('grid_no');
