// The gate image of a checkpoint: silhouettes of the road and of a vehicle with its plate or a person on foot, marked 演示.
import { type Draws, drawsOf } from '../draws.ts';
import { type Colour, mixed } from '../picture/colours.ts';
import { LETTER, letters, markAsDemo } from '../picture/letters.ts';
import { lightAt } from '../picture/photo.ts';
import { encodePng } from '../picture/png.ts';
import type { Passing } from './passings.ts';

const WIDTH = 320;
const HEIGHT = 200;
const HORIZON = 70;

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A PNG of 320 × 200. The same passing has the same picture. */
export function gatePicture(seed: number, passing: Passing): Uint8Array {
  const draws = drawsOf(seed, 'gate picture', passing.id);
  const light = 0.25 + 0.75 * lightAt(passing.near, passing.atMs);
  const canvas: Canvas = { width: WIDTH, height: HEIGHT, rgb: new Uint8Array(WIDTH * HEIGHT * 3) };
  const lit = (colour: Colour): Colour => mixed([0, 0, 0], colour, light);
  fill(canvas, lit([176, 196, 214]), () => true);
  fill(canvas, lit([84, 104, 70]), (_, y) => y >= HORIZON);
  // The road runs towards the camera.
  fill(canvas, lit([92, 92, 96]), (x, y) => y >= HORIZON && Math.abs(x - WIDTH / 2) < 24 + (y - HORIZON) * 0.9);
  if (passing.category === 'vehicle') drawVehicle(canvas, draws, lit, passing.plate ?? '');
  else drawPerson(canvas, draws, lit);
  markAsDemo(canvas);
  return encodePng(canvas);
}

const BODIES: readonly [Colour, ...Colour[]] = [
  [188, 192, 196],
  [38, 44, 58],
  [150, 38, 34],
  [232, 232, 228],
  [52, 84, 124],
];

function drawVehicle(canvas: Canvas, draws: Draws, lit: (colour: Colour) => Colour, plate: string): void {
  const x0 = Math.round(WIDTH / 2 - 55 + draws.between(-14, 14));
  const body = lit(draws.pick(BODIES));
  fill(canvas, body, inBox(x0 + 12, 84, 86, 34));
  fill(canvas, lit([28, 36, 46]), inBox(x0 + 18, 89, 74, 22));
  fill(canvas, body, inBox(x0, 112, 110, 44));
  fill(canvas, lit([250, 240, 190]), inBox(x0 + 5, 122, 16, 10));
  fill(canvas, lit([250, 240, 190]), inBox(x0 + 89, 122, 16, 10));
  fill(canvas, lit([18, 18, 20]), inBox(x0 + 4, 152, 20, 16));
  fill(canvas, lit([18, 18, 20]), inBox(x0 + 86, 152, 20, 16));
  fill(canvas, lit([24, 70, 160]), inBox(x0 + 26, 136, 58, 16));
  // Without the province character, because the dot font has only Latin characters.
  writePlate(canvas, plate.replace(/[^A-Z0-9]/g, ''), x0 + 31, 140, lit([245, 245, 245]));
}

const PITCH = 8;

/** Writes in place, from (left, top) to the right. @throws Error for a character that is not in the dot font */
function writePlate({ width, rgb }: Canvas, text: string, left: number, top: number, colour: Colour): void {
  const ink = colour.map(Math.round);
  [...text].forEach((letter, n) => {
    const rows = letters[letter];
    if (!rows) throw new Error(`no dots for ${letter}`);
    rows.forEach((dots, y) => {
      for (let x = 0; x < LETTER.width; x++) {
        if ((dots >> (LETTER.width - 1 - x)) & 1) rgb.set(ink, ((top + y) * width + left + n * PITCH + x) * 3);
      }
    });
  });
}

function drawPerson(canvas: Canvas, draws: Draws, lit: (colour: Colour) => Colour): void {
  const x0 = WIDTH / 2 + draws.between(-40, 40);
  const coat = lit(draws.pick(BODIES));
  fill(canvas, lit([206, 170, 142]), (x, y) => Math.hypot(x - x0, y - 92) < 9);
  fill(canvas, coat, inBox(x0 - 14, 102, 28, 42));
  fill(canvas, lit([46, 48, 56]), inBox(x0 - 11, 144, 9, 34));
  fill(canvas, lit([46, 48, 56]), inBox(x0 + 2, 144, 9, 34));
}

const inBox = (left: number, top: number, width: number, height: number) => (x: number, y: number) =>
  x >= left && x < left + width && y >= top && y < top + height;

function fill({ width, height, rgb }: Canvas, colour: Colour, covers: (x: number, y: number) => boolean): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (covers(x, y)) rgb.set(colour.map(Math.round), (y * width + x) * 3);
  }
}
