// PTZ commands and their numbers on the wire (specification §9). Speed: `ptzSpeed` of packages/region.

export const PTZ_DIRECTIONS = ['up', 'down', 'left', 'right', 'up-left', 'down-left', 'up-right', 'down-right'] as const;
export type PtzDirection = (typeof PTZ_DIRECTIONS)[number];

/** Zoom 变倍, focus 变焦, iris 光圈. */
export const PTZ_LENS_ACTS = ['zoom-in', 'zoom-out', 'focus-near', 'focus-far', 'iris-open', 'iris-close'] as const;
export type PtzLensAct = (typeof PTZ_LENS_ACTS)[number];

export const PTZ_AUX_DEVICES = ['light', 'wiper', 'fan', 'heater'] as const;
export type PtzAuxDevice = (typeof PTZ_AUX_DEVICES)[number];

/** The meaning of a command number. All but the auxiliary devices take two calls: start, then stop with the same number. */
export type PtzAct = PtzDirection | PtzLensAct | PtzAuxDevice | 'auto-pan';

/** Direction codes 1–8, in the specification's order. */
export const DIRECTION_CODES = {
  up: 1,
  down: 2,
  left: 3,
  right: 4,
  'up-left': 5,
  'down-left': 6,
  'up-right': 7,
  'down-right': 8,
} as const satisfies Record<PtzDirection, number>;

/** The turn of each direction: 1 is right and up. */
export const DIRECTION_STEPS = {
  up: [0, 1],
  down: [0, -1],
  left: [-1, 0],
  right: [1, 0],
  'up-left': [-1, 1],
  'down-left': [-1, -1],
  'up-right': [1, 1],
  'down-right': [1, -1],
} as const satisfies Record<PtzDirection, readonly [pan: number, tilt: number]>;

/** Sent in place of a direction. */
export const AUTO_FOCUS_CODE = 101;

/** "Zoom operations 1-6": the specification gives no order. In, out, near, far, open, close is our own (待核对). */
export const LENS_CODES = {
  'zoom-in': 1,
  'zoom-out': 2,
  'focus-near': 3,
  'focus-far': 4,
  'iris-open': 5,
  'iris-close': 6,
} as const satisfies Record<PtzLensAct, number>;

/**
 * Camera command numbers, as in Hikvision's NET_DVR_PTZControl. They include focus and iris (13–16), which the specification leaves out.
 */
export const PTZ_COMMANDS = {
  light: 2,
  wiper: 3,
  fan: 4,
  heater: 5,
  'zoom-in': 11,
  'zoom-out': 12,
  'focus-near': 13,
  'focus-far': 14,
  'iris-open': 15,
  'iris-close': 16,
  up: 21,
  down: 22,
  left: 23,
  right: 24,
  'up-left': 25,
  'up-right': 26,
  'down-left': 27,
  'down-right': 28,
  'auto-pan': 29,
} as const satisfies Record<PtzAct, number>;

/** Specification §5: the message for a step that is not an integer from 1 to 8 (`isPtzStep` of packages/region). */
export const PTZ_STEP_MESSAGE = '焦距步长只能是1到8之间的整数';

/** The inverse of a table; null for an unknown number. */
const reader = <Act extends string>(codes: Readonly<Record<Act, number>>): ((code: number) => Act | null) => {
  const acts = new Map(Object.entries<number>(codes).map(([act, code]) => [code, act as Act]));
  return (code) => acts.get(code) ?? null;
};

export const directionOfCode = reader(DIRECTION_CODES);
export const lensActOfCode = reader(LENS_CODES);
export const actOfCommand = reader(PTZ_COMMANDS);

/** A command by kind. `auto-pan` is a move to the right for cameras that have no such command. */
type PtzKind =
  | { readonly kind: 'move'; readonly direction: PtzDirection }
  | { readonly kind: 'lens'; readonly act: PtzLensAct }
  | { readonly kind: 'aux'; readonly device: PtzAuxDevice };

const kinds = new Map<PtzAct, PtzKind>([
  ...PTZ_DIRECTIONS.map((direction) => [direction, { kind: 'move', direction }] as const),
  ...PTZ_LENS_ACTS.map((act) => [act, { kind: 'lens', act }] as const),
  ...PTZ_AUX_DEVICES.map((device) => [device, { kind: 'aux', device }] as const),
]);

export const ptzKindOf = (act: PtzAct): PtzKind => kinds.get(act) ?? { kind: 'move', direction: 'right' };

// PTZCmd of GB/T 28181 (appendix A.3): eight bytes, here as the sixteen hexadecimal digits that go into the message.

/** `speedPercent` 0–100 of the camera's fastest. Focus and iris are other instructions (A.3.3), whose bytes are not publicly available. */
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

/** First byte, then version 0 with its check, then the low byte of the address, which a message to a single camera does not need. */
const HEAD = [0xa5, 0x0f, 0x01] as const;
/** Pan and tilt have one byte for the speed, zoom has half a byte, so a slow zoom must not be rounded to 0. */
const FASTEST_TURN = 0xff;
const FASTEST_ZOOM = 0x0f;
/** A preset's number is one byte; 0 is reserved. */
const MOST_PRESETS = 255;

/**
 * The order's bytes in hexadecimal. The last byte is the sum of the others modulo 256. Move right at 12 %: `A50F01011F0000D5`.
 * @throws RangeError for a speed outside 0–100 or a preset outside 1–255
 */
export function gbPtzCommand(order: GbPtzOrder): string {
  const bytes = [...HEAD, ...dataOf(order)];
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  return [...bytes, sum % 256].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
}

/** Bytes for instruction, pan speed, tilt speed and zoom speed (in the upper half; the address's upper half is 0). */
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
