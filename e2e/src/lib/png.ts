// Reads and writes PNG as far as tests need it: screenshots are read, photos are written. 8 bits a channel, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of a pixel, 0–255. */
  readonly at: (x: number, y: number) => readonly [red: number, green: number, blue: number];
}

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);

/** @throws when the file is not a PNG of 8-bit colour */
export function readPng(file: Buffer): Picture {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const [depth, colourType, , , interlace] = file.subarray(24, 29);
  const channels = colourType === 6 ? 4 : 3;
  if (depth !== 8 || (colourType !== 2 && colourType !== 6) || interlace !== 0) throw new Error('not an 8-bit colour PNG');
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const pixels = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const value = (offset: number) => pixels[offset] ?? 0;
  return {
    width,
    height,
    at: (x, y) => {
      const offset = (y * width + x) * channels;
      return [value(offset), value(offset + 1), value(offset + 2)];
    },
  };
}

/** PNG specification §9 "Filtering". */
function unfiltered(raw: Buffer, stride: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const kind = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const here = y * stride + x;
      const left = x >= step ? (out[here - step] ?? 0) : 0;
      const up = y > 0 ? (out[here - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[here - stride - step] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
      out[here] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** A picture of one colour with a diagonal, so that it does not count as blank. */
export function makePng(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const raw = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const offset = y * (width * 3 + 1) + 1 + x * 3;
      raw.set(x === y ? [255, 255, 255] : [red, green, blue], offset);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
