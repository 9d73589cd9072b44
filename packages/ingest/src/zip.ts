// Opens a .zip that may be hostile. yauzl reads the format (central directory, zip64, declared sizes); this file restricts the content: no names
// outside the folder, no encryption, no zip bombs.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fileFault } from '@lookout/domain';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { isUtf8ByChance, strictReaderOf } from './encoding.ts';
import { UnreadableFile } from './unreadable-file.ts';

export interface ZipEntry {
  /** The path relative to the root of the archive, with `/`. */
  readonly name: string;
  /** Unpacked size, never exceeded. */
  readonly size: number;
  /** @throws UnreadableFile when the data is damaged, or not of the declared size */
  content(): AsyncGenerator<Uint8Array>;
  /** The whole content. @throws UnreadableFile as `content` */
  read(): Promise<Uint8Array>;
}

const STORED = 0;
const DEFLATED = 8;
/** Highest accepted ratio of unpacked to packed size. Deflate can reach a thousand; satellite scenes and sheets reach thirty. */
const MOST_TIMES = 200;
/** Below this size the ratio is not checked. */
const HARMLESS_BYTES = 16 * 1024 * 1024;

/**
 * Passes the files only, in the archive's order; they can be read until `work` ends.
 * @param source the path of a file, or its bytes
 * @throws UnreadableFile; the error of the file system when the file does not exist; whatever `work` throws
 */
export async function withZip<T>(source: string | Uint8Array, work: (entries: readonly ZipEntry[]) => Promise<T>): Promise<T> {
  const zip = await open(source);
  // The read itself reports errors to the reader.
  zip.on('error', () => undefined);
  try {
    return await work(await entriesOf(zip));
  } finally {
    zip.close();
  }
}

async function open(source: string | Uint8Array): Promise<ZipFile> {
  // Names are decoded here: archives made on Chinese Windows have GB18030 names without a flag.
  const options = { autoClose: false, decodeStrings: false };
  try {
    if (typeof source === 'string') return await openPromise(source, options);
    return await fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new UnreadableFile(fileFault('not-a-zip'));
  }
}

async function entriesOf(zip: ZipFile): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  let [packed, unpacked] = [0, 0];
  let count = 0;
  for await (const entry of directoryOf(zip)) {
    count += 1;
    const name = nameOf(entry)?.replaceAll('\\', '/');
    if (name === undefined) throw new UnreadableFile(fileFault('zip-name-encoding', { entry: count }));
    if (name.endsWith('/')) continue;
    if (!isInside(name)) throw new UnreadableFile(fileFault('zip-name-outside', { name: name.slice(0, 60) }));
    if (entry.isEncrypted()) throw new UnreadableFile(fileFault('zip-encrypted'));
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
      throw new UnreadableFile(fileFault('zip-method', { method: entry.compressionMethod, name: name.slice(0, 60) }));
    // Readers disagree on an entry of declared size 0.
    if (entry.compressionMethod === DEFLATED && (entry.uncompressedSize === 0 ? entry.compressedSize > 16 : entry.compressedSize === 0))
      throw new UnreadableFile(fileFault('zip-directory-broken'));
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    // More packed bytes than the file has: overlapping entries, as in a 40 kB bomb that unpacks to gigabytes.
    if (packed > zip.fileSize || unpacked > Math.max(HARMLESS_BYTES, zip.fileSize * MOST_TIMES))
      throw new UnreadableFile(fileFault('zip-unpacks-too-large'));
    const content = () => contentOf(zip, entry, name);
    entries.push({ name, size: entry.uncompressedSize, content, read: () => buffer(content()) });
  }
  return entries;
}

async function* directoryOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    const isEncrypted = error instanceof Error && error.message.includes('encryption');
    throw new UnreadableFile(fileFault(isEncrypted ? 'zip-encrypted' : 'zip-directory-broken'));
  }
}

async function* contentOf(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  try {
    const unpacked: Readable = await zip.openReadStreamPromise(entry);
    yield* unpacked;
  } catch {
    throw new UnreadableFile(fileFault('zip-entry-broken', { name: name.slice(0, 60) }));
  }
}

/**
 * APPNOTE 6.3.10, 4.4.4 and 4.6.9: bit 11 marks a name as UTF-8; an extra field contains the name in UTF-8 in addition to one in another
 * encoding.
 */
const UTF8_FLAG = 0x800;
const UNICODE_PATH = 0x7075;
const UNICODE_PATH_HEAD = 5;

const utf8 = strictReaderOf('utf-8');
const gb18030 = strictReaderOf('gb18030');

/**
 * The stated encoding of an entry's name is used where the bytes are valid in it. Otherwise the name is UTF-8 if valid, else GB18030, which
 * Chinese Windows writes. Code page 437, the format's own, differs from them only outside ASCII, where no bytes prove it. Each entry is
 * decoded separately, because several programs may have written into one archive.
 * @returns null when the name is in none of them
 */
function nameOf(entry: Entry): string | null {
  const { fileNameRaw: bytes, generalPurposeBitFlag: flags } = entry;
  const path = unicodePathOf(entry);
  const stated = path === null ? null : utf8(path);
  if (stated !== null) return stated;
  const isGb = (flags & UTF8_FLAG) === 0 && isUtf8ByChance([bytes]);
  return isGb ? (gb18030(bytes) ?? utf8(bytes)) : (utf8(bytes) ?? gb18030(bytes));
}

/** The extra field is used only when its checksum matches the entry's current name. */
function unicodePathOf({ extraFields, fileNameRaw }: Entry): Uint8Array | null {
  const field = extraFields.find(({ id, data }) => id === UNICODE_PATH && data.length > UNICODE_PATH_HEAD && data[0] === 1)?.data;
  return field !== undefined && field.readUInt32LE(1) === crc32(fileNameRaw) ? field.subarray(UNICODE_PATH_HEAD) : null;
}

const isInside = (name: string): boolean =>
  !name.includes('\0') && !/^([a-z]:)?\//i.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
