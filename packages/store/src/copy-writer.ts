// Rows in PostgreSQL's binary COPY format (https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format"): numbers and times
// are not converted to text. No connection is needed: rows can be made in any thread.

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
/** PostgreSQL counts microseconds from 2000-01-01 UTC. */
const EPOCH_MS = 946_684_800_000;
/** The high half of a count of microseconds. */
const HALF = 0x1_0000_0000;
/** Largest fixed-length value with its length prefix, or the frame of a row. */
const LONGEST_FIXED = 64;
const NULL = -1;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];
/** Up to this length a loop is faster than Buffer.write. */
const SHORT_TEXT = 160;

/** Plain data: can be passed to another thread, `bytes` without a copy. */
export interface CopyMessage {
  /** Signature, rows, trailer; in memory of its own. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each row begins, and where the last one ends. */
  readonly offsets: Uint32Array;
}

export interface CopyWriter {
  /** Begins a row. */
  row(columns: number): void;
  text(value: string | null): void;
  float8(value: number): void;
  timestamptz(value: Date): void;
  /** A placeholder for an id: sixteen zeros. */
  uuidToCome(): void;
  end(): CopyMessage;
}

/** @param expectedBytes estimated size; the buffer grows when needed */
export function copyWriter(expectedBytes: number): CopyWriter {
  // Not from the shared pool, so that the buffer can be transferred to another thread.
  let out = Buffer.allocUnsafeSlow(expectedBytes + SIGNATURE.length + LONGEST_FIXED);
  let view = new DataView(out.buffer);
  let at = SIGNATURE.copy(out);
  const offsets: number[] = [];

  const room = (bytes: number): void => {
    if (at + bytes + LONGEST_FIXED <= out.length) return;
    const larger = Buffer.allocUnsafeSlow(out.length * 2 + bytes);
    larger.set(out.subarray(0, at));
    out = larger;
    view = new DataView(out.buffer);
  };
  const int32 = (value: number): void => {
    view.setInt32(at, value);
    at += 4;
  };

  /** @returns false, with nothing committed, when the text is long or contains a surrogate or NUL */
  const writeShort = (value: string): boolean => {
    const { length } = value;
    if (length > SHORT_TEXT) return false;
    let end = at + 4;
    for (let i = 0; i < length; i += 1) {
      const code = value.charCodeAt(i);
      if (code < 0x80) {
        // PostgreSQL text has no NUL: left to the slow path.
        if (code === 0) return false;
        out[end++] = code;
      } else if (code < 0x800) {
        out[end++] = 0xc0 | (code >> 6);
        out[end++] = 0x80 | (code & 0x3f);
      } else {
        if (code >= FIRST_SURROGATE && code <= LAST_SURROGATE) return false;
        out[end++] = 0xe0 | (code >> 12);
        out[end++] = 0x80 | ((code >> 6) & 0x3f);
        out[end++] = 0x80 | (code & 0x3f);
      }
    }
    int32(end - at - 4);
    at = end;
    return true;
  };

  return {
    row(columns) {
      room(LONGEST_FIXED);
      offsets.push(at);
      view.setInt16(at, columns);
      at += 2;
    },
    text(value) {
      room((value?.length ?? 0) * 3);
      if (value === null) return int32(NULL);
      if (writeShort(value)) return;
      const bytes = out.write(value.includes('\0') ? value.replaceAll('\0', '') : value, at + 4, 'utf8');
      int32(bytes);
      at += bytes;
    },
    float8(value) {
      // The value came from outside, and PostgreSQL would store NaN.
      if (!Number.isFinite(value)) throw new TypeError(`not a number: ${String(value)}`);
      room(LONGEST_FIXED);
      int32(8);
      view.setFloat64(at, value);
      at += 8;
    },
    timestamptz(value) {
      const ms = value.getTime();
      if (Number.isNaN(ms)) throw new TypeError('not a time');
      room(LONGEST_FIXED);
      int32(8);
      // As two halves: faster than a BigInt.
      const micros = (ms - EPOCH_MS) * 1000;
      const high = Math.floor(micros / HALF);
      view.setInt32(at, high);
      view.setUint32(at + 4, micros - high * HALF);
      at += 8;
    },
    uuidToCome() {
      room(LONGEST_FIXED);
      int32(16);
      for (let half = 0; half < 4; half += 1) int32(0);
    },
    end() {
      room(TRAILER.length);
      offsets.push(at);
      at += TRAILER.copy(out, at);
      return { bytes: new Uint8Array(out.buffer, 0, at), offsets: Uint32Array.from(offsets) };
    },
  };
}

/** A message of some of the rows. */
export function withRows({ bytes, offsets }: CopyMessage, rows: readonly number[]): CopyMessage {
  const lengthOf = (row: number) => (offsets[row + 1] as number) - (offsets[row] as number);
  const some = new Uint8Array(rows.reduce((sum, row) => sum + lengthOf(row), SIGNATURE.length + TRAILER.length));
  some.set(SIGNATURE);
  some.set(TRAILER, some.length - TRAILER.length);
  const begins = new Uint32Array(rows.length + 1);
  let at = SIGNATURE.length;
  for (const [n, row] of rows.entries()) {
    begins[n] = at;
    some.set(bytes.subarray(offsets[row], offsets[row + 1]), at);
    at += lengthOf(row);
  }
  begins[rows.length] = at;
  return { bytes: some, offsets: begins };
}

/** Offset of the id in a row that begins with `uuidToCome`: after the number of columns and the id's length. */
export const ID_AT = 6;

/** Reads the values of rows in the order of writing. */
export interface CopyReader {
  /** Moves to the start of a row. */
  row(row: number): void;
  text(): string | null;
  float8(): number;
  timestamptz(): Date;
  skip(): void;
}

export function copyReader({ bytes: { buffer, byteOffset, byteLength }, offsets }: CopyMessage): CopyReader {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const view = new DataView(buffer, byteOffset, byteLength);
  let at = 0;
  /** @returns where the value begins; `at` is behind it. Null has no length and ends where it begins. */
  const next = (): number => {
    const length = view.getInt32(at);
    const start = at + 4;
    at = start + Math.max(length, 0);
    return start;
  };
  return {
    row(row) {
      at = (offsets[row] as number) + 2;
    },
    text() {
      const isNull = view.getInt32(at) === NULL;
      const start = next();
      return isNull ? null : bytes.toString('utf8', start, at);
    },
    float8: () => view.getFloat64(next()),
    timestamptz() {
      const start = next();
      return new Date((view.getInt32(start) * HALF + view.getUint32(start + 4)) / 1000 + EPOCH_MS);
    },
    skip: () => void next(),
  };
}
