// The parts of H.264 needed for remuxing: NAL units, decoder configuration, picture size (ITU-T H.264, 7.3.2.1).
import type { VideoCodec } from '../picture.ts';

export const nalType = { slice: 1, partitionA: 2, idr: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const;

export const typeOf = (nal: Uint8Array): number => (nal[0] ?? 0) & 0x1f;

/** Joins NAL units, each preceded by its length in 4 bytes. */
export function pack(nals: readonly Uint8Array[]): Buffer {
  const packed = Buffer.allocUnsafe(nals.reduce((sum, nal) => sum + 4 + nal.length, 0));
  let at = 0;
  for (const nal of nals) {
    at = packed.writeUInt32BE(nal.length, at);
    packed.set(nal, at);
    at += nal.length;
  }
  return packed;
}

/** Far more units than cameras split a picture into: a camera that sends millions of single bytes must not fill the memory with buffers. */
const MOST_UNITS = 4_096;

/** Splits a picture into NAL units with length fields of `lengthBytes`; null when the lengths are inconsistent, or there are too many. */
export function unpack(data: Buffer, lengthBytes: number): Buffer[] | null {
  const nals: Buffer[] = [];
  let at = 0;
  while (at < data.length) {
    if (at + lengthBytes > data.length) return null;
    const length = data.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (at + length > data.length || nals.length === MOST_UNITS) return null;
    if (length > 0) nals.push(data.subarray(at, at + length));
    at += length;
  }
  return nals;
}

/** A parameter set has several dozen bytes, and with scaling lists several hundred. */
const MOST_SET = 4_096;

/** null when a parameter set is invalid, or the picture is larger than any level allows. */
export function codecOf(sps: Buffer, pps: Buffer): VideoCodec | null {
  if (sps.length > MOST_SET || pps.length > MOST_SET) return null;
  const size = sizeOf(sps);
  if (!size || sps.length < 4 || pps.length === 0) return null;
  const head = [1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1, sps.length >> 8, sps.length & 0xff];
  const tail = [1, pps.length >> 8, pps.length & 0xff];
  return { avcC: Buffer.concat([Buffer.from(head), sps, Buffer.from(tail), pps]), ...size };
}

/** The first parameter sets and the length-field size of a decoder configuration record; null when it is invalid. */
export function readAvcC(record: Buffer): { sps: Buffer; pps: Buffer; lengthBytes: number } | null {
  if (record.length < 9 || record[0] !== 1) return null;
  const lengthBytes = ((record[4] ?? 0) & 3) + 1;
  let at = 6;
  const take = (): Buffer | null => {
    if (at + 2 > record.length) return null;
    const length = record.readUInt16BE(at);
    const set = record.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    return set.length === length ? set : null;
  };
  const sps = ((record[5] ?? 0) & 0x1f) > 0 ? take() : null;
  const spsLeft = ((record[5] ?? 0) & 0x1f) - 1;
  for (let i = 0; i < spsLeft; i += 1) take();
  const count = record[at];
  at += 1;
  const pps = count ? take() : null;
  return sps && pps ? { sps, pps, lengthBytes } : null;
}

/** Profiles whose parameter set contains chroma format and scaling lists. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134]);

/** Maximum number of macroblocks of a picture (table A-1, MaxFS of the levels from 6 on), and of its longer side (A.3.1: √(8 · MaxFS)). */
const MOST_BLOCKS = 139_264;
const MOST_SIDE = Math.floor(Math.sqrt(8 * MOST_BLOCKS));

/** Width and height of the cropped picture, in pixels; null when no level allows that size. */
export function sizeOf(sps: Uint8Array): { width: number; height: number } | null {
  const read = readSps(sps);
  return read && { width: read.width, height: read.height };
}

/** Whether every picture is a frame; false: a frame may be sent as two fields. */
export const isFrameOnly = (sps: Uint8Array): boolean => (sps.length > MOST_SET ? null : readSps(sps))?.isFrameOnly ?? true;

function readSps(sps: Uint8Array): { width: number; height: number; isFrameOnly: boolean } | null {
  const bits = bitReader(withoutEmulation(sps.subarray(1)));
  const profile = bits.read(8);
  bits.read(16);
  bits.golomb();
  let chroma = 1;
  if (HIGH_PROFILES.has(profile)) {
    chroma = bits.golomb();
    if (chroma === 3) bits.read(1);
    bits.golomb();
    bits.golomb();
    bits.read(1);
    const lists = bits.read(1) ? (chroma === 3 ? 12 : 8) : 0;
    for (let i = 0; i < lists; i += 1) if (bits.read(1)) skipScaling(bits, i < 6 ? 16 : 64);
  }
  bits.golomb();
  skipOrderCount(bits);
  bits.golomb();
  bits.read(1);
  const across = bits.golomb() + 1;
  const down = bits.golomb() + 1;
  const frameOnly = bits.read(1);
  if (!frameOnly) bits.read(1);
  bits.read(1);
  const crop = bits.read(1) ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (2 - frameOnly);
  const width = across * 16 - (left + right) * unitX;
  const height = down * 16 * (2 - frameOnly) - (top + bottom) * unitY;
  const blocksDown = down * (2 - frameOnly);
  const isTooLarge = across * blocksDown > MOST_BLOCKS || Math.max(across, blocksDown) > MOST_SIDE;
  return bits.isOver() || isTooLarge || width < 16 || height < 16 ? null : { width, height, isFrameOnly: frameOnly === 1 };
}

interface BitReader {
  read(count: number): number;
  /** Reads an unsigned Exp-Golomb code (9.1). */
  golomb(): number;
  /** Whether more bits were read than available. */
  isOver(): boolean;
}

function bitReader(bytes: Uint8Array): BitReader {
  let at = 0;
  const read = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i += 1, at += 1) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  const isOver = () => at > bytes.length * 8;
  return {
    read,
    isOver,
    golomb() {
      let zeros = 0;
      while (zeros < 32 && !isOver() && read(1) === 0) zeros += 1;
      return 2 ** zeros - 1 + read(zeros);
    },
  };
}

function skipScaling(bits: BitReader, size: number): void {
  let [last, next] = [8, 8];
  for (let i = 0; i < size; i += 1) {
    if (next !== 0) next = (last + signed(bits.golomb()) + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function skipOrderCount(bits: BitReader): void {
  const type = bits.golomb();
  if (type === 0) bits.golomb();
  if (type !== 1) return;
  bits.read(1);
  bits.golomb();
  bits.golomb();
  for (let left = Math.min(bits.golomb(), 255); left > 0; left -= 1) bits.golomb();
}

const signed = (code: number): number => (code % 2 === 1 ? (code + 1) / 2 : -code / 2);

/** Replaces 00 00 03 by 00 00 (7.4.1). */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  const output: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    output.push(byte);
  }
  return Uint8Array.from(output);
}
