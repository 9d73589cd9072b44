// Encodes pixels as a PNG file (W3C PNG, third edition): signature, IHDR, IDAT, IEND; 8 bits a channel, RGB, all rows with filter type Up.
import { crc32, deflateSync } from 'node:zlib';

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, row by row from the top left. */
  readonly rgb: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const RGB_8_BIT = [8, 2, 0, 0, 0] as const;
const FILTER_UP = 2;

export function encodePng({ width, height, rgb }: Raster): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(RGB_8_BIT, 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered(width, height, rgb))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Filter Up: each byte minus the byte above it, so that skies and slopes compress well. */
function filtered(width: number, height: number, rgb: Uint8Array): Uint8Array {
  const stride = width * 3;
  const out = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const at = y * (stride + 1);
    out[at] = FILTER_UP;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : (rgb[(y - 1) * stride + x] as number);
      out[at + 1 + x] = (rgb[y * stride + x] as number) - above;
    }
  }
  return out;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
