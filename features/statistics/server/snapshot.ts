// The projection as a file, so that a start reads only the tail of the log: a line of JSON, the columns one after the other, and a hash of
// all of it. A file that is incomplete, of another version, or of another log than the database's is not used; the projection is then
// rebuilt.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { COLUMN_NAMES, Projection, type ProjectionState } from './projection.ts';

/** Incremented when the columns or their meaning change. */
const VERSION = 2;
const HASH_BYTES = 32;
const LINE_END = 10;
const HASH = 'sha256';

interface Head extends ProjectionState {
  readonly version: number;
  /** The id of the event with the number `seq`, which differs in another log. */
  readonly mark: string;
  /** Bytes of the ids and of each column, in order. */
  readonly sizes: readonly number[];
}

/** Replaces the file atomically. @param mark the id of the event with the number `projection.seq` */
export async function writeSnapshot(file: string, projection: Projection, mark: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const { state, length } = projection;
  const parts = [projection.ids.subarray(0, 4 * length), ...COLUMN_NAMES.map((name) => projection.values[name].subarray(0, length))].map(
    (values) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  );
  const head: Head = { version: VERSION, mark, ...state, sizes: parts.map(({ byteLength }) => byteLength) };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  const hash = createHash(HASH);
  const unfinished = `${file}.part`;
  await using handle = await open(unfinished, 'w');
  for (const part of [line, ...parts]) {
    hash.update(part);
    await handle.writeFile(part);
  }
  await handle.writeFile(hash.digest());
  await handle.sync();
  await rename(unfinished, file);
}

/**
 * @param markAt the id of the event with a given number in the database's log
 * @returns null: there is no usable file
 */
export async function readSnapshot(file: string, markAt: (seq: number) => Promise<string | null>): Promise<Projection | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return null;
  const content = bytes.subarray(0, -HASH_BYTES);
  if (!createHash(HASH).update(content).digest().equals(bytes.subarray(-HASH_BYTES))) return null;
  const lineEnd = content.indexOf(LINE_END);
  const head = JSON.parse(content.toString('utf8', 0, lineEnd)) as Head;
  if (head.version !== VERSION || (await markAt(head.seq)) !== head.mark) return null;
  const projection = new Projection(head);
  let at = lineEnd + 1;
  const targets = [projection.ids, ...COLUMN_NAMES.map((name) => projection.values[name])];
  for (const [index, target] of targets.entries()) {
    const size = head.sizes[index] as number;
    new Uint8Array(target.buffer).set(content.subarray(at, at + size));
    at += size;
  }
  projection.indexRows();
  return projection;
}
