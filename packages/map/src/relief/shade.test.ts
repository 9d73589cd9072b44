import { describe, expect, it } from 'vitest';
import { GROUND_TINT, tintIndex, tintTable } from './look.ts';
import { hillshade, type PaintedLook, paintRelief, type ReliefGrid } from './shade.ts';

const usual: PaintedLook = { shading: true, heightColours: true };

/** A grid of size × size posts with its apron, from a function of column and row. */
function aGrid(height: (column: number, row: number) => number, size = 9): ReliefGrid {
  const wide = size + 2;
  return {
    heights: Float32Array.from({ length: wide * wide }, (_, at) => height(at % wide, Math.floor(at / wide))),
    size,
    cellEastMetres: 100,
    cellSouthMetres: 100,
  };
}
const pixel = (image: Uint8ClampedArray, at: number): number[] => [...image.slice(at * 4, at * 4 + 4)];

describe('hillshade', () => {
  it('flat terrain has light 1 everywhere', () => {
    expect([...hillshade(aGrid(() => 1200))].every((light) => Math.abs(light - 1) < 1e-6)).toBe(true);
  });

  it('a slope facing north-west is brighter than flat terrain, one facing south-east is darker', () => {
    const northWest = hillshade(aGrid((column, row) => 1000 + 40 * (column + row)))[40] ?? 0;
    const southEast = hillshade(aGrid((column, row) => 1000 - 40 * (column + row)))[40] ?? 0;
    expect([northWest > 1, southEast < 1]).toEqual([true, true]);
  });

  it('two pictures that share an edge have the same light on it', () => {
    const ground = (column: number, row: number): number => 1000 + 300 * Math.sin(column / 3) * Math.cos(row / 4);
    const left = hillshade(aGrid(ground));
    const right = hillshade(aGrid((column, row) => ground(column + 8, row)));
    const edge = (light: Float32Array, column: number): number[] => Array.from({ length: 9 }, (_, row) => light[row * 9 + column] ?? 0);
    expect(edge(left, 8)).toEqual(edge(right, 0));
  });
});

describe('relief picture', () => {
  it('sea and unknown terrain are transparent, land is not', () => {
    expect(
      pixel(
        paintRelief(
          aGrid(() => 0),
          4,
          usual,
        ),
        0,
      )[3],
    ).toBe(0);
    expect(
      pixel(
        paintRelief(
          aGrid(() => Number.NaN),
          4,
          usual,
        ),
        5,
      )[3],
    ).toBe(0);
    expect(
      pixel(
        paintRelief(
          aGrid(() => 3000),
          4,
          usual,
        ),
        5,
      )[3],
    ).toBe(255);
  });

  it('rows run from south to north', () => {
    const image = paintRelief(
      aGrid((_column, row) => (row < 6 ? 3000 : 0)),
      4,
      usual,
    );
    expect([pixel(image, 0)[3], pixel(image, 15)[3]]).toEqual([0, 255]);
  });

  it('each option works alone: colours show heights without light, light shows slopes without colours', () => {
    const steps = aGrid((column) => (column < 6 ? 1000 : 3000));
    const slopes = aGrid((column) => 2000 + 60 * Math.abs(column - 5));
    const paint = (grid: ReliefGrid, look: PaintedLook): [number[], number[]] => {
      const image = paintRelief(grid, 8, look);
      return [pixel(image, 32), pixel(image, 39)];
    };
    const [low, high] = paint(steps, { shading: false, heightColours: true });
    const [west, east] = paint(slopes, { shading: true, heightColours: false });
    const [plainLow, plainHigh] = paint(steps, { shading: false, heightColours: false });
    expect(low).not.toEqual(high);
    expect(west[0]).not.toBe(east[0]);
    expect(plainLow).toEqual(plainHigh);
  });

  it('the tint follows its table and is constant beyond its ends', () => {
    const table = tintTable();
    const at = (height: number): number[] => [...table.slice(tintIndex(table, height), tintIndex(table, height) + 3)];
    const [first, second] = GROUND_TINT;
    expect([at(-500), at(300), at(99_999)]).toEqual([first?.slice(1), second?.slice(1), GROUND_TINT.at(-1)?.slice(1)]);
  });
});
