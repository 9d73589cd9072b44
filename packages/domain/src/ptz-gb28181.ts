// PTZCmd of GB/T 28181 (appendix A.3): eight bytes, here as the sixteen hexadecimal digits that go into the message.
import type { PtzDirection } from './ptz.ts';

/** `speedPercent` 0–100 of the camera's fastest. Focus and iris are other instructions (A.3.3), whose published bytes we do not have. */
export type GbPtzOrder =
  | { readonly kind: 'move'; readonly direction: PtzDirection; readonly speedPercent: number }
  | { readonly kind: 'zoom'; readonly act: 'zoom-in' | 'zoom-out'; readonly speedPercent: number }
  | { readonly kind: 'stop' }
  | { readonly kind: 'set-preset' | 'go-to-preset' | 'remove-preset'; readonly preset: number };

const RIGHT = 0x01;
const LEFT = 0x02;
const DOWN = 0x04;
const UP = 0x08;

const MOVES = {
  up: UP,
  down: DOWN,
  left: LEFT,
  right: RIGHT,
  'up-left': UP | LEFT,
  'down-left': DOWN | LEFT,
  'up-right': UP | RIGHT,
  'down-right': DOWN | RIGHT,
} as const satisfies Record<PtzDirection, number>;
const ZOOMS = { 'zoom-in': 0x10, 'zoom-out': 0x20 } as const;
const PRESETS = { 'set-preset': 0x81, 'go-to-preset': 0x82, 'remove-preset': 0x83 } as const;

/** First byte; version 0 with its check; the low byte of the address, which a message to one camera does not need. */
const HEAD = [0xa5, 0x0f, 0x01] as const;
/** Pan and tilt have a byte of speed, zoom half a byte, which is why a slow zoom must not become 0. */
const FASTEST_TURN = 0xff;
const FASTEST_ZOOM = 0x0f;
/** A preset's number is one byte; 0 is reserved. */
const MOST_PRESETS = 255;

/**
 * The order's bytes in hexadecimal, the last the sum of the others modulo 256; move right at 12 % → `A50F01011F0000D5`.
 * @throws RangeError for a speed outside 0–100 or a preset outside 1–255
 */
export function gbPtzCommand(order: GbPtzOrder): string {
  const bytes = [...HEAD, ...dataOf(order)];
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  return [...bytes, sum % 256].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
}

/** Instruction, pan speed, tilt speed, zoom speed (upper half; the address's upper half is 0). */
function dataOf(order: GbPtzOrder): readonly [number, number, number, number] {
  switch (order.kind) {
    case 'move': {
      const code = MOVES[order.direction];
      const speed = speedOf(order.speedPercent, FASTEST_TURN);
      return [code, code & (LEFT | RIGHT) ? speed : 0, code & (UP | DOWN) ? speed : 0, 0];
    }
    case 'zoom':
      return [ZOOMS[order.act], 0, 0, speedOf(order.speedPercent, FASTEST_ZOOM) << 4];
    case 'stop':
      return [0, 0, 0, 0];
    default: {
      const { preset } = order;
      if (!Number.isInteger(preset) || preset < 1 || preset > MOST_PRESETS)
        throw new RangeError(`preset ${preset} is not in 1–${MOST_PRESETS}`);
      return [PRESETS[order.kind], 0, preset, 0];
    }
  }
}

function speedOf(percent: number, fastest: number): number {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`speed ${percent} is not in 0–100`);
  return Math.max(1, Math.round((percent / 100) * fastest));
}
