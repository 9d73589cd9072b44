import { REGIONS } from '@lookout/region';
import { describe, expect, it, vi } from 'vitest';
import { isWithin, SCENE_BAND, vectorTileBand } from '../../bands.ts';
import { shapesImagery } from './imagery.ts';
import { type Pen, paintNames, paintShapes } from './paint.ts';
import { coarsestLevel, createTileSource, tilePart } from './tile-source.ts';

describe('vector tiles', () => {
  // Proves §9.8a
  it.each(Object.values(REGIONS))('show below the height of $id and not at it', (region) => {
    const edge = region.id === 'heilongjiang' ? 10_033_000 : 33_000;
    const band = vectorTileBand(region);
    expect([0, edge - 0.001, edge, edge + 1].map((height) => isWithin(height, band))).toEqual([true, true, false, false]);
  });

  // Proves §9.8c
  it('3D scenes show below 100000 m and not at it', () => {
    expect([0, 99_999.999, 100_000].map((height) => isWithin(height, SCENE_BAND))).toEqual([true, true, false]);
  });

  it('a tile finer than the stored ones is cut from the stored one it lies in', () => {
    expect(tilePart({ level: 10, x: 5, y: 6 }, 14)).toEqual({ from: { level: 10, x: 5, y: 6 }, parts: 1, column: 0, row: 0 });
    expect(tilePart({ level: 16, x: 21, y: 34 }, 14)).toEqual({ from: { level: 14, x: 5, y: 8 }, parts: 4, column: 1, row: 2 });
  });

  it('no tile is drawn that is much too coarse for the height from which the layers show', () => {
    expect([33_000, 10_033_000, 100_000_000].map(coarsestLevel)).toEqual([9, 0, 0]);
  });
});

it('a frame is asked for when a picture has come, so that it is taken and what was declined is asked for again', async () => {
  const stored = Promise.withResolvers<Uint8Array>();
  const requestFrame = vi.fn();
  const layer = {
    kind: 'village',
    box: [100, 30, 105, 35],
    maxLevel: 14,
    source: { tile: () => stored.promise, stop: () => undefined },
  } as const;
  const painter = { paint: async () => ({}) as ImageBitmap, stop: () => undefined };
  const provider = shapesImagery(layer, { minLevel: 0, painter, requestFrame }, () => undefined);
  const asked = Array.from({ length: 13 }, (_, x) => provider.requestImage(x, 0, 8));
  expect(asked.map((picture) => picture === undefined)).toEqual([...Array(12).fill(false), true]);
  expect(requestFrame).not.toHaveBeenCalled();
  stored.resolve(new Uint8Array());
  await Promise.all(asked);
  expect(requestFrame).toHaveBeenCalledTimes(12);
  expect(provider.requestImage(12, 0, 8)).toBeDefined();
});

describe('fetching vector tiles', () => {
  const at = { level: 1, x: 0, y: 1 };
  const sourceOf = (answers: (() => Promise<Response>)[]) => {
    const waits: number[] = [];
    const fetch = vi.fn((_url: string) => (answers.shift() ?? (() => Promise.reject(new Error('no line'))))());
    const setTimer = (run: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      queueMicrotask(run);
      return () => undefined;
    };
    return { source: createTileSource({ template: '/l/{z}/{x}/{y}.mvt', fetch, setTimer }), fetch, waits };
  };
  const answer =
    (status: number, body: Uint8Array<ArrayBuffer> | null = null) =>
    async () =>
      new Response(body, { status });

  it('one that fails is tried again after a while, and kept when it came', async () => {
    const { source, fetch, waits } = sourceOf([
      answer(503),
      () => Promise.reject(new Error('no line')),
      answer(200, new Uint8Array([1, 2])),
    ]);
    expect(await source.tile(at)).toEqual(new Uint8Array([1, 2]));
    expect(await source.tile(at)).toEqual(new Uint8Array([1, 2]));
    expect(waits).toEqual([1_000, 4_000]);
    expect(fetch.mock.calls).toEqual([['/l/1/0/1.mvt'], ['/l/1/0/1.mvt'], ['/l/1/0/1.mvt']]);
  });

  it('an empty tile is null; a refused one is not retried by itself, but requested again by the next call', async () => {
    const { source, waits } = sourceOf([answer(204), answer(404), answer(200, new Uint8Array([3]))]);
    expect(await source.tile({ ...at, x: 1 })).toBeNull();
    await expect(source.tile(at)).rejects.toThrow('404');
    expect(waits).toEqual([]);
    expect(await source.tile(at)).toEqual(new Uint8Array([3]));
  });

  it('gives up when nothing comes', async () => {
    const { source, waits } = sourceOf([]);
    await expect(source.tile(at)).rejects.toThrow('not to be had');
    expect(waits).toEqual([1_000, 4_000, 15_000]);
  });
});

