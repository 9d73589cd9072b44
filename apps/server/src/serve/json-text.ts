// Serializes an answer. Long answers are written in slices: JSON.stringify of twenty thousand alarms blocks the main thread for a tenth of
// a second.
import { createSlices } from '@lookout/store';

/** Longer arrays are written in pieces of this many items. */
const PIECE = 20;
/** Depth to which arrays are searched: `data.list`, `data.events`, `data.rangers.list`. */
const DEEPEST = 3;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);

const isLong = (value: unknown, deepest = DEEPEST): boolean => {
  if (Array.isArray(value)) return value.length > PIECE || (deepest > 0 && value.some((item) => isLong(item, deepest - 1)));
  return deepest > 0 && isPlain(value) && Object.values(value).some((inner) => isLong(inner, deepest - 1));
};

/** Writes a value as JSON.stringify does; the value must be representable in JSON. */
export async function jsonText(value: unknown): Promise<string | Buffer> {
  if (!isLong(value)) return JSON.stringify(value);
  const pieces: Buffer[] = [];
  const sliceEnds = createSlices();
  let open = '';
  const flush = async (): Promise<void> => {
    pieces.push(Buffer.from(open));
    open = '';
    await sliceEnds();
  };
  const write = async (inner: unknown, deepest: number): Promise<void> => {
    if (!isLong(inner, deepest)) open += JSON.stringify(inner) ?? 'null';
    else if (Array.isArray(inner)) await writeItems(inner, deepest);
    else await writeFields(inner as Readonly<Record<string, unknown>>, deepest);
  };
  const writeItems = async (items: readonly unknown[], deepest: number): Promise<void> => {
    // In a short array with one long item, the items are written one by one.
    const piece = items.length > PIECE ? PIECE : 1;
    for (let from = 0; from < items.length; from += piece) {
      open += from === 0 ? '[' : ',';
      if (piece === 1) await write(items[from], deepest - 1);
      else open += JSON.stringify(items.slice(from, from + piece)).slice(1, -1);
      await flush();
    }
    open += ']';
  };
  const writeFields = async (fields: Readonly<Record<string, unknown>>, deepest: number): Promise<void> => {
    let lead = '{';
    for (const [name, inner] of Object.entries(fields)) {
      // JSON cannot represent these values: a field that has one is left out.
      if (inner === undefined || typeof inner === 'function' || typeof inner === 'symbol') continue;
      open += `${lead}${JSON.stringify(name)}:`;
      lead = ',';
      await write(inner, deepest - 1);
    }
    open += lead === '{' ? '{}' : '}';
  };
  await write(value, DEEPEST);
  pieces.push(Buffer.from(open));
  return Buffer.concat(pieces);
}
