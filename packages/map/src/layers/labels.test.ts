import { describe, expect, it } from 'vitest';
import { cutLabel, withRoom } from './labels.ts';

describe('labels', () => {
  it.each([
    ['汶川县指挥部', '汶川县指挥部'],
    ['七个字的名字是', '七个字的名字是'],
    ['八个字的名字是这', '八个字的名字是…'],
    ['😀😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀…'],
    ['', ''],
  ])('%s is labelled %s', (label, shown) => expect(cutLabel(label)).toBe(shown));

  it('no name covers another name or another picture', () => {
    const at = (id: string, x: number, y = 0) => ({ id, x, y, label: '七个字的名字是' });
    expect([...withRoom([at('a', 0), at('b', 60), at('c', 400), at('d', 0, 40), at('e', 20, 50)])]).toEqual(['b', 'c', 'e']);
    expect([...withRoom([at('a', 0), at('b', 200)])]).toEqual(['a', 'b']);
  });
});
