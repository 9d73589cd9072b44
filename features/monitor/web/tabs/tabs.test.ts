import { describe, expect, it } from 'vitest';
import { fitting, type OpenTabs, type Room, readTabs, toggled, writeTabs } from './tabs.ts';

const KNOWN = { left: ['forest', 'monitors', 'weather', 'risk'], right: ['search', 'burning', 'warning', 'posts'] };
const ROOMS: readonly Room[] = ['one', 'two', 'three'];
const open = (left: string | null, right: string | null, queue: boolean): OpenTabs => ({ left, right, queue });

describe('tabs of the bottom bar', () => {
  it.each([
    ['', 'two', open(null, null, true)],
    ['', 'one', open(null, null, false)],
    ['?left=risk&right=posts,warning', 'three', open('risk', 'posts', true)],
    ['?right=posts', 'three', open(null, 'posts', false)],
    ['?left=posts&right=none', 'two', open(null, null, false)],
    ['?left=&right=nonsense', 'one', open(null, null, false)],
    ['?right=warning', 'one', open(null, null, true)],
  ] as const)('%s with room for %s', (search, room, expected) => {
    expect(readTabs(search, room, KNOWN)).toEqual(expected);
  });

  it.each(ROOMS)('what is written is read back, and parameters of others remain (room for %s)', (room) => {
    for (const tabs of [open('weather', 'burning', true), open(null, null, false), open(null, null, true), open('forest', null, true)]) {
      const search = writeTabs('?at=103,31,9000,0,-90,3d&alarm=x', tabs, room);
      expect(search).toContain('at=103,31,9000,0,-90,3d&alarm=x');
      expect(readTabs(search, room, KNOWN)).toEqual(tabs);
    }
  });

  it('a search does not remove the queue; one panel is open on each side of it, or one in all if there is less room', () => {
    const all = open('risk', 'posts', true);
    expect(toggled(all, 'weather', 'three', KNOWN)).toEqual(open('weather', 'posts', true));
    expect(toggled(all, 'risk', 'three', KNOWN)).toEqual(open(null, 'posts', true));
    expect(toggled(all, 'warning', 'three', KNOWN)).toEqual(open('risk', 'posts', false));
    expect(toggled(open('risk', null, true), 'search', 'two', KNOWN)).toEqual(open(null, 'search', true));
    expect(toggled(open(null, 'search', true), 'weather', 'two', KNOWN)).toEqual(open('weather', null, true));
    expect(toggled(open('weather', null, false), 'search', 'one', KNOWN)).toEqual(open(null, 'search', false));
    expect(toggled(open('weather', null, false), 'warning', 'one', KNOWN)).toEqual(open(null, null, true));
  });

  it('a window that changes its width keeps the panels that have room', () => {
    const all = open('risk', 'posts', false);
    expect(ROOMS.map((room) => fitting(all, room))).toEqual([
      open(null, null, false),
      open('risk', null, true),
      open('risk', 'posts', true),
    ]);
  });
});
