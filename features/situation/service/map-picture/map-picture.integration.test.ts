import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { boxAround, createMapPictures } from './map-picture.ts';

const heights: { lng: number; lat: number }[] = [];
const pictures = createMapPictures({
  heightsAt: async (positions) => {
    heights.push(...positions);
    return positions.map(({ lng }) => (lng < 103.6 ? 2_000 : null));
  },
});
afterAll(() => pictures.stop());

const CENTRE = [103.6, 31.4] as const;
const ring = [
  [103.595, 31.396],
  [103.605, 31.396],
  [103.605, 31.404],
  [103.595, 31.404],
] as const;

it('a picture shows the whole requested area, at least as wide as requested', () => {
  const small = boxAround([CENTRE], 3_000);
  expect((small.east - small.west) * 111_320 * Math.cos((31.4 * Math.PI) / 180)).toBeCloseTo(3_000, 3);
  const wide = boxAround([CENTRE, [103.9, 31.4]], 3_000);
  expect(wide.west).toBeLessThan(103.6);
  expect(wide.east).toBeGreaterThan(103.9);
});

it('a picture has the area over the relief, and a name next to its mark', async () => {
  const order = {
    around: ring,
    leastMetres: 3_000,
    lines: [],
    areas: [{ rings: [ring], colour: '#ff0000', fillOpacity: 1, isDashed: false }],
  };
  const mark = { at: CENTRE, colour: '#0000ff', shape: 'square' as const };
  const [named, unnamed] = [
    await pictures.draw({ whose: { account: 'house', grid: null, isDuty: false } }, { ...order, marks: [{ ...mark, label: '集结点' }] }),
    await pictures.draw({ whose: { account: 'house', grid: null, isDuty: false } }, { ...order, marks: [{ ...mark, label: '' }] }),
  ];
  const read = async ({ bytes }: { bytes: Uint8Array }) => sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const [{ data, info }, plain] = [await read(named), await read(unnamed)];
  const at = (from: Buffer, x: number, y: number) => [
    ...from.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
  ];
  const [middleX, middleY] = [info.width / 2, info.height / 2];
  expect(at(data, middleX, middleY)).toEqual([0, 0, 255]);
  expect(at(data, middleX, middleY + 60)).toEqual([255, 0, 0]);
  // Terrain of unknown elevation is grey; known terrain is not.
  expect(at(data, info.width - 60, middleY)).toEqual([232, 232, 232]);
  expect(at(data, 60, middleY)).not.toEqual([232, 232, 232]);
  const beside = (from: Buffer) => Array.from({ length: 70 }, (_, step) => at(from, middleX + 15 + step, middleY).join());
  expect(new Set(beside(plain.data))).toEqual(new Set(['255,0,0']));
  expect(new Set(beside(data)).size).toBeGreaterThan(3);
});
