import { describe, expect, it } from 'vitest';
import type { ForestCanopy } from '../crown-fire.ts';
import { fuelsByClass } from '../land-cover-fuels.ts';
import { windAdjustmentFactor } from '../midflame-wind.ts';
import { COVER_BINS, canopyNumberOf, HEIGHT_BINS, measuredCanopyOf, underMeasuredCanopies } from './canopies.ts';
import { fuelsOfClasses, groundOfClasses } from './class-fuels.ts';

const ASSUMED: ForestCanopy = {
  coverPercent: 60,
  heightMetres: 12,
  crownRatio: 0.4,
  baseHeightMetres: 5,
  bulkDensityKilogramsPerCubicMetre: 0.1,
};
const measured = (cover: number | null, height: number | null, assumed: ForestCanopy | null = ASSUMED) =>
  measuredCanopyOf(canopyNumberOf(cover, height), assumed);

describe('a measured canopy', () => {
  it('a measured canopy replaces the assumed one, cover and height separately; the crowns remain those of the class', () => {
    expect(measured(43, 27)).toEqual({ ...ASSUMED, coverPercent: 40, heightMetres: 25 });
    expect(measured(43, null)).toEqual({ ...ASSUMED, coverPercent: 40 });
    expect(measured(null, 27)).toEqual({ ...ASSUMED, heightMetres: 25 });
    expect(measured(null, null)).toBe(ASSUMED);
    // A crown base above the tree height is lowered to the treetops.
    expect(measured(90, 3)?.baseHeightMetres).toBe(3.5);
  });

  it('a cell measured as treeless has no canopy, whatever its class', () => {
    for (const [cover, height] of [
      [0, null],
      [9.9, 20],
      [null, 1.9],
      [80, 0],
    ] as const)
      expect(measured(cover, height), `${cover} % ${height} m`).toBeNull();
  });

  it('a measured canopy shelters grass that has no trees by its class only where cover and height are both known', () => {
    expect(measured(43, 27, null)).toEqual({ coverPercent: 40, heightMetres: 25, crownRatio: 0.5 });
    expect([measured(43, null, null), measured(null, 27, null)]).toEqual([null, null]);
  });

  it('each bin has a number, and in a bin of closed trees the midflame wind is off by less than a fifth', () => {
    const covers = [null, ...COVER_BINS.slice(1).map(({ from }) => from)];
    const heights = [null, ...HEIGHT_BINS.slice(1).map(({ from }) => from)];
    const numbers = covers.flatMap((cover) => heights.map((height) => canopyNumberOf(cover, height)));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (let cover = 50; cover <= 100; cover += 5)
      for (let height = 5; height < 40; height += 2.5) {
        const exact = windAdjustmentFactor(0.1, { coverPercent: cover, heightMetres: height, crownRatio: 0.5 });
        const ratio = windAdjustmentFactor(0.1, measured(cover, height, { ...ASSUMED, crownRatio: 0.5 })) / exact;
        expect(Math.abs(ratio - 1), `${cover} % ${height} m: ${ratio}`).toBeLessThan(0.2);
      }
  });
});

describe('a ground under measured trees', () => {
  const table = [
    { scheme: 'igbp', value: 1 },
    { scheme: 'igbp', value: 17 },
    { scheme: 'table', value: 5 },
  ] as const;
  const tall = canopyNumberOf(80, 32);
  const none = canopyNumberOf(0, null);

  it('a ground has further fuels after those of its classes; water and unknown fuel are not split', () => {
    const { ground, fuels } = groundOfClasses(
      {
        grid: { columns: 6, rows: 1, cellMetres: 30, westMetres: 0, northMetres: 0 },
        heights: new Float32Array(6),
        classes: Uint8Array.of(0, 0, 0, 1, 2, 255),
        table,
        canopies: Uint8Array.of(0, tall, none, tall, tall, tall),
      },
      fuelsByClass(),
    );
    const plain = fuelsOfClasses(table, fuelsByClass()).fuels;
    expect(fuels.slice(0, plain.length)).toEqual(plain);
    expect(Array.from(ground.fuel)).toEqual([0, 5, 4, 1, 2, 3]);
    expect(fuels[5]).toEqual({ ...plain[0], canopy: { ...plain[0]?.canopy, coverPercent: 85, heightMetres: 35 } });
    expect(fuels[4]).toEqual({ ...plain[0], canopy: null });
  });

  it('a ground has 256 fuels at most: the fuels with the fewest cells keep the assumed canopy', () => {
    const many = Array.from({ length: 250 }, (_, value) => ({ scheme: 'table', value }) as const);
    const { fuels } = fuelsOfClasses(many, (scheme, value) => ({
      scheme,
      value,
      fuelModel: 'TL8',
      fuelFactor: null,
      source: '',
      toConfirm: false,
    }));
    const fuel = Uint8Array.of(...Array.from({ length: 250 }, (_, index) => index), 7, 7, 7);
    const canopies = new Uint8Array(fuel.length).fill(tall);
    const grown = underMeasuredCanopies(fuels, fuel, canopies);
    expect(grown.fuels).toHaveLength(256);
    // The fuel with the most cells comes first, then the others in their order.
    expect(grown.fuel[7]).toBe(fuels.length);
    expect(Array.from(grown.fuel.subarray(0, 6))).toEqual([252, 253, 254, 255, 4, 5]);
  });
});
