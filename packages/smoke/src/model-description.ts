// What a model expects and answers: the JSON file beside it.

/** Of an object-detection model. Sizes are in pixels of its input. */
export interface ModelDescription {
  /** Name, size and order of the input: a float32 tensor of 1 × 3 × height × width (`nchw`) or 1 × height × width × 3 (`nhwc`), RGB. */
  readonly input: string;
  readonly width: number;
  readonly height: number;
  readonly layout: 'nchw' | 'nhwc';
  /** A value from 0 to 255 is multiplied by this: 1/255 gives 0 … 1. */
  readonly scale: number;
  readonly output: string;
  /**
   * `boxes`: rows of left, top, right, bottom, score, class; `yolo`: 1 × (4 + classes) × n, the middle, width and height of each box, then
   * its score for each class.
   */
  readonly format: 'boxes' | 'yolo';
  /** Names of the classes in the model's order. */
  readonly classes: readonly string[];
  /** Those that count as smoke. */
  readonly smoke: readonly string[];
  /** Least score. */
  readonly threshold: number;
}

export type DescriptionFault = { readonly field: string; readonly reason: string };

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isSide = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 32 && (value as number) <= 4_096;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText);
const within = (low: number, high: number) => (value: unknown) => typeof value === 'number' && value > low && value <= high;

const RULES: Readonly<Record<keyof ModelDescription, readonly [isRight: (value: unknown) => boolean, reason: string]>> = {
  input: [isText, 'text'],
  width: [isSide, '32 … 4096'],
  height: [isSide, '32 … 4096'],
  layout: [(value) => value === 'nchw' || value === 'nhwc', 'nchw | nhwc'],
  scale: [within(0, 1), '0 < … ≤ 1'],
  output: [isText, 'text'],
  format: [(value) => value === 'boxes' || value === 'yolo', 'boxes | yolo'],
  classes: [isTexts, '["…"]'],
  smoke: [isTexts, '["…"]'],
  threshold: [within(0, 1), '0 < … ≤ 1'],
};

/** @returns the description, or the first field that is missing or wrong and what it may be */
export function readModelDescription(json: unknown): ModelDescription | DescriptionFault {
  const given = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  for (const [field, [isRight, reason]] of Object.entries(RULES)) if (!isRight(given[field])) return { field, reason };
  const description = given as unknown as ModelDescription;
  const unknown = description.smoke.find((name) => !description.classes.includes(name));
  return unknown === undefined ? description : { field: 'smoke', reason: description.classes.join(' | ') };
}
