// Files of records by key, written once: blocks of a raster and their metadata. The records are followed by a footer with the offset of
// each. A file without its footer is unfinished: a resumed import keeps its complete records, and no reader opens it before it is renamed.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

export type RecordKey = string;

type Footer<H> = H & { readonly records: readonly (readonly [key: RecordKey, offset: number, length: number])[] };

const MAGIC = 0x4c4b4731; // "LKG1"
/** magic, length of the key in bytes, length of the content in bytes, checksum of both */
const HEAD_BYTES = 16;
const END = 'end';

export interface RecordWriter<H> {
  readonly has: (key: RecordKey) => boolean;
  readonly write: (key: RecordKey, content: Uint8Array) => Promise<void>;
  readonly read: (key: RecordKey) => Uint8Array | null;
  /** Completes the file and renames it, so that readers can open it. */
  readonly finish: (header: H) => Promise<void>;
  /** Closes the unfinished file, for the next run to resume. */
  readonly close: () => Promise<void>;
  /** Deletes the unfinished file. */
  readonly discard: () => Promise<void>;
}

/** Starts a file, or resumes one where a run was interrupted. */
export async function openRecordWriter<H extends object>(file: string): Promise<RecordWriter<H>> {
  const part = `${file}.part`;
  const handle = await open(part, 'a+', 0o600);
  const { records, end: whole } = await wholeRecords(handle);
  await handle.truncate(whole);
  let end = whole;
  const fd = openSync(part, 'r');
  const append = async (key: RecordKey, content: Uint8Array): Promise<void> => {
    const name = Buffer.from(key);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(MAGIC, 0);
    head.writeUInt32LE(name.length, 4);
    head.writeUInt32LE(content.length, 8);
    head.writeUInt32LE(crc32(content, crc32(name)), 12);
    await handle.appendFile(Buffer.concat([head, name, content]));
    records.set(key, [end + HEAD_BYTES + name.length, content.length]);
    end += HEAD_BYTES + name.length + content.length;
  };
  const close = async (): Promise<void> => {
    closeSync(fd);
    await handle.close();
  };
  return {
    has: (key) => records.has(key),
    write: append,
    read: (key) => {
      const at = records.get(key);
      return at ? bytesAt(fd, ...at) : null;
    },
    async finish(header) {
      const list = [...records].map(([key, [offset, length]]) => [key, offset, length] as const);
      const offset = end;
      await append(END, Buffer.from(JSON.stringify({ ...header, records: list } satisfies Footer<H>)));
      const tail = Buffer.alloc(12);
      tail.writeDoubleLE(offset, 0);
      tail.writeUInt32LE(MAGIC, 8);
      await handle.appendFile(tail);
      await handle.sync();
      await close();
      await rename(part, file);
    },
    close,
    async discard() {
      await close();
      await rm(part, { force: true });
    },
  };
}

async function wholeRecords(handle: FileHandle) {
  const records = new Map<RecordKey, readonly [offset: number, length: number]>();
  const { size } = await handle.stat();
  const head = Buffer.alloc(HEAD_BYTES);
  let end = 0;
  while (end + HEAD_BYTES <= size) {
    await handle.read(head, 0, HEAD_BYTES, end);
    const [nameBytes, length] = [head.readUInt32LE(4), head.readUInt32LE(8)];
    if (head.readUInt32LE(0) !== MAGIC || end + HEAD_BYTES + nameBytes + length > size) break;
    const body = Buffer.alloc(nameBytes + length);
    await handle.read(body, 0, body.length, end + HEAD_BYTES);
    const key = body.toString('utf8', 0, nameBytes);
    if (crc32(body) !== head.readUInt32LE(12) || key === END) break;
    records.set(key, [end + HEAD_BYTES + nameBytes, length]);
    end += HEAD_BYTES + body.length;
  }
  return { records, end };
}

function bytesAt(fd: number, offset: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  if (readSync(fd, bytes, 0, length, offset) !== length) throw new Error('a file of records is cut off');
  return bytes;
}

export interface RecordFile<H> {
  readonly header: H;
  readonly read: (key: RecordKey) => Uint8Array | null;
  readonly close: () => void;
}

/**
 * Opens a file for synchronous reading: an elevation lookup reads a few records of some kilobytes, mostly cached by the system. @throws
 * Error for another format or a damaged file
 */
export function openRecordFile<H extends object>(file: string): RecordFile<H> {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const tail = Buffer.from(bytesAt(fd, size - 12, 12));
    if (tail.readUInt32LE(8) !== MAGIC) throw new Error(`not a whole file of records: ${file}`);
    const offset = tail.readDoubleLE(0) + HEAD_BYTES + END.length;
    const { records, ...header } = JSON.parse(Buffer.from(bytesAt(fd, offset, size - 12 - offset)).toString('utf8')) as Footer<H>;
    const entries = new Map(records.map(([key, at, length]) => [key, [at, length] as const]));
    return {
      header: header as unknown as H,
      read: (key) => {
        const at = entries.get(key);
        return at ? bytesAt(fd, ...at) : null;
      },
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
