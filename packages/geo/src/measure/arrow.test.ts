import { describe, expect, it } from 'vitest';
import { attackArrow } from './arrow.ts';
import { areaSquareMetres } from './lengths-and-areas.ts';

const TAIL = { lng: 103, lat: 31 };
const HEAD = { lng: 103, lat: 31.1 };
const BEND = { lng: 103.03, lat: 31.05 };

/** Whether two non-adjacent edges of a ring cross. */
function crossesItself(ring: readonly { lng: number; lat: number }[]): boolean {
  const turn = (a: typeof TAIL, b: typeof TAIL, c: typeof TAIL) =>
    Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng));
  const edges = ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from] as const);
  return edges.some(([a, b], one) =>
    edges.some(([c, d], other) => {
      const apart = Math.abs(one - other);
      if (apart < 2 || apart === ring.length - 1) return false;
      return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
    }),
  );
}

describe('the arrow of attack', () => {
  it('the arrow goes from the tail to the head, and its tip is the head', () => {
    const ring = attackArrow([TAIL, HEAD]);
    const tip = ring.reduce((top, at) => (at.lat > top.lat ? at : top));
    expect(tip.lng).toBeCloseTo(HEAD.lng, 12);
    expect(tip.lat).toBeCloseTo(HEAD.lat, 12);
    expect(Math.min(...ring.map(({ lat }) => lat))).toBeCloseTo(TAIL.lat, 10);
  });

  it('the arrow is symmetric when straight, widest at its barbs, and has a swallow tail', () => {
    const ring = attackArrow([TAIL, HEAD]);
    const side = ring.map(({ lng }) => lng - TAIL.lng);
    expect(Math.max(...side)).toBeCloseTo(-Math.min(...side), 10);
    const broadest = ring[side.indexOf(Math.max(...side))];
    expect(broadest?.lat).toBeGreaterThan(31.06);
    expect(ring.some(({ lng, lat }) => Math.abs(lng - TAIL.lng) < 1e-12 && lat > TAIL.lat && lat < 31.02)).toBe(true);
  });

  it('the arrow follows its points and does not cross itself', () => {
    const ring = attackArrow([TAIL, BEND, HEAD]);
    expect(crossesItself(ring)).toBe(false);
    const near = ring.filter(({ lat }) => Math.abs(lat - BEND.lat) < 0.008);
    expect(near.length).toBeGreaterThan(2);
    expect(near.every(({ lng }) => lng > TAIL.lng + 0.01)).toBe(true);
    expect(areaSquareMetres(ring)).toBeGreaterThan(0);
  });

  it('the arrow points in the direction of drawing: reversed points reverse it', () => {
    const [there, back] = [attackArrow([TAIL, HEAD]), attackArrow([HEAD, TAIL])];
    expect(Math.min(...back.map(({ lat }) => lat))).toBeCloseTo(TAIL.lat, 12);
    expect(areaSquareMetres(back) / areaSquareMetres(there)).toBeCloseTo(1, 2);
  });

  it('the arrow is empty for too few points', () => {
    expect([attackArrow([]), attackArrow([TAIL]), attackArrow([TAIL, TAIL])]).toEqual([[], [], []]);
    expect(attackArrow([TAIL, TAIL, HEAD])).toEqual(attackArrow([TAIL, HEAD]));
  });
});
