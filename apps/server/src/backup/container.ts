// The backup file: a gzipped tar, readable by any tar program, streamed in both directions in bounded memory.
//
//   manifest.json                format, version of this layout, and contents (Manifest)
//   tables/NAME/00000001 …       rows of a table in pieces, in the text format of PostgreSQL's COPY: tar needs each length in advance
//   files/PATH                   a file of DATA_DIR
//   sha256                       the end: the hash (hex) over name, length and content of every entry before it
//
// A file without sha256 at its end is truncated.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline as pumped } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DumpTable } from '@lookout/store';
import { type Extract, extract, type Header, type Pack, pack } from 'tar-stream';
import { z } from 'zod';

const LAYOUT = 'LOOKOUT-BACKUP 2';
const MANIFEST = 'manifest.json';
const END = 'sha256';
/** The size of one piece of a table's rows. */
const PIECE_BYTES = 1 << 22;
/** A longer manifest is not from this program. */
const MOST_MANIFEST_BYTES = 1 << 22;
const TAR_BLOCK = 512;
/** A tar ends with two blocks of zeros. */
const TAR_END_BYTES = 2 * TAR_BLOCK;

export interface Manifest {
  readonly kind: 'manifest';
  readonly madeAt: string;
  readonly migrations: readonly string[];
  readonly tables: readonly DumpTable[];
}
const manifestShape: z.ZodType<Manifest> = z.strictObject({
  kind: z.literal('manifest'),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
});
export type Entry =
  | Manifest
  | { readonly kind: 'table'; readonly table: DumpTable }
  | { readonly kind: 'file'; readonly path: string; readonly size: number };
type Content = AsyncIterable<Uint8Array>;

/** The file is not a backup of this program, or is damaged. */
export class BrokenBackup extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenBackup';
  }
}

/** The uncompressed bytes of a backup; the manifest comes first. */
export async function* written(entries: AsyncIterable<{ entry: Entry; content: Content }>): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const filled = fill(archive, entries).catch((error: Error) => archive.destroy(error));
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    // A reader that stops early ends the source too.
    archive.destroy();
    await filled;
  }
}

async function fill(archive: Pack, entries: AsyncIterable<{ entry: Entry; content: Content }>): Promise<void> {
  const hash = createHash('sha256');
  let mtime = new Date(0);
  const put = async (name: string, size: number, content: Content) => {
    hash.update(headOf(name, size));
    await pumped(hashed(content, hash), archive.entry({ name, size, mtime, mode: 0o600 }));
  };
  for await (const { entry, content } of entries) {
    switch (entry.kind) {
      case 'manifest': {
        mtime = new Date(entry.madeAt);
        const bytes = Buffer.from(JSON.stringify({ layout: LAYOUT, ...entry }));
        await put(MANIFEST, bytes.length, only(bytes));
        break;
      }
      case 'table': {
        let count = 0;
        for await (const piece of inPieces(content)) {
          count += 1;
          await put(`${folderOf(entry.table)}${String(count).padStart(8, '0')}`, piece.length, only(piece));
        }
        break;
      }
      case 'file':
        await put(`files/${entry.path}`, entry.size, content);
    }
  }
  const digest = Buffer.from(hash.copy().digest('hex'));
  await put(END, digest.length, only(digest));
  archive.finalize();
}

const headOf = (name: string, size: number): string => `${name}\n${size}\n`;
const folderOf = ({ name }: DumpTable): string => `tables/${name}/`;

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* hashed(content: Content, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}

/** Yields at least one piece, so that an empty table is in the file too. */
async function* inPieces(content: Content): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of content) {
    parts.push(bytes);
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(parts, length);
    parts = [];
    length = 0;
  }
  yield Buffer.concat(parts, length);
}

export interface BackupReader {
  /** The next entry; the rest of the previous one is skipped. null: the end, and the file was complete. */
  next(): Promise<{ entry: Entry; content: Content } | null>;
  close(): void;
}

