import { describe, expect, it } from 'vitest';
import { readTabs, toggled, writeTabs } from './tabs.ts';

const KNOWN = { left: ['forest', 'monitors', 'weather', 'risk'], right: ['search', 'burning', 'warning', 'posts'] };

describe('tabs of the bottom bar', () => {
  it.each([
    ['', true, { left: null, right: 'warning' }],
    ['', false, { left: null, right: null }],
    ['?left=risk&right=posts', true, { left: 'risk', right: 'posts' }],
    ['?left=posts&right=none', true, { left: null, right: null }],
    ['?left=&right=nonsense', false, { left: null, right: null }],
  ] as const)('%s on a wide screen %s', (search, isWide, expected) => {
    expect(readTabs(search, isWide, KNOWN)).toEqual(expected);
  });

  it.each([true, false])('what is written is read again, and parameters of others stay (wide: %s)', (isWide) => {
    for (const open of [
      { left: 'weather', right: 'burning' },
      { left: null, right: null },
      { left: null, right: 'warning' },
      { left: 'forest', right: 'warning' },
    ] as const) {
      const search = writeTabs('?at=103,31,9000,0,-90,3d&alarm=x', open, isWide);
      expect(search).toContain('at=103,31,9000,0,-90,3d&alarm=x');
      expect(readTabs(search, isWide, KNOWN)).toEqual(open);
    }
  });

  it('one panel a side, and one side at a time where the screen is narrow', () => {
    const open = { left: 'risk', right: 'warning' } as const;
    expect(toggled(open, 'weather', true, KNOWN)).toEqual({ left: 'weather', right: 'warning' });
    expect(toggled(open, 'risk', true, KNOWN)).toEqual({ left: null, right: 'warning' });
    expect(toggled(open, 'posts', true, KNOWN)).toEqual({ left: 'risk', right: 'posts' });
    expect(toggled({ left: null, right: 'warning' }, 'weather', false, KNOWN)).toEqual({ left: 'weather', right: null });
    expect(toggled({ left: 'weather', right: null }, 'search', false, KNOWN)).toEqual({ left: null, right: 'search' });
  });
});
