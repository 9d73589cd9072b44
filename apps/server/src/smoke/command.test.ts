import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ModelSession } from '@lookout/smoke';
import { createScene, hills } from '@lookout/smoke/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smoke } from './command.ts';
import { tinyOnnx } from './onnx.fixture.ts';
import { loadOnnx, RuntimeMissing } from './onnx.ts';
import * as words from './words.ts';

const [WIDTH, HEIGHT] = [320, 240];
const SMOKE_FROM = 14;
const PICTURES = 24;
const SMOKE = {
  x: 150,
  y: 150,
  windMetresPerSecond: 1.5,
  riseMetresPerSecond: 3,
  opacity: 0.6,
  luma: 160,
  blue: 1,
  red: -1,
  radiusMetres: 12,
  growthSeconds: 240,
  seconds: 3_600,
  footMetresPerSecond: 0,
};
const nameOf = (nth: number): string => `${String(nth).padStart(4, '0')}.png`;

let root = '';
let tower = '';
let bad = '';

const picture = (width: number, height: number, value: number | Uint8Array) =>
  sharp(typeof value === 'number' ? new Uint8Array(width * height * 3).fill(value) : value, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'lookout-smoke-'));
  tower = await mkdtemp(path.join(root, 'tower-'));
  bad = await mkdtemp(path.join(root, 'bad-'));
  const next = createScene({ seed: 5, backdrop: hills(3, WIDTH, HEIGHT), startFrame: SMOKE_FROM, smoke: SMOKE });
  for (let nth = 0; nth < PICTURES; nth++) {
    const { y } = next().frame;
    // Grey pictures do: luma is what counts.
    const rgb = Uint8Array.from({ length: y.length * 3 }, (_, at) => ((y[Math.floor(at / 3)] as number) - 16) * 1.164);
    await writeFile(path.join(tower, nameOf(nth)), await picture(WIDTH, HEIGHT, rgb));
  }
  const whole = await picture(WIDTH, HEIGHT, 90);
  await writeFile(path.join(bad, '1.png'), whole);
  await writeFile(path.join(bad, '2.png'), whole);
  await writeFile(path.join(bad, '3.png'), await picture(WIDTH, HEIGHT, 0));
  await writeFile(path.join(bad, '4.png'), await picture(200, 160, 90));
  await writeFile(path.join(bad, '5.png'), whole.subarray(0, whole.length / 2));
  await writeFile(path.join(bad, '6.png'), await picture(WIDTH, HEIGHT, 91));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function run(args: readonly string[], loadModel: (file: string) => Promise<ModelSession> = loadOnnx) {
  const [output, errors]: [string[], string[]] = [[], []];
  const code = await smoke(args, { print: (text, toError) => (toError ? errors : output).push(text), loadModel, model: undefined });
  return { code, output: output.map((line) => JSON.parse(line) as unknown), errors };
}

test('A folder with smoke gives a JSON line; a folder of bad pictures gives the reason for each, and the rest goes on', async () => {
  const { code, output, errors } = await run(['detect', bad, tower]);
  expect(output).toEqual([
    { folder: tower, file: expect.any(String), box: expect.any(Array), score: expect.any(Number), since: expect.any(String) },
  ]);
  const [{ file, since }] = output as [{ file: string; since: string }];
  expect(file >= nameOf(SMOKE_FROM + 4) && file <= nameOf(SMOKE_FROM + 7) && since >= nameOf(SMOKE_FROM) && since < file).toBe(true);
  expect(errors).toEqual([
    `${path.join(bad, '2.png')}: ${words.FRAME_WORDS.frozen}`,
    `${path.join(bad, '3.png')}: ${words.FRAME_WORDS.dark}`,
    `${path.join(bad, '4.png')}: ${words.FRAME_WORDS.size}`,
    `${path.join(bad, '5.png')}: ${words.BROKEN}`,
  ]);
  expect(code).toBe(1);
});

test('Wrong arguments print the usage, an empty or missing folder is named', async () => {
  expect(await run([])).toMatchObject({ code: 2 });
  expect(await run(['detect'])).toMatchObject({ code: 2, errors: [words.USAGE] });
  expect(await run(['detect', '--nothing', tower])).toMatchObject({ code: 2 });
  expect(await run(['detect', root, path.join(root, 'none')])).toMatchObject({
    code: 1,
    errors: [`${root}: ${words.NO_PICTURES}`, `${path.join(root, 'none')}: ${words.NO_FOLDER}`],
  });
});

describe('a model of one’s own', () => {
  const session = (row: readonly number[]): ModelSession => ({
    inputNames: ['images'],
    outputNames: ['found'],
    run: async () => ({ found: { data: Float32Array.from(row), dims: [1, 6] } }),
  });
  const description = {
    width: 64,
    height: 48,
    layout: 'nchw',
    scale: 1,
    output: 'found',
    format: 'boxes',
    classes: ['smoke'],
    smoke: ['smoke'],
    threshold: 0.3,
  };
  const modelOf = async (name: string, described: object): Promise<string> => {
    const file = path.join(root, `${name}.onnx`);
    await writeFile(file, 'no ONNX');
    await writeFile(`${file}.json`, JSON.stringify(described));
    return file;
  };

  test('finds smoke after five overlapping boxes in a row, in pixels of the picture', async () => {
    const file = await modelOf('good', { ...description, input: 'images' });
    const { code, output } = await run(['detect', '--model', file, tower], async () => session([10, 10, 20, 20, 0.9, 0]));
    expect(output).toEqual([{ folder: tower, file: nameOf(4), box: [50, 50, 100, 100], score: 0.9, since: nameOf(0) }]);
    expect(code).toBe(0);
  });

  test.each([
    ['answers no number', { input: 'images' }, async () => session([10, 10, 20, 20, Number.NaN, 0]), 'NaN|no numbers'],
    ['has other inputs', { input: 'x' }, async () => session([]), 'no such input'],
    ['is described wrongly', {}, async () => session([]), 'input must be'],
    [
      'is no ONNX',
      { input: 'images' },
      () => Promise.reject(new Error('protobuf parsing failed')),
      'no ONNX model.*protobuf parsing failed',
    ],
  ] as const)('that %s is named with the reason', async (name, described, load, reason) => {
    const file = await modelOf(name, { ...description, ...described });
    const { code, output, errors } = await run(['detect', '--model', file, tower], load);
    expect({ code, output, errors }).toEqual({
      code: 1,
      output: [],
      errors: [expect.stringMatching(new RegExp(`^${file}: .*(${reason})`))],
    });
  });

  // onnxruntime-node is not a dependency (decision 0108): with it these bytes are run, without it the command says so.
  test('that is ONNX is run by onnxruntime-node, or the command says how to install that', async () => {
    const file = await modelOf('tiny', { ...description, input: 'images' });
    await writeFile(file, tinyOnnx([10, 10, 20, 20, 0.9, 0]));
    const isInstalled = await loadOnnx(file).then(
      () => true,
      (error: unknown) => !(error instanceof RuntimeMissing),
    );
    const { output, errors } = await run(['detect', '--model', file, tower]);
    if (isInstalled) expect(output).toMatchObject([{ file: nameOf(4), box: [50, 50, 100, 100] }]);
    else expect(errors).toEqual([`${file}: ${words.NO_RUNTIME}`]);
  });

  test('that is missing or has no description is named', async () => {
    expect((await run(['detect', '--model', path.join(root, 'none.onnx'), tower])).errors).toEqual([
      `${path.join(root, 'none.onnx')}: ${words.NO_MODEL}`,
    ]);
  });
});
