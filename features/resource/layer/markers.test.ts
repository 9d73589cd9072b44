import { CELL_PIXELS } from '@lookout/map/layers/sheet.ts';
import { describe, expect, it } from 'vitest';
import { ASSET_KINDS } from '../resource.ts';
import { dotOfMarker, glyphOf, imageOfMarker, MARKER_SHEET } from './marker.ts';

describe('places', () => {
  it('every kind has a separate cell on the sheet, online and offline', () => {
    const images = [...ASSET_KINDS, 'ranger', 'ranger-busy', 'task', 'task-waiting'].flatMap((icon) =>
      [true, false].map((isOffline) => imageOfMarker({ icon: icon as 'ranger', isOffline })),
    );
    expect(new Set(images).size).toBe(images.length);
    const cells = images.map(MARKER_SHEET.cellOf);
    expect(new Set(cells.map(({ x, y }) => `${x},${y}`)).size).toBe(images.length);
    expect(cells.every(({ x, y }) => x + CELL_PIXELS <= MARKER_SHEET.widthPixels && y + CELL_PIXELS <= MARKER_SHEET.heightPixels)).toBe(
      true,
    );
  });

  it('in a crowd a ranger is a dot that still shows whether the ranger is busy and online', () => {
    const dots = [
      dotOfMarker({ icon: 'ranger', isOffline: false }),
      dotOfMarker({ icon: 'ranger-busy', isOffline: false }),
      dotOfMarker({ icon: 'ranger-busy', isOffline: true }),
    ];
    expect(new Set(dots).size).toBe(3);
    const cells = [...dots, 'count' as const, 'ranger' as const].map(MARKER_SHEET.cellOf);
    expect(new Set(cells.map(({ x, y }) => `${x},${y}`)).size).toBe(5);
  });

  it.each(['zh', 'en'] as const)('every kind of resource has a different character (%s)', (language) => {
    const characters = ASSET_KINDS.map((kind) => glyphOf(kind, language));
    expect(new Set(characters).size).toBe(ASSET_KINDS.length);
    expect(characters.filter((one) => /\p{Script=Han}/u.test(one))).toHaveLength(language === 'zh' ? ASSET_KINDS.length : 0);
  });
});
