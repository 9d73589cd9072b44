import { describe, expect, it } from 'vitest';
import { drawLine, hatches, middleOfArea, middleOfLine } from './drawn-symbols.ts';

const A = { lng: 103, lat: 31 };
const B = { lng: 103, lat: 31.16 };
const plain = { rails: [0], drawn: 1, marks: [], hasHead: false };
const tooth = {
  points: [
    [-0.25, 0],
    [0, 0.5],
    [0.25, 0],
  ],
  isFilled: true,
} as const;

describe('a line of a symbol', () => {
  it('a line goes through its points, and is broken where its style requires it', () => {
    const bend = { lng: 103.1, lat: 31.08 };
    const { lines } = drawLine([A, bend, B], plain);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.map(({ lng }) => Number(lng.toFixed(9)))).toEqual([103, 103.1, 103]);
    const broken = drawLine([A, B], { ...plain, drawn: 0.5 }).lines;
    expect(broken).toHaveLength(10);
    for (const piece of broken) expect((piece.at(-1)?.lat ?? 0) - (piece[0]?.lat ?? 0)).toBeCloseTo(0.008, 9);
  });

  it('a line has its marks on its left: the side to which the fire spreads', () => {
    const { fills } = drawLine([A, B], { ...plain, marks: [tooth] });
    expect(fills).toHaveLength(10);
    // For a line to the north the left side is the west.
    for (const [, tip] of fills) expect(tip?.lng).toBeLessThan(103);
    for (const [, tip] of drawLine([B, A], { ...plain, marks: [tooth] }).fills) expect(tip?.lng).toBeGreaterThan(103);
  });

  it('a line ends in its head, whose tip is exactly its last point', () => {
    const { fills, lines } = drawLine([A, B], { ...plain, hasHead: true });
    expect(fills[0]?.[0]?.lat).toBeCloseTo(B.lat, 12);
    expect(lines[0]?.at(-1)?.lat).toBeLessThan(B.lat);
  });

  it('a line has two rails at the same distance', () => {
    const [right, left] = drawLine([A, B], { ...plain, rails: [-0.2, 0.2] }).lines;
    expect((right?.[0]?.lng ?? 0) - 103).toBeCloseTo(103 - (left?.[0]?.lng ?? 0), 12);
  });

  it('a line of a single place is empty', () => {
    expect(drawLine([A, A], plain)).toEqual({ lines: [], fills: [] });
    expect(drawLine([], plain)).toEqual({ lines: [], fills: [] });
  });
});

describe('the hatches of an area', () => {
  const square = [A, { lng: 103.1, lat: 31 }, { lng: 103.1, lat: 31.1 }, { lng: 103, lat: 31.1 }];

  it('hatches are inside the area, and avoid its notches', () => {
    const strokes = hatches(square, 9);
    expect(strokes).toHaveLength(9);
    for (const { lng, lat } of strokes.flat()) {
      expect(lng).toBeGreaterThan(103 - 1e-9);
      expect(lng).toBeLessThan(103.1 + 1e-9);
      expect(lat).toBeGreaterThan(31 - 1e-9);
      expect(lat).toBeLessThan(31.1 + 1e-9);
    }
    // A notch from the right splits some strokes in two.
    const notched = [A, { lng: 103.1, lat: 31 }, { lng: 103.02, lat: 31.05 }, { lng: 103.1, lat: 31.1 }, { lng: 103, lat: 31.1 }];
    expect(hatches(notched, 9).length).toBeGreaterThan(9);
  });

  it('there are no hatches when none are requested, or there is no area', () => {
    expect([hatches(square, 0), hatches([A, B], 5), hatches([A, A, A], 5)]).toEqual([[], [], []]);
  });
});

describe('the position of a name', () => {
  it('the name is in the middle of a line: at its middle point, or half-way between two', () => {
    expect(middleOfLine([A, B])).toEqual({ lng: 103, lat: 31.08 });
    expect(middleOfLine([A, { lng: 103.2, lat: 31.1 }, B])).toEqual({ lng: 103.2, lat: 31.1 });
    expect(middleOfLine([])).toBeUndefined();
  });

  it('the name is inside an area that has a notch', () => {
    // Open to the east, its two arms 0.02° high.
    const arms = [
      [103, 31],
      [103.1, 31],
      [103.1, 31.02],
      [103.02, 31.02],
      [103.02, 31.08],
      [103.1, 31.08],
      [103.1, 31.1],
      [103, 31.1],
    ].map(([lng = 0, lat = 0]) => ({ lng, lat }));
    const { lng, lat } = middleOfArea(arms) ?? A;
    expect(lng > 103 && lng < 103.1 && lat > 31 && lat < 31.1 && (lng < 103.02 || lat < 31.02 || lat > 31.08)).toBe(true);
    expect(middleOfArea([A])).toEqual(A);
  });
});
