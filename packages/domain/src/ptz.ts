// The words of steering a camera and the numbers that wires give them (specification §9). Speed: `ptzSpeed` of packages/region.

export const PTZ_DIRECTIONS = ['up', 'down', 'left', 'right', 'up-left', 'down-left', 'up-right', 'down-right'] as const;
export type PtzDirection = (typeof PTZ_DIRECTIONS)[number];

/** Zoom 变倍, focus 变焦, iris 光圈. */
export const PTZ_LENS_ACTS = ['zoom-in', 'zoom-out', 'focus-near', 'focus-far', 'iris-open', 'iris-close'] as const;
export type PtzLensAct = (typeof PTZ_LENS_ACTS)[number];

export const PTZ_AUX_DEVICES = ['light', 'wiper', 'fan', 'heater'] as const;
export type PtzAuxDevice = (typeof PTZ_AUX_DEVICES)[number];

/** What a command number can mean. Each but the devices is two calls: start, then stop with the same number. */
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

/** Which way each direction turns: 1 is right and up. */
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

/** Comes in the place of a direction. */
export const AUTO_FOCUS_CODE = 101;

/** "Zoom operations 1-6": the specification gives no order; in, out, near, far, open, close is ours (待核对). */
export const LENS_CODES = {
  'zoom-in': 1,
  'zoom-out': 2,
  'focus-near': 3,
  'focus-far': 4,
  'iris-open': 5,
  'iris-close': 6,
} as const satisfies Record<PtzLensAct, number>;

/** Camera command numbers: those of Hikvision's NET_DVR_PTZControl; focus and iris (13–16), which the specification leaves out, too. */
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

/** Specification §5: what is said for a step that is no whole number from 1 to 8 (`isPtzStep` of packages/region). */
export const PTZ_STEP_MESSAGE = '焦距步长只能是1到8之间的整数';

/** Table turned round; null for a number that means nothing. */
const reader = <Act extends string>(codes: Readonly<Record<Act, number>>): ((code: number) => Act | null) => {
  const acts = new Map(Object.entries<number>(codes).map(([act, code]) => [code, act as Act]));
  return (code) => acts.get(code) ?? null;
};

export const directionOfCode = reader(DIRECTION_CODES);
export const lensActOfCode = reader(LENS_CODES);
export const actOfCommand = reader(PTZ_COMMANDS);

/** What a camera is asked to do, by kind. A round to the right is what turning by itself is for cameras that have no such word. */
export type PtzKind =
  | { readonly kind: 'move'; readonly direction: PtzDirection }
  | { readonly kind: 'lens'; readonly act: PtzLensAct }
  | { readonly kind: 'aux'; readonly device: PtzAuxDevice };

const kinds = new Map<PtzAct, PtzKind>([
  ...PTZ_DIRECTIONS.map((direction) => [direction, { kind: 'move', direction }] as const),
  ...PTZ_LENS_ACTS.map((act) => [act, { kind: 'lens', act }] as const),
  ...PTZ_AUX_DEVICES.map((device) => [device, { kind: 'aux', device }] as const),
]);

export const ptzKindOf = (act: PtzAct): PtzKind => kinds.get(act) ?? { kind: 'move', direction: 'right' };
