// The text over a camera's picture: 演示, the camera's number, the time, the direction and the zoom.
import { LETTER, letters, MARK_ROWS, MARK_WIDTH } from '../../picture/letters.ts';
import { HEIGHT, type Picture, WIDTH } from './raster.ts';

const MARGIN = 10;
const SCALE = 2;
const ADVANCE = (LETTER.width + 1) * SCALE;
const LINE = (LETTER.height + 3) * SCALE;
const WHITE = 235;
const BLACK = 24;

export interface Overlay {
  readonly topLeft: readonly string[];
  readonly topRight: string;
  readonly bottomLeft: string;
}

/** Writes in place, white with a black outline, readable on snow and at night. */
export function writeOverlay(picture: Picture, { topLeft, topRight, bottomLeft }: Overlay): void {
  mark(picture, MARGIN, MARGIN);
  topLeft.forEach((text, n) => {
    write(picture, text, MARGIN + MARK_WIDTH + 8, MARGIN + 2 + n * LINE);
  });
  write(picture, topRight, WIDTH - MARGIN - topRight.length * ADVANCE, MARGIN + 2);
  write(picture, bottomLeft, MARGIN, HEIGHT - MARGIN - LETTER.height * SCALE);
}

function write(picture: Picture, text: string, left: number, top: number): void {
  [...text].forEach((letter, n) => {
    const rows = letters[letter];
    if (rows === undefined) return;
    stamp(picture, left + n * ADVANCE, top, LETTER.width * SCALE, LETTER.height * SCALE, (x, y) => {
      const row = rows[Math.floor(y / SCALE)] as number;
      return ((row >> (LETTER.width - 1 - Math.floor(x / SCALE))) & 1) === 1;
    });
  });
}

const markBits = MARK_ROWS.map((row) => BigInt(`0x${row}`));

function mark(picture: Picture, left: number, top: number): void {
  stamp(picture, left, top, MARK_WIDTH, markBits.length, (x, y) => (((markBits[y] as bigint) >> BigInt(MARK_WIDTH - 1 - x)) & 1n) === 1n);
}

/** Draws the outlines of the dots first, then the dots. */
function stamp(picture: Picture, left: number, top: number, width: number, height: number, isDot: (x: number, y: number) => boolean): void {
  const dots: (readonly [x: number, y: number])[] = [];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isDot(x, y)) dots.push([left + x, top + y]);
  for (const [x, y] of dots) for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) dot(picture, x + dx, y + dy, BLACK);
  for (const [x, y] of dots) dot(picture, x, y, WHITE);
}

function dot({ y: luma, u, v }: Picture, x: number, y: number, value: number): void {
  if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return;
  luma[y * WIDTH + x] = value;
  const chroma = (y >> 1) * (WIDTH / 2) + (x >> 1);
  u[chroma] = 128;
  v[chroma] = 128;
}
