import { describe, expect, test } from 'vitest';
import { createModel, type ModelSession, type Tensor } from './model.ts';
import { type ModelDescription, readModelDescription } from './model-description.ts';
import { ruleOfFive } from './rule-of-five.ts';

const DESCRIPTION: ModelDescription = {
  input: 'images',
  width: 64,
  height: 32,
  layout: 'nchw',
  scale: 1 / 255,
  output: 'found',
  format: 'boxes',
  classes: ['fire', 'smoke'],
  smoke: ['smoke'],
  threshold: 0.3,
};
const RGB = new Uint8Array(64 * 32 * 3).fill(51);

const session = (answer: Tensor | Error): ModelSession => ({
  inputNames: ['images'],
  outputNames: ['found'],
  run: async () => {
    if (answer instanceof Error) throw answer;
    return { found: answer };
  },
});
const detect = (answer: Tensor | Error, description = DESCRIPTION) => createModel(session(answer), description).detect(RGB, 640, 320);
const boxes = (...rows: readonly number[][]): Tensor => ({ data: Float32Array.from(rows.flat()), dims: [rows.length, 6] });

describe('a model of one’s own', () => {
  test('gets the picture in the order and scale described', async () => {
    const given: Readonly<Record<string, Tensor>>[] = [];
    const run: ModelSession['run'] = async (input) => {
      given.push(input);
      return { found: { data: new Float32Array(0), dims: [0, 6] } };
    };
    const model = createModel({ ...session(boxes()), run }, DESCRIPTION);
    expect(await model.detect(RGB, 640, 320)).toEqual([]);
    expect(given[0]?.images?.dims).toEqual([1, 3, 32, 64]);
    expect(given[0]?.images?.data[7]).toBeCloseTo(0.2, 6);
  });

  test('answers boxes of smoke in pixels of the picture, the best of those that overlap', async () => {
    const answer = boxes([1, 2, 11, 12, 0.9, 1], [1, 2, 12, 12, 0.8, 1], [30, 2, 40, 12, 0.95, 0], [50, 2, 60, 12, 0.1, 1]);
    expect(await detect(answer)).toEqual([{ box: [10, 20, 110, 120], score: 0.9 }]);
  });

  test('may answer as YOLO does', async () => {
    const answer = { data: Float32Array.of(6, 40, 7, 8, 10, 4, 10, 4, 0.1, 0.2, 0.9, 0.1), dims: [1, 6, 2] };
    expect(await detect(answer, { ...DESCRIPTION, format: 'yolo' })).toEqual([{ box: [10, 20, 110, 120], score: 0.9 }]);
  });

  test.each([
    ['nan', boxes([1, 2, 11, 12, Number.NaN, 1])],
    ['shape', { data: new Float32Array(5), dims: [1, 5] }],
    ['run', new Error('Got invalid dimensions')],
  ] as const)('is refused with the reason: %s', async (code, answer) => {
    await expect(detect(answer)).rejects.toMatchObject({ code });
  });

  test('is refused if it has no such input or output', () => {
    expect(() => createModel(session(boxes()), { ...DESCRIPTION, input: 'x' })).toThrow('x; images');
    expect(() => createModel(session(boxes()), { ...DESCRIPTION, output: 'y' })).toThrow('y; found');
  });
});

test('A description is read, and the first wrong field is named', () => {
  expect(readModelDescription(DESCRIPTION)).toEqual(DESCRIPTION);
  expect(readModelDescription({ ...DESCRIPTION, width: 0 })).toEqual({ field: 'width', reason: '32 … 4096' });
  expect(readModelDescription({ ...DESCRIPTION, smoke: ['steam'] })).toEqual({ field: 'smoke', reason: 'fire | smoke' });
  expect(readModelDescription(null)).toMatchObject({ field: 'input' });
});

test('Five overlapping boxes in a row are a find, once; a gap begins anew', () => {
  const next = ruleOfFive();
  const box = { box: [10, 10, 20, 20], score: 0.8 } as const;
  const counts = [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1].map((present) => next(present ? [box] : []).length);
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
});
