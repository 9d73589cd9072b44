// 演示 in the corner of every picture the demo world makes, as a bitmap: a picture has no font to rely on.
import type { Raster } from './png.ts';

/** 48 × 24 pixels, a row as 12 hexadecimal digits, made from Noto Sans CJK (SIL Open Font License 1.1). */
export const MARK_ROWS = [
  '180700000000',
  '3efffc1ffff8',
  '1ffffe1ffff8',
  '0dfffe1ffff8',
  '01c00e000000',
  '01fffe000000',
  '007ff8000000',
  '787ff07ffffe',
  '7c07007ffffe',
  '38fffc7ffffe',
  '08fffc003c00',
  '00e71c003c00',
  '00fffc0f3cf0',
  '0cfffc0e3c70',
  '0ee71c1e3c78',
  '1cfffc1c3c38',
  '1cfffc3c3c3c',
  '3cfff8783c1c',
  '387cf0703c1e',
  '79f87c31fc08',
  '33e03e01f800',
  '01800801f800',
] as const;
export const MARK_WIDTH = 48;
const MARGIN = 8;

/** Writes the mark, white on a dark plate, into the upper left corner; changes the raster. */
export function markAsDemo({ width, height, rgb }: Raster): void {
  const set = (x: number, y: number, value: (old: number) => number) => {
    if (x >= width || y >= height) return;
    for (let c = 0; c < 3; c++) rgb[(y * width + x) * 3 + c] = value(rgb[(y * width + x) * 3 + c] as number);
  };
  for (let y = 0; y < MARK_ROWS.length + MARGIN; y++) {
    for (let x = 0; x < MARK_WIDTH + MARGIN; x++) set(x + MARGIN / 2, y + MARGIN / 2, (old) => old * 0.35);
  }
  MARK_ROWS.forEach((row, y) => {
    const bits = BigInt(`0x${row}`);
    for (let x = 0; x < MARK_WIDTH; x++) {
      if ((bits >> BigInt(MARK_WIDTH - 1 - x)) & 1n) set(x + MARGIN, y + MARGIN, () => 255);
    }
  });
}
