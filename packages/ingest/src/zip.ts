// Reads a .zip (PKWARE APPNOTE 6.3.10, §4.3): stored and deflated entries, by the central directory. What is not read is refused by name:
// encryption, zip64, other methods, names that lead out of the folder.
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { UnreadableFile } from './firms-csv.ts';

export interface ZipEntry {
  /** With `/`, from the root of the archive. */
  readonly name: string;
  readonly size: number;
  /** @throws UnreadableFile when what is packed is broken, or longer than it says */
  read(): Promise<Uint8Array>;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Files only, in the archive's order. @throws UnreadableFile */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(file);
  const count = file.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) throw new UnreadableFile('不支持 zip64：请分成较小的压缩包');
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new UnreadableFile('压缩包的目录已损坏');
    const flags = file.readUInt16LE(at + 8);
    const method = file.readUInt16LE(at + 10);
    const packed = file.readUInt32LE(at + 20);
    const size = file.readUInt32LE(at + 24);
    const nameLength = file.readUInt16LE(at + 28);
    const local = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    if (name.endsWith('/')) continue;
    if (!isInside(name)) throw new UnreadableFile(`压缩包中的文件名指向外面：${name.slice(0, 60)}`);
    if (flags & 1) throw new UnreadableFile('压缩包是加密的');
    if (method !== STORED && method !== DEFLATED) throw new UnreadableFile(`压缩方法不支持（${method}）：${name.slice(0, 60)}`);
    entries.push({ name, size, read: () => unpack(file, { name, local, packed, size, method }) });
  }
  return entries;
}

function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - 22 - LONGEST_COMMENT);
  for (let at = file.length - 22; at >= first; at -= 1) if (file.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new UnreadableFile('不是 zip 压缩包');
}

const isInside = (name: string): boolean =>
  !name.includes('\0') && !/^([a-z]:)?\//i.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

interface Packed {
  readonly name: string;
  readonly local: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
}

async function unpack(file: Buffer, { name, local, packed, size, method }: Packed): Promise<Uint8Array> {
  const broken = () => new UnreadableFile(`压缩包中的文件已损坏：${name.slice(0, 60)}`);
  if (local + 30 > file.length || file.readUInt32LE(local) !== LOCAL_ENTRY) throw broken();
  const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const content = file.subarray(from, from + packed);
  if (method === STORED) return content;
  const inflated = await inflate(content, { maxOutputLength: Math.max(1, size) }).catch(() => {
    throw broken();
  });
  if (inflated.length !== size) throw broken();
  return inflated;
}
