// The attributes of a shapefile: dBASE III and its successors. Format: ESRI, Shapefile Technical Description (1998), and dBASE file structure by Borland.
import { fileFault } from '@lookout/domain';
import { textReaderOf } from './encoding.ts';
import { UnreadableFile } from './unreadable-file.ts';

type Properties = Readonly<Record<string, string | number | boolean>>;

/** Language drivers in the header that name a code page. 0x57 (ANSI) means the code page of the writing machine, which is unknown here. */
const LANGUAGE_DRIVERS: Readonly<Record<number, string>> = {
  1: '1252',
  2: '1252',
  3: '1252',
  19: '932',
  77: '936',
  78: '949',
  79: '950',
  120: '950',
  121: '949',
  122: '936',
  123: '932',
};

interface Field {
  readonly name: Uint8Array;
  readonly type: string;
  /** Offset in a row, in bytes. */
  readonly at: number;
  readonly length: number;
}

const FIELD_BYTES = 32;
const END_OF_FIELDS = 0x0d;
const DELETED = 0x2a;
const damaged = (): UnreadableFile => new UnreadableFile(fileFault('not-a-shapefile', { why: fileFault('dbf-damaged') }));

/**
 * @param stated the content of the accompanying .cpg; null when there is none
 * @param most maximum number of rows to read
 * @returns the rows in file order, null for a row marked as deleted; memos, which are in another file, are left out
 * @throws UnreadableFile when the file is damaged or its texts are in no known encoding
 */
export function readDbf(bytes: Uint8Array, stated: string | null, most: number): (Properties | null)[] {
  if (bytes.length < FIELD_BYTES) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [announced, head, width] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  const fields = fieldsOf(bytes, head);
  if (width < 1 || head > bytes.length || fields.some(({ at, length }) => at + length > width)) throw damaged();
  const count = Math.min(most, announced, Math.floor((bytes.length - head) / width));
  const texts = fields.filter(({ type }) => TEXTS.has(type));
  const valueAt = (row: number, { at, length }: Field): Uint8Array =>
    trimmed(bytes.subarray(head + row * width + at, head + row * width + at + length));
  function* every(): Generator<Uint8Array> {
    for (const { name } of fields) yield name;
    for (let row = 0; row < count; row += 1) for (const field of texts) yield valueAt(row, field);
  }
  const reader = textReaderOf(every(), [stated, LANGUAGE_DRIVERS[bytes[29] ?? 0] ?? null], true);
  const names = fields.map(({ name }) => reader.read(name, true).trim());
  return Array.from({ length: count }, (_, row) => {
    if (bytes[head + row * width] === DELETED) return null;
    const properties: Record<string, string | number | boolean> = Object.create(null);
    for (const [i, field] of fields.entries()) {
      const value = fieldValue(field, valueAt(row, field), reader.read);
      if (value !== null) properties[names[i] as string] = value;
    }
    return properties;
  });
}

const TEXTS: ReadonlySet<string> = new Set(['C', 'V', 'W']);

function fieldsOf(bytes: Uint8Array, head: number): Field[] {
  const fields: Field[] = [];
  let at = 1;
  for (let from = FIELD_BYTES; from + FIELD_BYTES <= head && bytes[from] !== END_OF_FIELDS; from += FIELD_BYTES) {
    const length = bytes[from + 16] as number;
    const name = bytes.subarray(from, from + 11);
    const end = name.indexOf(0);
    // A field of width 0 has no value in any row.
    if (length === 0) continue;
    fields.push({
      name: end < 0 ? name : name.subarray(0, end),
      type: String.fromCharCode(bytes[from + 11] as number).toUpperCase(),
      at,
      length,
    });
    at += length;
  }
  return fields;
}

/** Without the spaces and NULs that pad a field. */
function trimmed(value: Uint8Array): Uint8Array {
  let end = value.indexOf(0);
  if (end < 0) end = value.length;
  while (end > 0 && value[end - 1] === 0x20) end -= 1;
  return value.subarray(0, end);
}

/** null: empty, or of a type whose value is stored in another file. */
function fieldValue(
  { type }: Field,
  value: Uint8Array,
  read: (bytes: Uint8Array, cut: boolean) => string,
): string | number | boolean | null {
  if (TEXTS.has(type)) return value.length === 0 ? null : read(value, true).trim();
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1').trim();
  if (text === '') return null;
  switch (type) {
    case 'N':
    case 'F': {
      const number = Number(text.replace(',', '.'));
      // Asterisks mark a number that was too long for its field.
      return Number.isFinite(number) ? number : null;
    }
    case 'D':
      // Eight zeros mean no date.
      return /^(?!0{8})\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;
    case 'L':
      return /^[YyTt]$/.test(text) ? true : /^[NnFf]$/.test(text) ? false : null;
    default:
      return null;
  }
}
