// Letters of 5 × 7 dots, drawn without a font; for the overlay of cameras and for number plates.
import type { Raster } from './png.ts';

/** Rows from the top, five bits each, the leftmost dot first. */
export const letters: Readonly<Record<string, readonly number[]>> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [28, 18, 17, 17, 17, 18, 28],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 17, 10, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  '-': [0, 0, 0, 31, 0, 0, 0],
  '+': [0, 4, 4, 31, 4, 4, 0],
  ':': [0, 12, 12, 0, 12, 12, 0],
  '.': [0, 0, 0, 0, 0, 12, 12],
  '/': [0, 1, 2, 4, 8, 16, 0],
  '°': [12, 18, 18, 12, 0, 0, 0],
};

export const LETTER = { width: 5, height: 7 } as const;

// 演示 as a bitmap, which is drawn into the corner of every picture of the demo world without a font.

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

/** Writes the mark in place, white on a dark plate, into the upper left corner. */
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
