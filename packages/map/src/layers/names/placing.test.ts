import { describe, expect, it } from 'vitest';
import { type NameCandidate, placeNames } from './placing.ts';

const name = (id: string, x: number, y: number, more: Partial<NameCandidate> = {}): NameCandidate => ({
  id,
  x,
  y,
  text: '汶川县',
  fontPixels: 13,
  hasDot: false,
  ...more,
});
const sides = (candidates: readonly NameCandidate[], covered: Parameters<typeof placeNames>[1] = []) =>
  Object.fromEntries(placeNames(candidates, covered));

describe('names on the map', () => {
  it('an area’s name is written on the area, a town’s next to its dot', () => {
    expect(sides([name('county', 100, 100), name('town', 300, 100, { hasDot: true })])).toEqual({ county: 'on', town: 'right' });
  });

  it('names give way to a mark: an area’s name moves up or down, a town’s to another side of its dot', () => {
    const mark = [90, 90, 110, 110] as const;
    expect(sides([name('county', 100, 100)], [mark])).toEqual({ county: 'above' });
    expect(sides([name('town', 80, 100, { hasDot: true })], [mark])).toEqual({ town: 'left' });
  });

  it('names are omitted where a mark covers the dot, or everything around', () => {
    expect(sides([name('town', 100, 100, { hasDot: true })], [[98, 98, 120, 120]])).toEqual({});
    expect(sides([name('county', 100, 100)], [[0, 60, 200, 140]])).toEqual({});
  });

  it('names never cover each other: the more important one gets the room', () => {
    expect(sides([name('first', 100, 100), name('second', 104, 102), name('third', 106, 104), name('fourth', 102, 101)])).toEqual({
      first: 'on',
      second: 'above',
      third: 'below',
    });
  });

  it('names in Latin letters take half the room', () => {
    const beside = (text: string) => sides([name('first', 100, 100, { text }), name('second', 160, 100, { text })]);
    expect(beside('Wenchuan')).toEqual({ first: 'on', second: 'above' });
    expect(beside('Lixn')).toEqual({ first: 'on', second: 'on' });
  });
});