/** @throws (from `next` and from contents) BrokenBackup; the file system's error if the file does not exist */
export function openBackup(file: string): BackupReader {
  const source = createReadStream(file);
  const archive = extract();
  let length = 0;
  // Its errors are also emitted by `archive`, which is read below.
  pipeline(
    source,
    createGunzip(),
    async function* (unpacked: AsyncIterable<Buffer>) {
      for await (const bytes of unpacked) {
        length += bytes.length;
        yield bytes;
      }
    },
    archive,
    () => undefined,
  );
  const pieces = piecesOf(archive, () => length);
  let tables: ReadonlyMap<string, DumpTable> = new Map();
  /** The folder of the current table. */
  let folder: string | null = null;
  let ahead: Piece | null = null;
  const pull = async (): Promise<Piece | null> => {
    const { value, done } = await pieces.next();
    return done ? null : value;
  };
  const isMore = (piece: Piece | null): boolean => folder !== null && piece?.name.startsWith(folder) === true;
  async function* rowsFrom(first: Piece): AsyncGenerator<Uint8Array> {
    for (let piece: Piece | null = first; piece !== null; ) {
      yield* piece.content;
      ahead = await pull();
      piece = isMore(ahead) ? ahead : null;
    }
  }
  return {
    async next() {
      let piece = ahead ?? (await pull());
      while (isMore(piece)) piece = await pull();
      ahead = null;
      folder = null;
      if (piece === null) return null;
      const { name, size, content } = piece;
      if (name === MANIFEST) {
        const manifest = await manifestIn(piece);
        tables = new Map(manifest.tables.map((table) => [folderOf(table), table]));
        return { entry: manifest, content };
      }
      if (name.startsWith('files/')) return { entry: { kind: 'file', path: name.slice('files/'.length), size }, content };
      folder = name.slice(0, name.lastIndexOf('/') + 1);
      const table = tables.get(folder);
      if (table === undefined) throw new BrokenBackup(`备份里有不该有的文件：${name}`);
      return { entry: { kind: 'table', table }, content: rowsFrom(piece) };
    },
    close() {
      source.destroy();
      archive.destroy();
    },
  };
}

const cutOff = () => new BrokenBackup('备份文件不完整（在中间断了）');
const notOurs = () => new BrokenBackup('这不是本系统（或这一版本）的备份文件');
const damaged = () => new BrokenBackup('备份文件的校验不符，内容已损坏');
const tooLong = () => new BrokenBackup('备份文件的末尾之后还有内容');

async function manifestIn({ size, content }: Piece): Promise<Manifest> {
  if (size > MOST_MANIFEST_BYTES) throw notOurs();
  const { layout, ...fields } = objectIn(await text(content));
  if (layout !== LAYOUT) throw notOurs();
  const manifest = manifestShape.safeParse(fields);
  if (!manifest.success) throw damaged();
  return manifest.data;
}

function objectIn(json: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(json) as object) };
  } catch {
    throw damaged();
  }
}

interface Piece {
  readonly name: string;
  readonly size: number;
  readonly content: Content;
}

/** All entries; ends normally only when the file is complete. @param length bytes unpacked so far */
async function* piecesOf(archive: Extract, length: () => number): AsyncGenerator<Piece> {
  const hash = createHash('sha256');
  let isOurs = false;
  /** The total length, once it is known. */
  let whole: number | null = null;
  const translated = (error: unknown): unknown => {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') return cutOff();
    if (code === 'Z_DATA_ERROR') return new BrokenBackup('备份文件已损坏，或不是备份文件');
    if (!/^(Unexpected end of data|Invalid (tar )?header|Header exceeds)/.test(message)) return error;
    if (!isOurs) return notOurs();
    if (!message.startsWith('Unexpected end')) return damaged();
    return whole !== null && length() > whole ? tooLong() : cutOff();
  };
  async function* read(entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* hashed(entry, hash);
    } catch (error) {
      throw translated(error);
    }
  }
  try {
    for await (const entry of archive) {
      const { name, type, size, byteOffset = 0 } = entry.header as Header & { byteOffset?: number };
      if (!isOurs && name !== MANIFEST) throw notOurs();
      isOurs = true;
      if (whole !== null) throw tooLong();
      if (type !== 'file') throw new BrokenBackup(`备份里有不该有的文件：${name}`);
      if (name === END) {
        const digest = hash.digest('hex');
        if (size !== digest.length || (await text(entry)) !== digest) throw damaged();
        whole = byteOffset + TAR_BLOCK + TAR_END_BYTES;
        continue;
      }
      hash.update(headOf(name, size));
      const content = read(entry as AsyncIterable<Uint8Array>);
      yield { name, size, content };
      for await (const _rest of content);
    }
  } catch (error) {
    throw translated(error);
  }
  if (whole === null) throw isOurs ? cutOff() : notOurs();
  if (length() !== whole) throw length() > whole ? tooLong() : cutOff();
}
