// The backup file: gzip (RFC 1952) around a row of blocks, so that it is written and read in one go and in bounded memory.
//
//   "LOOKOUT-BACKUP 1\n"                     what it is, and the version of this layout
//   block*                                   kind (1 byte), length (uint32, big endian), that many bytes:
//     H  JSON                                begins an entry: the first tells of the whole (Manifest), then tables, then files
//     D  bytes                               content of the entry that began last; any number of them
//     Z  JSON { sha256 }                     the end: the hash (hex) of everything before this block, the first line included
//
// Content of a table is the text format of PostgreSQL's COPY; of a file, its bytes. What has no Z at its end was cut off.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, type Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { DumpTable } from '@lookout/store';

const MAGIC = Buffer.from('LOOKOUT-BACKUP 1\n', 'latin1');
const HEAD_BYTES = 5;
/** Larger pieces are cut; a larger length in a file is damage. */
const MOST_BLOCK = 1 << 22;

export interface Manifest {
  readonly kind: 'manifest';
  readonly madeAt: string;
  readonly migrations: readonly string[];
  readonly tables: readonly DumpTable[];
}
export type Entry = Manifest | { readonly kind: 'table'; readonly table: DumpTable } | { readonly kind: 'file'; readonly path: string };

type BlockKind = 'H' | 'D' | 'Z';
interface Block {
  readonly kind: BlockKind;
  readonly bytes: Buffer;
}

/** It is none of ours, or not whole. */
export class BrokenBackup extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenBackup';
  }
}

/** All of a backup as bytes, to be compressed. */
export async function* written(entries: AsyncIterable<{ entry: Entry; content: AsyncIterable<Uint8Array> }>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(MAGIC);
  for await (const { entry, content } of entries) {
    yield hashed(block('H', Buffer.from(JSON.stringify(entry))));
    for await (const bytes of content) {
      for (let at = 0; at < bytes.length; at += MOST_BLOCK) yield hashed(block('D', bytes.subarray(at, at + MOST_BLOCK)));
    }
  }
  yield block('Z', Buffer.from(JSON.stringify({ sha256: hash.digest('hex') })));
}

function block(kind: BlockKind, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

export interface BackupReader {
  /** The next entry; what was left unread of the one before is passed over. null: the end was reached, and everything was whole. */
  next(): Promise<{ entry: Entry; content: AsyncIterable<Buffer> } | null>;
  close(): void;
}

/** @throws (from `next` and from contents) BrokenBackup; the error of the file system when there is no such file */
export function openBackup(file: string): BackupReader {
  const source = createReadStream(file);
  const unpacked: Readable = createGunzip();
  // Its errors come out of `unpacked` too, which is what is read.
  pipeline(source, unpacked as unknown as Writable, () => undefined);
  const blocks = blocksOf(unpacked);
  let ahead: Block | null = null;
  const pull = async (): Promise<Block> => {
    const { value, done } = await blocks.next();
    if (done) throw cutOff();
    return value;
  };
  async function* content(): AsyncGenerator<Buffer> {
    for (;;) {
      ahead ??= await pull();
      if (ahead.kind !== 'D') return;
      const { bytes } = ahead;
      ahead = null;
      yield bytes;
    }
  }
  return {
    async next() {
      while (ahead === null || ahead.kind === 'D') ahead = await pull();
      const { kind, bytes } = ahead;
      if (kind === 'Z') {
        // The block was given out only when its hash was right; nothing may follow it.
        if (!(await blocks.next()).done) throw new BrokenBackup('备份文件的末尾之后还有内容');
        return null;
      }
      ahead = null;
      return { entry: JSON.parse(bytes.toString('utf8')) as Entry, content: content() };
    },
    close() {
      source.destroy();
      unpacked.destroy();
    },
  };
}

const cutOff = () => new BrokenBackup('备份文件不完整（在中间断了）');

async function* blocksOf(unpacked: Readable): AsyncGenerator<Block> {
  const take = taker(unpacked);
  const hash = createHash('sha256');
  const magic = await take(MAGIC.length);
  if (magic === null || !magic.equals(MAGIC)) throw new BrokenBackup('这不是本系统（或这一版本）的备份文件');
  hash.update(magic);
  for (let isEnd = false; !isEnd; ) {
    const head = await take(HEAD_BYTES);
    if (head === null) throw cutOff();
    const kind = String.fromCharCode(head[0] ?? 0);
    const length = head.readUInt32BE(1);
    if ((kind !== 'H' && kind !== 'D' && kind !== 'Z') || length > MOST_BLOCK) throw new BrokenBackup('备份文件已损坏');
    const bytes = await take(length);
    if (bytes === null) throw cutOff();
    isEnd = kind === 'Z';
    if (isEnd && bytes.toString('utf8') !== JSON.stringify({ sha256: hash.digest('hex') }))
      throw new BrokenBackup('备份文件的校验不符，内容已损坏');
    if (!isEnd) hash.update(head).update(bytes);
    yield { kind, bytes };
  }
  if ((await take(1)) !== null) yield { kind: 'D', bytes: Buffer.alloc(0) };
}

/** Exactly so many bytes, whatever the pieces in which they come; null when they end before. */
function taker(unpacked: Readable): (length: number) => Promise<Buffer | null> {
  const pieces = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  return async (length) => {
    const parts = [rest];
    let have = rest.length;
    while (have < length) {
      const { value, done } = await pieces.next().catch((error: unknown) => {
        throw translated(error);
      });
      if (done) return null;
      parts.push(value);
      have += value.length;
    }
    const whole = parts.length === 1 ? rest : Buffer.concat(parts, have);
    rest = whole.subarray(length);
    return whole.subarray(0, length);
  };
}

function translated(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return cutOff();
  if (code === 'Z_DATA_ERROR') return new BrokenBackup('备份文件已损坏，或不是备份文件');
  return error;
}
