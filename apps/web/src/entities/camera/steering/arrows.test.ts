import { describe, expect, it } from 'vitest';
import { actOfKeys, isSteeringKey } from './arrows.ts';

describe('arrow keys', () => {
  it.each([
    [['ArrowUp'], 'up'],
    [['ArrowUp', 'ArrowLeft'], 'up-left'],
    [['ArrowDown', 'ArrowRight'], 'down-right'],
    [['ArrowLeft', 'ArrowRight'], null],
    [['ArrowLeft', 'ArrowRight', 'ArrowDown'], 'down'],
    [['+'], 'zoom-in'],
    [['-'], 'zoom-out'],
    [['-', 'ArrowUp'], 'up'],
    [['a'], null],
    [[], null],
  ] as const)('%j: %s', (down, act) => expect(actOfKeys(new Set<string>(down))).toBe(act));

  it('letters stay the room’s', () =>
    expect(['ArrowUp', '+', '=', '-', 'j', 'Enter'].map(isSteeringKey)).toEqual([true, true, true, true, false, false]));
});
