// A port for a model that the operator brings: the session of a runtime is passed in (onnxruntime-node in the command), so that this
// package depends on none.
import type { Box } from './frame.ts';
import type { ModelDescription } from './model-description.ts';

export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A loaded model. */
export interface ModelSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(input: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

/** `input`, `output`: the model has none of that name; `run`: it takes another input; `shape`: its answer has another shape; `nan`: no number. */
export type ModelFaultCode = 'input' | 'output' | 'run' | 'shape' | 'nan';

export class ModelFault extends Error {
  readonly code: ModelFaultCode;

  constructor(code: ModelFaultCode, detail: string) {
    super(detail);
    this.name = 'ModelFault';
    this.code = code;
  }
}

export interface ModelBox {
  readonly box: Box;
  readonly score: number;
}

export interface Model {
  /**
   * @param rgb the picture at the size of the model's input
   * @param width of the picture in which the boxes are wanted
   * @throws ModelFault
   */
  detect(rgb: Uint8Array, width: number, height: number): Promise<readonly ModelBox[]>;
}

/** Boxes that overlap more than this, as a share of both together, are one. */
const MOST_OVERLAP = 0.5;

/** @throws ModelFault if the model has no such input or output */
export function createModel(session: ModelSession, description: ModelDescription): Model {
  const { input, output, width, height, layout } = description;
  if (!session.inputNames.includes(input)) throw new ModelFault('input', `${input}; ${session.inputNames.join(', ')}`);
  if (!session.outputNames.includes(output)) throw new ModelFault('output', `${output}; ${session.outputNames.join(', ')}`);
  const data = new Float32Array(3 * width * height);
  const dims = layout === 'nchw' ? [1, 3, height, width] : [1, height, width, 3];
  return {
    async detect(rgb, pictureWidth, pictureHeight) {
      fill(data, rgb, description);
      const answers = await session.run({ [input]: { data, dims } }).catch((error: unknown) => {
        throw new ModelFault('run', error instanceof Error ? error.message : String(error));
      });
      const answer = answers[output];
      if (answer === undefined) throw new ModelFault('output', output);
      const boxes = boxesOf(answer, description).filter(({ score }) => score >= description.threshold);
      const [across, down] = [pictureWidth / width, pictureHeight / height];
      return distinct(boxes).map(({ box: [left, top, right, bottom], score }) => ({
        box: [
          within(left * across, pictureWidth),
          within(top * down, pictureHeight),
          within(right * across, pictureWidth),
          within(bottom * down, pictureHeight),
        ],
        score: Math.round(score * 1_000) / 1_000,
      }));
    },
  };
}

const within = (value: number, most: number): number => Math.round(Math.min(most, Math.max(0, value)));

function fill(data: Float32Array, rgb: Uint8Array, { width, height, layout, scale }: ModelDescription): void {
  const pixels = width * height;
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = 0; channel < 3; channel++)
      data[layout === 'nchw' ? channel * pixels + pixel : pixel * 3 + channel] = (rgb[pixel * 3 + channel] as number) * scale;
}

function boxesOf({ data, dims }: Tensor, { format, classes, smoke }: ModelDescription): ModelBox[] {
  const wanted = format === 'boxes' ? dims.at(-1) === 6 : dims.length === 3 && dims[1] === 4 + classes.length;
  if (!wanted || data.length !== dims.reduce((product, one) => product * one, 1)) throw new ModelFault('shape', dims.join(' × '));
  if (data.some((value) => !Number.isFinite(value))) throw new ModelFault('nan', dims.join(' × '));
  const numbers = smoke.map((name) => classes.indexOf(name));
  const value = (at: number) => data[at] as number;
  if (format === 'boxes')
    return Array.from({ length: data.length / 6 }, (_, row) => row * 6)
      .filter((at) => numbers.includes(value(at + 5)))
      .map((at) => ({ box: [value(at), value(at + 1), value(at + 2), value(at + 3)], score: value(at + 4) }));
  const count = dims[2] as number;
  return Array.from({ length: count }, (_, n) => {
    const [x, y, w, h] = [value(n), value(count + n), value(2 * count + n) / 2, value(3 * count + n) / 2];
    return { box: [x - w, y - h, x + w, y + h], score: Math.max(...numbers.map((number) => value((4 + number) * count + n))) };
  });
}

/** Of boxes that overlap, the best. */
function distinct(boxes: readonly ModelBox[]): ModelBox[] {
  const taken: ModelBox[] = [];
  for (const one of boxes.toSorted((a, b) => b.score - a.score))
    if (taken.every(({ box }) => overlapOf(one.box, box) <= MOST_OVERLAP)) taken.push(one);
  return taken;
}

/** Intersection over union, 0 … 1. */
export function overlapOf(a: Box, b: Box): number {
  const common = Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
  const area = ([left, top, right, bottom]: Box) => (right - left) * (bottom - top);
  return common === 0 ? 0 : common / (area(a) + area(b) - common);
}
