import type { GridNo } from '@lookout/domain';
import { CELL_PIXELS } from '@lookout/map/layers/sheet.ts';
import { describe, expect, it } from 'vitest';
import { ATLAS, cornersOf, imageOf } from './atlas.ts';
import { AGE_LEGEND, type AlarmMark, ageClassOf } from './mark.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

const aMark = (overrides: Partial<AlarmMark> = {}): AlarmMark => ({
  id: 'a1',
  kind: 'satellite',
  lng: 103.45,
  lat: 31.3,
  gridNo: '513221' as GridNo,
  observedAt: hoursAgo(0.5),
  arrivedAt: NOW,
  verdict: 'unjudged',
  inProgress: false,
  isNew: false,
  ...overrides,
});

describe('age', () => {
  it('an age at a class limit belongs to the younger class; a future time counts as just now', () => {
    const hours = [-1, 0, 1, 1.01, 3, 12, 24, 72, 120, 120.01];
    expect(hours.map((age) => AGE_LEGEND[ageClassOf(hoursAgo(age), NOW)]?.id)).toEqual([
      'onehour',
      'onehour',
      'onehour',
      'threehour',
      'threehour',
      'halfDay',
      'oneDay',
      'threeDays',
      'fiveDays',
      'older',
    ]);
  });
});

describe('picture sheet', () => {
  it('every image has a separate cell inside the sheet', () => {
    const cells = ATLAS.images.map(ATLAS.cellOf);
    expect(new Set(cells.map(({ x, y }) => `${x}/${y}`)).size).toBe(ATLAS.images.length);
    expect(cells.every(({ x, y }) => x + CELL_PIXELS <= ATLAS.widthPixels && y + CELL_PIXELS <= ATLAS.heightPixels)).toBe(true);
  });

  // Proves §3.18
  it('the shape shows the source, the fill shows age or verdict; a fire in progress is a flame; an exercise is striped', () => {
    expect([
      imageOf(aMark(), NOW),
      imageOf(aMark({ kind: 'camera', observedAt: hoursAgo(8) }), NOW),
      imageOf(aMark({ kind: 'report', verdict: 'real' }), NOW),
      imageOf(aMark({ kind: 'smoke', verdict: 'false' }), NOW),
      imageOf(aMark({ kind: 'danger', observedAt: hoursAgo(500) }), NOW),
      imageOf(aMark({ inProgress: true, verdict: 'real' }), NOW),
      imageOf(aMark({ inProgress: true, verdict: 'real', isDrill: true }), NOW),
    ]).toEqual(['diamond-age0', 'triangle-age2', 'circle-real', 'square-false', 'hexagon-age6', 'flame', 'diamond-drill']);
  });

  it('shapes have their corners and stay inside their cell, including the edge line', () => {
    const shapes = ['diamond', 'triangle', 'square', 'hexagon'] as const;
    expect(shapes.map((shape) => cornersOf(shape).length)).toEqual([4, 3, 4, 6]);
    const reach = shapes.flatMap((shape) => cornersOf(shape).flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
    expect(Math.max(...reach)).toBeLessThan(CELL_PIXELS / 2 - 4);
  });
});
