// Fragmented MP4 with one H.264 track (ISO/IEC 14496-12): the head once, then one fragment for each run of pictures. HLS and recordings use
// the same bytes.
import { CLOCK, type VideoCodec } from './picture.ts';

export interface Sample {
  /** Ticks since the start of the file. */
  readonly dts: number;
  readonly pts: number;
  readonly durationTicks: number;
  readonly isKey: boolean;
  readonly data: Buffer;
}

const TRACK = 1;
const KEY_FLAGS = 0x02000000;
const OTHER_FLAGS = 0x01010000;
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** `ftyp` and `moov`. @param durationTicks 0: unknown */
export function movieHead({ avcC, width, height }: VideoCodec, durationTicks = 0): Buffer {
  const mvhd = fullBox(
    'mvhd',
    1,
    0,
    u64(0),
    u64(0),
    u32(CLOCK),
    u64(durationTicks),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    u32(...MATRIX),
    zeros(24),
    u32(2),
  );
  const tkhd = fullBox(
    'tkhd',
    1,
    7,
    u64(0),
    u64(0),
    u32(TRACK, 0),
    u64(durationTicks),
    zeros(16),
    u32(...MATRIX),
    u32(width * 0x10000, height * 0x10000),
  );
  const mdhd = fullBox('mdhd', 1, 0, u64(0), u64(0), u32(CLOCK), u64(durationTicks), u16(0x55c4, 0));
  const hdlr = fullBox('hdlr', 0, 0, u32(0), Buffer.from('vide'), zeros(12), Buffer.from('video\0'));
  const avc1 = box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    box('avcC', avcC),
  );
  const stbl = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), avc1),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  );
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)));
  const minf = box('minf', fullBox('vmhd', 0, 1, zeros(8)), dinf, stbl);
  const mvex = box('mvex', fullBox('mehd', 1, 0, u64(durationTicks)), fullBox('trex', 0, 0, u32(TRACK, 1, 0, 0, OTHER_FLAGS)));
  const moov = box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, minf)), mvex);
  return Buffer.concat([box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso6avc1mp41')), moov]);
}

/** `moof` and `mdat`. @param sequence from 1 */
export function fragment(sequence: number, samples: readonly Sample[]): Buffer {
  const entries = samples.flatMap(({ dts, pts, durationTicks, isKey, data }) => [
    durationTicks,
    data.length,
    isKey ? KEY_FLAGS : OTHER_FLAGS,
    (pts - dts) >>> 0,
  ]);
  const moofOf = (dataOffset: number): Buffer =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(sequence)),
      box(
        'traf',
        fullBox('tfhd', 0, 0x020000, u32(TRACK)),
        fullBox('tfdt', 1, 0, u64(samples[0]?.dts ?? 0)),
        fullBox('trun', 1, 0x000f01, u32(samples.length, dataOffset), u32(...entries)),
      ),
    );
  const { length } = moofOf(0);
  const bytes = samples.reduce((sum, { data }) => sum + data.length, 0);
  const mdat = Buffer.concat([u32(8 + bytes), Buffer.from('mdat')]);
  return Buffer.concat([moofOf(length + mdat.length), mdat, ...samples.map(({ data }) => data)]);
}

/** `mfra`: the offset of each fragment, for seeking in a long file. */
export function fragmentIndex(entries: readonly { readonly dts: number; readonly offset: number }[]): Buffer {
  const rows = entries.map(({ dts, offset }) => Buffer.concat([u64(dts), u64(offset), Buffer.from([1, 1, 1])]));
  const tfra = fullBox('tfra', 1, 0, u32(TRACK, 0, entries.length), ...rows);
  return box('mfra', tfra, fullBox('mfro', 0, 0, u32(8 + tfra.length + 16)));
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...parts], size);
}

const fullBox = (type: string, version: number, flags: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, u32(version * 0x1000000 + flags), ...parts);

const zeros = (count: number): Buffer => Buffer.alloc(count);

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt(Math.max(0, Math.round(value))));
  return bytes;
}
