import { isWithin, SCENE_BAND, vectorTileBand } from '@lookout/map/bands.ts';
import { REGIONS } from '@lookout/region';
import { describe, expect, it, vi } from 'vitest';
import { shapesImagery } from './imagery.ts';
import { type Pen, paintShapes } from './paint.ts';
import { namesOf, type TileName, tilesOfBox, writtenPixels, writtenText } from './tile-names.ts';
import { coarsestLevel, createTileSource, tilePart } from './tile-source.ts';

describe('vector tiles', () => {
  // Proves §9.8a
  it.each(Object.values(REGIONS))('layers show below the height of $id and not at it', (region) => {
    const edge = region.id === 'heilongjiang' ? 10_033_000 : 33_000;
    const band = vectorTileBand(region);
    expect([0, edge - 0.001, edge, edge + 1].map((height) => isWithin(height, band))).toEqual([true, true, false, false]);
  });

  // Proves §9.8c
  it('3D scenes show below 100000 m and not at it', () => {
    expect([0, 99_999.999, 100_000].map((height) => isWithin(height, SCENE_BAND))).toEqual([true, true, false]);
  });

  it('a tile finer than the stored ones is cut from the stored tile that contains it', () => {
    expect(tilePart({ level: 10, x: 5, y: 6 }, 14)).toEqual({ from: { level: 10, x: 5, y: 6 }, parts: 1, column: 0, row: 0 });
    expect(tilePart({ level: 16, x: 21, y: 34 }, 14)).toEqual({ from: { level: 14, x: 5, y: 8 }, parts: 4, column: 1, row: 2 });
  });

  it('no tile is drawn that is much too coarse for the height at which its layer starts to show', () => {
    expect([33_000, 10_033_000, 100_000_000].map(coarsestLevel)).toEqual([9, 0, 0]);
  });
});

it('a frame is requested when an image has loaded, so that Cesium uses it and repeats declined requests', async () => {
  const stored = Promise.withResolvers<Uint8Array>();
  const requestFrame = vi.fn();
  const layer = {
    kind: 'village',
    box: [100, 30, 105, 35],
    maxLevel: 14,
    source: { tile: () => stored.promise, stop: () => undefined },
  } as const;
  const painter = { paint: async () => ({}) as ImageBitmap };
  const provider = shapesImagery(layer, { minLevel: 0, painter, requestFrame }, () => undefined);
  const pending = Array.from({ length: 13 }, (_, x) => provider.requestImage(x, 0, 8));
  expect(pending.map((picture) => picture === undefined)).toEqual([...Array(12).fill(false), true]);
  expect(requestFrame).not.toHaveBeenCalled();
  stored.resolve(new Uint8Array());
  await Promise.all(pending);
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

  it('a failed tile is retried after a delay, and cached once it has loaded', async () => {
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

  it('an empty tile is null; a refused one is not retried automatically, but requested again by the next call', async () => {
    const { source, waits } = sourceOf([answer(204), answer(404), answer(200, new Uint8Array([3]))]);
    expect(await source.tile({ ...at, x: 1 })).toBeNull();
    await expect(source.tile(at)).rejects.toThrow('404');
    expect(waits).toEqual([]);
    expect(await source.tile(at)).toEqual(new Uint8Array([3]));
  });

  it('gives up when no response arrives', async () => {
    const { source, waits } = sourceOf([]);
    await expect(source.tile(at)).rejects.toThrow('not to be had');
    expect(waits).toEqual([1_000, 4_000, 15_000]);
  });
});

/** A pen that records what is drawn and where. */
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
    setLineDash: (dash: number[]) => void (dash.length > 0 && drawn.push(`dash ${dash.join(' ')}`)),
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    lineJoin: 'miter',
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

  it('a forest farm is filled and hatched', () => {
    const square = [
      [0, 0],
      [4096, 0],
      [4096, 4096],
    ] as const;
    const drawn = draw('forest-farm', { features: layerOf([featureOf(3, square, {})]) });
    expect(drawn.slice(0, 6)).toEqual(['move 0 0', 'line 512 0', 'line 512 512', 'close', 'fill evenodd', 'clip evenodd']);
  });

  it('a village is a thin dashed outline', () => {
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
    expect(drawn).toEqual(['move 0 0', 'line 10 0', 'line 10 10', 'close', 'dash 6 5', 'stroke']);
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

describe('names of vector tiles', () => {
  const aName = (more: Partial<TileName> = {}): TileName => ({
    name: '布瓦村',
    latinName: 'Buwa',
    lng: 103.57,
    lat: 31.5,
    spanDegrees: 0.02,
    ...more,
  });

  it('names are read from the fewest tiles of the view, at most nine, at any position', () => {
    const view = (west: number, south: number, degrees: number) => ({ west, south, east: west + degrees, north: south + degrees });
    expect(tilesOfBox(view(103.5, 31.4, 0.0001), 14)).toHaveLength(1);
    expect(tilesOfBox(view(-180, -85, 170), 14)[0]?.level).toBe(1);
    for (let step = 0; step < 40; step++) {
      const tiles = tilesOfBox(view(100 + step * 0.013, 25 + step * 0.017, 0.4), 14);
      expect(tiles.length).toBeGreaterThan(1);
      expect(tiles.length).toBeLessThanOrEqual(9);
    }
  });

  it('names have positions; names outside the tile are left to the neighbouring tile', () => {
    const names = [
      featureOf(1, [[2048, 2048]], { name: '布瓦村', latinName: 'Buwa', span: 0.02 }),
      featureOf(1, [[4096, 2048]], { name: '邻村', span: 0.02 }),
      featureOf(1, [[10, -1]], { name: '北村', span: 0 }),
    ];
    const [found, ...others] = namesOf({ layers: { names: layerOf(names) } } as never, { level: 1, x: 1, y: 0 });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ name: '布瓦村', latinName: 'Buwa', lng: 90, spanDegrees: 0.02 });
    expect(found?.lat).toBeCloseTo(66.5133, 3);
    expect(namesOf({ layers: {} }, { level: 1, x: 1, y: 0 })).toEqual([]);
  });

  it('names are shown where their shape is large enough on the screen; villages and single points below 33 km', () => {
    const isWritten = (kind: 'village' | 'forest-farm', name: TileName, height: number, metresPerPixel: number) =>
      writtenPixels(kind, name, height, metresPerPixel) !== null;
    expect([32_999, 33_000].map((height) => isWritten('village', aName(), height, 30))).toEqual([true, false]);
    expect([32_999, 33_000].map((height) => isWritten('forest-farm', aName({ spanDegrees: 0 }), height, 30))).toEqual([true, false]);
    expect(isWritten('forest-farm', aName({ spanDegrees: 0.1 }), 60_000, 60)).toBe(true);
    expect([30, 120].map((metres) => isWritten('village', aName(), 20_000, metres))).toEqual([true, false]);
  });

  it('names are cut to seven characters; in English the name in Latin letters, if there is one, is shown in full', () => {
    const farm = aName({ name: '川西国有林业局一工段', latinName: 'Western Sichuan Forest Farm' });
    expect(writtenText(farm, 'zh')).toBe('川西国有林业局…');
    expect(writtenText(farm, 'en')).toBe('Western Sichuan Forest Farm');
    expect(writtenText(aName({ latinName: null }), 'en')).toBe('布瓦村');
  });
});
