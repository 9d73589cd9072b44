// Archives for tests, honest and hostile.
import { deflateRawSync } from 'node:zlib';

export interface Lie {
  /** General purpose bits of every entry. */
  readonly flags?: number;
  /** What the entries say of their unpacked length. */
  readonly size?: number;
  /** So many entries of the directory for each file, all of the same packed bytes. */
  readonly times?: number;
}

/** A .zip of these files, as small as the format allows (PKWARE APPNOTE 6.3.10, §4.3). Names may be bytes, as latin1. */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  { flags = 0, size, times = 1 }: Lie = {},
  names: BufferEncoding = 'utf8',
) {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [text, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(text, names), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    const head = (signature: number, length: number, from: number) => {
      const buffer = Buffer.alloc(length);
      buffer.writeUInt32LE(signature, 0);
      buffer.writeUInt16LE(flags, from + 2);
      buffer.writeUInt16LE(8, from + 4);
      buffer.writeUInt32LE(packed.length, from + 14);
      buffer.writeUInt32LE(size ?? bytes.length, from + 18);
      buffer.writeUInt16LE(name.length, from + 22);
      return buffer;
    };
    const local = Buffer.concat([head(0x04034b50, 30, 4), name, packed]);
    const entry = head(0x02014b50, 46, 6);
    entry.writeUInt32LE(at, 42);
    for (let n = 0; n < times; n += 1) directory.push(entry, name);
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