/** Writes down what is drawn and where. */
function penOf(drawn: string[]): Pen {
  const note =
    (word: string) =>
    (...numbers: unknown[]) =>
      void drawn.push([word, ...numbers.map((n) => (typeof n === 'number' ? Math.round(n) : n))].join(' '));
  const silent = () => undefined;
  return {
    beginPath: silent,
    closePath: note('close'),
    moveTo: note('move'),
    lineTo: note('line'),
    arc: note('dot'),
    fill: note('fill'),
    stroke: note('stroke'),
    save: silent,
    restore: silent,
    clip: note('clip'),
    strokeText: silent,
    setLineDash: (dash: number[]) => void (dash.length > 0 && drawn.push(`dash ${dash.join(' ')}`)),
    fillText: note('text'),
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    lineJoin: 'miter',
    font: '',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    globalAlpha: 1,
  };
}

const layerOf = (features: readonly object[]) => ({ length: features.length, feature: (i: number) => features[i] });
const featureOf = (type: number, geometry: readonly (readonly [number, number])[], properties: object) => ({
  extent: 4096,
  type,
  properties,
  loadGeometry: () => [geometry.map(([x, y]) => ({ x, y }))],
});

describe('drawing vector tiles', () => {
  const job = { pixels: 512, part: { from: { level: 10, x: 0, y: 0 }, parts: 1, column: 0, row: 0 } } as const;
  type Kind = 'forest-farm' | 'village' | 'road';
  const draw = (kind: Kind, layers: object, part: Parameters<typeof paintShapes>[2]['part'] = job.part) => {
    const drawn: string[] = [];
    paintShapes(penOf(drawn), { layers } as never, { ...job, part, kind });
    return drawn;
  };
  /** @param sheets the topmost first */
  const name = (...sheets: readonly (readonly [Kind, readonly object[]])[]) => {
    const drawn: string[] = [];
    const isAny = paintNames(
      penOf(drawn),
      sheets.map(([kind, names]) => ({ tile: { layers: { names: layerOf(names) } } as never, job: { ...job, kind }, opacity: 1 })),
    );
    expect(isAny).toBe(drawn.length > 0);
    return drawn;
  };
  const named = (y: number, text: string, span: number) => featureOf(1, [[2048, y]], { name: text, span });

  it('a forest farm is filled, hatched and named, its long name cut to seven characters', () => {
    const square = [
      [0, 0],
      [4096, 0],
      [4096, 4096],
    ] as const;
    const drawn = draw('forest-farm', { features: layerOf([featureOf(3, square, {})]) });
    expect(drawn.slice(0, 6)).toEqual(['move 0 0', 'line 512 0', 'line 512 512', 'close', 'fill evenodd', 'clip evenodd']);
    expect(name(['forest-farm', [named(2048, '川西国有林业局一工段', 0.2)]])).toEqual(['text 川西国有林业局… 256 256']);
  });

  it('a village is a thin dashed outline; a shape too small on the screen is not named', () => {
    const drawn = draw('village', {
      features: layerOf([
        featureOf(
          3,
          [
            [0, 0],
            [80, 0],
            [80, 80],
          ],
          {},
        ),
      ]),
    });
    expect(name(['village', [named(40, '小村', 0.001)]])).toEqual([]);
    expect(drawn).toEqual(['move 0 0', 'line 10 0', 'line 10 10', 'close', 'dash 6 5', 'stroke']);
  });

  it('of names that lie over each other the larger shape has its own', () => {
    expect(name(['village', [named(2048, '小村', 0.1), named(2080, '大村', 0.2), named(2600, '远村', 0.1)]])).toEqual([
      'text 大村 256 260',
      'text 远村 256 325',
    ]);
  });

  it('… whichever layers they are of; of two of one size the upper layer has its own', () => {
    expect(name(['village', [named(2048, '小村', 0.1)]], ['forest-farm', [named(2080, '林场', 0.2)]])).toEqual(['text 林场 256 260']);
    expect(name(['village', [named(2048, '村', 0.2)]], ['forest-farm', [named(2080, '林场', 0.2)]])).toEqual(['text 村 256 256']);
  });

  it('a part of a stored tile is drawn larger', () => {
    const part = { from: { level: 14, x: 0, y: 0 }, parts: 2, column: 1, row: 0 };
    const drawn = draw(
      'road',
      {
        features: layerOf([
          featureOf(
            2,
            [
              [2048, 0],
              [4096, 2048],
            ],
            { class: 'main' },
          ),
        ]),
      },
      part,
    );
    expect(drawn).toEqual(['move 0 0', 'line 512 512', 'stroke']);
  });
});
